import * as vscode from "vscode";
import { displayText } from "./displayText";
import { showError, showWarning } from "./messages";

/** Whether an address that a registry names may be opened in a browser, or be where a link leads to: https alone. */
export function isWebAddress(text: string): boolean {
  return /^https:\/\/[^/\s]/i.test(text) && URL.canParse(text);
}

/**
 * Opens an https or mailto address in the reader's browser or mail program, after VS Code's question whether it may.
 * Addresses of other kinds are data that a registry should not have given: they are named, and not opened.
 */
export async function openAddress(address: string): Promise<void> {
  const isHttps = isWebAddress(address);
  if (!isHttps && !/^mailto:[^?]+$/i.test(address)) {
    const message = vscode.l10n.t("This link is not an https address: {0}", displayText(address));
    void showWarning(message);
    return;
  }
  try {
    // As text, letter by letter: a Uri would change what is percent-encoded in it.
    if (isHttps) await vscode.commands.executeCommand("vscode.open", address);
    else await vscode.env.openExternal(vscode.Uri.parse(address));
  } catch {
    const message = vscode.l10n.t("This address could not be opened: {0}", displayText(address));
    void showError(message);
  }
}

/** Sets a context key `analysesRegistry.<name>`, which `when` clauses in package.json look at. */
export function setContextKey(name: string, value: boolean | string): void {
  void vscode.commands.executeCommand("setContext", `analysesRegistry.${name}`, value);
}
