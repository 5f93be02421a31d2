import assert from "node:assert/strict";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { connect, errorOf, ManualClock, never } from "./support/clients";

const hour = 60 * 60 * 1000;

describe("after the computer slept", () => {
  let registry: ReferenceRegistry;
  beforeEach(async () => (registry = await startReferenceRegistry()));
  afterEach(() => registry.stop());

  for (const [what, jump] of [
    ["has gone on", 8 * hour],
    ["was put back", -8 * hour],
  ] as const) {
    it(`what was read before is requested again, once, when the clock ${what}`, async () => {
      const clock = new ManualClock();
      const client = await connect(registry, undefined, { clock });
      const read = async () => errorOf(await client.groups({ signal: never })).kind;
      assert.equal(await read(), "ok");
      clock.advance(jump);
      assert.equal(await read(), "ok");
      assert.equal(await read(), "ok");
      assert.equal(registry.requests.length, 2);
    });
  }

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
