import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import { createAnalysesLanguageService } from "../languageService";
import type { Workload } from "../validation/validateDocument";
import { exampleItemSchema, exampleText } from "./example";

const uri = "file:///example.analyses.json";
const settings = { ...defaultAnalysesSettings, itemSchema: "example.schema.json" };
const rounds = 10;

/**
 * Practises with an example what is to be done when a document is opened. The engine compiles code while it runs for
 * the first time, and makes it quick when it has run some times; an editor needs a while from the answer to
 * `initialize` until it opens its first document (VS Code some 20 ms).
 *
 * Leaves nothing behind, reads no file, and ends as soon as `isCancelled`, which it asks every few milliseconds.
 */
export async function warmUp({ isCancelled, pause }: Workload): Promise<void> {
  const practice = practise();
  do {
    await pause();
    if (isCancelled()) return;
  } while ((await practice.next()).done !== true);
}

/** Yields what each step found: a step that finds nothing has not practised much. */
export async function* practise(): AsyncGenerator<readonly unknown[], void> {
  const service = createAnalysesLanguageService({
    readFile: () => Promise.resolve({ kind: "read", text: exampleItemSchema }),
  });
  const workload: Workload = { isCancelled: () => false, pause: () => Promise.resolve() };
  for (let round = 0; round < rounds; round += 1) {
    const document = service.createDocument(uri, "analyses", 1, exampleText);
    const { node } = document.root;
    yield node.kind === "object" ? node.properties : [];
    const schemas = await service.schemas.contextFor(document, settings);
    yield schemas.itemSchema.kind === "ready" ? [schemas.itemSchema] : [];
    const findings = await service.validateDocument(document, schemas, settings, workload);
    yield service.diagnostics(document, findings ?? []);
    yield service.documentSymbols(document);
    yield service.foldingRanges(document);
  }
}
