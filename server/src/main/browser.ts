// The language server in a browser's web worker.
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { connectLanguageServer } from "../connection/connectLanguageServer";
import { after, now } from "../connection/runtime";
import { translate } from "../localisation/translate";

declare const self: DedicatedWorkerGlobalScope;

const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.onmessage = () => waiting.shift()?.();

const [reader, writer] = [new BrowserMessageReader(self), new BrowserMessageWriter(self)];
connectLanguageServer((messageStrategy) => createConnection(reader, writer, { messageStrategy }), {
  // A message port calls back in the next turn; browser timers wait at least four milliseconds.
  nextTurn: (callback) => {
    waiting.push(callback);
    turns.port2.postMessage(undefined);
  },
  now,
  after,
  readFile: () =>
    Promise.resolve({
      kind: "failed",
      reason: translate("the files of this machine cannot be read from a browser"),
    }),
});
