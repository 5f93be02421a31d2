import { Console } from "node:console";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { createConnection } from "vscode-languageserver/node";
import { connectLanguageServer } from "../connection/connectLanguageServer";
import { after, now } from "../connection/runtime";
import { packageVersion, readFileOf } from "./files";

const usage = `Usage: analyses-language-server --stdio

Answers an editor by the Language Server Protocol over its standard input and output.

  --stdio    talk over standard input and output
  --help     show this help
  --version  show the version`;

const words = process.argv.slice(2);
const channel = words.find((word) => /^--(stdio|node-ipc|socket|pipe)\b/.test(word));

if (channel === "--stdio" || channel === "--node-ipc") {
  // What a library says for people must not get between messages.
  if (channel === "--stdio") console = new Console(process.stderr);
  const connection =
    channel === "--stdio" ? createConnection(process.stdin, inOneGo(process.stdout)) : createConnection();
  connectLanguageServer(connection, {
    nextTurn: setImmediate,
    now,
    after,
    readFile: readFileOf,
    packageUri,
  });
} else if (words.includes("--help") || words.includes("-h")) {
  console.log(usage);
} else if (words.includes("--version")) {
  // This file lies in the package as dist/server/languageServer.js.
  console.log(packageVersion(join(__dirname, "../..")));
} else {
  console.error(usage);
  process.exitCode = 2;
}

/**
 * The library writes the header of a message and then its content, each by a call to the system, and the client is woken
 * twice: from here both go out together.
 */
function inOneGo(stream: Writable): Writable {
  let header: Buffer | undefined;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (header === undefined) {
        header = chunk;
        done();
        return;
      }
      stream.cork();
      stream.write(header);
      stream.write(chunk, done);
      stream.uncork();
      header = undefined;
    },
  });
}

/** The package which this file lies in, as dist/server/languageServer.js. */
function packageUri(): string {
  return pathToFileURL(join(__dirname, "../..")).href;
}
