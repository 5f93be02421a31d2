import type { Complaints } from "../report/complaints";
import { median, percentile95 } from "../report/statistics";
import type { Row, Table } from "../report/table";
import { mebibytes, medianTime, milliseconds, ofTheirs } from "../report/table";
import { runProcess } from "../processes/runProcess";
import type { GroupsReading, GroupsUse } from "./groupsReading";
import { groupsReading, groupsUse } from "./groupsReading";

export interface RegistrySurroundings {
  readonly url: string;
  /** The file with the certificate of its authority. */
  readonly authority: string;
  /** The bundle of `readGroups.ts`. */
  readonly reader: string;
  readonly groups: number;
}

const rounds = 7;

/** The client library, the tree's rows and the search over a large registry. */
export async function measureRegistry(
  { url, authority, reader, groups }: RegistrySurroundings,
  complaints: Complaints,
): Promise<readonly Table[]> {
  console.log(`• a registry of ${groups.toLocaleString("en")} groups`);
  const plain: GroupsReading[] = [];
  const client: GroupsUse[] = [];
  for (let round = 0; round < rounds; round += 1) {
    plain.push(groupsReading(await read("plain")));
    client.push(groupsUse(await read("client")));
  }
  for (const { count, lastId } of client) {
    if (count !== groups || lastId !== plain[0]?.lastId) {
      complaints.add("the list of groups", `has ${count} groups, the last one ${lastId}`);
    }
  }
  for (const query of client[0]?.notFound ?? [])
    complaints.add("the search", `does not find “${query}” first`);

  const theirs = medianTime(plain.map(({ fetched }) => fetched));
  const list: readonly Row[] = [
    {
      what: "list fetched, checked and indexed, median",
      ours: ofClient(({ fetched, indexed }) => fetched + indexed),
      theirs,
      limit: ofTheirs(3),
    },
    {
      what: "until the tree's first rows are known, median",
      ours: ofClient(({ fetched, firstRows }) => fetched + firstRows),
      theirs,
      limit: ofTheirs(1.5),
    },
  ];
  // The first key pressed finds the index cold.
  const first = client.flatMap((use) => use.keystrokes.slice(0, 1));
  const further = client.flatMap((use) => use.keystrokes.slice(1));
  const use: readonly Row[] = [
    {
      what: "the largest row opened, median",
      ours: ofClient(({ rowOpened }) => rowOpened),
      limit: { kind: "itself", value: 100 },
    },
    { what: "groups made searchable, median", ours: ofClient(({ searchMade }) => searchMade) },
    { what: "search, the first keystroke, median", ours: medianTime(first), limit: perKeystroke },
    { what: "search, a further keystroke, median", ours: medianTime(further), limit: perKeystroke },
    {
      what: "search, a further keystroke, 95th percentile",
      ours: milliseconds(percentile95(further)),
      limit: perKeystroke,
    },
    {
      what: "the process's growth, list and tree, median",
      ours: memoryOfClient(({ memoryOfTree }) => memoryOfTree.resident),
      limit: mostGrowth,
    },
    {
      what: "of that, kept after a garbage collection",
      ours: memoryOfClient(({ memoryOfTree }) => memoryOfTree.kept),
    },
    {
      what: "the process's growth, with the search, median",
      ours: memoryOfClient(({ memoryOfAll }) => memoryOfAll.resident),
      limit: mostGrowth,
    },
    {
      what: "of that, kept after a garbage collection",
      ours: memoryOfClient(({ memoryOfAll }) => memoryOfAll.kept),
    },
  ];
  const title = `A registry of ${groups.toLocaleString("en")} groups`;
  return [{ title, comparedWith: "receiving and `JSON.parse`", rows: [...list, ...use] }];

  async function read(how: "plain" | "client"): Promise<unknown> {
    const { status, output } = await runProcess(["--expose-gc", reader, how, url, authority]);
    if (status !== 0) throw new Error(`Reading the list of groups ended with ${String(status)}.`);
    return JSON.parse(output);
  }

  function ofClient(figure: (use: GroupsUse) => number) {
    return medianTime(client.map(figure));
  }

  function memoryOfClient(figure: (use: GroupsUse) => number) {
    return mebibytes(median(client.map(figure)));
  }
}

const mostGrowth = { kind: "itself", value: 150e6 / 2 ** 20 } as const;
const perKeystroke = { kind: "itself", value: 50 } as const;
