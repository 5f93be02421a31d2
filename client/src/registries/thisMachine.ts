import * as vscode from "vscode";
import type { KeptText, Machine } from "./place";

/**
 * The machine that runs the extension.
 *
 * @param machineName what it calls itself; empty where that is not known
 */
export function thisMachine(context: vscode.ExtensionContext, machineName: string): Machine {
  const { remoteName } = vscode.env;
  const isRemote = context.extension.extensionKind === vscode.ExtensionKind.Workspace;
  if (remoteName === undefined || !isRemote) return { kind: "local" };
  return {
    kind: "remote",
    name: `${remoteName} ${machineName}`.trimEnd(),
    identity: keptFile(vscode.Uri.joinPath(context.globalStorageUri, "machine-identity")),
  };
}

function keptFile(file: vscode.Uri): KeptText {
  return {
    async read() {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      } catch {
        // It is written with the first yes.
        return undefined;
      }
    },
    async write(text) {
      await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    },
  };
}
