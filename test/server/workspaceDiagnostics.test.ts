import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { WorkspaceDocumentDiagnosticReport } from "vscode-languageserver-protocol/node";
import {
  CancellationTokenSource,
  DocumentDiagnosticReportKind,
  WorkspaceDiagnosticRequest,
  WorkspaceSymbolRequest,
} from "vscode-languageserver-protocol/node";
import { eventually } from "../support/eventually";
import { LspClient } from "./support/lspClient";
import { bad, folderWith, good, runChecker, warned } from "./support/runChecker";

const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };

describe("workspace diagnostics (LSP 3.17)", () => {
  let folder: string;
  let client: LspClient;
  const uriOf = (name: string) => pathToFileURL(join(folder, name)).href;
  const start = async (validateWorkspace = true) =>
    (client = await LspClient.start({
      capabilities: { ...watching, textDocument: { diagnostic: {} } },
      initializationOptions: { validateWorkspace },
      workspaceFolders: [pathToFileURL(folder).href],
    }));
  const pull = async (before: readonly WorkspaceDocumentDiagnosticReport[] = []) => {
    const previousResultIds = before.map(({ uri, resultId = "" }) => ({ uri, value: resultId }));
    return (await client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds }))
      .items;
  };
  const codesIn = (reports: readonly WorkspaceDocumentDiagnosticReport[]) =>
    Object.fromEntries(
      reports.map((report) => [
        report.uri.slice(pathToFileURL(folder).href.length + 1),
        report.kind === DocumentDiagnosticReportKind.Full
          ? report.items.map(({ code }) => String(code))
          : report.kind,
      ]),
    );

  beforeEach(() => {
    folder = folderWith({
      "a.analyses.json": bad,
      "deep/b.analyses.json": warned,
      "good.analyses.json": good,
      "drafts/left.analyses.json": bad,
      "other.json": "{",
      "analyses.config.json": '{ "exclude": ["drafts"], "severity": { "duplicate-number": "error" } }',
    });
  });
  afterEach(() => client.stop());

  it("are offered only where the setting enables that", async () => {
    for (const isSet of [false, true]) {
      const { initialized } = await start(isSet);
      assert.equal(initialized.capabilities.diagnosticProvider?.workspaceDiagnostics, isSet);
      if (!isSet) await client.stop();
    }
  });

  it("are what analyses-check finds, of all documents that are not open", async () => {
    await start();
    const { stdout } = await runChecker(folder, ["--format", "json", "."]);
    const { files } = JSON.parse(stdout) as {
      files: readonly { file: string; problems: readonly { code: string }[] }[];
    };
    const checked = Object.fromEntries(
      files.map(({ file, problems }) => [file, problems.map(({ code }) => code)]),
    );
    assert.deepEqual(Object.keys(checked), ["a.analyses.json", "deep/b.analyses.json", "good.analyses.json"]);
    assert.deepEqual(codesIn(await pull()), checked);
    await client.open(uriOf("a.analyses.json"), bad);
    assert.deepEqual(Object.keys(codesIn(await pull())), ["deep/b.analyses.json", "good.analyses.json"]);
  });

  it("are sent anew of what changed, once it has, and are empty of what is gone", async () => {
    await start();
    const first = await pull();
    const second = pull(first);
    writeFileSync(join(folder, "a.analyses.json"), `${good} `);
    rmSync(join(folder, "good.analyses.json"));
    await client.fileChanged(uriOf("a.analyses.json"));
    assert.deepEqual(codesIn(await second), {
      "a.analyses.json": [],
      "deep/b.analyses.json": "unchanged",
      "good.analyses.json": [],
    });
  });

  it("wait for a change where the client has them all, until it cancels", async () => {
    await start();
    const previousResultIds = (await pull()).map(({ uri, resultId = "" }) => ({ uri, value: resultId }));
    const cancellation = new CancellationTokenSource();
    const waiting = client.connection.sendRequest(
      WorkspaceDiagnosticRequest.type,
      { previousResultIds },
      cancellation.token,
    );
    let isAnswered = false;
    void waiting.then(
      () => (isAnswered = true),
      () => (isAnswered = true),
    );
    // Later requests are answered meanwhile.
    await client.connection.sendRequest(WorkspaceSymbolRequest.type, { query: "" });
    assert.equal(isAnswered, false);
    cancellation.cancel();
    await eventually(() => assert.ok(isAnswered));
  });
});
