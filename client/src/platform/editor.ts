import * as vscode from "vscode";
import { displayText, iconFreeText, messageSentences } from "./displayText";
import type { DisposableLike } from "./lifetime";
import { withSignalOf } from "./lifetime";

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

/** Whether a document has no file yet. */
export function isNew({ scheme }: vscode.Uri): boolean {
  return scheme === "untitled";
}

/** Whether an editor shows a document, and not what an output channel has written. */
export function isOfDocument(editor: vscode.TextEditor | undefined): editor is vscode.TextEditor {
  return editor !== undefined && editor.document.uri.scheme !== "output";
}

/**
 * Whether VS Code would not save what is written into a document.
 *
 * @param document of that address; the patterns of settings are known only of one that is read
 */
export async function isReadOnly(
  uri: vscode.Uri,
  document: vscode.TextDocument | undefined,
): Promise<boolean> {
  const { fs } = vscode.workspace;
  if (fs.isWritableFileSystem(uri.scheme) === false) return true;
  const isIn = (setting: "readonlyInclude" | "readonlyExclude"): boolean => {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const patterns = vscode.workspace.getConfiguration("files", uri).get<object>(setting, {});
    return Object.entries(patterns).some(([pattern, isMeant]) => {
      const inFolder = folder === undefined ? pattern : new vscode.RelativePattern(folder, pattern);
      const filters = [{ pattern }, { pattern: inFolder }];
      return isMeant === true && document !== undefined && vscode.languages.match(filters, document) > 0;
    });
  };
  if (isIn("readonlyInclude") && !isIn("readonlyExclude")) return true;
  const stat = await Promise.resolve(fs.stat(uri)).catch(() => undefined);
  return ((stat?.permissions ?? 0) & vscode.FilePermission.Readonly) !== 0;
}

/** Sets a context key `analysesRegistry.<name>`, which `when` clauses in package.json look at. */
export function setContextKey(name: string, value: boolean | string): void {
  void vscode.commands.executeCommand("setContext", `analysesRegistry.${name}`, value);
}

// Nothing else shows messages, questions and progress (eslint.config.mjs holds that). VS Code makes links of
// `[text](address)` in them, commands too, and icons of `$(name)` in rows; and what they quote may come from a registry,
// a document, a schema or a setting.

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

/** Says that an edit was not made. */
export function sayNotWritten(): void {
  void showWarning(vscode.l10n.t("Nothing was written: the document cannot be edited or has just changed."));
}

/** Asks before anything else can be done. Whether the user says yes. */
export async function confirm(message: string, yes: string, detail = ""): Promise<boolean> {
  const options = { modal: true, detail: messageSentences(detail) };
  return (await vscode.window.showWarningMessage(messageSentences(message), options, yes)) === yes;
}

/** Lets the user choose one of some rows; undefined where they give up. */
export async function choose<T extends vscode.QuickPickItem>(
  rows: readonly T[] | PromiseLike<readonly T[]>,
  options: vscode.QuickPickOptions,
): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(asText(rows), options))?.row;
}

/**
 * As {@link choose}, for as many rows as are ticked, at least one; those that say `picked` are ticked at first.
 *
 * VS Code shows an empty list before it has its rows, and Enter pressed in between takes none: then the list comes again.
 */
export async function chooseSeveral<T extends vscode.QuickPickItem>(
  rows: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[] | undefined> {
  for (;;) {
    const chosen = await vscode.window.showQuickPick(asText(rows), { ...options, canPickMany: true });
    if (chosen === undefined || chosen.length > 0) return chosen?.map(({ row }) => row);
  }
}

async function asText<T extends vscode.QuickPickItem>(rows: readonly T[] | PromiseLike<readonly T[]>) {
  return (await rows).map((row) => {
    const shown = { ...row, row };
    for (const part of ["label", "description", "detail"] as const)
      shown[part] = iconFreeText(row[part] ?? "");
    return shown;
  });
}

/**
 * Offers a step at the top of the window while something goes on, until it is disposed of; the user may close it before.
 *
 * @param take is called each time that the user takes the step
 */
export function offerStep(title: string, step: string, detail: string, take: () => void): DisposableLike {
  const offer = vscode.window.createQuickPick();
  offer.title = title;
  offer.items = [{ label: step, detail: iconFreeText(detail) }];
  offer.ignoreFocusOut = true;
  offer.onDidAccept(take);
  offer.show();
  return offer;
}

/**
 * Runs work behind a notification with a Cancel button; the signal is aborted by it.
 *
 * @param work may add what the user is to know meanwhile
 */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, tell: (message: string) => void) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: messageSentences(title), cancellable: true };
  return vscode.window.withProgress(options, (progress, token) =>
    withSignalOf(token, (signal) =>
      work(signal, (message) => progress.report({ message: messageSentences(message) })),
    ),
  );
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
