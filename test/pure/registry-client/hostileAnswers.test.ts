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

interface Hostile {
  readonly title: string;
  readonly read: keyof typeof reads;
  readonly body: () => string;
  readonly encoding: "gzip" | "identity";
  /** The kind of the error or its fault, or "ok". */
  readonly outcome: string;
  /** Minimum number of turns that other work gets during parsing, in addition to those of the network. */
  readonly turns: number;
}

const answers: readonly Hostile[] = [
  {
    title: "100,000 groups",
    read: "groups",
    body: () =>
      `{"numberOfEntries":"100000","groups":[${Array.from({ length: 100_000 }, (_, i) => group(i)).join(",")}]}`,
    encoding: "gzip",
    outcome: "ok",
    turns: 14,
  },
  {
    title: "a type of 50,000 groups",
    read: "groupType",
    body: () =>
      `{"groupTypeId":"1","groups":[${Array.from({ length: 50_000 }, (_, i) => group(i)).join(",")}]}`,
    encoding: "gzip",
    outcome: "ok",
    turns: 7,
  },
  {
    title: "127 MB of empty objects, the half megabyte of gzip that ended the extension host",
    read: "groups",
    body: () => filled('{"numberOfEntries":"1","groups":[', "{},", "{}]}", 127 * megabyte),
    encoding: "gzip",
    outcome: "overpacked",
    turns: 0,
  },
  {
    title: "30 MB of empty objects",
    read: "groups",
    body: () => filled('{"groups":[', "{},", "{}]}", 30 * megabyte),
    encoding: "identity",
    outcome: "tooMuch",
    turns: 4,
  },
  {
    title: "a megabyte of empty objects",
    read: "groups",
    body: () => filled('{"groups":[', "{},", "{}]}", megabyte),
    encoding: "identity",
    outcome: "missing",
    turns: 1,
  },
  {
    title: "more groups than any organisation has, of a few bytes each",
    read: "groups",
    body: () => filled('{"groups":[', '{"groupId":"1"},', '{"groupId":"1"}]}', 10 * megabyte),
    encoding: "identity",
    outcome: "tooMuch",
    turns: 1,
  },
  {
    title: "30 MB of numbers",
    read: "groupTypes",
    body: () => filled('{"groupTypes":[', "0,", "0]}", 30 * megabyte),
    encoding: "identity",
    outcome: "tooMuch",
    turns: 4,
  },
  {
    title: "30 MB of lists in a person",
    read: "person",
    body: () => filled('{"personId":"1","addresses":[', "[],", "[]]}", 30 * megabyte),
    encoding: "gzip",
    outcome: "tooLarge",
    turns: 0,
  },
  {
    title: "4 MB of lists in a person",
    read: "person",
    body: () => filled('{"personId":"1","addresses":[', "[],", "[]]}", 3.9 * megabyte),
    encoding: "identity",
    outcome: "tooMuch",
    turns: 0,
  },
  {
    title: "4 MB of fields in a user",
    read: "me",
    body: () => filled('{"userId":"1"', ',"a":0', "}", 3.9 * megabyte),
    encoding: "identity",
    outcome: "tooMuch",
    turns: 0,
  },
  {
    title: "4 MB of brackets",
    read: "person",
    body: () => "[".repeat(3.9 * megabyte),
    encoding: "identity",
    outcome: "tooDeep",
    turns: 0,
  },
  {
    title: "30 MB of one name",
    read: "groups",
    body: () => `{"groups":[{"groupId":"1","name":"${"x".repeat(30 * megabyte)}"}]}`,
    encoding: "identity",
    outcome: "tooMuch",
    turns: 0,
  },
  {
    title: "30 MB of spaces",
    read: "groups",
    body: () => `{"groups":[${" ".repeat(30 * megabyte)}]}`,
    encoding: "identity",
    outcome: "tooMuch",
    turns: 0,
  },
];

describe("an answer that is made to keep the editor busy", () => {
  let host: HttpsHost;
  let body: string | Buffer;
  let encoding: Hostile["encoding"];
  before(async () => {
    host = await startHost((_, response) => {
      response.writeHead(200, { ...json, "content-encoding": encoding }).end(body);
    });
  });
  after(() => host.close());

  for (const { title, read, outcome: expected, turns: least, ...given } of answers) {
    it(`gives others their turns while it is ${expected === "ok" ? "read" : "refused"}: ${title}`, async () => {
      [body, encoding] = ['{"userId":"1","userName":"reviewer"}', "identity"];
      const client = await connect({ url: host.origin, caFile: host.authorityFile }, basic("a", "b"));
      body = given.encoding === "gzip" ? gzipSync(given.body()) : given.body();
      encoding = given.encoding;
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
