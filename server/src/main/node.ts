import { createConnection } from "vscode-languageserver/node";
import { connectLanguageServer } from "../connection/connectLanguageServer";
import { after } from "./after";
import { readFileOf } from "./readFileOf";

const channels = process.argv.slice(2).filter((word) => /^--(stdio|node-ipc|socket|pipe)\b/.test(word));

if (channels[0] === "--stdio" || channels[0] === "--node-ipc") {
  connectLanguageServer(createConnection(), { nextTurn: setImmediate, after, readFile: readFileOf });
} else {
  console.error("Usage: analyses-language-server --stdio");
  process.exitCode = 2;
}
