import { property } from "../json/read";
import { runProcess } from "../processes/runProcess";
import type { WrongAnswers } from "../report/wrongAnswers";
import { type Row, medianTime } from "../report/table";

export interface RegistrySurroundings {
  readonly url: string;
  /** Path of the certificate of the registry's authority. */
  readonly authority: string;
  /** The bundle of `readGroups.ts`. */
  readonly reader: string;
  readonly groups: number;
}

const rounds = 7;

/** Measures the client library with a large registry against plain HTTP and `JSON.parse`. */
export async function measureRegistry(
  { url, authority, reader, groups }: RegistrySurroundings,
  wrongAnswers: WrongAnswers,
): Promise<Row> {
  console.log(`• a registry of ${groups.toLocaleString("en")} groups`);
  const [plain, client]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const [how, times] of [
      ["plain", plain],
      ["client", client],
    ] as const) {
      const { status, output } = await runProcess([reader, how, url, authority]);
      if (status !== 0) throw new Error(`Reading the list of groups ended with ${String(status)}.`);
      const reading: unknown = JSON.parse(output);
      times.push(Number(property(reading, "milliseconds")));
      const count = property(reading, "count");
      if (count !== groups) wrongAnswers.add("the list of groups", `has ${String(count)} groups`);
    }
  return {
    what: `A registry of ${groups.toLocaleString("en")} groups: the list checked and indexed, beside parsing it`,
    ours: medianTime(client),
    theirs: medianTime(plain),
    limit: { kind: "ofTheirs", ratio: 3 },
  };
}
