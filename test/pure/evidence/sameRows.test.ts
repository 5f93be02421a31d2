import assert from "node:assert/strict";
import type { FindingCode } from "@analyses/evidence";
import { counts, means } from "../../support/evidenceTexts";
import { codes, findings } from "./support/checks";

function warned(item: object): readonly FindingCode[] {
  return codes(item).filter((code) => code === "duplicate-row" || code === "shared-comparator");
}

describe("evidence: the same numbers twice", () => {
  const studies = [counts("Okafor 2019a", 12, 90, 19, 88), counts("Okafor 2019b", 14, 91, 19, 88)];

  it("are a shared comparator within one study", () => {
    assert.deepEqual(warned({ studies }), ["shared-comparator"]);
    assert.deepEqual(warned({ studies: [studies[0], { ...studies[1], study: "Haddad 2017" }] }), []);
  });

  it("are a duplicate in two rows of one total", () => {
    const twice = [studies[0], { ...studies[0], study: "Haddad 2017" }];
    assert.deepEqual(warned({ studies: twice }), ["duplicate-row"]);
    const divided = { subgroups: twice.map((row, index) => ({ name: `G${index}`, studies: [row] })) };
    assert.deepEqual(warned(divided), ["duplicate-row"]);
    assert.deepEqual(warned({ ...divided, totals: "SUBTOTALS_ONLY" }), []);
  });

  it("are chance in an arm without events, in two subgroups of a study", () => {
    const [men, women] = [counts("Lee 2010", 2, 50, 0, 50), counts("Lee 2010", 1, 50, 0, 50)];
    const subgroups = [
      { name: "Men", studies: [men] },
      { name: "Women", studies: [women] },
    ];
    assert.deepEqual(warned({ subgroups }), []);
    assert.deepEqual(warned({ studies: [men, women] }), ["shared-comparator"]);
  });

  it("are of different studies where no names are known", () => {
    const [first, second] = studies.map((row) => ({ ...row, study: undefined, citation: row.study }));
    const subgroups = [first, second].map((row, index) => ({ name: `G${index}`, studies: [row] }));
    assert.deepEqual(warned({ subgroups }), []);
    assert.deepEqual(warned({ studies: [first, first] }), ["duplicate-row"]);
  });

  it("are chance in trials with fewer than six events in each arm, or in which everybody had one", () => {
    const twice = (...numbers: readonly [number, number, number, number]) =>
      warned({ studies: [counts("A", ...numbers), counts("B", ...numbers)] });
    assert.deepEqual(twice(0, 15, 0, 15), []);
    assert.deepEqual(twice(5, 60, 3, 60), []);
    assert.deepEqual(twice(20, 20, 20, 20), []);
    assert.deepEqual(twice(6, 60, 3, 60), ["duplicate-row"]);
  });

  it("are a group that was divided where it is smaller than those beside it, or a footnote says so", () => {
    const third = (total: number, more: object = {}) => [
      { ...counts("Lee 2010", 12, 60, 7, total), ...more },
      { ...counts("Lee 2010", 15, 58, 7, total), ...more },
    ];
    assert.deepEqual(warned({ studies: third(59) }), ["shared-comparator"]);
    assert.deepEqual(warned({ studies: third(30) }), []);
    for (const footnotes of [
      "Control group divided by 2",
      "Placebo arm halved to avoid double-counting",
      "Kontrollgruppe auf zwei Vergleiche aufgeteilt",
    ])
      assert.deepEqual(warned({ studies: third(59, { footnotes }) }), [], footnotes);
    assert.deepEqual(warned({ studies: third(59, { footnotes: "Cluster trial" }) }), ["shared-comparator"]);
    const small = [counts("Lee 2010", 2, 9, 3, 9), counts("Lee 2010", 1, 9, 3, 9)];
    assert.deepEqual(warned({ studies: small }), [], "fewer than ten");
  });

  it("are one finding for a study, with how many rows", () => {
    const rows = [12, 14, 9, 11].map((events, index) => counts("Lee 2010", events, 60 + index, 19, 61));
    const found = findings({ studies: rows }).filter(({ code }) => code === "shared-comparator");
    assert.equal(found.length, 1);
    assert.ok(found[0]?.code === "shared-comparator" && found[0].alike === 2);
  });

  it("are found of means too, and not of rows without any", () => {
    const twice = (row: object) => warned({ measure: "MD", studies: [row, { ...row, study: "B" }] });
    assert.deepEqual(twice(means("A", 4.2, 1.1, 30, 5.1, 1.2, 31)), ["duplicate-row"]);
    assert.deepEqual(twice(means("A", 0, 0, 0, 0, 0, 0)), []);
  });
});
