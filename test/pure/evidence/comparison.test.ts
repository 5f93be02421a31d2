import assert from "node:assert/strict";
import type { EvidenceComparison } from "@analyses/evidence";
import {
  english,
  bindRoles,
  compareReports,
  comparisonMarkdown,
  comparisonText,
  itemsOfDocument,
  studiesBetween,
  versionOfItem,
} from "@analyses/evidence";
import { each } from "../../support/each";

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

function compared(
  before: readonly Json[],
  after: readonly Json[],
  isMeant?: Parameters<typeof compareReports>[2],
): EvidenceComparison {
  const analysesOf = (groups: readonly Json[]) =>
    itemsOfDocument({ "analysis-groups": groups }, bindRoles({})).map((item) => versionOfItem(item, english));
  return compareReports(
    { path: "before", analyses: analysesOf(before) },
    { path: "after", analyses: analysesOf(after) },
    isMeant,
  );
}

/** The changed analyses, as `1.1 Mortality → 2.1 Mortality`. */
function changes({ analyses }: EvidenceComparison): readonly string[] {
  return analyses.map(({ before, after }) =>
    [before, after]
      .map((one) => (one === null ? "–" : `${one.group.number}.${one.number} ${one.name}`))
      .join(" → "),
  );
}

/** The program's report without its first line. */
const said = (before: readonly Json[], after: readonly Json[]): string =>
  comparisonText(compared(before, after), english).replace(/^.*\n\n/, "");

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
    assert.ok(moved.analyses.every(({ resultChanges }) => !resultChanges));
    assert.equal(moved.unchanged, 3);
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
    // The comparison identifies groups without names by their numbers.
    const unnamed = [
      { ...aspirin, name: "" },
      { ...statin, name: "" },
    ];
    assert.deepEqual(changes(compared(unnamed, [...unnamed].reverse())), []);
  });

  it("says of one analysis what it was in the whole document, and of one that is gone that it is", () => {
    const before = [group(1, "Drug", mortality, pain)];
    const after = [group(1, "Drug", { ...pain, number: 1 })];
    const only = (name: string) => changes(compared(before, after, (one) => one.name === name));
    assert.deepEqual(only("Pain"), ["1.2 Pain → 1.1 Pain"]);
    assert.deepEqual(only("Mortality"), ["1.1 Mortality → –"]);
    const none = compared(before, after, () => false);
    assert.deepEqual([none.analyses, none.unchanged], [[], 0]);
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
    each(changed, ({ studies }) => studies.changed, [["Zero 2012"]]);
    const [rows] = changed.map(({ before: old, after }) =>
      old === null || after === null ? undefined : studiesBetween(old, after),
    );
    each(rows?.changed, (one) => [one.before.data, one.after.data], [["0/40, 0/45", "0/40, 0/41"]]);
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
    each(analyses, ({ studies }) => studies, [
      { added: ["Delgado 2018"], removed: ["Osei 2020"], changed: ["Abara 2014"] },
    ]);
    assert.equal(unchanged, 1);
  });

  const inSubgroups = (...subgroups: readonly (readonly [string, ...Json[]])[]): Json =>
    group(1, "Drug", {
      ...analysis(1, "Mortality"),
      studies: undefined,
      subgroups: subgroups.map(([name, ...studies]) => ({ name, studies })),
    });

  it("says of an analysis that is only called otherwise what it was, and that its result is as it was", () => {
    const before = [group(1, "Drug", mortality, pain)];
    const renamed = [group(1, "Drug or surgery", mortality, { ...pain, name: "Ache" })];
    assert.equal(
      said(before, renamed),
      `1.1 Mortality · 1 Drug or surgery
  It was 1.1 Mortality in group 1 Drug.
  before: RR 0.64 [0.37, 1.10]; I² = 0%; 2 studies, 481 participants
  after: RR 0.64 [0.37, 1.10]; I² = 0%; 2 studies, 481 participants

1.2 Ache · 1 Drug or surgery
  It was 1.2 Pain in group 1 Drug.
  before: RR 0.67 [0.45, 0.99]; I² = 0%; 2 studies, 982 participants
  after: RR 0.67 [0.45, 0.99]; I² = 0%; 2 studies, 982 participants

2 analyses have the results that they had.
`,
    );
    const replaced = said(before, [
      group(1, "Drug", { ...mortality, studies: [delgado], name: "Stroke" }, pain),
    ]);
    assert.match(replaced, /^1\.1 Stroke · 1 Drug\n {2}It was 1\.1 Mortality in group 1 Drug\.\n/);
    assert.match(replaced, /\n1 analysis has the result that it had\.\n$/);
  });

  it("takes no change of order, of rounding or of what is empty for a change of the result", () => {
    const before = inSubgroups(["Adults", abara, osei], ["Children", delgado]);
    for (const after of [
      inSubgroups(["Children", delgado], ["Adults", osei, abara]),
      inSubgroups(["Adults", abara, osei], ["None yet"], ["Children", delgado]),
    ])
      assert.deepEqual(changes(compared([before], [after])), []);
    // If all effects are equal, Q is only rounding error, which depends on the order.
    const alike = [10, 20, 33, 7].map((events, index) => ({
      ...{ study: `Alike ${index}`, events1: events, total1: events * 10 },
      ...{ events2: events * 2, total2: events * 10 },
    }));
    const inverse = (...order: readonly number[]): Json =>
      group(1, "Drug", {
        ...analysis(1, "Mortality", ...order.flatMap((index) => alike[index] ?? [])),
        method: "IV",
      });
    assert.deepEqual(changes(compared([inverse(0, 1, 2, 3)], [inverse(3, 1, 0, 2)])), []);
  });

  it("names a study that is excluded, or no more", () => {
    const without = group(1, "Drug", analysis(1, "Mortality", abara, { ...osei, excluded: true }));
    const whole = group(1, "Drug", mortality);
    each(compared([whole], [without]).analyses, ({ studies }) => studies.changed, [["Osei 2020"]]);
    assert.match(said([whole], [without]), /1 study, 299 participants\n {2}now excluded: Osei 2020\n/);
    assert.match(said([without], [whole]), /\n {2}no longer excluded: Osei 2020\n/);
    const other = group(1, "Drug", analysis(1, "Mortality", abara, { ...osei, events1: 9, excluded: true }));
    assert.match(said([whole], [other]), /\n {2}changed: Osei 2020\n {2}now excluded: Osei 2020\n/);
  });

  it("says how an analysis is pooled where that is what changed", () => {
    const fixed = { ...mortality, model: "FIXED" };
    const text = said([group(1, "Drug", fixed)], [group(1, "Drug", { ...fixed, ciLevel: 90 })]);
    assert.match(
      text,
      /\n {2}before: .*\n {4}Risk ratio by Mantel-Haenszel, fixed-effect model, 95% confidence intervals\.\n {2}after: .*\n {4}.*, 90% confidence intervals\.\n/,
    );
    const random = { ...fixed, model: "RANDOM" };
    const cells = comparisonMarkdown(
      compared([group(1, "Drug", fixed)], [group(1, "Drug", random)]),
      english,
    );
    assert.match(cells, /participants<br>Risk ratio by Mantel-Haenszel, fixed-effect .* \| .*random-effects/);
    assert.doesNotMatch(said([group(1, "Drug", mortality)], [group(1, "Drug", pain)]), /Haenszel/);
  });

  it("says in which subgroup a study stood and stands, and what that is called now", () => {
    const before = inSubgroups(["Adults", abara, osei], ["Children", delgado]);
    const moved = inSubgroups(["Adults", abara], ["Children", delgado, osei]);
    assert.match(
      said([before], [moved]),
      /\n {2}added: Osei 2020 · Children\n {2}removed: Osei 2020 · Adults\n/,
    );
    const renamed = inSubgroups(["Adults", abara, osei], ["Under 18", delgado]);
    const text = said([before], [renamed]);
    assert.match(text, /^1\.1 Mortality\n {2}The subgroup “Under 18” was called “Children”\.\n {2}before: /);
    assert.doesNotMatch(text, /added|removed|changed/);
    assert.match(text, /\n1 analysis has the result that it had\.\n$/);
  });

  it("knows a renamed subgroup again by most of its studies, and takes none with other numbers for it", () => {
    const third = { ...delgado, study: "Ito 2019" };
    const before = inSubgroups(["Adults", abara, osei, delgado], ["Children", third]);
    const edited = inSubgroups(
      ["18 and older", abara, osei, { ...delgado, events1: 60 }],
      ["Children", third],
    );
    const text = said([before], [edited]);
    assert.match(text, /\n {2}The subgroup “18 and older” was called “Adults”\.\n/);
    assert.match(text, /\n {2}changed: Delgado 2018 · 18 and older\n/);
    assert.doesNotMatch(text, /added|removed/);
    // Half of the studies is no match, and the same studies at another time are different ones.
    const half = said([inSubgroups(["Adults", abara, osei])], [inSubgroups(["Older", abara, delgado])]);
    assert.match(half, /\n {2}added: Abara 2014 · Older, Delgado 2018 · Older\n/);
    const [month, year] = [abara, { ...abara, events1: 30 }];
    const later = said([inSubgroups(["A month", month])], [inSubgroups(["A year", year])]);
    assert.match(later, /\n {2}added: Abara 2014 · A year\n {2}removed: Abara 2014 · A month\n/);
    // Exchanged names are not a rename: the studies under each name differ.
    const both = [abara, delgado] as const;
    const exchanged = said(
      [inSubgroups(["Adults", both[0]], ["Children", both[1]])],
      [inSubgroups(["Children", both[0]], ["Adults", both[1]])],
    );
    assert.doesNotMatch(exchanged, /was called/);
  });

  it("has the subgroups' results and conclusions where there is no total", () => {
    const subtotals = (events1: number): Json => {
      const { analyses, ...drug } = inSubgroups(["Adults", { ...abara, events1 }], ["Children", delgado]);
      assert.ok(Array.isArray(analyses));
      return { ...drug, analyses: [{ ...(analyses[0] as Json), totals: "SUBTOTALS_ONLY" }] };
    };
    const text = said([subtotals(2)], [subtotals(90)]);
    assert.equal(
      text,
      `1.1 Mortality
  before: 2 studies, 1,099 participants
    Adults: RR 0.11 [0.03, 0.45]; 1 study, 299 participants
  after: 2 studies, 1,099 participants
    Adults: RR 4.83 [3.11, 7.50]; 1 study, 299 participants
  changed: Abara 2014 · Adults
  The conclusion changes.

0 analyses have the results that they had.
`,
    );
    assert.match(
      said([], [subtotals(2)]),
      /\n {2}after: 2 studies, 1,099 participants\n {4}Adults: RR 0\.11 \[.*\n {4}Children: RR 0\.68 \[/,
    );
    // One study at two times: probably the same people, so the report counts no participants.
    const { analyses, ...times } = inSubgroups(["A month", abara], ["A year", { ...abara, events1: 30 }]);
    assert.ok(Array.isArray(analyses));
    const atTimes = { ...times, analyses: [{ ...(analyses[0] as Json), totals: "SUBTOTALS_ONLY" }] };
    assert.match(said([], [atTimes]), /\n {2}after: 1 study\n {4}A month: /);
  });

  it("lets names do nothing to a terminal or a build server", () => {
    const evil = { ...osei, study: "::error::\u001b[2J\n::warning::x" };
    const [before, after] = [
      [group(1, "Drug", mortality)],
      [group(1, "Drug", analysis(1, "A\n::error::B", evil))],
    ];
    const text = said(before, after);
    assert.match(text, /^1\.1 A\\u000a::error::B · 1 Drug\n/);
    assert.match(text, /\n {2}added: ::error::\\u001b\[2J\\u000a::warning::x\n/);
    const cells = comparisonMarkdown(compared(before, after), english);
    for (const line of [...text.split("\n"), ...cells.split("\n")]) {
      assert.doesNotMatch(line, /^\s*::/);
      assert.doesNotMatch(line, /\p{Cc}/u);
    }
  });

  it("notifies no account and leads nowhere by a name, where it is posted as a comment", () => {
    const named = analysis(1, "@octocat, https://evil.example, owner/name#1", osei);
    const cells = comparisonMarkdown(
      compared([group(1, "Drug", mortality)], [group(1, "Drug", named)]),
      english,
    );
    assert.match(cells, /octocat/);
    assert.doesNotMatch(cells, /@octocat|https:\/\/|#1/);
  });
});
