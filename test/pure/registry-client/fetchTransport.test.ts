import assert from "node:assert/strict";
import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFetchTransport } from "@analyses/client/registryClient/transport/fetchTransport";
import { eventually } from "../../support/eventually";
import { writeWithoutEnd } from "../../support/httpsHost";
import { usualLimits } from "@analyses/client/registryClient/guardedRequest";

describe("a request from a browser", () => {
  const seen: IncomingHttpHeaders[] = [];
  // Plain HTTP, since the browser decides which authorities it trusts.
  const right = (response: ServerResponse): void =>
    void response.writeHead(200, { "content-type": "application/json" }).end("{}");
  let answer = right;
  const server = createServer(({ headers }, response) => {
    seen.push(headers);
    answer(response);
  });
  let url: URL;
  before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  beforeEach(() => {
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/groups`);
    answer = right;
    seen.length = 0;
  });
  after(() => void server.close());
  const transport = createFetchTransport();
  const { signal } = new AbortController();

  it("carries no validators, for which the browser would have to ask first", async () => {
    const headers = { accept: "application/json", "if-none-match": '"1"', "if-modified-since": "now" };
    const answer = await transport.exchange({ url, headers, limits: usualLimits }, signal);
    assert.equal(answer.kind, "answer");
    assert.equal(seen[0]?.accept, "application/json");
    assert.deepEqual([seen[0]["if-none-match"], seen[0]["if-modified-since"]], [undefined, undefined]);
    // Undici's header for the cache mode `no-cache`, which revalidates a cached response.
    assert.equal(seen[0]["cache-control"], "max-age=0");
    await transport.exchange(
      { url, headers: { ...headers, authorization: "Bearer x" }, limits: usualLimits },
      signal,
    );
    assert.equal(seen[1]?.["cache-control"], "no-cache", "what needs a sign-in is kept nowhere");
  });

  it("is followed nowhere, so that the credential stays with the registry", async () => {
    answer = (response) => void response.writeHead(302, { location: `http://localhost:${url.port}/` }).end();
    const headers = { authorization: "Bearer x" };
    const { kind } = await transport.exchange({ url, headers, limits: usualLimits }, signal);
    assert.equal(kind, "answer", "Node shows the redirect that a browser hides");
    assert.equal(seen.length, 1);
  });

  it("stops reading an answer that is too large, and reads none of a refusal", async () => {
    const limits = { ...usualLimits, bodyBytes: 1_000_000 };
    for (const status of [200, 404]) {
      let isDropped = false;
      answer = (response) => {
        response.once("close", () => (isDropped = true));
        writeWithoutEnd(response.writeHead(status));
      };
      const outcome = await transport.exchange({ url, headers: {}, limits }, signal);
      if (outcome.kind === "answer") assert.deepEqual([outcome.status, outcome.body], [404, []]);
      else assert.deepEqual([status, outcome.error], [200, { kind: "tooLarge", limitBytes: 1_000_000 }]);
      await eventually(() => assert.ok(isDropped));
    }
  });
});
