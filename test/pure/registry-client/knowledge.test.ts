import assert from "node:assert/strict";
import type { HttpRegistryClient } from "../../../client/src/registryClient/httpRegistryClient";
import { groupId, groupTypeId, personId, userId } from "../../../client/src/registryClient/records";
import type { KnowledgeChange } from "../../../client/src/registryClient/knowledge";
import { indexGroups } from "../../../client/src/registryClient/knowledge";
import { changedJson } from "../../../registry/src/faults";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { connect, never, reviewer, valueOf } from "./support/clients";

const now = { signal: never };
const again = { signal: never, refresh: true };

describe("what is known of a registry", () => {
  let registry: ReferenceRegistry;
  let client: HttpRegistryClient;
  let changes: KnowledgeChange[];

  before(async () => {
    registry = await startReferenceRegistry();
  });
  beforeEach(async () => {
    registry.faults.clear();
    client = await connect(registry, reviewer);
    changes = [];
    client.knowledge.onDidChange((change) => changes.push(change));
  });
  after(() => registry.stop());

  const groupWithContact = () => {
    const [group] = [...registry.content.groups.values()].filter((one) => one.contactPerson.personId !== "");
    assert.ok(group);
    return groupId(group.groupId);
  };

  it("is nothing at first", () => {
    const { groups, groupTypes, people } = client.knowledge;
    assert.deepEqual([groups, groupTypes, people], [undefined, undefined, []]);
  });

  it("is every group and group type once the lists are read, by identifier and by type", async () => {
    const groups = valueOf(await client.groups(now));
    const groupTypes = valueOf(await client.groupTypes(now));
    assert.deepEqual(changes, ["groups", "groupTypes"]);
    const { knowledge } = client;
    assert.equal(knowledge.groups, groups);
    for (const group of groups) assert.equal(knowledge.group(group.groupId), group);
    const sizes = groupTypes.map(({ groupTypeId }) => knowledge.countOfType(groupTypeId) ?? 0);
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      groups.length,
    );
    for (const type of groupTypes) assert.deepEqual(knowledge.groupType(type.groupTypeId), type);
  });

  it("is the contact person of a group that was looked at, with the reason", async () => {
    const id = groupWithContact();
    const group = valueOf(await client.group(id, now));
    const { personId: contact, name, link } = group.contactPerson;
    const reason = { kind: "contactPerson", groupId: id, groupName: group.name };
    assert.deepEqual(client.knowledge.people, [
      { personId: contact, name, link, active: undefined, reasons: [reason] },
    ]);
    assert.ok(changes.includes("people"));
  });

  it("is me, with every further reason, and no one twice", async () => {
    const me = valueOf(await client.personMe(now));
    await client.userMe(now);
    await client.person(me.personId, now);
    await client.person(me.personId, again);
    const [known, ...others] = client.knowledge.people;
    assert.deepEqual(others, []);
    assert.equal(known?.active, true);
    assert.deepEqual(known.reasons, [{ kind: "me" }, { kind: "openedById" }]);
    assert.equal(client.knowledge.person(me.personId), known);
  });

  it("is a person who was opened by identifier, with name and link to refer to", async () => {
    const [stranger] = [...registry.content.people.values()];
    assert.ok(stranger);
    const { personId: id, firstName, link } = valueOf(await client.person(personId(stranger.personId), now));
    const known = client.knowledge.person(id);
    assert.ok(known);
    assert.ok(known.name.startsWith(firstName));
    assert.equal(known.link, link);
    assert.deepEqual(known.reasons, [{ kind: "openedById" }]);
  });

  it("is nobody who came up in a check or a hover", async () => {
    const inBackground = { signal: never, inBackground: true };
    const me = valueOf(await client.userMe(inBackground)).person.personId;
    const stranger = [...registry.content.people.values()].find((person) => person.personId !== me);
    assert.ok(stranger);
    valueOf(await client.person(personId(stranger.personId), inBackground));
    valueOf(await client.group(groupWithContact(), inBackground));
    const [user] = [...registry.content.users.values()].filter(({ person }) => person.personId !== me);
    valueOf(await client.user(userId(user?.userId ?? ""), inBackground));
    assert.deepEqual(
      client.knowledge.people.map(({ personId: id }) => id),
      [me],
    );
  });

  it("follows a record that changed, and tells of changes only", async () => {
    const me = valueOf(await client.personMe(now));
    await client.groups(now);
    changes.length = 0;
    await client.personMe(now);
    await client.personMe(again);
    await client.groups(now);
    assert.deepEqual(changes, []);

    registry.faults.use(changedJson((value) => ({ ...Object(value), lastName: "Married-Name" })));
    await client.person(me.personId, again);
    assert.match(client.knowledge.person(me.personId)?.name ?? "", /Married-Name$/);
    assert.deepEqual(changes, ["people"]);
  });

  it("does not count for empty references", async () => {
    registry.faults.use(
      changedJson((value) => ({ ...Object(value), contactPerson: null, subgroups: [{ groupId: "" }] })),
    );
    await client.group(groupWithContact(), now);
    assert.deepEqual(client.knowledge.people, []);
    assert.equal(client.knowledge.group(groupId("")), undefined);
  });
});

describe("the index of a list of groups", () => {
  const groups = Array.from({ length: 300_000 }, (_, number) => {
    const groupType = { groupTypeId: groupTypeId(String(number % 150_000)), name: "", link: "" };
    return { groupId: groupId(String(number)), name: "", link: "", groupType };
  });

  it("is made in turns, however many groups and types there are", async () => {
    let turns = 0;
    const ticking = setInterval(() => (turns += 1));
    const index = await indexGroups(groups, never);
    clearInterval(ticking);
    for (const place of [0, 65_536, 299_999]) {
      assert.equal(index?.byId.get(groupId(String(place))), groups[place]);
    }
    assert.equal(index?.countsByType.get(groupTypeId("149999"))?.count, 2);
    assert.ok(turns >= 2, `${turns} turns`);
  });

  it("is given up between two turns", async () => {
    const controller = new AbortController();
    const index = indexGroups(groups, controller.signal);
    controller.abort();
    assert.equal(await index, undefined);
  });
});
