import assert from "node:assert/strict";
import type { RegistryReference } from "@analyses/protocol/references";
import { indexGroups } from "@analyses/client/registryClient/answers";
import { groupId, groupTypeId, personId, userId } from "@analyses/client/registryClient/records";
import { type RegistryAddress, readRegistryAddress } from "@analyses/client/registryClient/registryAddress";
import { addressesOfPins, forgetPins, pinLimit, Pins } from "@analyses/client/registries/pins";
import { RegistryStore } from "@analyses/client/registryClient/registryStore";
import { MemoryMemento } from "../../extension/support/memoryMemento";

function addressOf(text: string): RegistryAddress {
  const reading = readRegistryAddress(text);
  assert.ok(reading.kind === "address");
  return reading.address;
}

const here = addressOf("https://registry.example");
const elsewhere = addressOf("https://test.registry.example");

const me = () => userId("1");
/** The store of a registry that has not been read yet. */
const nothing = new RegistryStore();

const person = {
  kind: "person",
  id: "11143",
  name: "Åse Ødegård",
  link: "https://registry.example/rest/people/11143",
} as const;

describe("pinned groups and people", () => {
  it("are still there at the next start, the latest first, each registry's apart", async () => {
    const store = new MemoryMemento();
    const group = { ...person, kind: "group", id: "2" } as const;
    await new Pins(here, store, me, nothing).add(person);
    await new Pins(here, store, me, nothing).add(group);
    assert.deepEqual(new Pins(here, store, me, nothing).all, [person, group]);
    assert.deepEqual(new Pins(elsewhere, store, me, nothing).all, []);
  });

  it("are none without an identifier, as could once be pinned", async () => {
    const store = new MemoryMemento();
    await new Pins(here, store, me, nothing).add({ ...person, id: "" });
    assert.deepEqual(new Pins(here, store, me, nothing).all, []);
  });

  it("are stored as kind, identifier, name and link, and nothing else of a person", async () => {
    const store = new MemoryMemento();
    const whole: RegistryReference & Record<string, unknown> = {
      ...person,
      mobilePhone: "+44 7700 900001",
      addresses: ["At home"],
    };
    await new Pins(here, store, me, nothing).add(whole);
    assert.deepEqual(new Pins(here, store, me, nothing).all, [person]);
    assert.ok(!/7700|home/.test(store.text));
  });

  it("of people are for the account that pinned them, and gone while it is signed out", async () => {
    const store = new MemoryMemento();
    const group = { ...person, kind: "group", id: "2" } as const;
    await new Pins(here, store, me, nothing).add(person);
    await new Pins(here, store, me, nothing).add(group);
    assert.deepEqual(new Pins(here, store, () => undefined, nothing).all, [group]);
    assert.deepEqual(new Pins(here, store, () => userId("2"), nothing).all, [group]);
    assert.ok(!new Pins(here, store, () => undefined, nothing).has(person));
    await new Pins(here, store, () => undefined, nothing).add(person);
    assert.deepEqual(new Pins(here, store, me, nothing).all, [person, group]);
  });

  it("have the name and the link that the registry gives them now, which are written into documents", async () => {
    const known = new RegistryStore();
    const pins = new Pins(here, new MemoryMemento(), me, known);
    const group = { kind: "group", id: "2", name: "Former name", link: "" } as const;
    await pins.add(person);
    await pins.add(group);
    const link = "https://registry.example/rest/groups/2";
    const groupType = { groupTypeId: groupTypeId("t"), name: "Type", link: "" };
    const list = [{ groupId: groupId("2"), name: "Name of today", link, groupType }];
    const groups = await indexGroups(list, new AbortController().signal);
    assert.ok(groups);
    known.learnGroups(groups);
    const now = { personId: personId(person.id), name: "Åse Nygård", link: person.link };
    known.meetReferredPerson(now, { kind: "ofUser" });
    assert.deepEqual(pins.all, [
      { ...person, name: "Åse Nygård" },
      { ...group, name: "Name of today", link },
    ]);
  });

  it("are taken away again, and leave nothing stored", async () => {
    const store = new MemoryMemento();
    const pins = new Pins(here, store, me, nothing);
    await pins.add(person);
    await pins.remove({ kind: "person", id: "11143" });
    assert.deepEqual(pins.all, []);
    assert.deepEqual(store.keys(), []);
  });

  it("are there once, with the latest name, and never more than the limit", async () => {
    const pins = new Pins(here, new MemoryMemento(), me, nothing);
    for (let id = 0; id <= pinLimit; id += 1) await pins.add({ ...person, id: String(id) });
    await pins.add({ ...person, id: "5", name: "Åse Nygård" });
    assert.equal(pins.all.length, pinLimit);
    assert.deepEqual(
      pins.all.filter(({ id }) => id === "5").map(({ name }) => name),
      ["Åse Nygård"],
    );
    assert.ok(!pins.has({ kind: "person", id: "0" }));
  });

  it("keep name and link where a reference that the registry gives has neither", async () => {
    const known = new RegistryStore();
    const pins = new Pins(here, new MemoryMemento(), me, known);
    await pins.add(person);
    known.meetReferredPerson({ personId: personId(person.id), name: "", link: "" }, { kind: "ofUser" });
    assert.deepEqual(pins.all, [person]);
  });

  it("are known by their registry, and forgotten for one of them when the user says so", async () => {
    const store = new MemoryMemento();
    await store.update("something else", true);
    await new Pins(here, store, me, nothing).add(person);
    await new Pins(elsewhere, store, me, nothing).add(person);
    assert.deepEqual(addressesOfPins(store), [here, elsewhere]);
    await forgetPins(store, here);
    assert.deepEqual(new Pins(here, store, me, nothing).all, []);
    assert.equal(new Pins(elsewhere, store, me, nothing).all.length, 1);
    assert.equal(store.get("something else"), true);
  });

  it("are none where what is stored makes no sense", async () => {
    for (const nonsense of ["text", 17, null, { kind: "person" }, [{ kind: "person", id: 1 }, "x", null]]) {
      const store = new MemoryMemento();
      await store.update(`pins:${here}`, nonsense);
      await store.update(`pins:${here} 1`, nonsense);
      assert.deepEqual(new Pins(here, store, me, nothing).all, []);
    }
  });
});
