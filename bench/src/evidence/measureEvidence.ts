import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { bindRoles, itemsOfDocument, rScript } from "../../../evidence/src/index";
import { Random } from "../../../registry/src/generate/random";
import { makeAnalysis } from "../documents/analysis";
import { listOf, property } from "../json/read";
import { runProcess } from "../processes/runProcess";
import type { Complaints } from "../report/complaints";
import type { Table } from "../report/table";
import { kibibytes, medianTime, milliseconds, ofTheirs } from "../report/table";

export interface EvidenceSurroundings {
  /** The folder of the engine's sources. */
  readonly engine: string;
  /** The bundle of `computeEvidence.ts`. */
  readonly computer: string;
  /** VS Code's Node, which the server runs under. */
  readonly node: string;
}

const studies = 100;
const mostMilliseconds = 5;
const mostKibibytes = 40;
/** Computing, as a multiple of reading. */
const mostOfReading = 3;

/** What computing analyses takes: one after an edit, all of a large document, and the code that does it. */
export async function measureEvidence(
  surroundings: EvidenceSurroundings,
  complaints: Complaints,
): Promise<readonly Table[]> {
  const analysis = makeAnalysis(new Random(1), 1, studies);
  const item = {
    ...analysis,
    model: "RANDOM_EFFECTS",
    "heterogeneity-estimator": "RESTRICTED_MAXIMUM_LIKELIHOOD",
  };
  const text = JSON.stringify(
    { "analysis-groups": [{ number: 1, name: "Drug", analyses: [item] }] },
    undefined,
    2,
  );
  const ofR = measureR(text, complaints);
  const told = await computed(text, surroundings);
  for (const rows of numbersIn(told, "studies"))
    if (rows !== studies) complaints.add("evidence after an edit", `${rows} studies instead of ${studies}`);
  const [all, good] = [Number(property(told, "analyses")), Number(property(told, "computed"))];
  if (!(good >= all / 2 && all > 0))
    complaints.add("all evidence", `${good} of ${all} analyses were computed`);
  const code = await build({
    stdin: {
      contents: ["pooling/computeAnalysis", "roles/binding", "roles/evidenceOfItem"]
        .map((file) => `export * from "./${file}";`)
        .join("\n"),
      resolveDir: surroundings.engine,
    },
    bundle: true,
    minify: true,
    write: false,
    platform: "node",
    target: "node20",
    format: "esm",
  });
  const size = code.outputFiles[0]?.contents.length ?? NaN;
  const oneAnalysis: Table = {
    title: `Evidence: an analysis of ${studies} studies`,
    comparedWith: ofR === undefined ? "R's rma() (R is not installed)" : "R's rma()",
    rows: [
      {
        what: "edit to its report, median",
        ours: medianTime(numbersIn(told, "afterEdits")),
        ...(ofR !== undefined && { theirs: milliseconds(ofR) }),
        limit: { kind: "itself", value: mostMilliseconds },
      },
      {
        what: "engine and roles in a bundle, minified",
        ours: kibibytes(size),
        limit: { kind: "itself", value: mostKibibytes },
      },
    ],
  };
  const allAnalyses: Table = {
    title: "Evidence: all analyses of 11.7 MB",
    comparedWith: "reading it",
    rows: [
      {
        what: "the report of all analyses, median",
        ours: medianTime(numbersIn(told, "computing")),
        theirs: medianTime(numbersIn(told, "reading")),
        limit: ofTheirs(mostOfReading),
      },
    ],
  };
  return [oneAnalysis, allAnalyses];
}

/** What the process that computes has told. */
async function computed(text: string, { computer, node }: EvidenceSurroundings): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  try {
    const file = join(folder, "review.analyses.json");
    writeFileSync(file, text);
    const { status, output } = await runProcess([computer, file], node);
    if (status !== 0) throw new Error(`Computing evidence ended with ${String(status)}.`);
    return JSON.parse(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function numbersIn(told: unknown, name: string): readonly number[] {
  return listOf(property(told, name)).map(Number);
}

/** Milliseconds that R's metafor takes for the same analysis, the script of `analyses-evidence` having run. */
function measureR(text: string, complaints: Complaints): number | undefined {
  if (spawnSync("Rscript", ["-e", "library(metafor)"]).status !== 0) {
    console.log(
      "R with metafor is not installed: the script for R was not run, and nothing stands beside it.",
    );
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  try {
    const file = join(folder, "script.R");
    const script = rScript(itemsOfDocument(JSON.parse(text), bindRoles({})));
    writeFileSync(
      file,
      `${script}\nyi <- sin(1:${studies})\nvi <- 0.1 + (1:${studies}) / ${studies}\n` +
        `took <- system.time(for (i in 1:20) rma(yi, vi, method = "REML"))[["elapsed"]]\ncat("took =", took / 20 * 1000, "\\n")\n`,
    );
    const { stdout, stderr, status } = spawnSync("Rscript", [file], { encoding: "utf8" });
    const took = /^took = (\S+)/m.exec(stdout)?.[1];
    if (status !== 0 || took === undefined) {
      complaints.add("R", `the script did not run: ${stderr.slice(-500)}`);
      return undefined;
    }
    return Number(took);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
