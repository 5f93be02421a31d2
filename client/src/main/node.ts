// The extension where VS Code runs extensions in Node: on the desktop, and on remote machines.
import { hostname } from "node:os";
import * as process from "node:process";
import * as vscode from "vscode";
import { activateOn } from "../extension";
import { createNodeTransport } from "../registryClient/transport/nodeTransport";
import { createTrust, systemAuthorityFiles } from "../registryClient/transport/trust";

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
      // What the engine has compiled is there at the next start: in the extension's own folder, in no workspace. Node before
      // 22.1 knows nothing of it.
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
