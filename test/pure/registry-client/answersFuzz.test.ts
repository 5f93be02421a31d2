import assert from "node:assert/strict";
import fc from "fast-check";
import { checkAnswer, checkListAnswer } from "@analyses/client/registryClient/answers";
import { checkGroupList, checkPerson } from "@analyses/schemas/generated/registryValidators.js";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { connect, never, reviewer, valueOf } from "./support/clients";

describe("whatever JSON a registry answers", () => {
  it("is refused with the very place that is wrong, wherever one value of a record is exchanged", async () => {
    const registry = await startReferenceRegistry();
    const client = await connect(registry, reviewer);
    const person = valueOf(await client.personMe({ signal: never }));
    const groups = { groups: valueOf(await client.groups({ signal: never })).slice(0, 20) };
    await registry.stop();

    const records = [
      { record: person, check: checkPerson },
      { record: groups, check: checkGroupList },
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...records),
        fc.infiniteStream(fc.nat()),
        fc.jsonValue({ maxDepth: 2 }),
        ({ record, check }, choices, value) => {
          // Not `structuredClone`, which would keep group types shared between groups.
          const changed = JSON.parse(JSON.stringify(record)) as object;
          const place = exchange(changed, choices, value);
          const answer = checkAnswer<unknown>(changed, check);
          if (answer.kind === "ok") return;
          assert.ok("path" in answer.fault);
          assert.ok(answer.fault.path.startsWith(place), `${answer.fault.path} is not in ${place}`);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("the check of an answer", () => {
  it("goes over it twice at the most, however many numbers stand where there should be text", () => {
    let times = 0;
    const counting = (value: unknown): value is unknown => {
      times += 1;
      const isRight = checkPerson(value);
      Reflect.set(counting, "errors", checkPerson.errors);
      return isRight;
    };
    const addresses = Array.from({ length: 2000 }, (_, zip) => ({ zip, unknown: 1 }));
    const answer = checkAnswer<unknown>({ personId: "1", addresses }, counting);
    assert.deepEqual(answer.kind === "ok" && answer.remarks, [
      "addresses[0].zip is a number, read as text, and 1999 more like it",
    ]);
    assert.equal(times, 2);
    assert.equal(addresses[1999]?.zip, "1999");
  });

  it("names a number for what it was where something else than text is expected", () => {
    for (const [active, found] of [
      [1, "number"],
      ["1", "string"],
    ]) {
      assert.deepEqual(checkAnswer<unknown>({ personId: 1, active }, checkPerson), {
        kind: "wrong",
        fault: { kind: "wrongType", path: "active", found, expected: "boolean" },
      });
    }
  });

  it("yields after each item once its time is up, and stops there if it is cancelled", async () => {
    const slow = (value: unknown): value is unknown => {
      for (const since = performance.now(); performance.now() - since < 10;);
      return value !== undefined;
    };
    let turns = 0;
    const ticking = setInterval(() => (turns += 1));
    const list = { name: "items", check: slow, isRequired: true };
    await checkListAnswer({ items: Array(20).fill({}) }, slow, list, never);
    clearInterval(ticking);
    assert.ok(turns >= 15, `${turns} turns`);

    const controller = new AbortController();
    const ended = checkListAnswer({ items: Array(20).fill({}) }, slow, list, controller.signal);
    controller.abort();
    assert.deepEqual(await ended, { kind: "cancelled" });
  });
});

/** Replaces a value at a random depth. @returns its path */
function exchange(holder: object, choices: Iterator<number>, value: unknown, above = ""): string {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(holder);
  const [key, inner] = entries[Number(choices.next().value) % entries.length] ?? ["", undefined];
  const place = Array.isArray(holder) ? `${above}[${key}]` : `${above}.${key}`.replace(/^\./, "");
  const deeper = typeof inner === "object" && inner !== null && Object.keys(inner).length > 0;
  if (deeper && Number(choices.next().value) % 3 > 0) return exchange(inner, choices, value, place);
  Reflect.set(holder, key, value);
  return place;
}
