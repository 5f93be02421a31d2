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
  const { review } = readOf(example("made-up.rm5"));

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
