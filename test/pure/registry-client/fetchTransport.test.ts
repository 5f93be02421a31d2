import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFetchTransport } from "@analyses/client/registryClient/transport/fetchTransport";
import { usualLimits } from "@analyses/client/registryClient/guardedRequest";

describe("a request from a browser", () => {
  const seen: IncomingHttpHeaders[] = [];
  // Plain HTTP, since the browser decides which authorities it trusts.
  const server = createServer(({ headers }, response) => {
    seen.push(headers);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  before(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  after(() => void server.close());

  it("carries no validators, for which the browser would have to ask first", async () => {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/groups`);
    const headers = { accept: "application/json", "if-none-match": '"1"', "if-modified-since": "now" };
    const transport = createFetchTransport();
    const { signal } = new AbortController();
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
});
