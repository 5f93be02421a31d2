import * as vscode from "vscode";

/** The log that "Registry: Show Log" opens. What goes in has been through the types that hide secrets. */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Analyses & Registry", { log: true });
}
