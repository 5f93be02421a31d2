import { homedir } from "node:os";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { Connection, MessageStrategy, ResponseMessage } from "vscode-languageserver/node";
import {
  createConnection,
  ErrorCodes,
  Message,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { connectLanguageServer } from "../connection/connectLanguageServer";
import { after, afterAnswers, now } from "../connection/runtime";
import { readFileOf } from "./files";
import { packageUri, packageVersion } from "./packageFolder";

const usage = `Usage: analyses-language-server --stdio

Answers an editor by the Language Server Protocol over its standard input and output.

  --stdio    talk over standard input and output
  --help     show this help
  --version  show the version`;

const words = process.argv.slice(2);
const channel = words.find((word) => /^--(stdio|node-ipc|socket|pipe)\b/.test(word));

/**
 * By default V8 lets garbage grow to 150 MiB before collecting it, and keeps that memory. Collecting earlier takes no
 * longer, since each collection scans less. V8 accepts these flags at run time; it skips and reports unknown ones.
 */
const smallHeap = ["--semi-space-growth-factor=1", "--heap-growing-percent=30"];
/** For a very large heap: with the settings above, V8 would scan it so often that this takes much time. */
const largeHeap = ["--semi-space-growth-factor=2", "--heap-growing-percent=100"];

/**
 * Saves memory while garbage collection takes little time; checks every two seconds which share of the time it takes.
 */
function spareMemory(): void {
  let [since, spent, settings] = [performance.now(), 0, smallHeap];
  const use = (chosen: typeof settings): void => {
    settings = chosen;
    for (const setting of settings) setFlagsFromString(setting);
  };
  use(smallHeap);
  const look = (list: PerformanceObserverEntryList): void => {
    for (const { duration } of list.getEntries()) spent += duration;
    const passed = performance.now() - since;
    if (passed < 2000) return;
    const share = spent / passed;
    [since, spent] = [since + passed, 0];
    // The gap between both limits keeps the settings from alternating.
    if (settings === smallHeap ? share > 0.2 : share < 0.02)
      use(settings === smallHeap ? largeHeap : smallHeap);
  };
  // Start after the first answers.
  setTimeout(() => new PerformanceObserver(look).observe({ entryTypes: ["gc"] }), 2000).unref();
}

run();

function run(): void {
  if (channel === "--stdio" || channel === "--node-ipc") {
    spareMemory();
    connectLanguageServer(connectionOver, {
      release: { version: packageVersion() },
      nextTurn: afterAnswers(setImmediate),
      now,
      after,
      readFile: readFileOf,
      packageUri,
      homeUri: () => pathToFileURL(homedir()).href,
      findDocuments: async (...folder) => (await import("./documentFiles")).findDocumentsIn(...folder),
      loadSidecars: () => import("../sidecars/sidecarService"),
    });
  } else if (words.includes("--help") || words.includes("-h")) {
    console.log(usage);
  } else if (words.includes("--version")) {
    console.log(packageVersion());
  } else {
    console.error(usage);
    process.exitCode = 2;
  }
}

/**
 * The connection over the channel that the command line names. Over standard input and output it also answers text that
 * is not JSON (JSON-RPC 2.0, section 5.1), which the library does not.
 */
function connectionOver(messageStrategy: MessageStrategy): Connection {
  if (channel !== "--stdio") return createConnection({ messageStrategy });
  const reader = new StreamMessageReader(process.stdin);
  const writer = new StreamMessageWriter(process.stdout);
  reader.onError(({ message }) => {
    const answer: ResponseMessage = {
      jsonrpc: "2.0",
      id: null,
      error: { code: ErrorCodes.ParseError, message },
    };
    void writer.write(answer);
  });
  let isShutDown = false;
  // A client may end by closing the input, without `exit`.
  for (const end of ["end", "close"]) process.stdin.once(end, () => process.exit(isShutDown ? 0 : 1));
  return createConnection(reader, writer, {
    messageStrategy: {
      handleMessage: (message, handle) => {
        if (Message.isRequest(message) && message.method === ShutdownRequest.method) isShutDown = true;
        return messageStrategy.handleMessage(message, handle);
      },
    },
  });
}
