import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Complaints } from "../report/complaints";
import type { Row, Table } from "../report/table";
import { medianTime } from "../report/table";
import type { FirstDocument, Measured } from "./startTimes";

/** Runs `startExtensions.ts` in a new VS Code, which writes `Measured` into the file; false when that failed. */
export type StartExtensions = (output: string) => Promise<boolean>;

const rounds = 7;

/** How long the extension takes to start in VS Code, beside the JSON extension that comes with it. */
export async function measureActivation(run: StartExtensions, complaints: Complaints): Promise<Table> {
  console.log("• the start in VS Code");
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const measured: Measured[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const output = join(folder, `${round}.json`);
      if (await run(output)) measured.push(JSON.parse(readFileSync(output, "utf8")) as Measured);
      else complaints.add("the start in VS Code", "failed");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const row = (what: string, time: (times: FirstDocument) => number, most: number): Row => ({
    what,
    ours: medianTime(measured.map(({ own }) => time(own))),
    theirs: medianTime(measured.map(({ json }) => time(json))),
    limit: { kind: "itself", value: most },
  });
  return {
    title: "Start in VS Code",
    comparedWith: "VS Code's JSON extension",
    rows: [
      row("code loaded and `activate` called, by the first document, median", ({ called }) => called, 30),
      row("the same, until it has come to its end, median", ({ activated }) => activated, 50),
      row("first document opened until its outline is there, median", ({ answered }) => answered, 300),
    ],
  };
}
