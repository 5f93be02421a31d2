import assert from "node:assert/strict";
import { evidenceProgram } from "./support/evidenceProgram";

const abara = { study: "Abara 2014", events1: 12, total1: 148, events2: 19, total2: 151 };
const bergstrom = { study: "Bergström 2016", events1: 7, total1: 92, events2: 11, total2: 90 };
const delgado = { study: "Delgado 2018", events1: 31, total1: 402, events2: 45, total2: 398 };
const none = { study: "No events", events1: 0, total1: 20, events2: 0, total2: 21 };
const rows = [abara, bergstrom, delgado, none];
const item = { name: "Mortality", number: 1, effectMeasure: "RR", method: "MH", model: "RANDOM" };
const group = { number: 3, name: "Drug versus placebo" };
const others = [
  { name: "Events", number: 2, effectMeasure: "OR", method: "MH", studies: rows },
  { name: "Peto", number: 3, effectMeasure: "PETO_OR", studies: rows },
];
const base = document([{ ...item, studies: rows }, ...others]);

function document(analyses: readonly object[]): object {
  return { "analysis-groups": [{ ...group, analyses }] };
}

/** The document with other studies in its first analysis. */
function other(studies: readonly object[], name = "Mortality"): object {
  return document([{ ...item, name, studies }, ...others]);
}

describe("analyses-evidence --compare", () => {
  const { write, run, runWith } = evidenceProgram();
  beforeEach(() => write("good.analyses.json", base));

  const compare = (after: object, ...parameters: readonly string[]) => {
    write("after.analyses.json", after);
    return run("--compare", "good.analyses.json", ...parameters, "after.analyses.json");
  };

  it("reports what changed, with the results before and after and the studies", async () => {
    const { status, stdout } = await compare(
      other([{ ...abara, events1: 40 }, delgado, none, { ...bergstrom, study: "New 2026" }]),
    );
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^good\.analyses\.json → after\.analyses\.json\n\n3\.1 Mortality\n  before: RR 0\.\d\d \[.*\]; I² = \d+%; 3 studies, 1,322 participants\n  after: RR .*\n  added: New 2026\n  removed: Bergström 2016\n  changed: Abara 2014\n/,
    );
    assert.match(stdout, /\n2 analyses have the results that they had\.\n$/);
    assert.doesNotMatch(stdout, /Peto/);
  });

  it("lists the cells that differ, as they are written", async () => {
    const after = other([{ ...abara, events1: 40 }, delgado, none, bergstrom]);
    assert.match((await compare(after)).stdout, /\n3\.1 Mortality, Abara 2014, events1: 12 → 40\n\n/);
    const { cells } = JSON.parse((await compare(after, "--format", "json")).stdout) as { cells: unknown };
    assert.deepEqual(cells, [
      { analysis: "3.1 Mortality", cell: "3.1 Mortality, Abara 2014, events1", before: "12", after: "40" },
    ]);
  });

  it("reports when the conclusion changes, in Markdown in which names are plain text", async () => {
    const more = { study: "|<b>@x", events1: 1, total1: 900, events2: 300, total2: 900 };
    const { stdout } = await compare(
      document([{ ...item, model: "FIXED", studies: [abara, delgado, more] }, ...others]),
      "--format",
      "markdown",
    );
    assert.match(
      stdout,
      /^\| Analysis \| Before \| After \| Studies \|\n\| --- \| --- \| --- \| --- \|\n\| 3\.1 Mortality \| RR 0\.\d\d \\\[.*\\\];/,
    );
    assert.match(stdout, /added: \\\|\\<b\\>@&#8203;x<br>removed: Bergström 2016, No events \|\n/);
    const opposite = await compare(
      other([
        { ...abara, events1: 90 },
        { ...delgado, events1: 200 },
      ]),
    );
    assert.match(opposite.stdout, /The conclusion changes\./);
  });

  it("reads either version from the standard input", async () => {
    const after = other([{ ...abara, events1: 40 }, delgado, none, bergstrom]);
    write("after.analyses.json", after);
    const changes = (await compare(after)).stdout.replace(/^.*\n/, "");
    const asBase = await runWith(JSON.stringify(base), "--compare", "-", "after.analyses.json");
    assert.equal(asBase.stdout, `<stdin> → after.analyses.json\n${changes}`);
    const asFile = await runWith(JSON.stringify(after), "--compare", "good.analyses.json", "-");
    assert.equal(asFile.stdout, `good.analyses.json → <stdin>\n${changes}`);
  });

  it("is quiet where nothing changed, and refuses what it cannot do", async () => {
    assert.match((await compare(base)).stdout, /\n3 analyses have the results that they had\.\n$/);
    assert.equal((await compare(base, "--format", "csv")).status, 2);
    assert.equal((await compare(base, "good.analyses.json")).status, 2);
    assert.equal((await run("--compare", "none.json", "good.analyses.json")).status, 2);
    const unknown = await compare(base, "--analysis", "9.9");
    assert.deepEqual(
      [unknown.status, unknown.stdout, unknown.stderr],
      [2, "", "analyses-evidence: after.analyses.json: there is no analysis 9.9\n"],
    );
    assert.match(
      (await compare(base, "--analysis", "3.2")).stdout,
      /\n1 analysis has the result that it had\.\n$/,
    );
  });
});
