import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import {
  CancellationTokenSource,
  DidCloseTextDocumentNotification,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  FoldingRangeRequest,
  InitializeRequest,
  InitializedNotification,
  LSPErrorCodes,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from "vscode-languageserver-protocol/node";
import { createConnection } from "vscode-languageserver/node";
import { connectLanguageServer } from "@analyses/server/connection/connectLanguageServer";

const uri = "file:///review.analyses.json";
const otherUri = "file:///other.analyses.json";

/** Runs the language server in this process; the test triggers its turns, at each of which the clock advances. */
async function startServer() {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const turns: (() => void)[] = [];
  const [reader, writer] = [new StreamMessageReader(toServer), new StreamMessageWriter(toClient)];
  let time = 0;
  connectLanguageServer((messageStrategy) => createConnection(reader, writer, { messageStrategy }), {
    nextTurn: (work) => void turns.push(work),
    now: () => (time += 30),
    after: () => () => undefined,
    readFile: () => Promise.resolve({ kind: "failed", reason: "there are no files", isAbsent: true }),
  });
  const client = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  client.listen();
  await client.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities: {} });
  await client.sendNotification(InitializedNotification.type, {});
  /** Resolves once the server has read all messages sent so far. */
  const heard = () => client.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
  await heard();
  // Until a document opens, the server runs warm-up samples, each in a turn.
  turns.shift();
  return { client, turns, heard };
}

describe("the server's turns", () => {
  it("come while a long text is read, in which other documents are answered", async () => {
    const server = await startServer();
    const other = { uri: otherUri, languageId: "analyses", version: 1, text: '{\n"a": 1\n}' };
    await server.client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: other });
    const answers: string[] = [];
    const ask = (asked: string) =>
      server.client
        .sendRequest(FoldingRangeRequest.type, { textDocument: { uri: asked } })
        .then((ranges) => answers.push(`${asked === uri ? "long" : "other"}: ${ranges?.length}`));
    const properties = Array.from({ length: 5000 }, (_, index) => `"k${index}": 1`);
    const textDocument = { uri, languageId: "analyses", version: 1, text: `{\n${properties.join(",\n")}\n}` };
    await server.client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    const asked = ask(uri);
    await ask(otherUri);
    const at = { line: 1, character: 0 };
    await server.client.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range: { start: at, end: at }, text: '"l": [\n1\n],\n' }],
    });
    const changed = ask(uri);
    await ask(otherUri);
    assert.deepEqual(answers, ["other: 1", "other: 1"]);
    while (answers.length < 4) {
      await setImmediate();
      server.turns.shift()?.();
    }
    await Promise.all([asked, changed]);
    assert.deepEqual(answers.slice(2), ["long: 1", "long: 2"]);
    server.client.dispose();
  });

  it("leave no question about a text that is read for nothing when it is closed", async () => {
    const server = await startServer();
    const text = `{\n${Array.from({ length: 5000 }, (_, index) => `"k${index}": 1`).join(",\n")}\n}`;
    const textDocument = { uri, languageId: "analyses", version: 1, text };
    await server.client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    const open = server.heard();
    const source = new CancellationTokenSource();
    const cancelled = server.client
      .sendRequest(FoldingRangeRequest.type, { textDocument: { uri } }, source.token)
      .catch((problem: unknown) => problem);
    source.cancel();
    await server.client.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
    const closed = server.heard();
    const answers: unknown[] = [];
    void closed.then((answer) => answers.push(answer));
    while (answers.length === 0) {
      await setImmediate();
      server.turns.shift()?.();
    }
    assert.equal((await open)?.length, 1);
    const refused = await cancelled;
    assert.equal(refused instanceof ResponseError && refused.code, LSPErrorCodes.RequestCancelled);
    assert.deepEqual(await closed, []);
    server.client.dispose();
  });
});
