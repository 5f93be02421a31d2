import * as vscode from "vscode";
import { displayText, iconFreeText, messageSentences } from "./displayText";
import { type DisposableLike, withinTime, withSignalOf } from "./lifetime";
import { repositoryOf } from "./git";

/** Whether the extension may open a registry's address in a browser or link to it: only https. */
export function isWebAddress(text: string): boolean {
  return /^https:\/\/[^/\s]/i.test(text) && URL.canParse(text);
}

/**
 * Opens an https or mailto address in the browser or mail program; VS Code prompts for permission.
 * For other addresses, which a registry should not send, only shows a message.
 */
export async function openAddress(address: string): Promise<void> {
  const isHttps = isWebAddress(address);
  if (!isHttps && !/^mailto:[^?]+$/i.test(address)) {
    const message = vscode.l10n.t("This link is not an https address: {0}", displayText(address));
    void showWarning(message);
    return;
  }
  try {
    // Passes the address as a string, since a `Uri` would alter percent-encoded characters.
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

/** Whether an editor shows a document rather than an output channel. */
export function isOfDocument(editor: vscode.TextEditor | undefined): editor is vscode.TextEditor {
  return editor !== undefined && editor.document.uri.scheme !== "output";
}

/**
 * Whether VS Code would refuse to save changes to a document.
 *
 * @param document the open document; undefined if none is open, and then patterns in the settings are not applied
 */
export async function isReadOnly(
  uri: vscode.Uri,
  document: vscode.TextDocument | undefined,
): Promise<boolean> {
  const { fs } = vscode.workspace;
  if (fs.isWritableFileSystem(uri.scheme) === false) return true;
  const matches = (setting: "readonlyInclude" | "readonlyExclude"): boolean => {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const patterns = vscode.workspace.getConfiguration("files", uri).get<object>(setting, {});
    return Object.entries(patterns).some(([pattern, isEnabled]) => {
      const inFolder = folder === undefined ? pattern : new vscode.RelativePattern(folder, pattern);
      const filters = [{ pattern }, { pattern: inFolder }];
      return isEnabled === true && document !== undefined && vscode.languages.match(filters, document) > 0;
    });
  };
  if (matches("readonlyInclude") && !matches("readonlyExclude")) return true;
  const stat = await Promise.resolve(fs.stat(uri)).catch(() => undefined);
  return ((stat?.permissions ?? 0) & vscode.FilePermission.Readonly) !== 0;
}

/** Awaits a read of a file; undefined if the file does not exist. */
export async function unlessMissing<T>(reading: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
    throw error;
  }
}

/** Sets a context key `analysesRegistry.<name>` for `when` clauses in package.json. */
export function setContextKey(name: string, value: boolean | string): void {
  void vscode.commands.executeCommand("setContext", `analysesRegistry.${name}`, value);
}

// Only the functions below show messages, prompts and progress (eslint.config.mjs enforces this), because texts that
// they quote may come from a registry, a document, a schema or a setting. In a message, VS Code turns `[text](address)`
// into a link, which may even run a command. In a row, VS Code turns `$(name)` into an icon.

/** Shows a message with buttons; resolves to the chosen one, or to undefined if the user closes it. */
export async function showInformation<T extends string>(
  message: string,
  ...choices: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showInformationMessage(messageSentences(message), ...choices);
}

/** Shows a warning with buttons, as {@link showInformation}. */
export async function showWarning<T extends string>(
  message: string,
  ...choices: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showWarningMessage(messageSentences(message), ...choices);
}

/** Shows an error with buttons, as {@link showInformation}. */
export async function showError<T extends string>(
  message: string,
  ...choices: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showErrorMessage(messageSentences(message), ...choices);
}

/** Reports that an edit was not applied. */
export function sayNotWritten(): void {
  void showWarning(vscode.l10n.t("Nothing was written: the document cannot be edited or has just changed."));
}

/**
 * Shows a modal prompt; resolves to true if the user confirms.
 *
 * @param detail a text, or its lines; a line cannot contain line breaks
 */
export async function confirm(
  message: string,
  yes: string,
  detail: string | readonly string[] = "",
): Promise<boolean> {
  const options = { modal: true, detail: [detail].flat().map(messageSentences).join("\n") };
  return (await vscode.window.showWarningMessage(messageSentences(message), options, yes)) === yes;
}

/** Lets the user choose one of several rows; undefined on cancel. */
export async function choose<T extends vscode.QuickPickItem>(
  rows: readonly T[] | PromiseLike<readonly T[]>,
  options: vscode.QuickPickOptions,
): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(withPlainTexts(rows), options))?.row;
}

/**
 * Lets the user tick one or more rows; rows with `picked` are ticked initially. Undefined on cancel.
 *
 * VS Code shows an empty list before it has the rows: if the user presses Enter during that time, the list opens again.
 */
export async function chooseSeveral<T extends vscode.QuickPickItem>(
  rows: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[] | undefined> {
  for (;;) {
    const chosen = await vscode.window.showQuickPick(withPlainTexts(rows), { ...options, canPickMany: true });
    if (chosen === undefined || chosen.length > 0) return chosen?.map(({ row }) => row);
  }
}

/** Copies rows so that VS Code shows their texts without icons; each copy has its original as `row`. */
async function withPlainTexts<T extends vscode.QuickPickItem>(
  rows: readonly T[] | PromiseLike<readonly T[]>,
) {
  return (await rows).map((row) => {
    const shown = { ...row, row };
    for (const field of ["label", "description", "detail"] as const)
      shown[field] = iconFreeText(row[field] ?? "");
    return shown;
  });
}

/**
 * Shows a row that runs an action, at the top of the window, until the caller disposes it or the user closes it.
 *
 * @param run called each time the user selects the row
 */
export function offerStep(title: string, step: string, detail: string, run: () => void): DisposableLike {
  const offer = vscode.window.createQuickPick();
  offer.title = title;
  offer.items = [{ label: step, detail: iconFreeText(detail) }];
  offer.ignoreFocusOut = true;
  offer.onDidAccept(run);
  offer.show();
  return offer;
}

/**
 * Runs work while a notification with a Cancel button is shown, which aborts the signal.
 *
 * @param work is given the signal, and a function that shows a message on its progress
 */
export async function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: messageSentences(title), cancellable: true };
  return vscode.window.withProgress(options, (progress, token) =>
    withSignalOf(token, (signal) =>
      work(signal, (message) => progress.report({ message: messageSentences(message) })),
    ),
  );
}

/** Runs work while the status bar shows a title. */
export async function withStatusBarProgress<T>(title: string, work: () => Promise<T>): Promise<T> {
  const options = { location: vscode.ProgressLocation.Window, title: messageSentences(title) };
  return vscode.window.withProgress(options, work);
}

/** Runs work while a view shows its progress bar. */
export async function withViewProgress<T>(viewId: string, work: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, work);
}

const nameKey = "nameOfWhoAccepts";

/**
 * Prompts for the author's name, and stores it; suggests the stored name, else the name in Git. Undefined on cancel.
 */
export async function askAuthorName(
  title: string,
  memory: Pick<vscode.Memento, "get" | "update">,
  file: vscode.Uri,
): Promise<string | undefined> {
  const value = memory.get<string>(nameKey) ?? (await nameInGit(file));
  const input = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Your name, as the team knows you"),
    value,
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("The team wants to know whom to ask.") : undefined,
    ignoreFocusOut: true,
  });
  const name = input?.trim();
  if (name !== undefined) await memory.update(nameKey, name);
  return name;
}

/** The user's name in the Git configuration for a file; empty if there is none, or Git is still starting. */
async function nameInGit(file: vscode.Uri): Promise<string> {
  const repository = await withinTime(1000, repositoryOf(file));
  return typeof repository !== "object" ? "" : repository.getConfig("user.name").catch(() => "");
}
