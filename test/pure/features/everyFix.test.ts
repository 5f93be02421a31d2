import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DiagnosticCode } from "../../../protocol/src/diagnosticCodes";
import { diagnosticCodes } from "../../../protocol/src/diagnosticCodes";
import { defaultAnalysesSettings } from "../../../protocol/src/settings";
import {
  codeActions,
  collectReferences,
  createDocument,
  createSchemaStore,
  validateDocument,
} from "../../../server/src/languageService";
import { readFileOf } from "../../../server/src/main/files";
import type { Finding } from "../../../server/src/languageService";
import { corpus } from "../../support/corpus";
import { uninterrupted } from "../../support/findings";
import { applyAction } from "./support/fixing";
import { groupRecord, groupReference, withAnalyses } from "./support/references";

const samples = resolve("samples");
const uri = pathToFileURL(resolve(samples, "review.analyses.json")).href;
const settings = { ...defaultAnalysesSettings, itemSchema: "pairwise-analysis.schema.json" };
const schemaStore = createSchemaStore({ readFile: readFileOf });

const options = {
  only: ["quickfix"],
  snippetEdits: false,
  versionedEdits: true,
  selectItemSchema: undefined,
};

const currentName = "Stroke";

/** Of documents with many problems, those that are looked at. */
const most = 60;

/** Codes that no edit of the document can mend: another file is wrong. */
const notFixable: readonly DiagnosticCode[] = [
  "item-schema-unavailable",
  // What is right, only the study's report says.
  "impossible-data",
  "method-mismatch",
  "shared-comparator",
  "duplicate-row",
  "totals-disagree",
  "fragile-result",
  "zero-cells",
];

/** What the corpus, which knows no registry, cannot have. */
const ofRegistry = [
  {
    name: "a group that was renamed",
    text: withAnalyses(groupReference("2", "Old name"), groupReference("2", currentName)),
  },
  { name: "a group that the registry does not know", text: withAnalyses(groupReference("9", "Nobody")) },
];

async function read(text: string) {
  const document = createDocument(uri, "analyses", 1, text);
  const schemas = await schemaStore.contextFor(document, settings);
  const references = await collectReferences(document, uninterrupted);
  assert.ok(references);
  const statuses = references.compare(
    references.records.map(({ id }) =>
      id === "2"
        ? { kind: "known", record: groupRecord("2", currentName) }
        : { kind: "unknownId", registry: "Test registry" },
    ),
    new Map(),
  );
  const findings = await validateDocument(document, schemas, settings, uninterrupted, statuses);
  assert.ok(findings);
  return { document, schemas, findings };
}

describe("after a fix the finding is gone", () => {
  const mended = new Set<DiagnosticCode>();

  for (const { name, text } of [...corpus(samples), ...ofRegistry]) {
    it(`in the document “${name}”`, async () => {
      const { document, schemas, findings } = await read(text);
      for (const finding of findings.slice(0, most)) {
        const { code, message, start, end } = finding;
        const range = document.text.rangeBetween(start, end);
        const howOften = (among: readonly Finding[]) =>
          among.filter((other) => other.code === code && other.message === message).length;
        for (const action of codeActions(document, schemas, [finding], range, options)) {
          const fixed = applyAction(document, action);
          const { findings: left } = await read(fixed);
          assert.ok(howOften(left) < howOften(findings), `“${action.title}” for “${message}”:\n${fixed}`);
          mended.add(code);
        }
      }
    });
  }

  it("whatever its code is, where an edit can mend it", () => {
    const fixable = diagnosticCodes.filter((code) => !notFixable.includes(code));
    assert.deepEqual([...mended].sort(), [...fixable].sort());
  });
});
