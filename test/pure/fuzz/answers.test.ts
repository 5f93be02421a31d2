import assert from "node:assert/strict";
import fc from "fast-check";
import type { IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { describeRegistryError, inEnglish } from "@analyses/client/registryClient/registryError";
import type { RegistryClient } from "@analyses/client/registryClient/registryClient";
import { accountOf, groupId, groupTypeId, personId, userId } from "@analyses/client/registryClient/records";
import type { Outcome } from "@analyses/client/registryClient/registryError";
import { askRegistry } from "../../support/askRegistry";
import { foundCases, fuzz, fuzzTimeout } from "../../support/fuzz/fuzz";
import { mutated } from "../../support/fuzz/mutations";
import { type HttpsHost, startHost } from "../../support/httpsHost";
import { authorization, startReferenceRegistry } from "../../support/referenceRegistry";
import { connect, ManualClock, never, reviewer, valueOf } from "../registry-client/support/clients";

const ask = { signal: never, refresh: true };

const reads: readonly ((client: RegistryClient) => Promise<Outcome<unknown>>)[] = [
  (client) => client.groups(ask),
  (client) => client.groupTypes(ask),
  (client) => client.personMe(ask),
  (client) => client.person(personId("1"), ask),
  (client) => client.user(userId("1"), ask),
  (client) => client.group(groupId("1"), ask),
  (client) => client.groupType(groupTypeId("1"), ask),
];

const heads = [
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nETag: "1"\r\n',
  "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n",
  "HTTP/1.1 302 Found\r\nLocation: /rest/groups\r\nContent-Length: 0\r\n",
  "HTTP/1.1 302 Found\r\nLocation: https://elsewhere.example:8443/rest/groups?a=b#c\r\n",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json; charset=utf-16\r\n",
  "HTTP/1.1 304 Not Modified\r\nLast-Modified: Thu, 01 Jan 1970 00:00:00 GMT\r\n",
];

/** Highly repetitive bodies: small when compressed, but expensive to parse and store. */
const repetitive = fc
  .record({
    before: fc.constantFrom(
      '{"groups":[',
      '{"groupTypes":[',
      '{"personId":"1","addresses":[',
      '{"userId":"1"',
      "[",
      "",
    ),
    item: fc.constantFrom("{},", "[],", "0,", '"",', "[", "{", ',"a":0', '{"groupId":"1"},', " ", "x"),
    after: fc.constantFrom("{}]}", "0]}", "]}", "}", ""),
    times: fc.nat(200_000),
    isPacked: fc.boolean(),
  })
  .map(({ before, item, after, times, isPacked }) => {
    const text = Buffer.from(before + item.repeat(times) + after);
    const body = isPacked ? gzipSync(text) : text;
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    return Buffer.concat([Buffer.from(`${head}${isPacked ? "Content-Encoding: gzip\r\n" : ""}\r\n`), body]);
  });

describe("whatever bytes a registry answers", () => {
  let host: HttpsHost;
  let bodies: readonly string[];
  let answer: (request: IncomingMessage) => void;

  before(async () => {
    const registry = await startReferenceRegistry({ size: { groups: 8, people: 4 } });
    const [group] = registry.content.groups.values();
    assert.ok(group);
    const paths = ["groups", `groups/${group.groupId}`, "groupTypes"]
      .concat([`groupTypes/${group.groupType.groupTypeId}`, "people/me", "users/me"])
      .map((path) => `/rest/${path}`);
    const credential = { authorization: authorization.reviewer };
    const answers = await Promise.all(paths.map((path) => askRegistry(registry, path, credential)));
    assert.ok(answers.every(({ status }) => status === 200));
    bodies = answers.map(({ body }) => body);
    await registry.stop();
    host = await startHost((request) => answer(request));
  });
  after(() => host.close());

  const framed = (body: string) =>
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

  it("they are read or refused with a sentence, and cause no other request", async function () {
    this.timeout(fuzzTimeout);
    answer = ({ socket }) => void socket.end(framed(bodies.at(-1) ?? ""));
    const client = await connect({ url: host.origin, caFile: host.authorityFile }, reviewer, {
      clock: new ManualClock(),
      limits: { silenceMilliseconds: 2000, totalMilliseconds: 5000, bodyBytes: 1_000_000 },
    });
    const account = accountOf(valueOf(await client.userMe(ask)), "basic");
    const whole: fc.Arbitrary<string | Buffer> = fc.oneof(
      { weight: 1, arbitrary: repetitive },
      { weight: 2, arbitrary: mutated(bodies).map(framed) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(mutated(heads), mutated(bodies))
          .map(([head, body]) => (head.endsWith("\r\n\r\n") ? head : `${head}\r\n`) + body),
      },
    );
    await fuzz(
      fc.record({ bytes: whole, read: fc.constantFrom(...reads) }),
      foundCases("answers").flatMap((bytes) => reads.map((read) => ({ bytes, read }))),
      async ({ bytes, read }) => {
        host.requests.length = 0;
        answer = ({ socket }) => void socket.end(bytes);
        // An earlier response may have ended the sign-in.
        client.signIn(account, reviewer);
        const outcome = await read(client);
        if (outcome.kind === "failed") {
          assert.match(describeRegistryError(outcome.error, "Test", inEnglish), /^[^\r\n]+\. [^\r\n]+\.$/);
        }
        // A response may cause only redirects and one retry.
        assert.ok(host.requests.length <= 5, `${host.requests.length} requests`);
      },
      ({ bytes }) => bytes.length,
    );
  });
});
