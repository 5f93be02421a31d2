import * as vscode from "vscode";
import { withSignalOf } from "./waiting";
import { messageSentences } from "./displayText";

// The only module that shows messages, questions and progress (eslint.config.mjs holds that). VS Code makes links of
// `[text](address)` in them, commands too; and what they quote may come from a registry, a document or a setting.

/** Shows a message; gives the chosen one of the choices, undefined where it is closed. */
export async function showInformation<T extends string>(
  message: string,
  ...choices: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showInformationMessage(messageSentences(message), ...choices);
}

/** As {@link showInformation}, for what may need a step. */
export async function showWarning<T extends string>(
  message: string,
  ...choices: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showWarningMessage(messageSentences(message), ...choices);
}

/** As {@link showInformation}, for what did not work. */
export async function showError<T extends string>(
  message: string,
  ...choices: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showErrorMessage(messageSentences(message), ...choices);
}

/** Asks before anything else can be done. Whether the user says yes. */
export async function confirm(message: string, yes: string, detail = ""): Promise<boolean> {
  const options = { modal: true, detail: messageSentences(detail) };
  return (await vscode.window.showWarningMessage(messageSentences(message), options, yes)) === yes;
}

/** Runs work behind a notification with a Cancel button; the signal is aborted by it. */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: messageSentences(title), cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) => withSignalOf(token, work));
}

/** Runs work while the status bar says what is done. */
export async function withStatusBarProgress<T>(title: string, work: () => Promise<T>): Promise<T> {
  const options = { location: vscode.ProgressLocation.Window, title: messageSentences(title) };
  return vscode.window.withProgress(options, work);
}

/** Runs work while the progress bar of a view moves. */
export async function withViewProgress<T>(viewId: string, work: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, work);
}
