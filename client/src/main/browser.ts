// The entry point for VS Code in a browser: a worker without Node.
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
        // If a remote machine serves the extension, VS Code cannot start a worker from its URL.
        if (address === "") {
          const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(script));
          address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
        }
        // The library has stopped the old worker, or that worker ended; terminates it in case it hangs.
        worker?.terminate();
        worker = new Worker(address);
        // The library does not recognize VS Code's worker class: it gets a reader and a writer instead of the worker.
        const reader = new BrowserMessageReader(worker);
        return { reader, writer: new BrowserMessageWriter(worker) };
      };
      return new LanguageClient(id, name, start, options);
    },
  });
}
