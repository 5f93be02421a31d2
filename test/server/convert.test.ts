import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { each } from "../support/each";
import { program as evidenceProgram } from "./support/evidenceProgram";
import { runProgram } from "./support/runProgram";
import { folderWith } from "./support/runChecker";

const program = resolve("dist/exchange/convert.js");
const examples = resolve("test/fixtures/exchange");
const schema = resolve("samples/pairwise-analysis.schema.json");
const toDocument = ["--to", "document", "--item-schema", schema] as const;

interface Report {
  readonly source: { readonly kind: string };
  readonly counts: {
    readonly read: { readonly rows: number };
    readonly written: { readonly analyses: number };
  };
  readonly items: readonly {
    readonly code: string;
    readonly severity: string;
    readonly analysis: string | null;
  }[];
  readonly results: { readonly compared: number; readonly equal: number };
}

describe("analyses-convert", () => {
  let folder: string;
  beforeEach(() => {
    folder = folderWith({});
  });

  const runWith = (input: Buffer, ...parameters: readonly string[]) =>
    runProgram(program, folder, parameters, input);
  const run = (...parameters: readonly string[]) => runWith(Buffer.alloc(0), ...parameters);
  const at = (name: string): string => join(examples, name);

  it("writes a review of RevMan 5 as a document, and reports what it could not carry over: status 1", async () => {
    const { status, stdout, stderr } = await run(...toDocument, "--report", "json", at("made-up.rm5"));
    assert.equal(status, 1, stderr);
    const document = JSON.parse(stdout) as { "analysis-groups": readonly unknown[] };
    assert.equal(document["analysis-groups"].length, 2);
    const report = JSON.parse(stderr) as Report;
    assert.equal(report.source.kind, "rm5");
    assert.equal(report.counts.read.rows, 21);
    assert.deepEqual(report.results, { compared: 7, equal: 7 });
    each(
      report.items.filter(({ severity }) => severity === "lost"),
      ({ code, analysis }) => [code, analysis],
      [
        ["risk-of-bias-groups", null],
        ["outcome-of-text", "1.7"],
      ],
    );
  });

  it("pipes into analyses-evidence", async () => {
    const { stdout } = await run(...toDocument, at("made-up-v1.zip"));
    const words = ["--item-schema", schema, "-"];
    const { status, stdout: evidence } = await runProgram(evidenceProgram, folder, words, stdout);
    assert.equal(status, 0);
    assert.match(evidence, /0\.69 \[0\.48, 0\.99\]/);
  });

  it("carries over everything of one analysis: status 0", async () => {
    const { status, stderr } = await run(
      ...toDocument,
      ...["--analysis", "1.2", "--output", "one.analyses.json"],
      at("XX900003-SUP-07-dataPackage.zip"),
    );
    const { "analysis-groups": groups } = JSON.parse(
      readFileSync(join(folder, "one.analyses.json"), "utf8"),
    ) as {
      "analysis-groups": readonly { readonly analyses: readonly unknown[] }[];
    };
    each(groups, ({ analyses }) => analyses.length, [1]);
    assert.equal(status, 1, stderr);
    const quiet = await run(
      "--to",
      "revman-json",
      "--analysis",
      "1.2",
      at("hksj-and-peto-analysis-data.json"),
    );
    assert.equal(quiet.status, 0, quiet.stderr);
  });

  it("lists a table's open questions with a template of the answer file, and reads that file", async () => {
    const table = at("spreadsheets/semicolons-decimal-comma.csv");
    const asked = await run("--to", "metafor", table);
    assert.equal(asked.status, 2);
    assert.equal(asked.stdout, "");
    const example = JSON.parse(asked.stderr.slice(asked.stderr.indexOf("{"))) as Record<string, string>;
    assert.deepEqual(Object.keys(example), ["Studie", "Jahr", "Schätzer", "95%-KI unten", "95%-KI oben"]);
    const answers = {
      ...{
        Studie: "study",
        Jahr: "year",
        Schätzer: "estimate",
        "95%-KI unten": "interval-low",
        "95%-KI oben": "interval-high",
      },
      ...{ effectMeasure: "HR", scale: "natural" },
    };
    writeFileSync(join(folder, "columns.json"), JSON.stringify(answers));
    const { status, stdout, stderr } = await run("--to", "metafor", "--columns", "columns.json", table);
    assert.equal(status, 1, stderr);
    assert.match(stdout, /Aalund; Teil 1,2011,-0\.2484/);
  });

  it("lists the allowed answers, none of which it chooses, and each given answer that is none of them", async () => {
    const headings = ["Exercise", "Usual care"].flatMap((arm) => [`${arm} N`, `${arm} mean`, `${arm} SD`]);
    writeFileSync(join(folder, "t.csv"), `study,${headings.join(",")}\nA 2001,50,5.2,1.3,48,6.1,1.4\n`);
    const converted = async (answers: string) => {
      writeFileSync(join(folder, "answers.json"), answers);
      return run("--to", "metafor", "--columns", "answers.json", "t.csv");
    };
    const open = await run("--to", "metafor", "t.csv");
    assert.match(open.stderr, /Exercise or Usual care\?\n {4}"comparator": "Exercise" \| "Usual care"\n/);
    const example = open.stderr.slice(open.stderr.indexOf("\n{"));
    for (const [answers, expected] of [
      [example, /“Exercise \| Usual care” is none of these/],
      ['{ "comparator": "Sham" }', /“Sham” is none of these/],
      ['{ "effectMeasure": "Odd" }', /“effectMeasure” must be one of odds-ratio, .*, mean-difference/],
      ['{ "Exercise N": "size" }', /“Exercise N” must be one of study, .*experimental-total/],
      ["study", /answers\.json: it is not a JSON object/],
    ] as const) {
      const { status, stderr } = await converted(answers);
      assert.equal(status, 2);
      assert.match(stderr, expected);
    }
    const { status, stdout, stderr } = await converted(
      '{ "comparator": "Usual care", "effectMeasure": null }',
    );
    assert.equal(status, 0, stderr);
    assert.match(stdout, /A 2001,,5\.2,1\.3,50,6\.1,1\.4,48/);
    assert.match(stderr, /open 1\.1: effect measure, model\. Choose in the document/);
    const all = { effectMeasure: "MD", model: "random", heterogeneityEstimator: "DL" };
    const settled = await converted(JSON.stringify({ comparator: "Usual care", ...all }));
    assert.doesNotMatch(settled.stderr, /open 1\.1/);
  });

  it("writes one result into a folder, and states in sentences where it cannot", async () => {
    const words = (output: string) =>
      ["--to", "metafor", "--analysis", "1.1", "--output", output, at("made-up.rm5")] as const;
    assert.equal((await run(...words("out/"))).status, 1);
    assert.deepEqual(readdirSync(join(folder, "out")), ["made-up.csv"]);
    writeFileSync(join(folder, "file"), "");
    for (const [output, expected] of [
      ["file/x.csv", /file\/x\.csv: a folder was expected, but file is a file/],
      ["file/", /file\/: a folder was expected, but file is a file/],
    ] as const) {
      const { status, stderr } = await run(...words(output));
      assert.equal(status, 2);
      assert.match(stderr, expected);
    }
    const several = await run("--to", "metafor", "--output", "all.csv", at("made-up.rm5"));
    assert.match(several.stderr, /all\.csv: the result is 4 files: name a folder/);
    assert.deepEqual(readdirSync(folder), ["file", "out"]);
  });

  it("overwrites no file without --force, and leaves no file when it fails", async () => {
    writeFileSync(join(folder, "there.json"), "mine");
    const words = ["--to", "revman-json", "--output", "there.json", at("made-up.rm5")] as const;
    const { status, stderr } = await run(...words);
    assert.equal(status, 2);
    assert.match(stderr, /there\.json: there is such a file already/);
    assert.equal(readFileSync(join(folder, "there.json"), "utf8"), "mine");
    assert.equal((await run("--force", ...words)).status, 1);
    assert.match(readFileSync(join(folder, "there.json"), "utf8"), /assets\.cochrane\.org/);
    assert.equal(
      (await run("--to", "revman-package", "--output", "out", at("hostile/not-closed.rm5"))).status,
      2,
    );
    assert.deepEqual(readdirSync(folder), ["there.json"]);
  });

  it("writes a package through no link in the folder, also with --force", async () => {
    mkdirSync(join(folder, "victim"));
    mkdirSync(join(folder, "out"));
    symlinkSync(join(folder, "victim"), join(folder, "out/made-up-analysis-data"), "junction");
    const words = ["--to", "revman-package", "--output", "out", at("made-up.rm5")] as const;
    for (const all of [words, ["--force", ...words]]) {
      const { status, stderr } = await run(...all);
      assert.equal(status, 2);
      assert.match(stderr, /made-up-analysis-data: nothing is written through a link/);
    }
    assert.deepEqual(readdirSync(join(folder, "victim")), []);
  });

  it("writes a package into a folder or a .zip, and reads both", async () => {
    await run("--to", "revman-package", "--output", "folder", at("made-up.rm5"));
    await run("--to", "revman-package", "--output", "package.zip", at("made-up.rm5"));
    assert.ok(existsSync(join(folder, "folder/made-up-analysis-data/made-up-data-rows.csv")));
    const read = (name: string) => run(...toDocument, name);
    const { stdout } = await read("folder");
    assert.equal(stdout, (await read("package.zip")).stdout);
    assert.match(stdout, /Falls <with injury>/);
  });

  it("reads the standard input, with its kind from --from", async () => {
    const input = readFileSync(at("made-up.rm5"));
    assert.match((await runWith(input, "--to", "revman-json", "-")).stderr, /- needs --from/);
    assert.equal((await runWith(input, "--from", "rm5", "--to", "revman-json", "-")).status, 1);
  });

  it("refuses an unreadable file, and lists a table's questions, in sentences that colour no terminal", async () => {
    writeFileSync(join(folder, "\u001b[31mred.rm5"), "<feed/>");
    const lines = [
      "study,ai,n1i,ci,n2i",
      "\u001b[31mAdults,,,,",
      "A,1,10,2,10",
      "Children,,,,",
      "B,1,10,2,10",
    ];
    writeFileSync(join(folder, "red.csv"), lines.join("\n"));
    for (const [name, expected] of [
      ["\u001b[31mred.rm5", /begins with feed/],
      ["red.csv", /one text \(\\u001b\[31mAdults, Children\)/],
    ] as const) {
      const { status, stderr } = await run("--to", "document", name);
      assert.equal(status, 2);
      assert.doesNotMatch(stderr, /\u001b\[31m/);
      assert.match(stderr, expected);
    }
  });

  it("reads no device that the author of a package put into its folder", async function () {
    if (!existsSync("/dev/zero")) this.skip();
    symlinkSync("/dev/zero", join(folder, "made-up-data-rows.csv"));
    const { status, stderr } = await run("--to", "document", ".");
    assert.equal(status, 2);
    assert.match(stderr, /made-up-data-rows\.csv: it is not a file/);
  });
});
