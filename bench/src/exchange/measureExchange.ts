import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProcess } from "../processes/runProcess";
import type { WrongAnswers } from "../report/wrongAnswers";
import { type Row, medianTime } from "../report/table";
import { rm5Review } from "./rm5Review";

const rounds = 5;
const studies = 40;

/** Measures `analyses-convert` with a RevMan 5 review, compared with R's reader of such files, and a data package. */
export async function measureExchange(
  converter: string,
  wrongAnswers: WrongAnswers,
): Promise<readonly Row[]> {
  console.log("• reviews of RevMan 5 and data packages");
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const inFolder = (name: string) => join(folder, name);
  const convert = async (from: string, to: string, output: string) => {
    const options = ["--no-config", "--risk-of-bias", "1", "--report-file", inFolder("report"), "--force"];
    const paths = ["--output", inFolder(output), inFolder(from)];
    const { status, milliseconds } = await runProcess([converter, ...options, "--to", to, ...paths]);
    if (status !== 0 && status !== 1)
      wrongAnswers.add("analyses-convert", `${from}: ended with ${String(status)}`);
    return milliseconds;
  };
  const [review, packaged, readByR]: [number[], number[], number[]] = [[], [], []];
  try {
    writeFileSync(inFolder("large.rm5"), rm5Review(360, studies));
    writeFileSync(inFolder("small.rm5"), rm5Review(60, studies));
    await convert("small.rm5", "revman-package", "package.zip");
    for (let round = 0; round < rounds; round += 1) {
      review.push(await convert("large.rm5", "document", "large.analyses.json"));
      packaged.push(await convert("package.zip", "document", "package.analyses.json"));
      const script = `cat(system.time(suppressWarnings(meta::read.rm5("${inFolder("large.rm5")}")))[["elapsed"]])`;
      const r = spawnSync("Rscript", ["-e", script], { encoding: "utf8" });
      if (r.status === 0) readByR.push(1000 * Number(r.stdout));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  // Without R or its package `meta`, there is nothing to compare with.
  const theirs = readByR.length === 0 ? {} : { theirs: medianTime(readByR) };
  return [
    {
      what: "A review of RevMan 5 of 4 MB: analyses-convert, beside meta::read.rm5",
      ours: medianTime(review),
      ...theirs,
      limit: { kind: "itself", value: 1000 },
    },
    {
      what: "A data package of 60 analyses: analyses-convert",
      ours: medianTime(packaged),
      limit: { kind: "itself", value: 500 },
    },
  ];
}
