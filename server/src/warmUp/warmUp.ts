import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import {
  createDocument,
  createSchemaStore,
  diagnostics,
  documentSymbols,
  foldingRanges,
  validateDocument,
} from "../languageService";
import type { Yielding } from "../languageService";
import { exampleItemSchema, exampleTexts } from "./example";

const uri = "file:///example.analyses.json";
const settings = { ...defaultAnalysesSettings, itemSchema: "example.schema.json" };
const rounds = 10;

/**
 * Runs on samples what is done when a document is opened, so that the engine has compiled it before the first real
 * one: from `initialized` until then an editor needs a while (VS Code some 20 ms).
 *
 * Leaves nothing behind, reads no file, and ends as soon as `isCancelled`, which it asks after each step of a few
 * milliseconds.
 */
export async function warmUp({ isCancelled, pause }: Yielding): Promise<void> {
  // A document may follow at once: it has its turn first.
  await pause();
  const run = runSamples();
  do {
    await pause();
    if (isCancelled()) return;
  } while ((await run.next()).done !== true);
}

/** Yields between its steps. */
async function* runSamples(): AsyncGenerator<undefined, void> {
  const store = createSchemaStore({
    readFile: () => Promise.resolve({ kind: "read", text: exampleItemSchema }),
  });
  const yielding: Yielding = { isCancelled: () => false, pause: () => Promise.resolve() };
  for (let round = 0; round < rounds; round += 1) {
    const text = exampleTexts[round] ?? exampleTexts[2];
    const document = createDocument(uri, "analyses", 1, text);
    yield;
    const schemas = await store.contextFor(document, settings);
    yield;
    const findings = await validateDocument(document, schemas, settings, yielding);
    diagnostics(document, findings ?? []);
    yield;
    documentSymbols(document);
    foldingRanges(document);
    yield;
  }
}
