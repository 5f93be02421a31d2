import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Complaints } from "../report/complaints";
import { median } from "../report/statistics";
import type { Row, Table } from "../report/table";
import { milliseconds } from "../report/table";
import type { Measured, Moment, Starts } from "./startTimes";

/**
 * Runs `startExtensions.ts` in a new VS Code, which writes `Measured` into the file; false when that failed.
 * `startUp`: VS Code starts with a JSON document open.
 */
export type StartExtensions = (moment: Moment, output: string) => Promise<boolean>;

const rounds = 5;

/** How long the extension takes to start in VS Code, beside the JSON extension that comes with it. */
export async function measureActivation(run: StartExtensions, complaints: Complaints): Promise<Table> {
  console.log("• the start in VS Code");
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const measured: Measured[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const moment of ["later", "startUp"] as const) {
        const output = join(folder, `${moment}-${round}.json`);
        if (await run(moment, output)) measured.push(JSON.parse(readFileSync(output, "utf8")) as Measured);
        else complaints.add("the start in VS Code", "failed");
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const later = measured.flatMap((each) => (each.moment === "later" ? [each.starts] : []));
  const startUp = measured.flatMap((each) => (each.moment === "startUp" ? [each.starts] : []));
  return {
    title: "Start in VS Code",
    comparedWith: "VS Code's JSON extension",
    rows: [
      row("activation by the first document, median", later, ({ activated }) => activated, 50),
      row("first document opened until its outline is there, median", later, ({ answered }) => answered, 300),
      row(
        "activation while VS Code starts all its extensions, their turns included, median",
        startUp,
        ({ activated }) => activated,
        50,
      ),
    ],
  };
}

function row<T>(what: string, starts: readonly Starts<T>[], time: (times: T) => number, most: number): Row {
  return {
    what,
    ours: milliseconds(median(starts.map(({ own }) => time(own)))),
    theirs: milliseconds(median(starts.map(({ json }) => time(json)))),
    limit: { kind: "itself", value: most },
  };
}
