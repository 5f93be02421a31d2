import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BenchDocument } from "../documents/benchDocument";
import { usualDocument } from "../documents/makeDocument";
import type { Complaints } from "../report/complaints";
import type { Table } from "../report/table";
import { medianTime, ofTheirs } from "../report/table";
import { runProcess } from "../processes/runProcess";

const mostOfParsing = 4;
const rounds = 7;

const manyDocuments = 100;
const bytesOfEach = 100_000;
/** Milliseconds. */
const mostOfMany = 2000;
const roundsOfMany = 3;

/** `analyses-check` on a document, beside a process that only parses it. */
export async function measureChecker(
  document: BenchDocument,
  checker: string,
  itemSchema: string,
  complaints: Complaints,
): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const file = join(folder, "bench.analyses.json");
  const checking: number[] = [];
  const parsing: number[] = [];
  try {
    writeFileSync(file, document.text);
    for (let round = 0; round < rounds; round += 1) {
      const checked = await runProcess([checker, "--item-schema", itemSchema, file]);
      const parsed = await runProcess([
        "-e",
        'JSON.parse(require("fs").readFileSync(process.argv[1]))',
        file,
      ]);
      checking.push(checked.milliseconds);
      parsing.push(parsed.milliseconds);
      if (checked.status !== 1 || !checked.output.includes(document.problem.code)) {
        complaints.add(
          "analyses-check",
          `ended with ${String(checked.status)} and said “${checked.output.slice(0, 300)}”`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    title: `analyses-check, ${document.name}`,
    comparedWith: "`node -e JSON.parse`",
    rows: [
      {
        what: "whole process, median",
        ours: medianTime(checking),
        theirs: medianTime(parsing),
        limit: ofTheirs(mostOfParsing),
      },
    ],
  };
}

/** One `analyses-check` on a folder's worth of documents. */
export async function measureCheckerOfMany(
  checker: string,
  itemSchema: string,
  complaints: Complaints,
): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const document = usualDocument("100 KB", bytesOfEach);
  const files = Array.from({ length: manyDocuments }, (_, index) =>
    join(folder, `bench-${String(index + 1)}.analyses.json`),
  );
  const checking: number[] = [];
  try {
    for (const file of files) writeFileSync(file, document.text);
    for (let round = 0; round < roundsOfMany; round += 1) {
      const checked = await runProcess([checker, "--item-schema", itemSchema, ...files]);
      checking.push(checked.milliseconds);
      const silent = files.filter((file) => !checked.output.includes(basename(file)));
      if (checked.status !== 1 || silent.length > 0 || !checked.output.includes(document.problem.code)) {
        complaints.add(
          "analyses-check of many documents",
          `ended with ${String(checked.status)} and said nothing of ${String(silent.length)} of ${String(files.length)}`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    title: "analyses-check, 100 documents of 100 KB",
    comparedWith: "",
    rows: [
      {
        what: "whole process, median",
        ours: medianTime(checking),
        limit: { kind: "itself", value: mostOfMany },
      },
    ],
  };
}
