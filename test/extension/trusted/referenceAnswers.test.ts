import assert from "node:assert/strict";
import type { RecordToLookUp } from "@analyses/protocol/referenceMessages";
import { PublicAddresses } from "@analyses/client/registries/publicAddresses";
import { ReferenceAnswers } from "@analyses/client/references/referenceAnswers";
import { latency } from "../../support/registryFaults";
import { eventually } from "../../support/eventually";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { answersFor, TreeSetting, registryInSettings } from "../support/registryTree";

const uri = "file:///references.analyses.json";

describe("the client's answers to the language server about references", () => {
  const { registry, setting, addresses, configure, startAgain } = registryInSettings();
  let answers: ReferenceAnswers;

  beforeEach(() => (answers = new ReferenceAnswers(setting.registries, addresses)));
  afterEach(() => answers.dispose());

  const { signal } = new AbortController();
  const check = async (...records: readonly RecordToLookUp[]) =>
    (await answers.lookUp({ uri, purpose: "check", records }, signal)).results;
  const hover = async (record: RecordToLookUp) =>
    (await answers.lookUp({ uri, purpose: "hover", records: [record] }, signal)).results[0];

  const group = (id: string, base = registry.url): RecordToLookUp => ({
    kind: "group",
    id,
    link: `${base}/rest/groups/${id}`,
  });
  const person = (id: string): RecordToLookUp => ({
    kind: "person",
    id,
    link: `${registry.url}/rest/people/${id}`,
  });
  const [groupIds, peopleIds] = [
    () => Array.from(registry.content.groups.values(), ({ groupId }) => groupId),
    () => Array.from(registry.content.people.values(), ({ personId }) => personId),
  ];
  const paths = () => registry.requests.map(({ target }) => target);

  it("asks no registry where links may be of several, until the user has chosen, and keeps to that", async () => {
    const publicUrl = "https://registry.example";
    const both = await Promise.all([
      startReferenceRegistry({ publicUrl }),
      startReferenceRegistry({ publicUrl }),
    ]);
    try {
      await configure(both.map(({ url }, index) => ({ name: `Copy ${index}`, url })));
      for (const { client } of setting.registries.all) await client.groups({ signal });
      for (const each of both) each.clearLog();
      const [id = ""] = groupIds();
      answers.dispose();
      const asked: string[][] = [];
      answers = new ReferenceAnswers(
        setting.registries,
        addresses,
        () => Promise.resolve(true),
        ({ registries }) => {
          asked.push(registries.map(({ name }) => name));
          return Promise.resolve(undefined);
        },
      );
      for (let round = 0; round < 2; round += 1) {
        const [result] = await check(group(id, publicUrl));
        assert.ok(result?.kind === "notChecked");
        assert.equal(result.reason, "severalRegistries");
        assert.match(result.message, /https:\/\/registry\.example: Copy 0, Copy 1/);
      }
      assert.deepEqual(asked, [["Copy 0", "Copy 1"]], "once");
      assert.deepEqual(
        both.flatMap(({ requests }) => requests.map(({ target }) => target)),
        [],
      );

      const second = setting.registries.all[1];
      assert.ok(second);
      let changes = 0;
      addresses.onDidChange(() => (changes += 1));
      await addresses.choose(publicUrl, second);
      assert.equal(changes, 1);
      const [result] = await check(group(id, publicUrl));
      assert.ok(result?.kind === "known");
      assert.equal(result.record.registry, "Copy 1");

      // A window of the same profile whose settings name neither registry keeps the stored state.
      const { memento } = setting;
      await configure([]);
      const other = new TreeSetting({ memento });
      new PublicAddresses(other.registries, memento).dispose();
      other.dispose();
      await configure(both.map(({ url }, index) => ({ name: `Copy ${index}`, url })));
      assert.equal(addresses.find(`${publicUrl}/rest/groups/1`)?.registry.name, "Copy 1");
      const [first] = setting.registries.all;
      assert.equal(first && addresses.of(first), publicUrl);
    } finally {
      await Promise.all(both.map((each) => each.stop()));
    }
  });

  it("names all groups of a document by one request, without a sign-in", async () => {
    const ids = groupIds().slice(0, 50);
    const results = await check(...ids.map((id) => group(id)));
    assert.deepEqual(
      results.map((result) => result.kind === "known" && result.record.name),
      ids.map((id) => registry.content.groups.get(id)?.name),
    );
    assert.deepEqual(paths(), ["/rest/groups"]);
    await check(...ids.map((id) => group(id)));
    assert.equal(registry.requests.length, 1, "what was read a moment ago is not asked for again");
  });

  it("requests each person once, and without a sign-in reports that instead of a request", async () => {
    const ids = peopleIds().slice(0, 20);
    for (const result of await check(...ids.map(person))) {
      assert.ok(result.kind === "notChecked" && result.reason === "signedOut", result.kind);
      assert.match(result.message, /Sign in to Test registry/);
    }
    assert.equal(registry.requests.length, 0);
    await setting.signIn();
    registry.clearLog();
    const results = await check(...ids.map(person));
    assert.ok(results.every(({ kind }) => kind === "known"));
    assert.deepEqual(paths().sort(), ids.map((id) => `/rest/people/${id}`).sort());
  });

  it("has only a person's public fields: no address, number or e-mail", async () => {
    await setting.signIn();
    for (const id of peopleIds().slice(0, 30)) {
      const result = await hover(person(id));
      assert.ok(result?.kind === "known");
      const allowed = "kind id name link primaryGroup active otherNames registry readAt".split(" ");
      for (const field of Object.keys(result.record)) assert.ok(allowed.includes(field), field);
    }
  });

  it("shows a group's type, status and contact person to a signed-in user, else name and type", async () => {
    const [id = ""] = groupIds();
    const signedOut = await hover(group(id));
    assert.ok(signedOut?.kind === "known" && signedOut.record.kind === "group");
    assert.ok(signedOut.record.groupType);
    assert.equal(signedOut.record.status, undefined);
    await setting.signIn();
    const signedIn = await hover(group(id));
    assert.ok(signedIn?.kind === "known" && signedIn.record.kind === "group");
    assert.equal(signedIn.record.status, registry.content.groups.get(id)?.status);
    assert.ok(signedIn.record.readAt <= Date.now());
  });

  it("calls an identifier unknown only when the registry answered 404 for it", async () => {
    const [id = ""] = groupIds();
    registry.content.groups.delete(id);
    assert.equal((await check(group(id)))[0]?.kind, "notChecked", "nobody is signed in to ask for it");
    await setting.signIn();
    assert.deepEqual(await check(group(id), person("999999999")), [
      { kind: "unknownId", registry: "Test registry" },
      { kind: "unknownId", registry: "Test registry" },
    ]);
  });

  it("reports what the account may not read, and does not report it as unknown", async () => {
    await setting.signIn("reader");
    const results = await check(...peopleIds().slice(0, 10).map(person));
    const reasons = results.map((result) => (result.kind === "notChecked" ? result.reason : result.kind));
    assert.ok(reasons.includes("forbidden"), reasons.join());
    assert.ok(!reasons.includes("unknownId"), reasons.join());
  });

  it("sends no request about links that name none of the user's registries", async () => {
    const elsewhere = "https://elsewhere.example";
    assert.deepEqual(await check(group("1", elsewhere), { ...group("1"), link: "" }), [
      { kind: "otherRegistry" },
      { kind: "otherRegistry" },
    ]);
    assert.equal(registry.connections, 0);
  });

  it("never has more than four requests of a check in progress, so that the user's come first, and ends them when it is cancelled", async () => {
    await setting.signIn();
    registry.clearLog();
    registry.faults.use(latency(60_000));
    const controller = new AbortController();
    const records = peopleIds().slice(0, 40).map(person);
    const looking = answers.lookUp({ uri, purpose: "check", records }, controller.signal);
    await eventually(() => assert.equal(registry.requests.length, 4));
    controller.abort();
    const { results } = await looking;
    assert.ok(results.every((result) => result.kind === "notChecked" && result.reason === "cancelled"));
    assert.equal(registry.requests.length, 4);
  });

  it("knows a registry by the public host that its links name, also in the next session", async () => {
    await registry.stop();
    const publicUrl = "https://registry.example.org";
    await startAgain({ publicUrl });
    await configure([{ name: "Test registry", url: registry.url }]);
    const [id = ""] = groupIds();
    assert.deepEqual(await check(group(id, publicUrl)), [{ kind: "otherRegistry" }]);
    await setting.open("Group types");
    await eventually(async () => assert.equal((await check(group(id, publicUrl)))[0]?.kind, "known"));
    const { memento } = setting;
    const later = new TreeSetting({ memento });
    registry.clearLog();
    const { results } = await answersFor(later).lookUp(
      { uri, purpose: "check", records: [group(id, publicUrl)] },
      signal,
    );
    assert.equal(results[0]?.kind, "known");
    assert.deepEqual(paths(), ["/rest/groups"], "and asks it at the address of the settings");
    later.dispose();
  });
});

describe("what is suggested to a user who writes a reference", () => {
  const { registry, setting } = registryInSettings();
  let answers: ReferenceAnswers;
  beforeEach(() => (answers = answersFor(setting)));
  afterEach(() => answers.dispose());

  it("are the groups that match what is typed, with type and link", async () => {
    const [group] = registry.content.groups.values();
    assert.ok(group);
    await eventually(async () => {
      const asked = { uri, kinds: ["group"], text: group.name, limit: 20, mayWait: true } as const;
      const { suggestions } = await answers.suggest(asked);
      assert.equal(suggestions[0]?.id, group.groupId);
      assert.match(suggestions[0].link, new RegExp(`/rest/groups/${group.groupId}$`));
      assert.notEqual(suggestions[0].detail, "");
    });
    assert.equal(registry.requests.length, 1);
  });

  it("come at once while the registry is slow, are marked incomplete, and do not request the list twice", async () => {
    registry.faults.use(latency(60_000));
    for (const mayWait of [false, false, true]) {
      const answer = await answers.suggest({ uri, kinds: ["group"], text: "", limit: 20, mayWait });
      assert.deepEqual([answer.suggestions, answer.isIncomplete], [[], true]);
      assert.match(answer.note ?? "", /still being read/);
      await eventually(() => assert.equal(registry.requests.length, 1));
    }
  });

  it("are, of people, those who are known, with a note to a user who is signed out", async () => {
    const { note } = await answers.suggest({ uri, kinds: ["person"], text: "", limit: 20, mayWait: true });
    assert.match(note ?? "", /Not signed in/);
    assert.equal(registry.requests.length, 0);
    await setting.signIn();
    await setting.open("Me");
    const asked = { uri, kinds: ["person"], text: "eleanor", limit: 20, mayWait: true } as const;
    const { suggestions } = await answers.suggest(asked);
    assert.deepEqual(
      suggestions.map(({ name }) => name),
      ["Eleanor Bríd Carrow"],
    );
  });
});
