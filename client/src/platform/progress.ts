import * as vscode from "vscode";
import { withSignalOf } from "./cancellation";

/** Runs work behind a notification with a Cancel button; the signal is aborted by it. */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) => withSignalOf(token, work));
}
