import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { each } from "../support/each";
import { evidenceProgram } from "./support/evidenceProgram";

/** An analysis for each way to pool. */
const good = readFileSync("test/fixtures/evidence/every-method.analyses.json", "utf8");

describe("analyses-evidence", () => {
  const { folder, write, run, runWith, report } = evidenceProgram();
  beforeEach(() => write("good.analyses.json", good));

  it("reports an analysis in the form that others read", async () => {
    const { version, documents } = await report("good.analyses.json", "--analysis", "3.1");
    assert.equal(version, 1);
    assert.equal(documents[0]?.path, "good.analyses.json");
    const [analysis, ...others] = documents[0].analyses;
    assert.ok(analysis);
    assert.deepEqual(others, []);
    const { result, heterogeneity, rows: reported, ...rest } = analysis;
    assert.deepEqual(rest, {
      group: { number: 3, name: "Drug versus placebo" },
      number: 1,
      name: "Mortality",
      pointer: "/analysis-groups/0/analyses/0",
      dataType: "dichotomous",
      effectMeasure: "risk-ratio",
      method: "mantel-haenszel",
      model: "random-effects",
      heterogeneityEstimator: "reml",
      intervalMethod: "wald",
      confidenceLevel: 0.95,
      scale: "log",
      problem: null,
      studies: 3,
      notEstimable: 1,
      participants: 1322,
      subgroups: null,
      subgroupDifferences: null,
      notes: [
        "zero-cells-corrected",
        "not-estimable-studies",
        "default-interval-method",
        "default-confidence-level",
      ],
    });
    assert.deepEqual(Object.keys(result ?? {}), [
      "estimate",
      "standardError",
      "low",
      "high",
      "statistic",
      "p",
      "prediction",
    ]);
    assert.deepEqual(result?.statistic.kind, "z");
    assert.deepEqual(Object.keys(heterogeneity ?? {}), [
      "q",
      "degreesOfFreedom",
      "p",
      "i2",
      "tau2",
      "tau2Low",
      "tau2High",
    ]);
    assert.deepEqual(reported?.[3], {
      study: "No events",
      pointer: "/analysis-groups/0/analyses/0/studies/3",
      subgroup: null,
      estimate: null,
      standardError: null,
      low: null,
      high: null,
      weight: null,
      estimable: false,
      corrected: false,
    });
    each(reported, ({ corrected }) => corrected, [false, true, false, false]);
  });

  it("writes a table, and Cochrane's sentence", async () => {
    const { status, stdout } = await run("good.analyses.json", "--analysis", "3.3");
    assert.equal(status, 0);
    assert.match(stdout, /^3\.3 Events$/m);
    assert.match(stdout, /^ {2}Odds ratio \(M-H, Fixed, 95% CI\)$/m);
    assert.match(stdout, /^ {2}No events +Not estimable$/m);
    assert.match(
      stdout,
      /^ {2}OR 0\.\d\d, 95% CI 0\.\d\d to 0\.\d\d; I² = \d+%; 3 studies, 1,322 participants$/m,
    );
  });

  it("writes comma-separated values in which text is no formula", async () => {
    const { stdout } = await run("good.analyses.json", "--format", "csv", "--analysis", "3.2");
    const lines = stdout.split("\r\n");
    assert.equal(lines.length, 1 + 3 + 2 + 1 + 1);
    assert.match(stdout, /^3,2,Pain,study,"'=cmd, ""x""",A,-0\.8.*\r\n3,2,Pain,study,S2;'＝c,A,/m);
    write("other.analyses.json", good);
    const words = ["--format", "csv", "--analysis", "3.2"];
    const ofBoth = await run("good.analyses.json", "other.analyses.json", ...words);
    const documents = ofBoth.stdout.split("\r\n").map((line) => line.split(",").at(-1));
    assert.deepEqual(
      [documents[0], documents[1], documents[7]],
      ["document", "good.analyses.json", "other.analyses.json"],
    );
  });

  it("draws a forest plot that carries its data", async () => {
    const { status, stdout } = await run("good.analyses.json", "--format", "svg", "--analysis", "3.1");
    assert.equal(status, 0);
    assert.match(stdout, /^<svg [^>]*aria-label="Forest plot of 3\.1 Mortality: 0\.\d\d \[/);
    assert.match(stdout, /<metadata>\{&quot;group&quot;:/);
    assert.match((await run("good.analyses.json", "--format", "svg")).stderr, /name one with --analysis/);
  });

  it("ends with 1 and a reason where an analysis could not be computed", async () => {
    write("bad.analyses.json", good.replace('"method": "MH", "model"', '"method": "PETO", "model"'));
    const { status, stdout } = await run("bad.analyses.json", "--analysis", "3.1");
    assert.equal(status, 1);
    const problem = "“PETO” (method) does not fit “RANDOM” (model): they cannot be pooled like this.";
    assert.ok(stdout.includes(problem), stdout);
    const [analysis] = (await report("bad.analyses.json", "--analysis", "3.1")).documents[0]?.analyses ?? [];
    assert.equal(analysis?.problem, problem);
    assert.deepEqual([analysis.result, analysis.rows, analysis.studies], [null, null, null]);
  });

  it("ends with 2 where it could not do its work", async () => {
    write("broken.analyses.json", "{");
    write("other.json", { a: 1 });
    writeFileSync(join(folder(), "latin1.json"), Buffer.from('{"analysis-groups":[],"a":"é"}', "latin1"));
    for (const [parameters, reason] of [
      [["no-such-file.json"], /^analyses-evidence: no-such-file\.json: there is no such file$/m],
      [["broken.analyses.json"], /broken\.analyses\.json/],
      [["latin1.json"], /latin1\.json: it is not UTF-8 text/],
      [["other.json"], /no analyses document/],
      [["good.analyses.json", "--analysis", "9.9"], /there is no analysis 9\.9/],
      [["good.analyses.json", "--format", "pdf"], /--format must be one of/],
      [["good.analyses.json", "--wrong"], /there is no option --wrong/],
      [["--item-schema", "no-such-schema.json", "good.analyses.json"], /no-such-schema\.json/],
      [["-", "-"], /- can be read only once/],
      [["good.analyses.json", "--stdin-filename", "a.json"], /--stdin-filename goes only with -$/m],
      [["good.analyses.json", "--no-config", "--config", "a.json"], /--config and --no-config cannot both/],
      [["-"], /^analyses-evidence: <stdin>: /m],
      [[], /no file was named/],
    ] as const) {
      const { status, stderr } = await run(...parameters);
      assert.equal(status, 2, parameters.join(" "));
      assert.match(stderr, reason);
    }
  });

  it("reads the standard input, with the settings of the folder or of the name that it is given", async () => {
    const piped = await runWith(good, "--analysis", "3.1", "-");
    assert.equal(piped.status, 0, piped.stderr);
    assert.match(piped.stdout, /^<stdin>\n/);
    assert.equal(
      piped.stdout.replace("<stdin>", "good.analyses.json"),
      (await run("--analysis", "3.1", "good.analyses.json")).stdout,
    );
    write("reviews/analyses.config.json", "{");
    const named = await runWith(good, "--stdin-filename", "reviews/new.analyses.json", "-");
    assert.equal(named.status, 2);
    assert.match(named.stderr, /reviews\/analyses\.config\.json/);
  });

  it("writes a script with which R computes the same", async function () {
    this.timeout(120_000);
    const hasMetafor = spawnSync("Rscript", ["-e", "library(metafor)"]).status === 0;
    const { stdout } = await run("good.analyses.json", "--format", "r");
    if (!hasMetafor) {
      console.log("        R with metafor is not installed: its script was written and not run");
      assert.match(stdout, /library\(metafor\)/);
      return;
    }
    write("script.R", stdout);
    const {
      stdout: printed,
      stderr,
      status,
    } = spawnSync("Rscript", ["script.R"], { cwd: folder(), encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const totals = printed.split(/^(?=3\.\d+$)/m).map((part) => numbersIn(part.split("subgroup:")[0] ?? ""));
    const { analyses } = (await report("good.analyses.json")).documents[0] ?? { analyses: [] };
    assert.equal(totals.length, analyses.length);
    analyses.forEach(({ name, result, heterogeneity, studies }, index) => {
      const ofR = totals[index] ?? {};
      near(ofR.studies, studies, name);
      near(ofR.estimate, result?.estimate, name);
      near(ofR.standardError, result?.standardError, name);
      near(ofR.low, result?.low, name);
      near(ofR.high, result?.high, name);
      near(ofR.p, result?.p, name);
      near(ofR.q, heterogeneity?.q, name);
      near(ofR.predictionHigh, result?.prediction?.high, name);
    });
  });
});

function numbersIn(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...text.matchAll(/^(\w+) = (\S+)$/gm)].map(([, name = "", value]) => [name, Number(value)]),
  );
}

function near(actual: number | undefined, expected: number | null | undefined, what: string): void {
  const distance = Math.abs((actual ?? 0) - (expected ?? 0));
  assert.ok(distance <= 1e-7, `${what}: ${actual} instead of ${expected}`);
}
