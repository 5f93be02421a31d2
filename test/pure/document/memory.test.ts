import assert from "node:assert/strict";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { createContext, runInContext } from "node:vm";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import {
  createDocument,
  updateDocument,
  type AnalysesDocument,
} from "@analyses/server/document/analysesDocument";
import { documentSymbols, foldingRanges } from "@analyses/server/features/structure";
import { findingsIn } from "../../support/findings";
import { schemaContext } from "../features/support/schemas";
import { sized, testSize } from "../../support/size";
import { holdsMeasure } from "../../support/measured";

const study = { study: "Okafor 2019", "risk-of-bias": { overall: "LOW" }, total: 12 };
const analysis = { name: "Mortality", studies: Array.from({ length: 40 }, () => study) };
const groups = Array.from({ length: 40 }, (_, index) => ({
  number: index + 1,
  name: "Drug versus placebo",
  analyses: Array.from({ length: 15 }, () => analysis),
}));
const value = { "risk-of-bias-method": "RISK_OF_BIAS_2", "analysis-groups": groups };
const opened = () => createDocument("file:///a", "analyses", 1, JSON.stringify(value, undefined, 2));

/** Texts that the test repeatedly inserts and deletes throughout the document. */
const typed = ["x", '"', "{", "}", ",", "]", "\n", "/*", '\\"', "12345678901234567890"];

const schemas = schemaContext({ type: "object", required: ["name"], properties: { name: { maxLength: 9 } } });

async function edited(document: AnalysesDocument, edits: number): Promise<AnalysesDocument> {
  let now = document;
  for (let edit = 0; edit < edits; edit += 2) {
    const at = (edit * 7919) % now.text.length;
    const start = now.text.positionAt(at);
    const insert = typed[(edit / 2) % typed.length] ?? "";
    now = updateDocument(now, [{ range: { start, end: start }, text: insert }], now.version + 1);
    if (edit % 8 === 0) await findingsIn(now, schemas);
    const offset = now.text.offsetAt(start);
    const end = now.text.positionAt(offset + insert.length);
    now = updateDocument(now, [{ range: { start, end }, text: "" }], now.version + 1);
    if (edit % 100 === 0) {
      await findingsIn(now, schemas);
      documentSymbols(now);
      foldingRanges(now);
    }
  }
  return now;
}

interface Sizes {
  readonly afterFew: number;
  readonly afterMany: number;
  readonly leftBehind: number;
}

async function measure(): Promise<Sizes> {
  setFlagsFromString("--expose-gc");
  const context = createContext();
  const used = (): number => {
    runInContext("gc(); gc();", context);
    const compiled = getHeapSpaceStatistics().filter(({ space_name: name }) => name.startsWith("code_"));
    return compiled.reduce((sum, space) => sum - space.space_used_size, getHeapStatistics().used_heap_size);
  };
  // The memory freed with the document, which excludes the engine's data about compiled code.
  const sizeAfter = async (edits: number): Promise<number> => {
    let document: AnalysesDocument | undefined = await edited(opened(), edits);
    const withDocument = used();
    assert.deepEqual(JSON.parse(document.text.toString()), value);
    document = await edited(createDocument("file:///b", "analyses", 1, '{"analysis-groups": [{}]}'), 40);
    return withDocument - used();
  };
  await sizeAfter(sized(6000));
  const before = used();
  const afterFew = await sizeAfter(few);
  const afterMany = await sizeAfter(many);
  return { afterFew, afterMany, leftBehind: used() - before };
}

const few = 100;
const many = sized(10_000);

// Runs in a worker thread, whose heap contains nothing else. Only in the long run: fewer edits cache and free less
// memory.
if (!isMainThread) void measure().then((sizes) => parentPort?.postMessage(sizes));
else if (testSize >= 1)
  describe("the memory of a document that is edited", () => {
    it(`is after ${many} edits what it was after ${few}`, async () => {
      const worker = new Worker(__filename);
      const { afterFew, afterMany, leftBehind } = await new Promise<Sizes>((resolve, reject) => {
        worker.on("message", resolve);
        worker.on("error", reject);
      });
      holdsMeasure(afterMany, 1.1 * afterFew, "bytes");
      holdsMeasure(leftBehind, 0.1 * afterFew, "bytes that stay when it is let go");
    });
  });
