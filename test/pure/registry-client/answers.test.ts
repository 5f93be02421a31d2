import assert from "node:assert/strict";
import { checkAnswer, checkListAnswer } from "@analyses/client/registryClient/answers";
import { groupId, groupTypeId } from "@analyses/client/registryClient/records";
import type { Outcome } from "@analyses/client/registryClient/registryError";
import { checkPerson } from "@analyses/schemas/generated/registryValidators.js";
import { each } from "../../support/each";
import { changedJson, extraFields, missingFields, nulls, wrongType } from "../../support/registryFaults";
import { registryForSuite } from "../../support/referenceRegistry";
import { connect, errorOf, never, reviewer, valueOf } from "./support/clients";

const again = { signal: never, refresh: true };

describe("a registry's answer", () => {
  const registry = registryForSuite();

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

  it("may hold fields that the interface does not describe: they are kept out of every record", async () => {
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

  describe("that is a list", () => {
    const remarks: string[] = [];
    const listed = async (body: unknown) => {
      remarks.length = 0;
      const client = await connect(registry, undefined, { remarks });
      return withFault(
        changedJson(() => body),
        () => client.groups(again),
      );
    };

    it("is nothing without the list: other JSON is no registry without groups", async () => {
      for (const body of [{}, { error: "x" }, { groups: null }, { numberOfEntries: "7" }]) {
        assert.deepEqual(
          errorOf(await listed(body)),
          { kind: "notTheInterface", fault: { kind: "missing", path: "groups" } },
          JSON.stringify(body),
        );
      }
      assert.deepEqual(remarks, ["groups is missing in its answer."]);
      assert.deepEqual(valueOf(await listed({ groups: [] })), []);
    });

    it("is empty where the registry counts none and leaves it out", async () => {
      for (const body of [
        { numberOfEntries: "0" },
        { numberOfEntries: "0", groups: null },
        { numberOfEntries: 0 },
      ]) {
        assert.deepEqual(valueOf(await listed(body)), [], JSON.stringify(body));
      }
    });

    it("is read without the records that cannot be, and the log counts and names them", async () => {
      const client = await connect(registry, undefined, { remarks });
      const all = valueOf(await client.groups(again));
      for (const [pointer, value, reason] of [
        [
          "/groups/17/groupId",
          true,
          "groups[17].groupId in its answer is of the JSON type boolean instead of string.",
        ],
        [
          "/groups/3/groupType/name",
          ["x"],
          "groups[3].groupType.name in its answer is of the JSON type array instead of string.",
        ],
        ["/groups/0", null, "groups[0] in its answer is of the JSON type null instead of object."],
        ["/groups/0", {}, "groups[0].groupId is missing in its answer."],
      ] as const) {
        remarks.length = 0;
        // A new client: the first one would receive 304 Not Modified.
        const other = await connect(registry, undefined, { remarks });
        const kept = await withFault(wrongType(pointer, value), () => other.groups(again));
        assert.equal(valueOf(kept).length, all.length - 1);
        const gaps = { sent: all.length, leftOut: 1, announced: "" };
        assert.deepEqual(kept.kind === "ok" && kept.gaps, gaps);
        assert.deepEqual(await other.groups({ signal: never }), kept, "from memory as well");
        assert.deepEqual(remarks, [`1 of ${all.length} groups could not be read. ${reason}`]);
      }
    });

    it("is refused where none of its records can be read", async () => {
      assert.deepEqual(errorOf(await listed({ groups: [{ groupId: null }, {}] })), {
        kind: "notTheInterface",
        fault: { kind: "wrongType", path: "groups[0].groupId", found: "null", expected: "string" },
      });
    });

    it("is read with numbers as text, but for those whose digits may be lost", async () => {
      const groups = [{ groupId: 17, name: 2.5 }, { groupId: "18" }, { groupId: 2 ** 60 }];
      const [first, ...more] = valueOf(await listed({ numberOfEntries: 3, groups }));
      assert.deepEqual([first?.groupId, first?.name], ["17", "2.5"]);
      each(more, ({ groupId: id }) => id, ["18"]);
      assert.deepEqual(remarks, [
        "numberOfEntries is a number: numbers are read as text",
        "groups[0].groupId is a number: numbers are read as text",
        "1 of 3 groups could not be read. groups[2].groupId in its answer is of the JSON type number instead of string.",
      ]);
    });

    it("is read whatever it says of its length, and the log says where that differs", async () => {
      const outcome = await listed({ numberOfEntries: "5", groups: [{ groupId: "1" }] });
      assert.equal(valueOf(outcome).length, 1);
      assert.deepEqual(outcome.kind === "ok" && outcome.gaps, { sent: 1, leftOut: 0, announced: "5" });
      assert.deepEqual(remarks, ['numberOfEntries is "5", and there are 1 groups']);
      const right = await listed({ numberOfEntries: "1", groups: [{ groupId: "1" }] });
      assert.ok(right.kind === "ok" && right.gaps === undefined);
      const markup = await listed({ numberOfEntries: "<b>\n", groups: [] });
      assert.deepEqual(markup.kind === "ok" && markup.gaps, { sent: 0, leftOut: 0, announced: "????" });
    });
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
    assert.ok(answer.kind === "ok");
    assert.deepEqual(answer.remarks, ["addresses[0].zip is a number: numbers are read as text"]);
    assert.match(JSON.stringify(answer.value), /"zip":"1999"/);
    assert.equal(times, 2);
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
