import assert from "node:assert/strict";
import { documentAround } from "./support/scraps";
import { fixing } from "./support/fixing";

const schema = {
  properties: {
    total: { type: "integer" },
    mean: { type: "number" },
    maybe: { type: ["number", "null"] },
    ok: { type: "boolean" },
    name: { type: "string" },
    date: { type: "string", format: "date" },
    report: { type: "string", format: "uri" },
    level: { enum: [90, 95, 99] },
    effect: { enum: ["RISK_RATIO", "ODDS_RATIO", "MEAN_DIFFERENCE", "STANDARDISED_MEAN_DIFFERENCE"] },
    estimator: { enum: ["DERSIMONIAN_LAIRD", "RESTRICTED_MAXIMUM_LIKELIHOOD"] },
    risk: { enum: ["LOW", "HIGH"] },
    study: { type: "string", pattern: "^\\S.* [0-9]{4}[a-z]?$", examples: ["Okafor 2019"] },
    ci: { type: "array", items: { type: "number" } },
    pair: { type: "array", minItems: 2 },
    names: { type: "array", items: { type: "string" } },
  },
};

const formOf = (name: string) =>
  `\`${name}\` does not have the form that is asked for: write it like “Okafor 2019”.`;

/** A row for a value that is none of those allowed, and the one that it is short for. */
function short(name: "effect" | "estimator" | "risk", written: string, meant: string | undefined): Row {
  const allowed: readonly string[] = schema.properties[name].enum;
  const sorted = [...allowed].sort((one, other) => Number(other === meant) - Number(one === meant));
  const list = `${sorted.slice(0, -1).join(", ")} or ${sorted.at(-1) ?? ""}`;
  return [
    `"${name}": "${written}"`,
    `\`${written}\` is not allowed for \`${name}\`: use ${list}.`,
    sorted.map((value) => `${value === meant ? "★ " : ""}Replace by "${value}"`),
  ];
}

type Row = readonly [written: string, said: string, offered: readonly string[]];

/** What is written, what is said of it, and what is offered (★: the preferred one). */
const rows: readonly Row[] = [
  // Numbers and constants in quotes, as papers print them.
  ['"total": "−3"', "`total` must be a whole number, not text.", ["★ Replace by -3"]],
  ['"total": "12†"', "`total` must be a whole number, not text.", ["Replace by 12"]],
  ['"mean": "12,5"', "`mean` must be a number, not text.", ["★ Replace by 12.5"]],
  ['"mean": "p < .05"', "`mean` must be a number, not text.", []],
  ['"ok": "yes"', "`ok` must be true or false, not text.", ["Replace by true"]],
  ['"ok": "No"', "`ok` must be true or false, not text.", ["Replace by false"]],
  // No value.
  ['"total": "NA"', "`total` must be a whole number, not text.", ["Leave “total” out"]],
  ['"total": "n/a"', "`total` must be a whole number, not text.", ["Leave “total” out"]],
  ['"total": "-"', "`total` must be a whole number, not text.", ["Leave “total” out"]],
  ['"maybe": "NA"', "`maybe` must be a number or null, not text.", ["Replace by null"]],
  ['"total": null', "`total` is still to be filled in.", ["Leave “total” out"]],
  ['"total": NA', "`NA` is not a value that JSON knows.", ["Leave “total” out"]],
  ['"total": -', "`-` is not a value that JSON knows.", ["Leave “total” out"]],
  // A list is no place for a text that is none of its entries.
  ['"ci": "0.7 to 0.9"', "`ci` must be a list, not text.", []],
  ['"ci": 0.7', "`ci` must be a list, not a number.", ["Put it into a list"]],
  ['"pair": 1', "`pair` must be a list, not a number.", []],
  ['"names": "a"', "`names` must be a list, not text.", ["Put it into a list"]],
  ['"names": null', "`names` must be a list, not null.", ["Replace by []"]],
  // Short forms, and longer ones.
  ...(
    [
      ["effect", "RR", "RISK_RATIO"],
      ["effect", "SMD", "STANDARDISED_MEAN_DIFFERENCE"],
      ["effect", "odds", "ODDS_RATIO"],
      ["estimator", "REML", "RESTRICTED_MAXIMUM_LIKELIHOOD"],
      ["estimator", "DL", "DERSIMONIAN_LAIRD"],
      ["risk", "Low risk", "LOW"],
    ] as const
  ).map(([name, written, meant]) => short(name, written, meant)),
  short("effect", "XY", undefined),
  // Alike but for the one word that matters: another measure.
  [
    '"effect": "RISK_DIFFERENCE"',
    "`RISK_DIFFERENCE` is not allowed for `effect`: use MEAN_DIFFERENCE, RISK_RATIO, ODDS_RATIO or STANDARDISED_MEAN_DIFFERENCE.",
    ["MEAN_DIFFERENCE", "RISK_RATIO", "ODDS_RATIO", "STANDARDISED_MEAN_DIFFERENCE"].map(
      (value) => `Replace by "${value}"`,
    ),
  ],
  short("effect", "MEAN_DIFERENCE", "MEAN_DIFFERENCE"),
  short("effect", "R", undefined),
  // What nobody sees in a text of a certain form.
  ['"study": "Abara\u00a02014"', formOf("study"), ['★ Replace by "Abara 2014"']],
  ['"study": "Abara 2014,"', formOf("study"), ['★ Replace by "Abara 2014"']],
  ['"study": "Abara (2014)"', formOf("study"), ['★ Replace by "Abara 2014"']],
  ['"study": "Abara"', formOf("study"), []],
  // A number in quotes would be the next problem.
  ['"study": 2014', "`study` must be text in double quotes, not a number.", []],
  ['"date": 2026', "`date` must be text in double quotes, not a number.", []],
  [
    '"name": 2026',
    '`name` must be text in double quotes, not a number: write "2026".',
    ['★ Replace by "2026"'],
  ],
  // Percentages: the nearest first.
  [
    '"level": 0.95',
    "`0.95` is not allowed for `level`: use 95, 90 or 99.",
    ["★ Replace by 95", "Replace by 90", "Replace by 99"],
  ],
  [
    '"level": "95%"',
    "`95%` is not allowed for `level`: use 95, 90 or 99.",
    ["★ Replace by 95", "Replace by 90", "Replace by 99"],
  ],
  // Dates.
  ['"date": "31/03/2026"', "`date` should be a date, such as 2024-05-31.", ['★ Replace by "2026-03-31"']],
  [
    '"date": "2026-03-31T10:00"',
    "`date` should be a date, such as 2024-05-31.",
    ['★ Replace by "2026-03-31"'],
  ],
  ['"date": "31.03.2026"', "`date` should be a date, such as 2024-05-31.", ['★ Replace by "2026-03-31"']],
  [
    '"date": "03/04/2026"',
    "`date` should be a date, such as 2024-05-31.",
    ['Replace by "2026-04-03"', 'Replace by "2026-03-04"'],
  ],
  ['"date": "31 March 2026"', "`date` should be a date, such as 2024-05-31.", ['★ Replace by "2026-03-31"']],
  [
    '"date": "March 31st, 2026"',
    "`date` should be a date, such as 2024-05-31.",
    ['★ Replace by "2026-03-31"'],
  ],
  ['"date": "31. März 2026"', "`date` should be a date, such as 2024-05-31.", ['★ Replace by "2026-03-31"']],
  [
    '"date": "31 de marzo de 2026"',
    "`date` should be a date, such as 2024-05-31.",
    ['★ Replace by "2026-03-31"'],
  ],
  ['"date": "2026/3/1"', "`date` should be a date, such as 2024-05-31.", ['★ Replace by "2026-03-01"']],
  ['"date": "2026-02-30"', "`date` should be a date: 2026-02 has only 28 days.", []],
  [
    '"report": "10.1000/delgado"',
    "`report` should be a web address, such as https://example.org/.",
    ['★ Replace by "https://doi.org/10.1000/delgado"'],
  ],
  [
    '"report": "www.example.org/trial"',
    "`report` should be a web address, such as https://example.org/.",
    ['★ Replace by "https://www.example.org/trial"'],
  ],
  ['"report": "see appendix 10.1"', "`report` should be a web address, such as https://example.org/.", []],
  ['"date": "soon"', "`date` should be a date, such as 2024-05-31.", []],
];

describe("a value that is JSON and means another one", () => {
  for (const [written, said, offered] of rows) {
    it(`is named for what it is, with what is meant or nothing: ${written}`, async () => {
      const { findings, actions } = await fixing(documentAround(written), schema);
      assert.deepEqual(
        findings.map(({ message }) => message),
        [said],
      );
      assert.deepEqual(
        actions.map(({ title, isPreferred }) => (isPreferred === true ? `★ ${title}` : title)),
        offered,
      );
    });
  }

  it("is not offered to be left out where it has to be there", async () => {
    const required = { ...schema, required: ["total"] };
    const { findings, titles } = await fixing(documentAround('"total": null'), required);
    assert.deepEqual(
      findings.map(({ message }) => message),
      ["`total` is still to be filled in."],
    );
    assert.deepEqual(titles, []);
  });

  // Whoever looks for the end of a run of blanks or digits from each of them never comes to an end.
  const long = 300_000;
  const endless = {
    "a list as R writes it": [`"ci": "c(${" ".repeat(long)}1"`, []],
    "a number with blanks behind": [`"total": "12${" ".repeat(long)}!"`, []],
    "a number with apostrophes behind": [`"total": "12${"’".repeat(long)}"`, []],
    "a number with zeros between digits": [`"mean": 0.1${"0".repeat(long)}1`, []],
    "numbers of analyses": [`"number": "${"1".repeat(long)}x" }, { "number": "${"1".repeat(long)}x"`, []],
  } as const;
  for (const [name, [written, offered]] of Object.entries(endless))
    it(`is told and fixed however long it is: ${name}`, async () => {
      const { findings, titles } = await fixing(documentAround(written), schema);
      assert.ok(findings.length > 0);
      for (const title of offered) assert.ok(titles.includes(title), titles.join(", "));
    });

  it("goes with its comma where it is left out", async () => {
    const { after } = await fixing(documentAround('"mean": 1,\n"total": "NA",\n"ok": true'), schema);
    assert.equal(after("Leave “total” out"), documentAround('"mean": 1,\n"ok": true'));
  });
});
