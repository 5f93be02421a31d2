import * as vscode from "vscode";

/** Runs work behind a notification with a Cancel button; the signal is aborted by it. */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const controller = new AbortController();
    const subscription = token.onCancellationRequested(() => controller.abort());
    try {
      return await work(controller.signal);
    } finally {
      subscription.dispose();
    }
  });
}
