import assert from "node:assert/strict";
import { describeRegistryError } from "../../../client/src/registry/errorMessages";
import { groupId, groupTypeId } from "../../../client/src/registry/ids";
import type { Outcome } from "../../../client/src/registry/outcome";
import { inEnglish } from "../../../client/src/registry/translate";
import { changedJson } from "../../../registry/src/faults/changedJson";
import { extraFields } from "../../../registry/src/faults/extraFields";
import { missingFields } from "../../../registry/src/faults/missingFields";
import { nulls } from "../../../registry/src/faults/nulls";
import { wrongType } from "../../../registry/src/faults/wrongType";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { connect, errorOf, never, reviewer, valueOf } from "./support/clients";

const again = { signal: never, refresh: true };

describe("a registry's answer", () => {
  let registry: ReferenceRegistry;

  before(async () => {
    registry = await startReferenceRegistry();
  });
  beforeEach(() => registry.faults.clear());
  after(() => registry.stop());

  const withFault = async <T>(fault: Parameters<typeof registry.faults.use>[0], ask: () => Promise<T>) => {
    const end = registry.faults.use(fault);
    try {
      return await ask();
    } finally {
      end();
    }
  };

  it("may leave out or null all but identifiers: text reads as empty, lists as []", async () => {
    const client = await connect(registry, reviewer);
    for (const fault of [missingFields(), nulls("deep"), nulls("shallow")]) {
      const person = valueOf(await withFault(fault, () => client.personMe(again)));
      assert.notEqual(person.personId, "");
      assert.equal(person.firstName, "");
      assert.equal(person.user.userName, "");
      assert.equal(person.active ?? "not said", "not said");
      assert.ok(person.groupRoles.every(({ name }) => name === ""));
      const [group] = valueOf(await withFault(fault, () => client.groups(again)));
      assert.equal(group?.name, "");
    }
    const person = valueOf(
      await withFault(
        changedJson(() => ({ personId: "1" })),
        () => client.personMe(again),
      ),
    );
    assert.deepEqual([person.addresses, person.groupRoles, person.documentRoles], [[], [], []]);
    assert.equal(person.primaryGroup.groupId, "");
  });

  it("may hold fields that nobody described: they are kept out of every record", async () => {
    const client = await connect(registry, reviewer);
    const [group] = valueOf(await client.groups(again));
    const id = group?.groupId ?? groupId("");
    const type = group?.groupType.groupTypeId ?? groupTypeId("");
    const asks: readonly (() => Promise<Outcome<unknown>>)[] = [
      () => client.groupTypes(again),
      () => client.groupType(type, again),
      () => client.groups(again),
      () => client.group(id, again),
      () => client.personMe(again),
      () => client.userMe(again),
    ];
    for (const ask of asks) {
      const plain = valueOf(await ask());
      assert.deepEqual(valueOf(await withFault(extraFields(), ask)), plain);
    }
    assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
  });

  it("is refused with the place of a wrong type", async () => {
    const client = await connect(registry, reviewer);
    const sentences: string[] = [];
    for (const [pointer, value] of [
      ["/groups/17/groupId", 17],
      ["/groups/3/groupType/name", ["x"]],
      ["/groups/0", null],
      ["/groups", "none"],
      ["/numberOfEntries", 312],
      ["", []],
    ] as const) {
      const outcome = await withFault(wrongType(pointer, value), () => client.groups(again));
      assert.ok(outcome.kind === "failed");
      sentences.push(describeRegistryError(outcome.error, "Test", inEnglish));
    }
    const sentence = (fault: string) =>
      `What answers at the address of Test is not the registry's interface: ${fault}. Check the registry's address.`;
    assert.deepEqual(sentences, [
      sentence("groups[17].groupId is a number, not a string"),
      sentence("groups[3].groupType.name is an array, not a string"),
      sentence("groups[0] is null, not an object"),
      sentence("groups is a string, not an array"),
      sentence("numberOfEntries is a number, not a string"),
      sentence("the answer is an array, not an object"),
    ]);
  });

  it("is refused where a record has no identifier, and where a flag is no boolean", async () => {
    const client = await connect(registry, reviewer);
    const [group] = valueOf(await client.groups(again));
    const ask = () => client.group(group?.groupId ?? groupId(""), again);
    assert.deepEqual(
      errorOf(
        await withFault(
          changedJson(() => ({})),
          ask,
        ),
      ),
      {
        kind: "notTheInterface",
        fault: { kind: "missing", path: "groupId" },
      },
    );
    assert.deepEqual(errorOf(await withFault(wrongType("/active", "yes"), () => client.personMe(again))), {
      kind: "notTheInterface",
      fault: { kind: "wrongType", path: "active", found: "string", expected: "boolean" },
    });
  });
});
