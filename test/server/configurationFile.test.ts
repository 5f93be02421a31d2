import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ClientCapabilities, DocumentLinkRequest } from "vscode-languageserver-protocol/node";
import type { SchemasInForce } from "@analyses/protocol/customMessages";
import { schemasInForceNotification, schemasInForceRequest } from "@analyses/protocol/customMessages";
import { eventually } from "../support/eventually";
import { LspClient } from "./support/lspClient";
import { folderWith, runChecker, warned } from "./support/runChecker";

const watching: ClientCapabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };

describe("a configuration file, in an editor", () => {
  let folder: string;
  let client: LspClient;
  let uri: string;
  beforeEach(() => {
    folder = folderWith({
      "analyses.config.json": '{ "itemSchema": "item.json", "severity": { "duplicate-number": "hint" } }',
      "item.json": '{ "required": ["name"] }',
      "reviews/one.analyses.json": warned,
    });
    uri = pathToFileURL(join(folder, "reviews/one.analyses.json")).href;
  });
  afterEach(() => client.stop());

  const write = (content: string) => writeFileSync(join(folder, "analyses.config.json"), content);
  const configuration = () => pathToFileURL(join(folder, "analyses.config.json")).href;
  const told = async () =>
    (await client.pushed(uri)).map(({ code, severity }) => `${String(code)} ${severity ?? 0}`);

  it("is obeyed as by the checker, before the editor's own settings", async () => {
    client = await LspClient.start({
      initializationOptions: { severity: { "duplicate-number": "error" }, maxProblems: 5 },
    });
    await client.open(uri, warned);
    assert.deepEqual(await told(), ["missing-property 1", "duplicate-number 4"]);
    const { stdout } = await runChecker(folder, ["reviews"]);
    assert.match(stdout, /: error: .*\[missing-property\]\n.*: hint: .*\[duplicate-number\]\n/);
  });

  it("names a schema whose changes the next report obeys, where the client can neither watch nor be called", async () => {
    client = await LspClient.start({ capabilities: { textDocument: { diagnostic: {} } } });
    await client.open(uri, warned);
    const missing = async () => (await client.pull(uri)).some(({ code }) => code === "missing-property");
    assert.equal(await missing(), true);
    writeFileSync(join(folder, "item.json"), "{}");
    await eventually(async () => assert.equal(await missing(), false));
  });

  it("is read again when the client reports that it changed, appeared or disappeared", async () => {
    client = await LspClient.start({ capabilities: watching });
    await client.open(uri, warned);
    await told();
    write('{ "severity": { "duplicate-number": "information" } }');
    await client.fileChanged(configuration());
    await eventually(async () => assert.deepEqual(await told(), ["duplicate-number 3"]));
    rmSync(join(folder, "analyses.config.json"));
    await client.fileChanged(configuration());
    await eventually(async () => assert.deepEqual(await told(), ["duplicate-number 2"]));
    writeFileSync(
      join(folder, "reviews/analyses.config.json"),
      '{ "severity": { "duplicate-number": "off" } }',
    );
    await client.fileChanged(pathToFileURL(join(folder, "reviews/analyses.config.json")).href);
    await eventually(async () => assert.deepEqual(await told(), []));
  });

  for (const [when, ask] of [
    ["save", () => client.save(uri)],
    ["request", () => client.connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } })],
  ] as const)
    it(`is read again at a ${when} where the client watches no files`, async () => {
      client = await LspClient.start();
      await client.open(uri, warned);
      await told();
      write("{}");
      await eventually(async () => {
        await ask();
        assert.deepEqual(await told(), ["duplicate-number 2"]);
      });
    });

  it("that is invalid has a problem of its own, and the editor's settings apply until it is mended", async () => {
    write('{ "itemShema": "item.json" }');
    client = await LspClient.start({ capabilities: watching });
    await client.open(uri, warned);
    assert.deepEqual(await told(), ["duplicate-number 2"]);
    const messages = () =>
      client.published
        .findLast((one) => one.uri === configuration())
        ?.diagnostics.map(({ message }) => message);
    await eventually(() =>
      assert.deepEqual(messages(), ["These settings are not obeyed: there is no setting `itemShema`."]),
    );
    write('{ "itemSchema": "item.json" }');
    await client.fileChanged(configuration());
    await eventually(async () =>
      assert.deepEqual(await told(), ["missing-property 1", "duplicate-number 2"]),
    );
    await eventually(() => assert.deepEqual(messages(), []));
  });

  it("reports which settings it decides, and reports them again when only a role in it changes", async () => {
    const roles = (role: string) =>
      `{ "itemSchema": "item.json", "evidence.roles": { "/studies/*/a": "${role}" } }`;
    write(roles("experimental-events"));
    client = await LspClient.start({ capabilities: watching });
    const heard: SchemasInForce[] = [];
    client.connection.onNotification(
      schemasInForceNotification.method,
      (schemas: SchemasInForce) => void heard.push(schemas),
    );
    await client.open(uri, warned);
    await eventually(() => assert.equal(heard.length, 1));
    const decided = { uri: configuration(), names: ["itemSchema", "evidence.roles"] };
    assert.deepEqual(heard[0]?.configuration, decided);
    const asked = await client.connection.sendRequest(schemasInForceRequest.method, {
      textDocument: { uri },
    });
    assert.deepEqual(asked, heard[0]);
    write(roles("experimental-total"));
    await client.fileChanged(configuration());
    await eventually(() => assert.deepEqual(heard[1]?.configuration, decided));
    write("{}");
    await client.fileChanged(configuration());
    await eventually(() => assert.deepEqual(heard[2]?.configuration, { uri: configuration(), names: [] }));
  });

  it("is not looked for where the client does not trust the workspace, until it does", async () => {
    const capabilities = { workspace: { configuration: true, ...watching.workspace } };
    client = await LspClient.start({ capabilities, settings: { configurationFile: false } });
    await client.open(uri, warned);
    assert.deepEqual(await told(), ["duplicate-number 2"]);
    await client.configure({ configurationFile: true });
    await eventually(async () =>
      assert.deepEqual(await told(), ["missing-property 1", "duplicate-number 4"]),
    );
  });
});
