// The extension where VS Code runs extensions in a browser: a worker without Node.
import * as vscode from "vscode";
import { activateOn } from "../extension";
import { createFetchTransport } from "../registryClient/transport/fetchTransport";

export function activate(context: vscode.ExtensionContext): void {
  let worker: Worker | undefined;
  let address = "";
  context.subscriptions.push({
    dispose: () => {
      worker?.terminate();
      URL.revokeObjectURL(address);
    },
  });
  activateOn(context, {
    transport: createFetchTransport(),
    machineName: "",
    createLanguageClient: async (extension, { id, name }, options) => {
      const { BrowserMessageReader, BrowserMessageWriter, LanguageClient } =
        await import("vscode-languageclient/browser");
      const script = vscode.Uri.joinPath(extension, "dist", "web", "languageServer.js");
      const start = async () => {
        // Where a remote machine keeps the extension, VS Code starts no worker from its address.
        if (address === "") {
          const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(script));
          address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
        }
        // One that is to be replaced has been told to end, or has ended; also one that hangs, of a client before.
        worker?.terminate();
        worker = new Worker(address);
        // Not the worker itself: the library would not know it, for VS Code's workers are of a class of its own.
        const reader = new BrowserMessageReader(worker);
        return { reader, writer: new BrowserMessageWriter(worker) };
      };
      return new LanguageClient(id, name, start, options);
    },
  });
}
