import assert from "node:assert/strict";
import fc from "fast-check";
import { type Figure, changeOfFigure } from "@analyses/evidence";
import { forest, published } from "./support/published";

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
});
