import assert from "node:assert/strict";
import type { RegistryClient } from "@analyses/client/registryClient/registryClient";
import { groupId, groupTypeId, personId, titledNames, userId } from "@analyses/client/registryClient/records";
import type { RegistryChange } from "@analyses/client/registryClient/registryStore";
import { indexGroups } from "@analyses/client/registryClient/answers";
import { changedJson, failing } from "../../support/registryFaults";
import { registryForSuite } from "../../support/referenceRegistry";
import { connect, never, reviewer, valueOf } from "./support/clients";

const now = { signal: never };
const again = { signal: never, refresh: true };

describe("what is known of a registry", () => {
  const registry = registryForSuite();
  let client: RegistryClient;
  let changes: RegistryChange["kind"][];

  beforeEach(async () => {
    client = await connect(registry, reviewer);
    changes = [];
    client.store.onDidChange(({ kind }) => changes.push(kind));
  });

  const groupWithContact = () => {
    const [group] = [...registry.content.groups.values()].filter((one) => one.contactPerson.personId !== "");
    assert.ok(group);
    return groupId(group.groupId);
  };

  it("is every group and group type once the lists are read, by identifier and by type", async () => {
    const groups = valueOf(await client.groups(now));
    const groupTypes = valueOf(await client.groupTypes(now));
    assert.deepEqual(changes, ["groups", "groupTypes"]);
    const { store } = client;
    assert.equal(store.groups, groups);
    for (const group of groups) assert.equal(store.group(group.groupId), group);
    const sizes = groupTypes.map(({ groupTypeId }) => store.countOfType(groupTypeId) ?? 0);
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      groups.length,
    );
    assert.equal(store.groupTypes, groupTypes);
  });

  it("is the contact person of a group that was looked at, with the reason", async () => {
    const id = groupWithContact();
    const group = valueOf(await client.group(id, now));
    const { personId: contact, name, link } = group.contactPerson;
    const reason = { kind: "contactPerson", groupId: id, groupName: group.name };
    assert.deepEqual(client.store.people, [
      { personId: contact, name, link, active: undefined, reasons: [reason] },
    ]);
    assert.ok(changes.includes("people"));
  });

  it("is a person's name as references have it, next to that of the person's own record, until you sign out", async () => {
    const id = groupWithContact();
    registry.faults.use(
      changedJson((value) =>
        Object.assign({}, value, {
          contactPerson: { personId: "7", name: "Prof Jane Q. Doe, PhD", link: "" },
        }),
      ),
    );
    await client.group(id, now);
    registry.faults.clear();
    const { store } = client;
    assert.equal(store.nameInReferences(personId("7")), "Prof Jane Q. Doe, PhD");
    client.signOut();
    assert.equal(store.nameInReferences(personId("7")), "");
  });

  it("is each spelling of a person's name with titles", async () => {
    const me = valueOf(await client.personMe(now));
    const person = { ...me, firstName: "Jane", middleNames: "Quinn", lastName: "Doe" };
    const [plain, prefix, suffix] = ["Jane Quinn Doe", "Prof", "PhD"];
    assert.deepEqual(titledNames({ ...person, prefix: "", suffix: "" }), [plain]);
    const all = [
      plain,
      `Prof ${plain}`,
      `${plain} PhD`,
      `${plain}, PhD`,
      `Prof ${plain} PhD`,
      `Prof ${plain}, PhD`,
    ];
    assert.deepEqual(titledNames({ ...person, prefix, suffix }), all);
  });

  it("is me, with every further reason, and no one twice", async () => {
    const me = valueOf(await client.personMe(now));
    await client.userMe(now);
    await client.person(me.personId, now);
    await client.person(me.personId, again);
    const [known, ...others] = client.store.people;
    assert.deepEqual(others, []);
    assert.equal(known?.active, true);
    assert.deepEqual(known.reasons, [{ kind: "me" }, { kind: "openedById" }]);
    assert.equal(client.store.person(me.personId), known);
  });

  it("is a person who was opened by identifier, with name and link to refer to", async () => {
    const [stranger] = [...registry.content.people.values()];
    assert.ok(stranger);
    const { personId: id, firstName, link } = valueOf(await client.person(personId(stranger.personId), now));
    const known = client.store.person(id);
    assert.ok(known);
    assert.ok(known.name.startsWith(firstName));
    assert.equal(known.link, link);
    assert.deepEqual(known.reasons, [{ kind: "openedById" }]);
  });

  it("is no person who only came up in a check or a hover", async () => {
    const inBackground = { signal: never, inBackground: true };
    const me = valueOf(await client.userMe(inBackground)).person.personId;
    const stranger = [...registry.content.people.values()].find((person) => person.personId !== me);
    assert.ok(stranger);
    valueOf(await client.person(personId(stranger.personId), inBackground));
    valueOf(await client.group(groupWithContact(), inBackground));
    const [user] = [...registry.content.users.values()].filter(({ person }) => person.personId !== me);
    valueOf(await client.user(userId(user?.userId ?? ""), inBackground));
    assert.deepEqual(
      client.store.people.map(({ personId: id }) => id),
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
    assert.match(client.store.person(me.personId)?.name ?? "", /Married-Name$/);
    assert.deepEqual(changes, ["people"]);
  });

  it("does not count for empty references", async () => {
    registry.faults.use(
      changedJson((value) => ({ ...Object(value), contactPerson: null, subgroups: [{ groupId: "" }] })),
    );
    await client.group(groupWithContact(), now);
    assert.deepEqual(client.store.people, []);
    assert.equal(client.store.group(groupId("")), undefined);
  });

  it("is no person to whom the registry gives no identifier", async () => {
    registry.faults.use(changedJson((value) => ({ ...Object(value), personId: "" })));
    await client.personMe(now);
    await client.person(personId("11143"), now);
    assert.deepEqual(client.store.people, []);
  });

  it("is a group's status and the group above it, and what was looked at, until you sign out", async () => {
    const [above] = [...registry.content.groups.values()].filter(({ subgroups }) => subgroups.length > 0);
    const below = above?.subgroups[0];
    assert.ok(above && below);
    const [id, subgroup] = [groupId(above.groupId), groupId(below.groupId)];
    const { store } = client;
    assert.deepEqual([store.statusOf(id), store.parentOf(subgroup)], ["", undefined]);
    const { status, name, link } = valueOf(await client.group(id, now));
    store.noteLook({ kind: "group", id });
    assert.notEqual(status, "");
    assert.equal(store.statusOf(id), status);
    assert.deepEqual(store.parentOf(subgroup), { groupId: id, name, link });
    assert.deepEqual(store.recent, [{ kind: "group", id }]);
    client.signOut();
    assert.deepEqual([store.statusOf(id), store.parentOf(subgroup), store.recent], ["", undefined, []]);
  });

  it("is the contact person of a group under its present name", async () => {
    const id = groupWithContact();
    const contactPerson = { personId: "Jane", name: "Jane", link: "" };
    for (const name of ["Old", "New"]) {
      registry.faults.clear();
      registry.faults.use(changedJson((value) => Object.assign({}, value, { name, contactPerson })));
      changes.length = 0;
      await client.group(id, again);
    }
    const known = client.store.people.map(({ personId, reasons }) => [personId, reasons]);
    assert.deepEqual(known, [["Jane", [{ kind: "contactPerson", groupId: id, groupName: "New" }]]]);
    assert.ok(changes.includes("people"));
  });

  it("is no group any more, after the sign-out, that only another group's own record names", async () => {
    const [group] = [...registry.content.groups.values()].filter(({ subgroups }) => subgroups.length > 0);
    assert.ok(group);
    const name = "A name that only the signed-in see";
    const unlisted = { groupId: "unlisted", name, link: "" };
    registry.faults.use(changedJson((value) => Object.assign({}, value, { subgroups: [unlisted] })));
    await client.group(groupId(group.groupId), now);
    registry.faults.clear();
    assert.equal(client.store.group(groupId("unlisted"))?.name, name);
    const [type] = [...registry.content.groupTypes.values()];
    const { groups } = valueOf(await client.groupType(groupTypeId(type?.groupTypeId ?? ""), now));
    changes.length = 0;
    client.signOut();
    assert.equal(client.store.group(groupId("unlisted")), undefined);
    assert.equal(client.store.group(groupId(group.groupId)), undefined);
    assert.ok(changes.includes("groups"));
    // Groups named by a group type are public.
    for (const each of groups.filter(({ groupId }) => groupId !== group.groupId)) {
      assert.equal(client.store.group(each.groupId)?.name, each.name);
    }
  });

  it("is who is signed in and whether the registry answers, and tells of both", async () => {
    const { store } = client;
    assert.deepEqual([store.account.kind, store.connection], ["signedIn", "answers"]);
    registry.faults.use(failing(500));
    await client.groups(now);
    assert.equal(store.connection, "fails");
    registry.faults.use(failing(401));
    await client.personMe(now);
    assert.deepEqual([store.account.kind, store.connection], ["rejected", "answers"]);
    client.dispose();
    assert.deepEqual(changes, ["connection", "connection", "account"], "and not of its own end");
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
    assert.equal(index?.countsByType.get(groupTypeId("149999")), 2);
    assert.ok(turns >= 2, `${turns} turns`);
  });

  it("is given up between two turns", async () => {
    const controller = new AbortController();
    const index = indexGroups(groups, controller.signal);
    controller.abort();
    assert.equal(await index, undefined);
  });
});
