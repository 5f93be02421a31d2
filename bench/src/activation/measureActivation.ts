import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Complaints } from "../report/complaints";
import { median } from "../report/statistics";
import type { Limit, Row, Table } from "../report/table";
import { milliseconds } from "../report/table";
import type { Starts, StartTimes } from "./startTimes";

/** Runs `startExtensions.ts` in a new VS Code, which writes `Starts` into the file; false when that failed. */
export type StartExtensions = (output: string) => Promise<boolean>;

const rounds = 5;

/** How long the extension takes to start in VS Code, beside the JSON extension that comes with it. */
export async function measureActivation(run: StartExtensions, complaints: Complaints): Promise<Table> {
  console.log("• the start in VS Code");
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const starts: Starts[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const output = join(folder, `${round}.json`);
      if (await run(output)) starts.push(JSON.parse(readFileSync(output, "utf8")) as Starts);
      else complaints.add("the start in VS Code", "failed");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const row = (what: string, time: (times: StartTimes) => number, limit: Limit): Row => ({
    what,
    ours: milliseconds(median(starts.map(({ own }) => time(own)))),
    theirs: milliseconds(median(starts.map(({ json }) => time(json)))),
    limit,
  });
  return {
    title: "Start in VS Code",
    comparedWith: "VS Code's JSON extension",
    rows: [
      row("activation, as VS Code tells it, median", ({ activated }) => activated, {
        kind: "itself",
        value: 50,
      }),
      row(
        "first document opened until its outline is there, median (theirs runs its server already)",
        ({ answered }) => answered,
        { kind: "itself", value: 300 },
      ),
    ],
  };
}
