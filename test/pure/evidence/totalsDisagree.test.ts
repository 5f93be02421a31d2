import assert from "node:assert/strict";
import { bindRoles, evidenceOfItem, studyTotals, totalsDisagree } from "@analyses/evidence";
import { counts } from "../../support/evidenceTexts";

describe("evidence: totals of a study in several analyses", () => {
  it("finds a study that changes its size within a group", () => {
    const group = [
      { studies: [counts("A", 1, 100, 2, 100), counts("B", 1, 50, 2, 50)] },
      { studies: [counts("A", 1, 103, 2, 1000), counts("B", 1, 45, 2, 50)] },
    ];
    const contents = group.map((item) => evidenceOfItem(item, bindRoles({})).content);
    const found = totalsDisagree(
      contents.map(studyTotals),
      (item, { row, role }) => contents[item]?.rows?.[row]?.pointerOf(role) ?? "",
    );
    assert.deepEqual(found, [
      [],
      [
        {
          code: "totals-disagree",
          row: 0,
          pointer: "/studies/0/total2",
          role: "comparator-total",
          value: 1000,
          otherItem: 0,
          otherValue: 100,
          otherPointer: "/studies/0/total2",
        },
      ],
    ]);
  });

  it("takes studies whose names are not known for different ones", () => {
    const sized = (total: number) => [{ ...counts("A", 1, total, 2, 100), study: undefined, citation: "S" }];
    const group = [100, 1000].map((total) => ({ studies: sized(total) }));
    const totals = group.map((item) => studyTotals(evidenceOfItem(item, bindRoles({})).content));
    assert.deepEqual(
      totalsDisagree(totals, (item) => String(item)),
      [[], []],
    );
  });

  const of = (...totals: readonly (readonly [experimental: number, comparator: number])[]) =>
    totalsDisagree(
      totals.map(([experimental, comparator]) =>
        studyTotals(
          evidenceOfItem({ studies: [counts("A", 1, experimental, 2, comparator)] }, bindRoles({})).content,
        ),
      ),
      String,
    ).map((ofItem) => ofItem.map(({ value, otherValue, alike }) => [value, otherValue, alike ?? 0]));
  it("is of digits exchanged or a digit too many while the other arm has as many, once for a study", () => {
    assert.deepEqual(of([57, 60], [75, 60], [57, 59]), [[], [[75, 57, 0]], []]);
    assert.deepEqual(of([75, 60], [57, 60], [57, 59]), [[[75, 57, 0]], [], []], "the one that fewer have");
    assert.deepEqual(of([57, 60], [75, 60], [75, 60], [57, 60], [57, 60]), [[], [[75, 57, 1]], [], [], []]);
    assert.deepEqual(of([118, 120], [1180, 121]), [[], [[1180, 118, 0]]]);
    assert.deepEqual(of([118, 120], [1090, 111]), [[], [[1090, 118, 0]]]);
    assert.deepEqual(of([118, 120], [1180, 1200]), [[], [[1180, 118, 0]]]);
    assert.deepEqual(of([118, 120], [1180, 560]), [[], []]);
    assert.deepEqual(of([755, 760], [571, 748]), [[], [[571, 755, 0]]], "a few left the study");
  });
  it("is no matter of participants who left, or of a part of the study", () => {
    assert.deepEqual(of([110, 112], [95, 97], [70, 80]), [[], [], []]);
    assert.deepEqual(of([57, 60], [75, 80]), [[], []], "the other arm is another too");
    assert.deepEqual(of([98, 60], [89, 60]), [[], []], "near each other");
  });
});
