import * as vscode from "vscode";

/** Sets a context key `analysesRegistry.<name>`, which `when` clauses in package.json look at. */
export function setContextKey(name: string, value: boolean | string): void {
  void vscode.commands.executeCommand("setContext", `analysesRegistry.${name}`, value);
}
