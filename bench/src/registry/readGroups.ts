// A process of its own, as cold as the extension's when its user looks at a registry for the first time:
// reads the list of groups, and says how long that took. Parameters: plain or client, base URL, authority.
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { setImmediate } from "node:timers/promises";
import {
  bucketsByLetter,
  bucketsByRange,
  rowLimit,
  sortedByName,
} from "../../../client/src/tree/nodes/buckets";
import { listOf, property } from "../json/read";
import type { GroupsReading, GroupsUse, Memory } from "./groupsReading";
import { registryClientOf } from "./registryClientOf";
import { makeSearch, typeInSearch } from "./typeInSearch";

async function plain(url: string, authority: string): Promise<GroupsReading> {
  const ca = readFileSync(authority);
  const startedAt = performance.now();
  const body = await new Promise<string>((resolve, reject) => {
    get(`${url}/rest/groups`, { ca }, (response: IncomingMessage) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () => resolve(Buffer.concat(pieces).toString()));
      response.on("error", reject);
    }).on("error", reject);
  });
  const groups = listOf(property(JSON.parse(body), "groups"));
  const fetched = performance.now() - startedAt;
  return { fetched, count: groups.length, lastId: String(property(groups.at(-1), "groupId")) };
}

async function withClient(url: string, authority: string): Promise<GroupsUse> {
  const client = registryClientOf(url, authority);
  const memoryBefore = memoryNow();
  const startedAt = performance.now();
  const outcome = await client.groups({ signal: new AbortController().signal });
  const fetched = performance.now() - startedAt;
  if (outcome.kind === "failed") throw new Error(`The list could not be read: ${outcome.error.kind}.`);
  const groups = outcome.value;
  const last = groups.at(-1);
  if (last === undefined) throw new Error("The registry has no groups.");

  const { milliseconds: indexed } = timed(() => [
    client.store.group(last.groupId),
    client.store.countOfType(last.groupType.groupTypeId),
  ]);
  const { value: buckets, milliseconds: firstRows } = timed(() => bucketsByLetter(groups));
  const largest = buckets.reduce((one, other) => (other.items.length > one.items.length ? other : one));
  const { milliseconds: rowOpened } = timed(() => bucketsByRange(sortedByName(largest.items), rowLimit));
  // By the time that rows are shown, the connection is closed and gone.
  await setImmediate();
  const memoryOfTree = grown(memoryBefore, memoryNow());
  const { value: index, milliseconds: searchMade } = timed(() => makeSearch(groups));
  const { keystrokes, notFound } = typeInSearch(index, groups);
  const memoryOfAll = grown(memoryBefore, memoryNow());
  const list = { fetched, count: groups.length, lastId: last.groupId, indexed };
  return { ...list, firstRows, rowOpened, searchMade, keystrokes, notFound, memoryOfTree, memoryOfAll };
}

/** The process has to run with `--expose-gc`. */
function memoryNow(): Memory {
  const resident = process.memoryUsage.rss();
  // Twice: the memory of buffers is given back after the first.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { resident, kept: heapUsed + external };
}

function grown(before: Memory, after: Memory): Memory {
  return { resident: after.resident - before.resident, kept: after.kept - before.kept };
}

function timed<T>(work: () => T): { readonly value: T; readonly milliseconds: number } {
  const startedAt = performance.now();
  const value = work();
  return { value, milliseconds: performance.now() - startedAt };
}

const [how, url = "", authority = ""] = process.argv.slice(2);
const read = how === "plain" ? plain : withClient;
void read(url, authority).then((told) => console.log(JSON.stringify(told)));
