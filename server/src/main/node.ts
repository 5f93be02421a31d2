import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { createConnection } from "vscode-languageserver/node";
import { connectLanguageServer } from "../connection/connectLanguageServer";
import { after, afterAnswers, now } from "../connection/runtime";
import { packageVersion, readFileOf } from "./files";

const usage = `Usage: analyses-language-server --stdio

Answers an editor by the Language Server Protocol over its standard input and output.

  --stdio    talk over standard input and output
  --help     show this help
  --version  show the version`;

const words = process.argv.slice(2);
const channel = words.find((word) => /^--(stdio|node-ipc|socket|pipe)\b/.test(word));

/**
 * Left to itself the engine lets garbage grow to 150 MiB before it looks for it, and keeps that memory. Looking sooner
 * takes no longer, for there is less to look through; these settings may change while a program runs, and an engine that
 * has them no more leaves them out.
 */
const sparing = ["--semi-space-growth-factor=1", "--heap-growing-percent=30"];
/** With very much to look through again and again, it takes longest of all. */
const generous = ["--semi-space-growth-factor=2", "--heap-growing-percent=100"];

/** Spares memory as long as that takes little time, which is looked at every two seconds. */
function spareMemory(): void {
  let [since, spent, settings] = [performance.now(), 0, sparing];
  const use = (chosen: typeof settings): void => {
    settings = chosen;
    for (const setting of settings) setFlagsFromString(setting);
  };
  use(sparing);
  const look = (list: PerformanceObserverEntryList): void => {
    for (const { duration } of list.getEntries()) spent += duration;
    const passed = performance.now() - since;
    if (passed < 2000) return;
    const share = spent / passed;
    [since, spent] = [since + passed, 0];
    if (settings === sparing ? share > 0.2 : share < 0.02) use(settings === sparing ? generous : sparing);
  };
  // Not while an editor waits for the first answers.
  setTimeout(() => new PerformanceObserver(look).observe({ entryTypes: ["gc"] }), 2000).unref();
}

run();

function run(): void {
  if (channel === "--stdio" || channel === "--node-ipc") {
    spareMemory();
    connectLanguageServer((messageStrategy) => createConnection({ messageStrategy }), {
      release: { version: version() },
      nextTurn: afterAnswers(setImmediate),
      now,
      after,
      readFile: readFileOf,
      packageUri,
      homeUri: () => pathToFileURL(homedir()).href,
      loadSidecars: () => import("../sidecars/sidecarService"),
    });
  } else if (words.includes("--help") || words.includes("-h")) {
    console.log(usage);
  } else if (words.includes("--version")) {
    console.log(version());
  } else {
    console.error(usage);
    process.exitCode = 2;
  }
}

/** This file lies in the package as dist/server/languageServer.js. */
function version(): string {
  return packageVersion(join(import.meta.dirname, "../.."));
}

/** The package which this file lies in, as dist/server/languageServer.js. */
function packageUri(): string {
  return pathToFileURL(join(import.meta.dirname, "../..")).href;
}
