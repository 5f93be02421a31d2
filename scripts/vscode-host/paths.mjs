// Paths of the hosted VS Code and its Node.
import { join } from "node:path";
import { inRoot } from "../lib/paths.mjs";

export const hostFolder = inRoot("scripts/vscode-host");
const packages = join(hostFolder, "node_modules");

/** The folder of the Node distribution, with the headers for native modules. */
export const nodeFolder = join(packages, `node-linux-${process.arch}`);
export const nodeCommand = join(nodeFolder, "bin/node");

const codeServer = join(packages, "code-server");
export const codeServerEntry = join(codeServer, "out/node/entry.js");
/** The package of VS Code inside code-server. */
export const hostManifest = join(codeServer, "lib/vscode/package.json");
/** VS Code's own server, without code-server's wrapper. */
export const serverMain = join(codeServer, "lib/vscode/out/server-main.js");
export const builtInExtensions = join(codeServer, "lib/vscode/extensions");
/** VS Code's own JSON language server, the peer of the benchmarks. */
export const jsonServerMain = join(
  builtInExtensions,
  "json-language-features/server/dist/node/jsonServerMain.js",
);

/** The file that the installation writes last. */
export const installedStamp = join(packages, ".installed");
