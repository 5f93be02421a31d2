import assert from "node:assert/strict";
import type { ClientCapabilities } from "vscode-languageserver-protocol/node";
import { CodeActionRequest, CompletionRequest, HoverRequest } from "vscode-languageserver-protocol/node";
import {
  type LookUpResult,
  type RecordToLookUp,
  type ReferenceCheckReport,
  checkReferencesRequest,
  registriesChangedNotification,
} from "@analyses/protocol/referenceMessages";
import { each } from "../support/each";
import { eventually } from "../support/eventually";
import { groupLink, groupRecord, groupReference, withAnalyses } from "../support/references";
import { LspClient } from "./support/lspClient";
import { RegistryAnswers } from "./support/registryAnswers";

const uri = "file:///review.analyses.json";

const pulling: ClientCapabilities = {
  textDocument: {
    diagnostic: {},
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
  workspace: {
    configuration: true,
    diagnostics: { refreshSupport: true },
    workspaceEdit: { documentChanges: true },
  },
};

const named =
  (name: string) =>
  ({ id }: RecordToLookUp): LookUpResult => ({ kind: "known", record: groupRecord(id, name) });

const never = (): Promise<never> => new Promise(() => undefined);

describe("references, checked with a client that knows registries", () => {
  let client: LspClient;
  let registry: RegistryAnswers;
  afterEach(() => client.stop());

  async function start(
    capabilities: ClientCapabilities = pulling,
    settings: unknown = {},
    initializationOptions: unknown = { answersReferenceRequests: true },
  ): Promise<void> {
    client = await LspClient.start({ capabilities, settings, initializationOptions });
    registry = new RegistryAnswers(client);
  }

  const codes = async (): Promise<unknown[]> => (await client.pull(uri)).map(({ code }) => code);
  const checked = (count: number): Promise<void> =>
    eventually(() => assert.equal(registry.reports.length, count));
  const at = (text: string, place: string) => ({
    textDocument: { uri },
    position: { line: 0, character: text.indexOf(place) + 1 },
  });

  it("are looked up on open, each record once, and published by a refresh", async () => {
    await start();
    registry.answer = named("New");
    await client.open(
      uri,
      withAnalyses(groupReference("2", "Old"), groupReference("2", "New"), groupReference("3", "New")),
    );
    await eventually(() => assert.equal(client.refreshes, 1));
    assert.deepEqual(await codes(), ["reference-outdated"]);
    each(registry.lookUps, ({ purpose, records }) => [purpose, records.map(({ id }) => id)], [
      ["check", ["2", "3"]],
    ]);
    await checked(1);
    assert.deepEqual(registry.reports[0], { uri, version: 1, checked: 2, otherRegistry: 0, notChecked: [] });
  });

  it("are pushed to clients that cannot pull", async () => {
    await start({});
    registry.answer = ({ id }) =>
      id === "2" ? { kind: "unknownId", registry: "R" } : { kind: "otherRegistry" };
    await client.open(uri, withAnalyses(groupReference("2", "A"), groupReference("3", "B")));
    await eventually(() => {
      const newest = client.published.at(-1);
      assert.equal(newest?.version, 1);
      each(newest.diagnostics, ({ code }) => code, ["reference-unknown"]);
    });
  });

  it("are not looked up as the author types, and again at a save", async () => {
    await start();
    const text = withAnalyses(groupReference("2", "Old"), groupReference("3", "Old"));
    registry.answer = named("New");
    await client.open(uri, text);
    await checked(1);
    const start1 = { line: 0, character: text.indexOf("Old") };
    const end = { line: 0, character: start1.character + 3 };
    await client.change(uri, { range: { start: start1, end }, text: "Older" });
    const [left] = await client.pull(uri);
    assert.equal(left?.code, "reference-outdated");
    assert.equal(left.range.start.character, text.lastIndexOf('"Old"') + 2);
    assert.equal((await codes()).length, 1);
    assert.equal(registry.lookUps.length, 1);
    await client.save(uri);
    await checked(2);
    assert.equal((await codes()).length, 2);
    assert.equal(registry.reports[1]?.version, 2);
  });

  it("are mended by a quick fix that the next check agrees with", async () => {
    await start();
    const text = withAnalyses(groupReference("2", "Old"));
    registry.answer = named("New");
    await client.open(uri, text);
    await checked(1);
    const [diagnostic] = await client.pull(uri);
    assert.ok(diagnostic);
    const actions = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: diagnostic.range,
      context: { diagnostics: [diagnostic] },
    });
    const [action] = actions ?? [];
    assert.equal(action?.title, "Take name and link from the registry: “New”");
    assert.ok("edit" in action && action.edit.documentChanges !== undefined);
    const [change] = action.edit.documentChanges;
    assert.ok(change !== undefined && "edits" in change);
    for (const edit of change.edits.toReversed()) {
      assert.ok("newText" in edit);
      await client.change(uri, { range: edit.range, text: edit.newText });
    }
    assert.deepEqual(await codes(), []);
    await client.save(uri);
    await checked(2);
    assert.deepEqual(await codes(), []);
  });

  it("come to nothing for a version that a newer check has overtaken", async () => {
    await start();
    let isFirst = true;
    registry.answer = (record) => {
      if (!isFirst) return named("New")(record);
      isFirst = false;
      return never();
    };
    await client.open(uri, withAnalyses(groupReference("2", "Old")));
    await eventually(() => assert.equal(registry.lookUps.length, 1));
    await client.save(uri);
    await checked(1);
    assert.equal(registry.cancelled, 1);
    assert.deepEqual(await codes(), ["reference-outdated"]);
  });

  it("end with the document", async () => {
    await start();
    registry.answer = never;
    await client.open(uri, withAnalyses(groupReference("2", "Old")));
    await eventually(() => assert.equal(registry.lookUps.length, 1));
    await client.close(uri);
    await eventually(() => assert.equal(registry.cancelled, 1));
    registry.answer = named("New");
    await client.open(uri, withAnalyses(groupReference("2", "New")));
    await checked(1);
    assert.deepEqual(await codes(), []);
  });

  it("report what could not be checked in a notification, not in a finding", async () => {
    await start();
    registry.answer = ({ id }) => ({
      kind: "notChecked",
      reason: id === "2" ? "forbidden" : "notReachable",
      registry: "R",
      message: "Because.",
    });
    await client.open(
      uri,
      withAnalyses(groupReference("2", "A"), groupReference("3", "B"), groupReference("4", "C")),
    );
    await checked(1);
    assert.deepEqual(await codes(), []);
    assert.deepEqual(registry.reports[0]?.notChecked, [
      { registry: "R", reason: "forbidden", message: "Because.", count: 1 },
      { registry: "R", reason: "notReachable", message: "Because.", count: 2 },
    ]);
  });

  it("survive a client whose answers fail or are invalid, and log that once", async () => {
    await start();
    registry.answer = () => Promise.reject(new Error("The registry's client broke."));
    await client.open(uri, withAnalyses(groupReference("2", "Old")));
    await eventually(() => assert.ok(client.logged.some((line) => line.includes("lookUpReferences"))));
    // Types do not hold across the connection: a client of another version could send this.
    registry.answer = () => ({ kind: "nonsense" });
    const report = await client.connection.sendRequest<ReferenceCheckReport | null>(
      checkReferencesRequest.method,
      { uri },
    );
    assert.equal(report, null);
    assert.equal(client.logged.filter((line) => line.includes("lookUpReferences")).length, 1);
    registry.answer = named("New");
    await client.save(uri);
    await checked(1);
    assert.deepEqual(await codes(), ["reference-outdated"]);
  });

  it("are checked again when the client's registries changed", async () => {
    await start();
    registry.answer = () => ({ kind: "notChecked", reason: "signedOut", registry: "R", message: "" });
    await client.open(uri, withAnalyses(groupReference("2", "Old")));
    await checked(1);
    registry.answer = named("New");
    await client.connection.sendNotification(registriesChangedNotification.method);
    await checked(2);
    assert.deepEqual(await codes(), ["reference-outdated"]);
  });

  it("are not requested twice when that becomes known in the middle of a check, but once more after it", async () => {
    await start();
    let tell = (): void => undefined;
    const asked = new Promise<void>((resolve) => (tell = resolve));
    registry.answer = async (record) => {
      await asked;
      return named("New")(record);
    };
    await client.open(uri, withAnalyses(groupReference("2", "Old")));
    await eventually(() => assert.equal(registry.lookUps.length, 1));
    await client.connection.sendNotification(registriesChangedNotification.method);
    await client.connection.sendNotification(registriesChangedNotification.method);
    await client.pull(uri);
    assert.equal(registry.lookUps.length, 1);
    tell();
    await checked(2);
    assert.equal(registry.cancelled, 0);
    assert.equal(registry.lookUps.length, 2);
  });

  it("delay no typing where there are 10,000, and none is looked up unless the author agrees", async () => {
    await start();
    const many = Array.from({ length: 10_000 }, (_, index) => groupReference(String(index), "Old"));
    registry.answer = named("New");
    registry.mayCheckMany = false;
    const text = withAnalyses(...many);
    await client.open(uri, text);
    await checked(1);
    assert.deepEqual(registry.manyAsked, [{ uri, count: 10_000 }]);
    assert.deepEqual(registry.reports[0]?.notChecked, [
      { registry: "", reason: "declined", message: "", count: 10_000 },
    ]);
    const character = text.indexOf('"number": 1') + '"number": '.length;
    const range = { start: { line: 0, character }, end: { line: 0, character: character + 1 } };
    await client.change(uri, { range, text: '"1"' });
    assert.deepEqual(await codes(), ["wrong-type"]);
    assert.equal(registry.lookUps.length, 0);
    registry.mayCheckMany = true;
    await client.save(uri);
    await checked(2);
    each(registry.lookUps, ({ records }) => records.length, [10_000]);
    const found = new Set(await codes());
    assert.deepEqual([...found].sort(), ["reference-outdated", "schema", "wrong-type"]);
  });

  it("follow the settings: off, on, on demand, and not for findings that are switched off", async () => {
    await start(pulling, { references: { check: false } });
    registry.answer = named("New");
    await client.open(uri, withAnalyses(groupReference("2", "Old")));
    const report = await client.connection.sendRequest<ReferenceCheckReport | null>(
      checkReferencesRequest.method,
      { uri },
    );
    assert.equal(report?.checked, 1);
    assert.equal(registry.lookUps.length, 1);
    assert.deepEqual(await codes(), ["reference-outdated"]);
    await client.configure({ references: { check: true } });
    await checked(2);
    await client.configure({ severity: { "reference-outdated": "off", "reference-unknown": "off" } });
    await eventually(async () => assert.deepEqual(await codes(), []));
    await client.save(uri);
    await client.pull(uri);
    assert.equal(registry.lookUps.length, 2);
  });

  it("are left to clients that announce that they answer", async () => {
    await start(pulling, {}, {});
    const text = withAnalyses(groupReference("2", "Old"), groupReference("2", "A", groupLink("3")));
    registry.answer = named("New");
    await client.open(uri, text);
    assert.deepEqual(await codes(), ["reference-link-mismatch"]);
    await client.save(uri);
    await client.connection.sendRequest(CompletionRequest.type, at(text, '"2"'));
    assert.equal(await client.connection.sendRequest(HoverRequest.type, at(text, '"2"')), null);
    assert.deepEqual([registry.lookUps, registry.suggestionsAsked, registry.reports], [[], [], []]);
  });
});
