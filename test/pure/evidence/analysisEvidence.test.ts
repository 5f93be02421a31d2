import assert from "node:assert/strict";
import type { Placed } from "@analyses/json";
import { type AnalysesDocument, updateDocument } from "@analyses/server/document/analysesDocument";
import { analysisAt } from "@analyses/server/evidence/reportEvidence";
import {
  analysisEvidence,
  evidenceSummary,
  knownSummary,
  roleBinding,
} from "@analyses/server/evidence/analysisEvidence";
import { counts } from "../../support/evidenceTexts";
import { documentOf } from "../features/support/documents";
import { schemaContext } from "../features/support/schemas";

const studies = [counts("Abara", 12, 148, 19, 151), counts("Bergström", 7, 92, 11, 90)];
const analyses = [
  { name: "Mortality", type: "DICHOTOMOUS", "effect-measure": "RR", studies },
  { name: "Falls", type: "DICHOTOMOUS", "effect-measure": "OR", studies },
];
const text = JSON.stringify({ "analysis-groups": [{ number: 1, name: "Drug", analyses }] }, undefined, 2);

const placed = (document: AnalysesDocument, index: number): Placed => {
  const place = analysisAt(document, 0, index);
  assert.ok(place);
  return place.analysis;
};
const noSettings = { roles: {} };

describe("what is computed from the analyses of a document", () => {
  it("is computed only for an analysis that somebody looks at, and again only for one that was edited", () => {
    const document = documentOf(text);
    const binding = roleBinding(schemaContext(), noSettings);
    assert.equal(knownSummary(placed(document, 0), binding), undefined);
    const first = evidenceSummary(document, placed(document, 0), binding);
    const second = evidenceSummary(document, placed(document, 1), binding);
    assert.equal(first.pooled?.measure, "risk-ratio");
    assert.equal(first.studies, 2);
    assert.equal(first.participants, 481);

    const at = document.text.positionAt(text.indexOf('"events1": 12') + '"events1": 1'.length);
    const edited = updateDocument(document, [{ range: { start: at, end: at }, text: "0" }], 2);
    assert.equal(knownSummary(placed(edited, 1), binding), second, "the other keeps what is known");
    assert.equal(knownSummary(placed(edited, 0), binding), undefined);
    const anew = evidenceSummary(edited, placed(edited, 0), binding);
    assert.notEqual(anew.pooled?.estimate, first.pooled.estimate);
    assert.deepEqual(anew, evidenceSummary(documentOf(edited.text.toString()), placed(edited, 0), binding));
  });

  it("is bound once for a schema and a setting, and anew when either is another", () => {
    const schemas = schemaContext({ type: "object" });
    const binding = roleBinding(schemas, noSettings);
    assert.equal(roleBinding(schemas, { roles: {} }), binding);
    assert.notEqual(roleBinding(schemas, { roles: { "/studies/*/x": "estimate" } }), binding);
    assert.notEqual(roleBinding(schemaContext({ type: "object" }), noSettings), binding);
    for (let index = 0; index < 30; index += 1) roleBinding(schemas, { roles: { [`/p${index}`]: "unit" } });
    assert.notEqual(roleBinding(schemas, noSettings), binding, "of many settings the latest are kept");
  });

  it("follows annotations into other files of the item schema, and the setting before them", () => {
    const foreign = [{ was: "A", x: 12, y: 148, z: 19, u: 151 }];
    const document = documentOf(
      JSON.stringify({ "analysis-groups": [{ number: 1, name: "Drug", analyses: [{ reihen: foreign }] }] }),
    );
    const number = (role: string) => ({ type: "integer", "x-evidence-role": role });
    const schemas = schemaContext(
      {
        properties: {
          reihen: { "x-evidence-role": "studies", items: { $ref: "parts/rows.json#/$defs/row" } },
        },
      },
      {
        "file:///schemas/parts/name.json": { "x-evidence-role": "study" },
        "file:///schemas/parts/rows.json": {
          $defs: {
            row: {
              properties: {
                was: { $ref: "name.json" },
                x: number("experimental-events"),
                y: number("experimental-total"),
                z: number("comparator-events"),
                u: number("comparator-total"),
              },
            },
          },
        },
      },
    );
    const evidence = analysisEvidence(document, placed(document, 0), roleBinding(schemas, noSettings));
    assert.equal(evidence.kind, "computed");
    assert.equal(evidence.content.rows?.[0]?.study, "A");
    const swapped = { "/reihen/*/x": "comparator-events", "/reihen/*/z": "experimental-events" };
    const set = analysisEvidence(document, placed(document, 0), roleBinding(schemas, { roles: swapped }));
    assert.equal(set.content.rows?.[0]?.number("experimental-events"), 19);
  });

  it("says why there is no result, also of what is no object and of text that is being typed", () => {
    const binding = roleBinding(schemaContext(), noSettings);
    for (const item of ["7", '"text"', "[]", "{}", "null", '{ "studies": [ { "study": "A", "events1": ']) {
      const document = documentOf(`{ "analysis-groups": [ { "analyses": [ ${item} ] } ] }`);
      const { problem, pooled } = evidenceSummary(document, placed(document, 0), binding);
      assert.ok(problem !== null, item);
      assert.equal(pooled, null);
    }
  });
});
