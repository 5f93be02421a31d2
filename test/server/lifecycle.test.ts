import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ProtocolConnection } from "vscode-languageserver-protocol/node";
import {
  ErrorCodes,
  HoverRequest,
  InitializeRequest,
  ResponseError,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkspaceSymbolRequest,
  createProtocolConnection,
} from "vscode-languageserver-protocol/node";
import { checkReferencesRequest } from "@analyses/protocol/referenceMessages";
import { eventually } from "../support/eventually";
import { LspClient } from "./support/lspClient";

const program = resolve("dist/server/languageServer.js");
const uri = "file:///review.analyses.json";
const place = { textDocument: { uri }, position: { line: 0, character: 0 } };
const begin = { processId: process.pid, rootUri: null, capabilities: {} };

describe("the life cycle of the server (LSP 3.17, Server lifecycle)", () => {
  let connection: ProtocolConnection;
  let stop: () => void;

  beforeEach(() => {
    const server = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    stop = () => {
      connection.dispose();
      server.kill();
    };
  });
  afterEach(() => stop());

  /** Asserts that the server rejects every request with an error code. */
  async function refused(code: number): Promise<void> {
    const requests = [
      () => connection.sendRequest(HoverRequest.type, place),
      () => connection.sendRequest(WorkspaceSymbolRequest.type, { query: "" }),
      () => connection.sendRequest(checkReferencesRequest.method, { uri }),
    ];
    for (const request of requests)
      await assert.rejects(request, (error) => error instanceof ResponseError && error.code === code);
  }

  it("refuses requests before it is initialized, and answers them after", async () => {
    await refused(ErrorCodes.ServerNotInitialized);
    await connection.sendRequest(InitializeRequest.type, begin);
    assert.equal(await connection.sendRequest(HoverRequest.type, place), null);
  });

  it("says its name and version", async () => {
    const { serverInfo } = await connection.sendRequest(InitializeRequest.type, begin);
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
    assert.deepEqual(serverInfo, { name: "analyses-language-server", version });
  });

  it("refuses a request that names no document as the protocol has it, by its code", async () => {
    await connection.sendRequest(InitializeRequest.type, begin);
    for (const wrong of [{}, { textDocument: null }, { textDocument: { uri: 7 } }])
      await assert.rejects(
        () => connection.sendRequest("textDocument/hover", wrong),
        (error) => error instanceof ResponseError && error.code === ErrorCodes.InvalidParams,
      );
  });

  it("is initialized once", async () => {
    await connection.sendRequest(InitializeRequest.type, begin);
    await assert.rejects(
      () => connection.sendRequest(InitializeRequest.type, begin),
      (error) => error instanceof ResponseError && error.code === ErrorCodes.InvalidRequest,
    );
  });

  it("refuses requests after it was shut down", async () => {
    await connection.sendRequest(InitializeRequest.type, begin);
    await connection.sendRequest(ShutdownRequest.type);
    await refused(ErrorCodes.InvalidRequest);
  });
});

describe("the language server's command line", () => {
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });

  it("shows help and its version", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    assert.equal(run("--version").stdout, `${version}\n`);
    for (const word of ["--help", "-h"]) {
      const { status, stdout } = run(word);
      assert.equal(status, 0);
      assert.match(stdout, /^Usage: analyses-language-server --stdio\n/);
    }
  });
});

describe("settings that are not of their form", () => {
  let client: LspClient;
  afterEach(() => client.stop());

  it("are named in the log, once", async () => {
    client = await LspClient.start({
      initializationOptions: {
        severity: { syntax: "fatal", tpyo: "error", schema: "hint" },
        maxProblems: "5",
      },
    });
    await eventually(() =>
      assert.deepEqual(
        client.logged.filter((line) => line.startsWith("The setting")),
        ["severity.syntax", "severity.tpyo", "maxProblems"].map(
          (name) =>
            `The setting analysesRegistry.${name} does not have a value that it can have: it is left out.`,
        ),
      ),
    );
  });
});
