import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type ContentRecords, readContent, enlarged } from "@analyses/registry/content";

const sampleText = readFileSync("registry/data/sample.json", "utf8");

function read(data: unknown): ContentRecords {
  const result = readContent(data);
  assert.ok(result.kind === "content", JSON.stringify(result));
  return result.records;
}

describe("the reference registry's data", () => {
  it("keeps to addresses and phone numbers that belong to no one", () => {
    const { groups, people } = read(JSON.parse(sampleText));
    for (const email of [
      ...groups.map((group) => group.email),
      ...people.flatMap((person) => [person.primaryEmail, person.secondaryEmail]),
    ]) {
      assert.match(email, /^$|@[a-z0-9.-]+\.example$/);
    }
    const setAside = [
      /^\+44 20 7946 0\d{3}$/,
      /^\+44 7700 900\d{3}$/,
      /^\+1 \d{3} 555 01\d\d$/,
      /^\+49 30 23125 \d{3}$/,
      /^\+49 171 39200\d\d$/,
      /^\+33 1 99 00 \d\d \d\d$/,
      /^\+33 6 39 98 \d\d \d\d$/,
      /^\+61 2 5550 \d{4}$/,
    ];
    const numbers = [
      ...people.map(({ mobilePhone }) => mobilePhone),
      ...[...groups.map(({ address }) => address), ...people.flatMap(({ addresses }) => addresses)].flatMap(
        (address) => [address.primaryPhone, address.secondaryPhone, address.primaryFax, address.secondaryFax],
      ),
    ].filter((number) => number !== "");
    assert.ok(numbers.length > 100);
    for (const number of numbers)
      assert.ok(
        setAside.some((range) => range.test(number)),
        number,
      );
  });

  it("is, enlarged, of the requested size, and sound, with the sample users", () => {
    const sample = read(JSON.parse(sampleText));
    for (const size of [
      { groups: 900, people: 700 },
      { groups: 1, people: 2 },
    ]) {
      const { groups, people, users } = read(enlarged(sample, size));
      assert.deepEqual([groups.length, people.length], [size.groups, size.people]);
      assert.equal(new Set(groups.map(({ name }) => name)).size, size.groups);
      for (const userName of ["reviewer", "reader"])
        assert.ok(users.some((user) => user.userName === userName));
    }
    const { groups, people } = sample;
    assert.deepEqual(enlarged(sample, { groups: groups.length, people: people.length }), sample);
  });

  it("is refused with the place of each fault", () => {
    const group = (change: object) => ({ groupId: "1", ...change });
    const cases: [object, string][] = [
      [{ groups: [group({ name: 7 })] }, "groups/0/name is not of type string"],
      [{ groups: [{ name: "No identifier" }] }, "groups/0 has no groupId"],
      [{ groups: {} }, "groups is not a list"],
      [{ groups: [group({}), group({})] }, "groups: 1 occurs twice"],
      [{ groups: [group({ groupId: "a b" })] }, 'groups: "a b" is not an identifier'],
      [{ people: [{ personId: "me" }] }, 'people: "me" is not an identifier'],
      [
        {
          users: [
            { userId: "1", userName: "a" },
            { userId: "2", userName: "a" },
          ],
        },
        "user names: a occurs twice",
      ],
    ];
    for (const [change, problem] of cases) {
      const result = readContent({ groupTypes: [], groups: [], people: [], users: [], ...change });
      assert.deepEqual(result, { kind: "faulty", problems: [problem] });
    }
    assert.equal(readContent("text").kind, "faulty");
    assert.equal(readContent(null).kind, "faulty");
  });
});
