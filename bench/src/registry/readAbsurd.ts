// A process of its own that reads one absurd answer, as the extension would, and says what that cost.
// Parameters: which endpoint, base URL, authority. It runs under VS Code's Node, which can tell the time of a thread.
import { setImmediate } from "node:timers/promises";
import { groupId, groupTypeId, personId } from "../../../client/src/registryClient/records";
import { basicCredential } from "../../../client/src/registryClient/schemes/typedCredentials";
import { registryClientOf } from "./registryClientOf";

interface AbsurdReading {
  readonly outcome: string;
  /** Milliseconds in which nobody else on the thread had a turn. */
  readonly longestTurn: number;
  /** How much larger than before the process was at the most: bytes. */
  readonly memory: number;
}

async function readAbsurd(endpoint: string, url: string, authority: string): Promise<AbsurdReading> {
  const client = registryClientOf(url, authority);
  const { signal } = new AbortController();
  const reading = basicCredential("reviewer", "password");
  if (reading.kind === "refused") throw new Error("The password is none.");
  const account = await client.verify(reading.credential, signal);
  if (account.kind === "failed") throw new Error(`Nobody could sign in: ${account.error.kind}.`);
  client.signIn(account.value, reading.credential);

  const memoryBefore = process.memoryUsage.rss();
  const turns = measureTurns();
  const outcome =
    endpoint === "person" ? await client.person(personId("1"), { signal }) : await client.groups({ signal });
  // What the first rows and the first check ask.
  await setImmediate();
  client.store.group(groupId("1"));
  await setImmediate();
  client.store.countOfType(groupTypeId("1"));
  await setImmediate();
  const longestTurn = turns.end();
  const memory = process.resourceUsage().maxRSS * 1024 - memoryBefore;
  if (outcome.kind === "ok") return { outcome: "read", longestTurn, memory };
  const { error } = outcome;
  return { outcome: "fault" in error ? error.fault.kind : error.kind, longestTurn, memory };
}

/** Follows the turns of the event loop: how long the longest kept the thread busy, in milliseconds. */
function measureTurns(): { end(): number } {
  let longest = 0;
  let isOver = false;
  let before = threadTime();
  const turn = () => {
    const now = threadTime();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) globalThis.setImmediate(turn);
  };
  globalThis.setImmediate(turn);
  return {
    end: () => {
      isOver = true;
      return longest;
    },
  };
}

/** What this thread has worked, in milliseconds: waiting, other processes and other threads do not count. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- how Node declares it, from 23.9 on
  namespace NodeJS {
    interface Process {
      threadCpuUsage(): CpuUsage;
    }
  }
}

const [endpoint = "", url = "", authority = ""] = process.argv.slice(2);
void readAbsurd(endpoint, url, authority).then((told) => console.log(JSON.stringify(told)));
