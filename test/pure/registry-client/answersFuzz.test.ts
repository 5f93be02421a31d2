import assert from "node:assert/strict";
import fc from "fast-check";
import { checkAnswer } from "../../../client/src/registryClient/answers";
import type { RegistryValidator } from "../../../schemas/generated/registryValidators";
import {
  checkGroup,
  checkGroupList,
  checkGroupType,
  checkGroupTypeList,
  checkPerson,
  checkUser,
} from "../../../schemas/generated/registryValidators";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { connect, never, reviewer, valueOf } from "./support/clients";

const validators: readonly RegistryValidator<unknown>[] = [
  checkPerson,
  checkUser,
  checkGroup,
  checkGroupList,
  checkGroupType,
  checkGroupTypeList,
];

describe("whatever JSON a registry answers", () => {
  it("is read or refused, and never breaks the reader", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const check of validators) {
          assert.doesNotThrow(() => checkAnswer(structuredClone(value), check));
        }
      }),
      { numRuns: 500 },
    );
  });

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
          // Not a structured clone: groups share their types.
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

/** Exchanges one value somewhere inside; gives its place. */
function exchange(holder: object, choices: Iterator<number>, value: unknown, above = ""): string {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(holder);
  const [key, inner] = entries[Number(choices.next().value) % entries.length] ?? ["", undefined];
  const place = Array.isArray(holder) ? `${above}[${key}]` : `${above}.${key}`.replace(/^\./, "");
  const deeper = typeof inner === "object" && inner !== null && Object.keys(inner).length > 0;
  if (deeper && Number(choices.next().value) % 3 > 0) return exchange(inner, choices, value, place);
  Reflect.set(holder, key, value);
  return place;
}
