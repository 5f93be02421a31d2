import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import { createAnalysesLanguageService } from "../languageService";
import type { Workload } from "../validation/validateDocument";
import { exampleItemSchema, exampleTexts } from "./example";

const uri = "file:///example.analyses.json";
const settings = { ...defaultAnalysesSettings, itemSchema: "example.schema.json" };
const rounds = 10;

/**
 * Practises with examples what is to be done when a document is opened. The engine compiles code while it runs for
 * the first time, and makes it quick when it has run some times; an editor needs a while from `initialized` until it
 * opens its first document (VS Code some 20 ms).
 *
 * Leaves nothing behind, reads no file, and ends as soon as `isCancelled`, which it asks after each step of a few
 * milliseconds.
 */
export async function warmUp({ isCancelled, pause }: Workload): Promise<void> {
  // A document may come right behind: that has its turn first.
  await pause();
  const practice = practise();
  do {
    await pause();
    if (isCancelled()) return;
  } while ((await practice.next()).done !== true);
}

/** Yields between its steps. */
async function* practise(): AsyncGenerator<undefined, void> {
  const service = createAnalysesLanguageService({
    readFile: () => Promise.resolve({ kind: "read", text: exampleItemSchema }),
  });
  const workload: Workload = { isCancelled: () => false, pause: () => Promise.resolve() };
  for (let round = 0; round < rounds; round += 1) {
    const text = exampleTexts[round] ?? exampleTexts[2];
    const document = service.createDocument(uri, "analyses", 1, text);
    yield;
    const schemas = await service.schemas.contextFor(document, settings);
    yield;
    const findings = await service.validateDocument(document, schemas, settings, workload);
    service.diagnostics(document, findings ?? []);
    yield;
    service.documentSymbols(document);
    service.foldingRanges(document);
    yield;
  }
}
