// The entry point for VS Code in Node: on the desktop, and on remote machines.
import { hostname } from "node:os";
import * as process from "node:process";
import * as vscode from "vscode";
import { activateOn } from "../extension";
import {
  createNodeTransport,
  createTrust,
  systemAuthorityFiles,
} from "../registryClient/transport/nodeTransport";

export function activate(context: vscode.ExtensionContext): void {
  const trust = createTrust({
    environment: process.env,
    systemFiles: systemAuthorityFiles(process.platform),
  });
  activateOn(context, {
    transport: createNodeTransport(trust),
    openLoopback: async (pages, redirectPath) => {
      const { openLoopback } = await import("../registryClient/transport/loopback");
      return openLoopback(pages, redirectPath);
    },
    machineName: hostname(),
    createLanguageClient: async (extension, { id, name }, options) => {
      const { LanguageClient, TransportKind } = await import("vscode-languageclient/node");
      const module = vscode.Uri.joinPath(extension, "dist", "server", "languageServer.js").fsPath;
      // Caches compiled code for the next start, in the extension's own folder outside workspaces. Node before 22.1
      // ignores the variable.
      const compiled = vscode.Uri.joinPath(context.globalStorageUri, "compiled").fsPath;
      const run = {
        module,
        transport: TransportKind.ipc,
        options: { env: { NODE_COMPILE_CACHE: compiled } },
      };
      return new LanguageClient(id, name, { run, debug: run }, options);
    },
  });
}
