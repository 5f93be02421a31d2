import assert from "node:assert/strict";
import fc from "fast-check";
import { FoundFindings } from "@analyses/server/validation/walk";
import { collectReferences } from "@analyses/server/references/referenceStatuses";
import { contextOf, textPass, validateDocument } from "@analyses/server/validation/validateDocument";
import {
  createDocument,
  updateDocument,
  type AnalysesDocument,
} from "@analyses/server/document/analysesDocument";
import { changeIn, trickyChange } from "../../support/analysesText";
import { defaultSettings, uninterrupted } from "../../support/findings";
import { documentOf } from "../features/support/documents";
import { groupLink, groupRecord, groupReference, statusesOf, withAnalyses } from "../../support/references";
import { schemaContext } from "../features/support/schemas";
import { cases } from "../../support/size";

const runs = cases(400);

/** Even identifiers have new names; multiples of three are unknown. */
const judged = (document: AnalysesDocument) =>
  statusesOf(document, ({ id }) =>
    Number(id) % 3 === 0
      ? { kind: "unknownId", registry: "R" }
      : { kind: "known", record: groupRecord(id, Number(id) % 2 === 0 ? "New" : "Old") },
  );

const reference = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.boolean())
  .map(([id, linked, fits]) => groupReference(String(id), "Old", groupLink(String(fits ? id : linked))));

const analysis = fc.oneof(
  reference,
  fc.array(reference, { maxLength: 3 }).map((all) => `{ "by": [ ${all.join(",\r\n ")} ] }`),
  reference.map((written) => written.replace("groupId", String.raw`group\u0049d`)),
  fc.constantFrom("5", "{}", '{ "name": "x" }'),
);

describe("findings about references in a document that is edited", () => {
  it("are after every change those of the document opened anew", async () => {
    const schemas = schemaContext();
    await fc.assert(
      fc.asyncProperty(
        fc.array(analysis, { maxLength: 5 }),
        fc.array(trickyChange, { minLength: 1, maxLength: 6 }),
        async (analyses, changes) => {
          let document = documentOf(withAnalyses(...analyses));
          const statuses = await judged(document);
          const findingsIn = (version: AnalysesDocument) =>
            validateDocument(version, schemas, defaultSettings, uninterrupted, statuses);
          await findingsIn(document);
          for (const change of changes) {
            document = updateDocument(document, [changeIn(document, change)], document.version + 1);
            const fresh = createDocument(document.uri, "analyses", 1, document.text.toString());
            assert.deepEqual(await findingsIn(document), await findingsIn(fresh));
          }
        },
      ),
      { numRuns: runs, endOnFailure: true },
    );
  });

  it("are looked for again in the edited analysis alone, among ten thousand references", async () => {
    const count = 10_000;
    const pairs = Array.from({ length: count / 2 }, (_, index) => {
      const [one, other] = [2 * index, 2 * index + 1].map((id) => groupReference(String(id), "Old"));
      return `{ "by": [ ${one ?? ""}, ${other ?? ""} ] }`;
    });
    const document = documentOf(withAnalyses(...pairs));
    const statuses = await judged(document);
    const settings = { ...defaultSettings, maxProblems: count };
    const schemas = schemaContext();
    const lookedAt = (version: AnalysesDocument): number[] => {
      const context = contextOf(version, schemas, settings, statuses);
      return [...textPass.walk(context, new FoundFindings(context))].filter((length) => length > 0);
    };
    assert.ok(lookedAt(document).length > 1000);
    const at = document.text.positionAt(document.text.toString().indexOf('"4000"'));
    const edited = updateDocument(document, [{ range: { start: at, end: at }, text: "  " }], 2);
    const analysis = pairs[2000];
    assert.ok(analysis !== undefined);
    assert.deepEqual(lookedAt(edited), [analysis.length + 2]);
    assert.deepEqual(lookedAt(edited), []);
    let pauses = 0;
    const pause = (): Promise<void> => Promise.resolve(void (pauses += 1));
    const references = await collectReferences(edited, { isCancelled: () => false, pause });
    assert.equal(references?.records.length, count);
    assert.equal(pauses, 0);
  });
});
