import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { RegistryClient } from "@analyses/client/registryClient/registryClient";
import { groupTypeId, personId } from "@analyses/client/registryClient/records";
import type { Outcome } from "@analyses/client/registryClient/registryError";
import { type HttpsHost, startHost } from "../../support/httpsHost";
import { basic, connect, errorOf, never } from "./support/clients";
import { json } from "../../support/requests";

const now = { signal: never };
const megabyte = 2 ** 20;

/** Repeats `item` until the text has this number of bytes. */
const filled = (before: string, item: string, after: string, bytes: number) =>
  before + item.repeat(Math.ceil((bytes - before.length - after.length) / item.length)) + after;

const group = (number: number) =>
  `{"groupId":"${number}","name":"Group ${number}","link":"https://r.example/rest/groups/${number}","groupType":{"groupTypeId":"${number % 20}","name":"Centre","link":""}}`;

const reads = {
  groups: (client: RegistryClient) => client.groups(now),
  groupTypes: (client: RegistryClient) => client.groupTypes(now),
  groupType: (client: RegistryClient) => client.groupType(groupTypeId("1"), now),
  person: (client: RegistryClient) => client.person(personId("1"), now),
  me: (client: RegistryClient) => client.userMe(now),
} satisfies Record<string, (client: RegistryClient) => Promise<Outcome<unknown>>>;

type Encoding = "gzip" | "identity";

const inList = (name: string, item: string, megabytes: number) => () =>
  filled(`{"${name}":[`, `${item},`, `${item}]}`, megabytes * megabyte);
const groupsOf = (before: string, count: number) => () =>
  `${before}"groups":[${Array.from({ length: count }, (_, number) => group(number)).join(",")}]}`;
const listsInPerson = (megabytes: number) => inList('personId":"1","addresses', "[]", megabytes);
const fieldsInUser = () => filled('{"userId":"1"', ',"a":0', "}", 3.9 * megabyte);
const oneName = () => `{"groups":[{"groupId":"1","name":"${"x".repeat(30 * megabyte)}"}]}`;
const spaces = () => `{"groups":[${" ".repeat(30 * megabyte)}]}`;

/**
 * What is read, the body, its encoding, the kind of the error or its fault, and the minimum number of turns that other
 * work gets during parsing, in addition to those of the network.
 */
type Hostile = readonly [keyof typeof reads, () => string, Encoding, string, number];

const answers: Readonly<Record<string, Hostile>> = {
  "100,000 groups": ["groups", groupsOf('{"numberOfEntries":"100000",', 100_000), "gzip", "ok", 14],
  "a type of 50,000 groups": ["groupType", groupsOf('{"groupTypeId":"1",', 50_000), "gzip", "ok", 7],
  // Its half megabyte of gzip ended the extension host.
  "127 MB of empty objects": ["groups", inList("groups", "{}", 127), "gzip", "overpacked", 0],
  "30 MB of empty objects": ["groups", inList("groups", "{}", 30), "identity", "tooMuch", 4],
  "a megabyte of empty objects": ["groups", inList("groups", "{}", 1), "identity", "missing", 1],
  "very many groups": ["groups", inList("groups", '{"groupId":"1"}', 10), "identity", "tooMuch", 1],
  "30 MB of numbers": ["groupTypes", inList("groupTypes", "0", 30), "identity", "tooMuch", 4],
  "30 MB of lists in a person": ["person", listsInPerson(30), "gzip", "tooLarge", 0],
  "4 MB of lists in a person": ["person", listsInPerson(3.9), "identity", "tooMuch", 0],
  "4 MB of fields in a user": ["me", fieldsInUser, "identity", "tooMuch", 0],
  "4 MB of brackets": ["person", () => "[".repeat(3.9 * megabyte), "identity", "tooDeep", 0],
  "30 MB of one name": ["groups", oneName, "identity", "tooMuch", 0],
  "30 MB of spaces": ["groups", spaces, "identity", "tooMuch", 0],
};

describe("an answer that is made to keep the editor busy", () => {
  let host: HttpsHost;
  let body: string | Buffer;
  let encoding: Encoding;
  before(async () => {
    host = await startHost((_, response) => {
      response.writeHead(200, { ...json, "content-encoding": encoding }).end(body);
    });
  });
  after(() => host.close());

  for (const [title, [read, makeBody, packed, expected, least]] of Object.entries(answers)) {
    it(`gives others their turns while it is ${expected === "ok" ? "read" : "refused"}: ${title}`, async () => {
      [body, encoding] = ['{"userId":"1","userName":"reviewer"}', "identity"];
      const client = await connect({ url: host.origin, caFile: host.authorityFile }, basic("a", "b"));
      body = packed === "gzip" ? gzipSync(makeBody()) : makeBody();
      encoding = packed;
      const others = countTurns();
      const error = errorOf(await reads[read](client));
      const turns = others.end();
      assert.equal("fault" in error ? error.fault.kind : error.kind, expected);
      assert.ok(turns >= least, `${turns} turns`);
    });
  }
});

/** Counts the turns that other work gets on this thread. */
function countTurns(): { end(): number } {
  let turns = 0;
  let isOver = false;
  const take = () => {
    turns += 1;
    if (!isOver) setTimeout(take);
  };
  setTimeout(take);
  return {
    end: () => {
      isOver = true;
      return turns;
    },
  };
}
