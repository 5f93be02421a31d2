import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readJson, withoutYielding } from "@analyses/json";
import { english, bindRoles, itemsOfDocument } from "@analyses/evidence";
import type { NamedBytes, Review, TargetFormat, WriteOptions, WriteOutcome } from "@analyses/exchange";
import { compareResults, targetFormats, writeReview, zipOf } from "@analyses/exchange";
import { bytesOf, example, readOf, shapeOf } from "../../support/exchangeFiles";
import { subschemasIn } from "../../support/itemSchemas";

const sampleSchema = readJson(readFileSync("samples/pairwise-analysis.schema.json", "utf8"));

const shape = shapeOf(sampleSchema);

const options: Omit<WriteOptions, "format"> = {
  translate: english,
  name: "made-up",
  shape,
  $schema: "urn:analyses-registry:analyses:1.0.0",
  riskOfBias: 1,
  withoutResults: false,
  rawText: false,
  isMinified: true,
};

type Written = Extract<WriteOutcome, { kind: "written" }>;

function writtenAs(format: TargetFormat, review: Review, more: Partial<WriteOptions> = {}): Written {
  const outcome = written(review, { ...options, ...more, format });
  assert.equal(outcome.kind, "written");
  return outcome;
}

function textOf({ bytes }: NamedBytes): string {
  return new TextDecoder().decode(bytes);
}

function onlyText({ files: [file, ...others] }: Written): string {
  assert.ok(file !== undefined && others.length === 0);
  return textOf(file);
}

const rm5 = readOf(example("made-up.rm5")).review;

function written(...given: Parameters<typeof writeReview>): WriteOutcome {
  return withoutYielding(writeReview(...given));
}

describe("a document by an item schema", () => {
  it("is what an author would have typed by the sample's schema", () => {
    const document = writtenAs("document", rm5);
    const expected = readFileSync("test/fixtures/exchange/made-up.expected.analyses.json", "utf8");
    assert.deepEqual(JSON.parse(onlyText(document)), JSON.parse(expected));
    assert.ok(document.items.every(({ severity }) => severity !== "lost"));
  });

  it("adds the year to a name only where the schema refuses the name alone, and says so", () => {
    const text = JSON.stringify(sampleSchema).replace(
      '"x-evidence-role":"study","type":"string"',
      '$&,"pattern":"^\\\\S.* \\\\d{4}[a-z]?$"',
    );
    assert.match(text, /pattern/);
    const { items, files } = writtenAs("document", rm5, { shape: shapeOf(readJson(text)) });
    assert.match(files.map(textOf).join(), /"study":"Dunmore 1998"/);
    assert.deepEqual(
      items.flatMap(({ code, message }) => (code === "name-changed" ? [message] : [])),
      ["“Dunmore” became “Dunmore 1998”: studies are named so here."],
    );
    assert.doesNotMatch(onlyText(writtenAs("document", rm5)), /Dunmore 1998/);
  });

  it("computes to what the review stores", () => {
    const document: unknown = JSON.parse(onlyText(writtenAs("document", rm5)));
    const items = itemsOfDocument(document, bindRoles({ subschemas: subschemasIn(sampleSchema) }));
    const [falls] = items;
    assert.ok(falls?.evidence.kind === "computed");
    const { effect } = falls.evidence.result;
    assert.ok(Math.abs(Math.exp(effect?.estimate ?? 0) - 0.690875946753172) < 1e-9);
    assert.ok(items.every(({ evidence }) => evidence.kind === "computed"));
  });

  it("names what is still to be filled in by null, and loses no row", () => {
    const { review } = readOf(bytesOf("study,ai,n1i,ci,n2i\nA 2001,1,10,2,10\nB 2002,1,,2,10\n", "t.csv"));
    const document = JSON.parse(onlyText(writtenAs("document", review))) as {
      "analysis-groups": [{ analyses: [Record<string, unknown> & { studies: unknown[] }] }];
    };
    const [item] = document["analysis-groups"][0].analyses;
    assert.equal(item["effect-measure"], null);
    assert.deepEqual(item.studies[1], {
      study: "B 2002",
      experimental: { events: 1, total: null },
      comparator: { events: 2, total: 10 },
    });
  });

  it("takes estimates and intervals on the natural scale as logarithms where it has no other place, and says so", () => {
    const answers = {
      columns: new Map([
        ["hr", "estimate"],
        ["low", "interval-low"],
        ["high", "interval-high"],
      ] as const),
      effectMeasure: "hazard-ratio",
      scale: "natural",
    } as const;
    const { review } = readOf(bytesOf("study,hr,low,high\nA 2001,0.5,0.25,1\n", "t.csv"), { answers });
    const { items } = writtenAs("revman-json", review);
    const text = onlyText(writtenAs("revman-json", review));
    assert.match(text, /"contrast":\{"mean":-0\.6931471805599453,"se":0\.35365/);
    assert.ok(items.some(({ severity }) => severity === "changed"));
  });

  it("has standard errors where the schema requires them, of ratios with those of their logarithms", () => {
    const text = (heading: string, cell: string): string =>
      `Study,${heading} [95% CI]\nAalund 2011,"${cell}"\n`;
    const rowOf = (table: string): string => {
      const { review } = readOf(bytesOf(table, "t.csv"));
      return /"studies":\[(.*?)\]/.exec(onlyText(writtenAs("document", review)))?.[1] ?? "";
    };
    assert.match(rowOf(text("HR", "0.5 [0.25, 1]")), /"estimate":-0\.6931\d+,"standard-error":0\.3536\d+\}/);
    assert.match(
      rowOf(text("MD", "1 [0, 2]")),
      /"estimate":1,"standard-error":0\.5102\d+,"interval-low":0,"interval-high":2\}/,
    );
  });

  it("asks for the method of judgements, which it has to name, where the source does not say it", () => {
    const { review } = readOf(example("spreadsheets/metafor-dichotomous.csv"));
    assert.equal(
      written(review, { ...options, format: "document", riskOfBias: null }).kind,
      "asks-risk-of-bias",
    );
  });
});

describe("RevMan's document", () => {
  it("is RevMan's own, byte for byte, but for the last digit of what it has twice", () => {
    const path = "data-package-v3/XX900003-analysis-data/XX900003-analysis-data.json";
    const { review } = readOf(example(path));
    const written = onlyText(writtenAs("revman-json", review));
    const original = JSON.stringify(JSON.parse(textOf(example(path))));
    const short = (text: string): string =>
      text
        .replaceAll("\\/", "/")
        .replace(/\d\.\d{12,}(?:[eE]-?\d+)?/g, (number) => Number(number).toPrecision(12));
    assert.equal(short(written).replaceAll("E-", "e-"), short(original));
  });

  it("has numbers as Java prints them, and a stroke as RevMan writes it", () => {
    const { review } = readOf(example("made-up.rm5"));
    const text = onlyText(writtenAs("revman-json", review));
    assert.match(text, /"p-value":6\.528311473855143E-4/);
    assert.ok(text.startsWith('{"$schema":"https:\\/\\/assets.cochrane.org\\/schema'));
  });

  it("lists what it has no form for: O−E and variance, judgements by the first method", () => {
    const { items } = writtenAs("revman-json", rm5);
    assert.deepEqual(
      items.filter(({ severity }) => severity === "lost").map(({ code, analysis }) => [code, analysis]),
      [
        ["risk-of-bias-domain", null],
        ["setting-not-kept", "2.2"],
      ],
    );
  });

  it("computes to what it stores", () => {
    const review = readOf(bytesOf(onlyText(writtenAs("revman-json", rm5)), "a.json"), {
      from: "revman-json",
    }).review;
    const { compared, equal, items } = withoutYielding(compareResults(review, english));
    assert.deepEqual([compared, equal, items], [6, 6, []]);
  });
});

describe("what a review stores next to its numbers", () => {
  for (const name of [
    "made-up.rm5",
    "made-up-v1.zip",
    "XX900003-SUP-07-dataPackage.zip",
    "risk-difference-zero-cells.rm5",
    "hksj-and-peto-analysis-data.json",
  ])
    it(`is what evidence computes: ${name}`, () => {
      const { compared, equal, items } = withoutYielding(
        compareResults(readOf(example(name)).review, english),
      );
      assert.ok(compared > 0);
      assert.deepEqual([equal, items], [compared, []]);
    });

  it("is reported where it is something else, with both numbers", () => {
    const text = textOf(example("risk-difference-zero-cells.rm5")).replace(
      /(<DICH_OUTCOME[^>]* CI_END=")[^"]*/,
      "$10.5",
    );
    const { items } = withoutYielding(compareResults(readOf(bytesOf(text)).review, english));
    assert.equal(items[0]?.code, "result-differs");
    assert.match(items[0]?.message ?? "", /0\.5 is stored, and 0\.1 computed/);
  });
});

describe("a review that was written", () => {
  for (const format of targetFormats)
    it(`as ${format} lets other work go first within a long analysis`, () => {
      const rows = Array.from({ length: 20_000 }, (_, index) => `Study ${index},1,10,2,10`);
      const { review } = readOf(bytesOf(`study,ai,n1i,ci,n2i\n${rows.join("\n")}\n`, "t.csv"));
      const work = writeReview(review, { ...options, format });
      let [steps, step] = [1, work.next()];
      for (; step.done !== true; step = work.next()) steps++;
      assert.equal(step.value.kind, "written");
      assert.ok(steps > 20, String(steps));
    });

  it("as a package is the same review again, zipped as well", () => {
    const { files } = writtenAs("revman-package", rm5);
    const { review } = readOf({ name: "a.zip", bytes: zipOf(files) });
    const { compared, equal } = withoutYielding(compareResults(review, english));
    assert.deepEqual([compared, equal], [7, 7]);
    assert.equal(review.riskOfBiasMethod, 1);
  });

  it("as a table has no text that a spreadsheet would compute, and gives it back as it was", () => {
    const { review } = readOf(example("spreadsheets/formula-injection.csv"));
    const { files, items } = writtenAs("metafor", review);
    const [file] = files;
    assert.ok(file !== undefined);
    assert.doesNotMatch(textOf(file), /(?:^|,)"?[=+\-@]/m);
    assert.ok(items.some(({ code }) => code === "formula-escaped"));
    const names = ({ groups }: Review): readonly string[] =>
      groups.flatMap(({ analyses }) => analyses.flatMap(({ rows }) => rows.map(({ study }) => study.value)));
    assert.deepEqual(names(readOf(file).review), names(review));
    const raw = writtenAs("metafor", review, { rawText: true });
    assert.match(textOf(raw.files[0] ?? file), /-Aalund 2011/);
  });

  it("lists each setting that tables have no place for", () => {
    const { items } = writtenAs("metafor", rm5);
    assert.deepEqual(
      items
        .filter(({ analysis, severity }) => analysis === "1.1" && severity === "lost")
        .map(({ message }) => message),
      [
        "A table has no place for “Risk ratio” (effect measure).",
        "A table has no place for “Mantel-Haenszel” (method).",
        "A table has no place for “Random” (model).",
        "A table has no place for “DerSimonian-Laird” (heterogeneity estimator).",
      ],
    );
  });
});
