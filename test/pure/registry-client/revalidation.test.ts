import assert from "node:assert/strict";
import { each } from "../../support/each";
import { connect, ManualClock, never, errorOf } from "./support/clients";
import { startHost } from "../../support/httpsHost";
import { json } from "../../support/requests";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";

describe("an answer that a registry confirms", () => {
  it("is kept as it is, read anew only in name", async () => {
    const body = JSON.stringify({ groupTypes: [{ groupTypeId: "1", name: "Centre", link: "" }] });
    const host = await startHost((request, response) => {
      if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { ...json, etag: '"v1"' }).end(body);
    });
    try {
      const clock = new ManualClock();
      const client = await connect({ url: host.origin, caFile: host.authorityFile }, undefined, { clock });
      const first = await client.groupTypes({ signal: never });
      clock.advance(6 * 60_000);
      const second = await client.groupTypes({ signal: never });
      assert.ok(first.kind === "ok" && second.kind === "ok");
      assert.equal(second.value, first.value);
      assert.equal(second.readAt - first.readAt, 6 * 60_000);
      each(host.requests, ({ headers }) => headers["if-none-match"], [undefined, '"v1"']);
      clock.advance(4 * 60_000);
      await client.groupTypes({ signal: never });
      assert.equal(host.requests.length, 2, "the confirmation counts for another five minutes");
    } finally {
      await host.close();
    }
  });

  it("that was never sent is not the interface's", async () => {
    const host = await startHost((_, response) => response.writeHead(304).end());
    try {
      const client = await connect({ url: host.origin, caFile: host.authorityFile });
      assert.deepEqual(await client.groups({ signal: never }), {
        kind: "failed",
        error: { kind: "notTheInterface", fault: { kind: "unexpectedStatus", status: 304 } },
      });
    } finally {
      await host.close();
    }
  });
});

describe("after the computer slept", () => {
  let registry: ReferenceRegistry;
  beforeEach(async () => (registry = await startReferenceRegistry()));
  afterEach(() => registry.stop());

  it("what was read before is requested again, once, when the clock was put back", async () => {
    const clock = new ManualClock();
    const client = await connect(registry, undefined, { clock });
    const read = async () => errorOf(await client.groups({ signal: never })).kind;
    assert.equal(await read(), "ok");
    clock.advance(-8 * 60 * 60_000);
    assert.equal(await read(), "ok");
    assert.equal(await read(), "ok");
    assert.equal(registry.requests.length, 2);
  });

  it("the first request is answered, although every connection from before is dead", async () => {
    const client = await connect(registry);
    const read = async () => errorOf(await client.groups({ signal: never, refresh: true })).kind;
    assert.equal(await read(), "ok");
    const { port } = registry;
    await registry.stop();
    registry = await startReferenceRegistry({ port });
    assert.equal(await read(), "ok");
  });
});
