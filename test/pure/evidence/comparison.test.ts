import assert from "node:assert/strict";
import type { EvidenceComparison } from "../../../evidence/src/index";
import {
  bindRoles,
  compareReports,
  dataOf,
  itemsOfDocument,
  reportItem,
  studiesBetween,
} from "../../../evidence/src/index";

const abara = { study: "Abara 2014", events1: 12, total1: 148, events2: 19, total2: 151 };
const osei = { study: "Osei 2020", events1: 7, total1: 92, events2: 11, total2: 90 };
const delgado = { study: "Delgado 2018", events1: 31, total1: 402, events2: 45, total2: 398 };

type Json = Readonly<Record<string, unknown>>;

const analysis = (number: number, name: string, ...studies: readonly Json[]): Json => ({
  number,
  name,
  effectMeasure: "RR",
  method: "MH",
  studies,
});
const group = (number: number, name: string, ...analyses: readonly Json[]): Json => ({
  number,
  name,
  analyses,
});

function compared(before: readonly Json[], after: readonly Json[]): EvidenceComparison {
  const analysesOf = (groups: readonly Json[]) =>
    itemsOfDocument({ "analysis-groups": groups }, bindRoles({})).map((item) => reportItem(item, String));
  return compareReports(
    { path: "before", analyses: analysesOf(before) },
    { path: "after", analyses: analysesOf(after) },
  );
}

/** Each that is not as it was: `1.1 Mortality → 2.1 Mortality`. */
function changes({ analyses }: EvidenceComparison): readonly string[] {
  return analyses.map(({ before, after }) =>
    [before, after]
      .map((one) => (one === null ? "–" : `${one.group.number}.${one.number} ${one.name}`))
      .join(" → "),
  );
}

describe("what has become of analyses", () => {
  const mortality = analysis(1, "Mortality", abara, osei);
  const pain = analysis(2, "Pain", osei, delgado);

  it("finds an analysis again that was moved to another group, or with its group to another place", () => {
    const [drug, surgery] = [
      group(1, "Drug", mortality, pain),
      group(2, "Surgery", analysis(1, "Falls", abara)),
    ];
    const moved = compared(
      [drug, surgery],
      [
        group(1, "Drug", analysis(1, "Pain", osei, delgado)),
        group(2, "Surgery", analysis(1, "Falls", abara), analysis(2, "Mortality", abara, osei)),
      ],
    );
    assert.deepEqual(changes(moved), ["1.2 Pain → 1.1 Pain", "1.1 Mortality → 2.2 Mortality"]);
    assert.equal(moved.unchanged, 1);
    const exchanged = compared(
      [drug, surgery],
      [
        { ...surgery, number: 1 },
        { ...drug, number: 2 },
      ],
    );
    assert.deepEqual(changes(exchanged), [
      "2.1 Falls → 1.1 Falls",
      "1.1 Mortality → 2.1 Mortality",
      "1.2 Pain → 2.2 Pain",
    ]);
  });

  it("does not take one analysis for another because both have a common name", () => {
    const overall = (of: string) => group(of === "Drug" ? 1 : 2, of, analysis(1, "Overall", abara));
    const other = group(3, "Diet", analysis(1, "Overall", abara));
    const found = compared(
      [overall("Drug"), overall("Surgery")],
      [overall("Drug"), overall("Surgery"), other],
    );
    assert.deepEqual(changes(found), ["– → 3.1 Overall"]);
  });

  it("knows an outcome that several comparisons have by the name of its comparison", () => {
    const [aspirin, statin] = [
      group(1, "Aspirin versus placebo", analysis(1, "Death", abara, osei)),
      group(2, "Statin versus placebo", analysis(1, "Death", delgado, osei)),
    ];
    const exchanged = compared(
      [aspirin, statin],
      [
        { ...statin, number: 1 },
        { ...aspirin, number: 2 },
      ],
    );
    assert.deepEqual(changes(exchanged), ["2.1 Death → 1.1 Death", "1.1 Death → 2.1 Death"]);
    assert.ok(exchanged.analyses.every(({ studies }) => studies.added.length === 0));
    const one = compared([aspirin, statin], [{ ...statin, number: 1 }]);
    assert.deepEqual(changes(one), ["2.1 Death → 1.1 Death", "1.1 Death → –"]);
    const renamed = compared([aspirin, statin], [{ ...aspirin, name: "Aspirin vs placebo" }, statin]);
    assert.ok(renamed.analyses.every(({ change, studies }) => change === "changed" && !studies.added.length));
    // Groups without names are known by their numbers.
    const unnamed = [
      { ...aspirin, name: "" },
      { ...statin, name: "" },
    ];
    assert.deepEqual(changes(compared(unnamed, [...unnamed].reverse())), []);
  });

  it("takes analyses that nothing tells apart in their order", () => {
    const twins = group(1, "Drug", analysis(1, "Mortality", abara), analysis(1, "Mortality", osei));
    assert.deepEqual(changes(compared([twins], [twins])), []);
    const edited = group(
      1,
      "Drug",
      analysis(1, "Mortality", abara),
      analysis(1, "Mortality", { ...osei, events1: 8 }),
    );
    const [found, ...others] = compared([twins], [edited]).analyses;
    assert.deepEqual([found?.studies.changed, others.length], [["Osei 2020"], 0]);
  });

  it("names a study whose numbers are others though it has no effect, and none that only stands elsewhere", () => {
    const none = { study: "Zero 2012", events1: 0, total1: 40, events2: 0, total2: 45 };
    const twice = { ...delgado, study: osei.study };
    const before = group(1, "Drug", analysis(1, "Mortality", abara, none, osei, twice));
    const grown = analysis(1, "Mortality", abara, { ...none, total2: 41 }, osei, twice);
    const changed = compared([before], [group(1, "Drug", grown)]).analyses;
    assert.deepEqual(
      changed.map(({ studies }) => studies.changed),
      [["Zero 2012"]],
    );
    const [rows] = changed.map(({ before: old, after }) =>
      old === null || after === null ? undefined : studiesBetween(old, after),
    );
    assert.deepEqual(
      rows?.changed.map((one) => [dataOf(one.before), dataOf(one.after)]),
      [["0/40, 0/45", "0/40, 0/41"]],
    );
    const turned = analysis(1, "Mortality", abara, none, twice, osei);
    assert.deepEqual(changes(compared([before], [group(1, "Drug", turned)])), []);
  });

  it("says of no study that it is gone while one is being written, and nothing of studies that are sorted", () => {
    const unfinished = { ...delgado, total2: null };
    const [found] = compared(
      [group(1, "Drug", mortality)],
      [group(1, "Drug", analysis(1, "Mortality", abara, osei, unfinished))],
    ).analyses;
    assert.ok(found?.after?.problem !== null && found?.after !== undefined);
    assert.deepEqual(found.studies, { added: [], removed: [], changed: [] });
    const all = [abara, osei, delgado, { ...abara, study: "Ito 2019", events1: 3 }];
    const sorted = analysis(1, "Mortality", ...[...all].reverse());
    assert.deepEqual(
      changes(compared([group(1, "Drug", analysis(1, "Mortality", ...all))], [group(1, "Drug", sorted)])),
      [],
    );
  });

  it("names studies that came, went, or have another effect, and leaves out what changes no number", () => {
    const after = analysis(1, "Mortality", { ...abara, events1: 40, footnote: "checked" }, delgado);
    const { analyses, unchanged } = compared(
      [group(1, "Drug", mortality, pain)],
      [group(1, "Drug", after, { ...pain, comment: "read twice" })],
    );
    assert.deepEqual(
      analyses.map(({ studies }) => studies),
      [{ added: ["Delgado 2018"], removed: ["Osei 2020"], changed: ["Abara 2014"] }],
    );
    assert.equal(unchanged, 1);
  });
});
