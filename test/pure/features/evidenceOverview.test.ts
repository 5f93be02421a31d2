import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { bindRoles } from "@analyses/evidence";
import { evidenceOverview } from "@analyses/server/features/evidencePanel/evidencePanel";
import { updateDocument } from "@analyses/server/document/analysesDocument";
import { each } from "../../support/each";
import { textIn } from "../../support/textAfter";
import { documentOf } from "./support/documents";

const binding = bindRoles({});
const yielding = { isCancelled: () => false, pause: () => Promise.resolve() };
const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");

const study = (events: number): string =>
  `{ "study": "s", "events1": ${events}, "total1": 100, "events2": 20, "total2": 100 }`;
/** A document with this number of analyses, in groups of ten. */
function large(count: number): string {
  const groups = Array.from({ length: count / 10 }, (_, group) => {
    const analyses = Array.from(
      { length: 10 },
      (__, index) => `{ "name": "n${group}.${index}", "studies": [ ${study(10 + index)}, ${study(12)} ] }`,
    );
    return `{ "number": ${group + 1}, "name": "g", "analyses": [\n${analyses.join(",\n")}\n] }`;
  });
  return `{ "analysis-groups": [ ${groups.join(",\n")} ] }`;
}

describe("the overview of a document's analyses", () => {
  it("has each with what it comes to, for reading and for sorting, and where it stands", async () => {
    const document = documentOf(sample);
    const found = await evidenceOverview(document, binding, yielding);
    assert.ok(found);
    const [first] = found.rows;
    assert.equal(first?.number, "1.1");
    assert.equal(first.name, "Mortality at 12 months");
    assert.equal(first.group, "1 Drug versus placebo");
    assert.match(first.columns.effect.text, /^RR 0\.67 \[0\.50, 0\.89\]$/);
    assert.ok(Math.abs((first.columns.effect.value ?? 0) - Math.log(0.67)) < 0.01);
    assert.equal(first.columns.participants.text, first.columns.participants.value?.toLocaleString("en"));
    assert.match(first.columns.i2.text, /^\d+ %$/);
    assert.equal(found.rows.length, found.ranges.length);
    for (const [index, range] of found.ranges.entries())
      assert.equal((JSON.parse(textIn(document, range)) as { name: string }).name, found.rows[index]?.name);
  });

  it("says why one could not be computed, or where its text is broken", async () => {
    for (const wrong of ['"ten"', "1 0"]) {
      const text = large(10).replace('"events1": 10', `"events1": ${wrong}`);
      const found = await evidenceOverview(documentOf(text), binding, yielding);
      assert.match(found?.rows[0]?.problem ?? "", /./);
      for (const column of Object.values(found?.rows[0]?.columns ?? {}))
        assert.deepEqual(column, { text: "", value: null });
      assert.equal(found?.rows[1]?.problem, null);
    }
  });

  it("says of one whose totals are not wanted that it is not pooled", async () => {
    const text = large(10).replace('"name": "n0.0"', '"name": "n0.0", "totals": "no"');
    const found = await evidenceOverview(documentOf(text), binding, yielding);
    assert.deepEqual(found?.rows[0]?.columns.effect, { text: "Not pooled", value: null });
  });

  it("is of a thousand analyses with one that was edited the same but for that one", async () => {
    const text = large(1000);
    const before = documentOf(text);
    const first = await evidenceOverview(before, binding, yielding);
    const at = before.text.positionAt(text.indexOf('"events1": 13') + '"events1": 1'.length);
    const after = updateDocument(before, [{ range: { start: at, end: at }, text: "0" }], 2);
    const second = await evidenceOverview(after, binding, yielding);
    assert.equal(first?.rows.length, 1000);
    const changed = second?.rows.filter(
      (row, index) => JSON.stringify(row) !== JSON.stringify(first.rows[index]),
    );
    each(changed, ({ pointer }) => pointer, ["/analysis-groups/0/analyses/3"]);
  });
});
