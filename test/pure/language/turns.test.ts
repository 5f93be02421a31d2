import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import * as timers from "node:timers";
import { setImmediate } from "node:timers/promises";
import {
  CancellationTokenSource,
  DidCloseTextDocumentNotification,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
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
import { afterAnswers } from "@analyses/server/connection/runtime";
import { eventually } from "../../support/eventually";

const uri = "file:///review.analyses.json";
const otherUri = "file:///other.analyses.json";

/**
 * Runs the language server in this process; the test triggers its turns.
 *
 * @param pace milliseconds that pass at each look at the clock
 * @param nextTurn schedules the turns, if the test leaves them to the event loop
 */
async function startServer(
  capabilities: object,
  pace = 0,
  nextTurn?: Parameters<typeof connectLanguageServer>[1]["nextTurn"],
) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const turns: (() => void)[] = [];
  const [reader, writer] = [new StreamMessageReader(toServer), new StreamMessageWriter(toClient)];
  let time = 0;
  connectLanguageServer((messageStrategy) => createConnection(reader, writer, { messageStrategy }), {
    nextTurn: nextTurn ?? ((work) => void turns.push(work)),
    now: () => (time += pace),
    after: () => () => undefined,
    readFile: () => Promise.resolve({ kind: "failed", reason: "there are no files", isAbsent: true }),
  });
  const client = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  client.listen();
  await client.sendRequest(InitializeRequest.type, { processId: null, rootUri: null, capabilities });
  await client.sendNotification(InitializedNotification.type, {});
  /** Resolves once the server has read all messages sent so far. */
  const heard = () => client.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } });
  await heard();
  // Until a document opens, the server runs warm-up samples, each in a turn.
  const practice = turns.shift();
  let version = 0;
  return {
    client,
    turns,
    open: async (text: string) => {
      const textDocument = { uri, languageId: "analyses", version: ++version, text };
      await client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
      await heard();
      practice?.();
    },
    type: (text: string) => {
      const at = { line: 0, character: 1 };
      const contentChanges = [{ range: { start: at, end: at }, text }];
      const textDocument = { uri, version: ++version };
      return client.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument,
        contentChanges,
      });
    },
    heard,
    openBeside: (text: string) => {
      const textDocument = { uri: otherUri, languageId: "analyses", version: 1, text };
      return client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    },
    /** Runs the next turn once the server has requested one. */
    turn: async () => {
      await eventually(() => assert.ok(turns.length > 0, "It asked for no further turn."));
      turns.shift()?.();
    },
    pull: (source?: CancellationTokenSource) =>
      client
        .sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } }, source?.token)
        .then(() => "an answer" as const)
        .catch((problem: unknown) => (problem instanceof ResponseError ? problem.code : problem)),
    stop: () => client.dispose(),
  };
}

/** About 50 kB. The server checks half a megabyte in a turn, so that 60 of these take six turns. */
const analysis = JSON.stringify({ studies: Array.from({ length: 5000 }, () => ({ a: [1] })) });
const long = `{ "risk-of-bias-method": "RISK_OF_BIAS_2", "analysis-groups": [
  { "number": 1, "name": "a", "analyses": [${Array(60).fill(analysis).join(",\n")}] }]
}`;

describe("the server's turns", () => {
  it("let others be answered between two slices of long work, whatever turns the library takes for that", async () => {
    let slices = 0;
    const next = afterAnswers(timers.setImmediate);
    const server = await startServer({ textDocument: { diagnostic: {} } }, 30, (work) => {
      slices += 1;
      next(work);
    });
    await server.openBeside('{\n"a": 1\n}');
    await server.open(long);
    const answered = server.pull();
    const before = slices;
    await eventually(() => assert.ok(slices > before + 1, "It works in slices."));
    const since = slices;
    await server.client.sendRequest(FoldingRangeRequest.type, { textDocument: { uri: otherUri } });
    assert.ok(slices - since <= 3, `${slices - since} slices went before the answer.`);
    assert.equal(await Promise.race([answered, Promise.resolve("not yet")]), "not yet");
    assert.equal(await answered, "an answer");
    server.stop();
  });

  it("come while a long text is read, in which other documents are answered", async () => {
    const server = await startServer({}, 30);
    await server.openBeside('{\n"a": 1\n}');
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
    server.stop();
  });

  it("leave no question about a text that is read for nothing when it is closed", async () => {
    const server = await startServer({}, 30);
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
    server.stop();
  });

  it("end with the next one when the text that they were for is gone", async () => {
    const server = await startServer({ textDocument: { diagnostic: {} } });
    await server.open(long);
    const asked = server.pull();
    await server.turn();
    await eventually(() => assert.equal(server.turns.length, 1));
    await server.type(" ");
    await server.heard();
    await server.turn();
    assert.equal(await asked, LSPErrorCodes.ServerCancelled);
    assert.deepEqual(server.turns, []);
    server.stop();
  });

  it("end with the next one when the question is taken back", async () => {
    const server = await startServer({ textDocument: { diagnostic: {} } });
    await server.open(long);
    const source = new CancellationTokenSource();
    const asked = server.pull(source);
    await server.turn();
    await eventually(() => assert.equal(server.turns.length, 1));
    source.cancel();
    await server.heard();
    await server.turn();
    assert.equal(await asked, LSPErrorCodes.RequestCancelled);
    assert.deepEqual(server.turns, []);
    server.stop();
  });
});
