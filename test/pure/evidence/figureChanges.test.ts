import assert from "node:assert/strict";
import fc from "fast-check";
import type { Figure } from "@analyses/evidence";
import { bindRoles, changeOfFigure, evidenceOfItem, forestPlot } from "@analyses/evidence";
import { english, forest, published } from "./support/published";
import { sized } from "../../support/size";

describe("evidence: a forest plot after an edit", () => {
  const figure = forest(published);

  it("changes by the marks that an edit moves, and those only", () => {
    const after = forest({ ...published, studies: published.studies?.slice(0, -1) });
    const change = changeOfFigure(figure, after);
    const marks = new Map(figure.marks.map((mark) => [mark.key, mark]));
    for (const key of change.gone) marks.delete(key);
    for (const mark of change.put) marks.set(mark.key, mark);
    assert.deepEqual(marks, new Map(after.marks.map((mark) => [mark.key, mark])));
    assert.ok(change.gone.includes("/studies/12 study"));
    assert.ok(!change.put.some(({ key }) => key === "/studies/0 study"));
    assert.deepEqual(changeOfFigure(after, after), { ...change, put: [], gone: [] });
    assert.equal(changeOfFigure(undefined, after).put.length, after.marks.length);
  });

  it("changes from any marks to any others, and by no mark that stays", () => {
    const marks = fc
      .uniqueArray(fc.record({ row: fc.nat(12), x: fc.nat(2) }), { selector: ({ row }) => row })
      .map((list): Figure => {
        const drawn = list.map(
          ({ row, x }) => ({ kind: "square", key: `/studies/${row}`, x, y: 0, side: 1 }) as const,
        );
        return { width: 1, height: 1, label: "", marks: drawn };
      });
    fc.assert(
      fc.property(marks, marks, (before, after) => {
        const { put, gone } = changeOfFigure(before, after);
        const left = new Map(before.marks.map((mark) => [mark.key, mark]));
        for (const mark of put) assert.notDeepEqual(left.get(mark.key), mark);
        for (const key of gone) assert.ok(left.delete(key));
        for (const mark of put) left.set(mark.key, mark);
        assert.deepEqual(left, new Map(after.marks.map((mark) => [mark.key, mark])));
      }),
    );
  });

  it("is after every edit what it is of a text that nobody has drawn before", () => {
    type Item = Record<string, unknown> & { readonly studies: readonly Record<string, unknown>[] };
    const before = JSON.parse(JSON.stringify(published)) as Item;
    const { studies } = before;
    const drawn = (item: unknown): Figure | undefined => {
      const evidence = evidenceOfItem(item, bindRoles({}));
      return evidence.kind === "computed" ? forestPlot(evidence, "", english) : undefined;
    };
    const edit = fc.record({
      kind: fc.constantFrom(
        "number",
        "name",
        "bias",
        "remove",
        "first",
        "measure",
        "level",
        "label",
        "subgroup",
      ),
      at: fc.nat(studies.length - 1),
      value: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
        let item = before;
        drawn(item);
        for (const { kind, at, value } of edits) {
          // What an edit leaves alone is the same object, as in the editor.
          const changed = (by: Record<string, unknown>): Item => ({
            ...item,
            studies: item.studies.map((one, index) => (index === at ? { ...one, ...by } : one)),
          });
          const one = item.studies[at];
          if (kind === "number") item = changed({ events1: value });
          else if (kind === "name") item = changed({ study: "x".repeat(value) });
          else if (kind === "bias")
            item = changed({ "risk-of-bias": { other: "HIGH", [`d${value}`]: "LOW" } });
          else if (kind === "subgroup") item = changed({ subgroup: `Group ${value % 2}` });
          else if (kind === "remove")
            item = { ...item, studies: item.studies.filter((each) => each !== one) };
          else if (kind === "first" && one !== undefined)
            item = { ...item, studies: [one, ...item.studies.filter((each) => each !== one)] };
          else if (kind === "measure") item = { ...item, "effect-measure": value % 2 === 0 ? "OR" : "RD" };
          else if (kind === "level") item = { ...item, "confidence-level": 60 + value };
          else if (kind === "label") item = { ...item, "favours-left": "y".repeat(value) };
          assert.deepEqual(drawn(item), drawn(structuredClone(item)));
        }
      }),
      { numRuns: sized(100) },
    );
  });
});
