import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { numberRoles } from "@analyses/evidence";
import type { Analysis, Review } from "@analyses/exchange";
import { bytesOf, example, examples, readOf, refusalOf } from "../../support/exchangeFiles";

/** The numbers of an analysis as text, one line for each row. */
function rowsOf({ rows, subgroups }: Analysis): readonly string[] {
  return rows.map(({ study, subgroup, numbers }) => {
    const values = numberRoles.flatMap((role) => numbers[role]?.value ?? []);
    const named = subgroup === null ? "" : `${subgroups[subgroup]?.name.value}: `;
    return `${named}${study.value} ${values.join(" ")}`;
  });
}

function analysisIn({ groups }: Review, key: string): Analysis {
  for (const group of groups)
    for (const analysis of group.analyses) if (`${group.number}.${analysis.number}` === key) return analysis;
  return assert.fail(`no analysis ${key}`);
}

describe("a review of RevMan 5", () => {
  const { review, items, counts } = readOf(example("made-up.rm5"));

  it("gives its comparisons, outcomes, subgroups and rows, in their order and with their numbers", () => {
    assert.deepEqual(counts, { groups: 2, analyses: 7, subgroups: 4, rows: 21 });
    assert.deepEqual(rowsOf(analysisIn(review, "1.1")), [
      "Adults: Aalund 2011 12 148 19 151",
      "Adults: Brekke 2014 20 180 24 179",
      "Older adults: O'Dell-Ruiz 2016 0 75 3 74",
      "Older adults: Corvo 2019 13 150 21 150",
      "Older adults: Østby 2021a 0 40 0 41",
    ]);
    assert.deepEqual(rowsOf(analysisIn(review, "2.1")), [
      "Aalund 2011 101 100 -0.25 0.12",
      "Corvo 2019 100 100 -0.1 0.2",
      "Dunmore -0.47 0.31",
    ]);
    assert.deepEqual(rowsOf(analysisIn(review, "2.2"))[0], "Aalund 2011 25 101 33 100 -4.2 12.5");
  });

  it("takes names as their authors see them: entities decoded, tracked changes accepted", () => {
    assert.equal(analysisIn(review, "1.1").name.value, "Falls <with injury> & fractures");
    assert.equal(analysisIn(review, "1.3").name.value, "Pain, 0 to 100");
    assert.ok(items.some(({ code }) => code === "tracked-changes"));
  });

  it("keeps settings: subtotals only, no totals, Peto, random effects by DerSimonian and Laird", () => {
    const { choices } = analysisIn(review, "1.4");
    assert.equal(choices.totals?.value, "subtotals-only");
    assert.equal(choices["heterogeneity-estimator"]?.value, "dersimonian-laird");
    assert.equal(analysisIn(review, "2.3").choices.totals?.value, "no-totals");
    assert.equal(analysisIn(review, "1.2").choices.method?.value, "peto");
  });

  it("says what was lost, with its place: a table of text, judgements that differ by outcome", () => {
    const lost = items.filter(({ severity }) => severity === "lost");
    assert.deepEqual(
      lost.map(({ code, analysis }) => [code, analysis]),
      [
        ["risk-of-bias-groups", null],
        ["outcome-of-text", "1.7"],
      ],
    );
    assert.equal(lost[1]?.message, "“Time to recovery (as reported)” is a table of text: it was left out.");
    assert.match(lost[0]?.message ?? "", /“Aalund 2011”.*Blinding of outcome assessment/);
    const lines = readFileSync(join(examples, "made-up.rm5"), "latin1").split("\n");
    assert.match(lines[(lost[1]?.place?.line ?? 0) - 1] ?? "", /OTHER_OUTCOME/);
  });

  it("takes heterogeneity from CHI2, and the test between subgroups from Q", () => {
    const { stored, subgroupDifferences } = analysisIn(review, "1.1");
    assert.equal(stored.q?.text, "1.6912233800867764");
    assert.equal(subgroupDifferences.q?.text, "0.44185964936311073");
  });

  it("is the same without line breaks, and in UTF-8", () => {
    const text = readFileSync(join(examples, "made-up.rm5"), "latin1");
    const joined = text.replace('encoding="ISO-8859-1"', 'encoding="UTF-8"').replaceAll("\n", "");
    const other = readOf(bytesOf(joined, "made-up.rm5"));
    const withoutPlaces = (one: Review): string =>
      JSON.stringify(one, (name, value: unknown) => (name === "place" ? undefined : value));
    assert.equal(withoutPlaces(other.review), withoutPlaces(review));
  });

  it("has no setting or number that is missing or not known without an item about it", () => {
    const text = readFileSync(join(examples, "made-up.rm5"), "latin1").replace('encoding="ISO-8859-1"', "");
    const said = (from: RegExp, to: string): readonly string[] =>
      readOf(bytesOf(text.replace(from, to), "made-up.rm5")).items.map(
        ({ severity, message }) => `${severity}: ${message}`,
      );
    for (const name of ["EFFECT_MEASURE", "METHOD", "RANDOM", "TOTALS", "CI_TOTAL"]) {
      const attribute = new RegExp(` ${name}="[^"]*"`);
      assert.ok(said(attribute, "").includes(`assumed: ${name} is missing there: it stays open.`), name);
      const odd = said(attribute, ` ${name}="ODD"`);
      assert.ok(odd.includes(`lost: ${name} is “ODD”, which is not known: it stays open.`), name);
    }
    const number = / TOTAL_1="148"/;
    assert.ok(said(number, "").some((one) => /^changed: “Aalund 2011” lacks a number/.test(one)));
    assert.ok(said(number, ' TOTAL_1="?"').includes("lost: “Aalund 2011”: “?” (TOTAL_1) is no number."));
  });

  it("of an older program has the letters of windows-1252, whatever it calls them", () => {
    const { groups } = readOf(example("latin1-windows-1252.rm5")).review;
    assert.equal(groups[0]?.name.value, "Drug – any dose “high”");
  });

  it("keeps each of several footnotes and rows of one study", () => {
    assert.deepEqual(
      analysisIn(review, "1.1").rows.flatMap(({ footnotes }) => footnotes.map(({ value }) => value)),
      ["Cluster trial; numbers reduced by the design effect."],
    );
    assert.equal(new Set(analysisIn(review, "2.3").rows.map(({ study }) => study.value)).size, 1);
  });
});

describe("a data package", () => {
  const rm5 = readOf(example("made-up.rm5")).review;

  it("of the oldest form, zip in zip, has the numbers of the same review in RevMan 5", () => {
    const { review } = readOf(example("made-up-v1.zip"));
    for (const key of ["1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3"])
      assert.deepEqual(rowsOf(analysisIn(review, key)), rowsOf(analysisIn(rm5, key)), key);
    assert.equal(analysisIn(review, "1.1").name.value, "Falls <with injury> & fractures");
    assert.equal(review.riskOfBiasMethod, 1);
  });

  it("of the newest form is read from the document in it, with the judgements of its table", () => {
    const { review } = readOf(example("XX900003-SUP-07-dataPackage.zip"));
    for (const key of ["1.1", "1.2", "1.3", "1.4", "2.1", "2.3"])
      assert.deepEqual(
        [...rowsOf(analysisIn(review, key))].sort(),
        [...rowsOf(analysisIn(rm5, key))].sort(),
        key,
      );
    assert.ok(analysisIn(review, "1.1").rows.some(({ riskOfBias }) => riskOfBias.length > 0));
  });

  it("is read from its folder as well, and its tables say the same as the document", () => {
    const files = readdirSync(join(examples, "data-package-v3"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".csv"))
      .map((name) => ({ ...example(join("data-package-v3", name)), name }));
    const { review } = readOf(files);
    for (const key of ["1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3"])
      assert.deepEqual(rowsOf(analysisIn(review, key)), rowsOf(analysisIn(rm5, key)), key);
    assert.equal(analysisIn(review, "1.4").choices.totals?.value, "subtotals-only");
  });

  it("has rows alone, whose type of data is known, and the report says that nothing else is", () => {
    const rows = example("data-package-v1/900000000000000001-analysis-data/900000000000000001-data-rows.csv");
    const { review, items } = readOf(rows);
    assert.equal(analysisIn(review, "2.1").choices["data-type"]?.value, "contrast");
    assert.equal(analysisIn(review, "1.3").choices["data-type"]?.value, "continuous");
    assert.equal(analysisIn(review, "1.1").choices["effect-measure"], undefined);
    assert.equal(items.filter(({ severity }) => severity === "assumed").length, 7);
  });

  it("is not read from another one of its files", () => {
    const name = "data-package-v1/900000000000000001-analysis-data/900000000000000001-subgroup-estimates.csv";
    assert.match(refusalOf(example(name)), /one file of a data package/);
  });

  it("lists the analyses of an unknown type, and does not read their numbers as another one's", () => {
    const path = "data-package-v3/XX900003-analysis-data/XX900003-analysis-data.json";
    const text = new TextDecoder().decode(example(path).bytes);
    const known = readOf(bytesOf(text, "a.json"));
    const { review, items } = readOf(bytesOf(text.replace('"CONTRAST_LEVEL"', '"RATES"'), "a.json"));
    const [was, is] = [known.review, review].map(({ groups }) =>
      groups.reduce((sum, { analyses }) => sum + analyses.length, 0),
    );
    assert.equal(is, (was ?? 0) - 1);
    assert.ok(items.some(({ severity, message }) => severity === "lost" && message.includes("“RATES”")));
    const settings = bytesOf(
      "Analysis group,Analysis group name,Analysis number,Analysis name,Data type,Effect measure\n1,A,1,B,Rates,Rate Ratio\n",
      "X-overall-estimates-and-settings.csv",
    );
    const rows = bytesOf(
      "Analysis group,Analysis group name,Analysis number,Analysis name,Applicability,Study,Experimental cases,Experimental N,Control cases,Control N\n1,A,1,B,SUBGROUP_AND_OVERALL,S,1,10,2,10\n",
      "X-data-rows.csv",
    );
    const tables = readOf([settings, rows]);
    assert.equal(tables.counts.analyses, 0);
    assert.ok(
      tables.items.some(({ severity, message }) => severity === "lost" && message.includes("“Rates”")),
    );
  });

  it("without analyses is no error", () => {
    const headings =
      "Analysis group,Analysis number,Analysis name,Subgroup,Subgroup number,Applicability,Study\n";
    const { counts } = readOf(bytesOf(headings, "XX1-data-rows.csv"));
    assert.equal(counts.analyses, 0);
  });
});

describe("a table", () => {
  it("of R's metafor: columns without a number say nothing of what is pooled", () => {
    const { review } = readOf(example("spreadsheets/metafor-dichotomous.csv"));
    assert.deepEqual(rowsOf(analysisIn(review, "1.1")), [
      "Aalund 2011 12 148 19 151",
      "Brekke 2014 20 180 24 179",
      "Corvo 2019 13 150 21 150",
    ]);
  });

  it("of four cells has participants as their sums", () => {
    const { review } = readOf(example("spreadsheets/metafor-two-by-two.csv"));
    const { rows } = analysisIn(review, "1.1");
    assert.equal(rows[0]?.numbers["experimental-total"]?.value, 148);
    assert.equal(rows[0]?.numbers["comparator-total"]?.value, 151);
    assert.equal(rows[0]?.year?.value, "2011");
  });

  it("of several outcomes is divided into analyses, and these into subgroups", () => {
    const { review } = readOf(example("spreadsheets/meta-continuous-two-outcomes.csv"));
    assert.deepEqual(
      review.groups.flatMap(({ analyses }) => analyses.map(({ name }) => name.value)),
      ["Pain", "Sleep"],
    );
    assert.deepEqual(rowsOf(analysisIn(review, "1.1")), [
      "Adults: Aalund 2011 148 -12.4 18.25 151 -7.1 19",
      "Older adults: Ekberg 2020 90 -15.5 17 88 -8 16.4",
    ]);
  });

  it("with a row for each arm has an analysis for each pair, and says that the comparator is shared", () => {
    const { review, items } = readOf(example("spreadsheets/arms-long-three-arms.csv"));
    assert.deepEqual(
      review.groups.map(({ name, analyses }) => [name.value, analyses.flatMap(rowsOf)]),
      [
        ["Drug low / Placebo", ["Aalund 2011 12 148 19 151", "Corvo 2019 13 150 21 150"]],
        ["Drug high / Placebo", ["Aalund 2011 9 150 19 151"]],
      ],
    );
    assert.ok(items.some(({ code }) => code === "number-asked"));
  });

  it("with decimal commas and headings in other words is read once its columns are named", () => {
    const answers = {
      columns: new Map([
        ["Studie", "study"],
        ["Jahr", "year"],
        ["Schätzer", "estimate"],
        ["95%-KI unten", "interval-low"],
        ["95%-KI oben", "interval-high"],
      ] as const),
      effectMeasure: "hazard-ratio",
      scale: "natural",
    } as const;
    const { review } = readOf(example("spreadsheets/semicolons-decimal-comma.csv"), { answers });
    assert.deepEqual(rowsOf(analysisIn(review, "1.1")), [
      "Aalund; Teil 1 0.78 0.62 0.99",
      "Corvo 0.9 0.61 1.34",
    ]);
  });

  it("of RevMan 5's export knows comparisons, outcomes and studies apart", () => {
    const { review } = readOf(example("spreadsheets/revman5-analysis-data.csv"));
    assert.deepEqual(rowsOf(analysisIn(review, "1.1")), [
      "Aalund 2011 12 148 19 151",
      "Brekke 2014 20 180 24 179",
    ]);
    assert.equal(analysisIn(review, "1.1").choices["effect-measure"]?.value, "risk-ratio");
  });
});

describe("a file of another kind", () => {
  const refused: readonly (readonly [string, string | readonly number[], RegExp])[] = [
    ["references.ris", "TY  - JOUR\nAU  - Aalund\nER  -\n", /list of references/],
    ["review.mtv", "METAVIEW:1\n", /RevMan 4/],
    ["old.xls", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], /save it as \.xlsx or CSV/],
    ["data.sav", "$FL2@(#) SPSS", /export it as CSV/],
    ["data.rds", [0x1f, 0x8b, 8, 0], /export it as CSV/],
    ["studies.json", '{"$schema":"https://x.org/studies.schema.json","studies":[]}', /no analyses/],
    ["other.xml", "<feed></feed>", /begins with feed/],
    ["correlations.csv", "study,ri,ni\nA,0.3,20\n", /correlations/],
  ];
  for (const [name, content, reason] of refused)
    it(`is refused with one sentence: ${name}`, () => {
      const file =
        typeof content === "string" ? bytesOf(content, name) : { name, bytes: Uint8Array.from(content) };
      assert.match(refusalOf(file), reason);
    });

  it("is known by its content, whatever it is called", () => {
    assert.equal(readOf({ ...example("made-up.rm5"), name: "made-up.csv" }).review.source, "rm5");
    assert.equal(
      readOf({ ...example("made-up-v1.zip"), name: "review.rm5" }).review.source,
      "revman-package",
    );
  });
});
