// Where the hosted VS Code and the Node that it runs under lie.
import { join } from "node:path";
import { inRoot } from "../lib/paths.mjs";

export const hostFolder = inRoot("scripts/vscode-host");
const packages = join(hostFolder, "node_modules");

/** The folder of the Node distribution, with its headers: what native modules are built against. */
export const nodeFolder = join(packages, `node-linux-${process.arch}`);
export const nodeCommand = join(nodeFolder, "bin/node");

const codeServer = join(packages, "code-server");
export const codeServerEntry = join(codeServer, "out/node/entry.js");
/** VS Code's own server, without what code-server puts around it. */
export const serverMain = join(codeServer, "lib/vscode/out/server-main.js");
/** VS Code's own JSON language server: the peer to measure against. */
export const jsonServerMain = join(
  codeServer,
  "lib/vscode/extensions/json-language-features/server/dist/node/jsonServerMain.js",
);

/** Written last by the installation. */
export const installedStamp = join(packages, ".installed");
