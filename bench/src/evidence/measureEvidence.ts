import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { EvidenceReport, RoleBinding } from "../../../evidence/src/index";
import { bindRoles, itemsOfDocument, rScript } from "../../../evidence/src/index";
import { Random } from "../../../registry/src/generate/random";
import {
  createDocument,
  loadFigures,
  reportEvidence,
  updateDocument,
} from "../../../server/src/languageService";
import { makeAnalysis } from "../documents/analysis";
import { usualDocument } from "../documents/makeDocument";
import type { Complaints } from "../report/complaints";
import { median } from "../report/statistics";
import type { Table } from "../report/table";
import { kibibytes, milliseconds, ofTheirs } from "../report/table";

const studies = 100;
const rounds = 60;
const mostMilliseconds = 5;
const mostKibibytes = 40;

/**
 * What computing analyses takes: one after an edit, all of a large document, and the code that does it.
 *
 * @param engine the folder of its sources
 */
export async function measureEvidence(engine: string, complaints: Complaints): Promise<readonly Table[]> {
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
  const code = await build({
    stdin: {
      contents: ["pooling/computeAnalysis", "roles/binding", "roles/evidenceOfItem"]
        .map((file) => `export * from "./${file}";`)
        .join("\n"),
      resolveDir: engine,
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
        ours: milliseconds(median(await afterEdits(text, complaints))),
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
  return [oneAnalysis, await wholeDocument(complaints)];
}

/** How long each edit takes until the report of its analysis is there. */
async function afterEdits(text: string, complaints: Complaints): Promise<readonly number[]> {
  const binding = bindRoles({});
  let document = createDocument("file:///review.analyses.json", "analyses", 1, text);
  const position = document.text.positionAt(text.indexOf('"studies"'));
  const wanted = { kind: "position", position } as const;
  const figures = await loadFigures();
  // A digit more of a total: as many events or more are still possible.
  const total = /"total": (?=\d)/.exec(text);
  const at = document.text.positionAt((total?.index ?? 0) + (total?.[0].length ?? 0));
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const end = { line: at.line, character: at.character + (round % 2) };
    const change = { range: { start: at, end }, text: round % 2 === 0 ? "1" : "" };
    const start = performance.now();
    document = updateDocument(document, [change], round + 2);
    const report = await reportEvidence(document, binding, wanted, figures, atOnce);
    times.push(performance.now() - start);
    const rows = report?.documents[0]?.analyses[0]?.rows?.length ?? 0;
    if (rows !== studies) complaints.add("evidence after an edit", `${rows} studies instead of ${studies}`);
  }
  return times.slice(rounds / 3);
}

/** All analyses of a large document, beside what it takes to read it. */
async function wholeDocument(complaints: Complaints): Promise<Table> {
  const { name, text } = usualDocument("11.7 MB", 11.7e6);
  const reading: number[] = [];
  const computing: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    const document = createDocument("file:///review.analyses.json", "analyses", 1, text);
    const read = performance.now();
    const report = await allOf(document, bindRoles({}));
    reading.push(read - start);
    computing.push(performance.now() - read);
    const analyses = report?.documents[0]?.analyses ?? [];
    const computed = analyses.filter(({ problem }) => problem === null);
    if (computed.length < analyses.length / 2 || analyses.length === 0)
      complaints.add("all evidence", `${computed.length} of ${analyses.length} analyses were computed`);
  }
  const row = {
    what: "the report of all analyses, median",
    ours: milliseconds(median(computing)),
    theirs: milliseconds(median(reading)),
    limit: ofTheirs(3),
  };
  return { title: `Evidence: all analyses of ${name}`, comparedWith: "reading it", rows: [row] };
}

async function allOf(
  document: ReturnType<typeof createDocument>,
  binding: RoleBinding,
): Promise<EvidenceReport | undefined> {
  return reportEvidence(document, binding, { kind: "all" }, await loadFigures(), atOnce);
}

const atOnce = { isCancelled: () => false, pause: () => Promise.resolve() };

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
