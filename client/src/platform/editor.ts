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
    // As a string: a `Uri` would alter percent-encoded characters.
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
 * @param document the open document of that URI; without it, patterns in settings cannot be matched
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
    return Object.entries(patterns).some(([pattern, isIntended]) => {
      const inFolder = folder === undefined ? pattern : new vscode.RelativePattern(folder, pattern);
      const filters = [{ pattern }, { pattern: inFolder }];
      return isIntended === true && document !== undefined && vscode.languages.match(filters, document) > 0;
    });
  };
  if (isIn("readonlyInclude") && !isIn("readonlyExclude")) return true;
  const stat = await Promise.resolve(fs.stat(uri)).catch(() => undefined);
  return ((stat?.permissions ?? 0) & vscode.FilePermission.Readonly) !== 0;
}

/** Sets a context key `analysesRegistry.<name>` for `when` clauses in package.json. */
export function setContextKey(name: string, value: boolean | string): void {
  void vscode.commands.executeCommand("setContext", `analysesRegistry.${name}`, value);
}

// Only these functions show messages, prompts and progress (enforced in eslint.config.mjs). In messages, VS Code makes
// links of `[text](address)`, even to commands, and in rows icons of `$(name)`; quoted texts may come from a registry,
// a document, a schema or a setting.

/** Shows a message with buttons; resolves to the chosen one, or to undefined if the user closes it. */
export async function showInformation<T extends string>(
  message: string,
  ...choices: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showInformationMessage(messageSentences(message), ...choices);
}

/** As {@link showInformation}, as a warning. */
export async function showWarning<T extends string>(
  message: string,
  ...choices: readonly T[]
): Promise<T | undefined> {
  return vscode.window.showWarningMessage(messageSentences(message), ...choices);
}

/** As {@link showInformation}, as an error. */
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
 * @param detail text, or lines of it; none can begin a line of its own
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
  return (await vscode.window.showQuickPick(asText(rows), options))?.row;
}

/**
 * As {@link choose}, for one or more ticked rows; rows with `picked` are ticked initially.
 *
 * VS Code shows an empty list before it has the rows; if the user presses Enter then, the list opens again.
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
 * Shows a command at the top of the window during an operation, until the caller disposes it or the user closes it.
 *
 * @param take called each time the user selects the command
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
 * Runs work while a notification with a Cancel button is shown, which aborts the signal.
 *
 * @param work may report progress messages
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

/** Prompts for the author's name, prefilled with the last one, else with Git's, and stores it. Undefined on cancel. */
export async function askAuthorName(
  title: string,
  memory: Pick<vscode.Memento, "get" | "update">,
  file: vscode.Uri,
): Promise<string | undefined> {
  const value = memory.get<string>(nameKey) ?? (await nameInGit(file));
  const written = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Your name, as the team knows you"),
    value,
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("The team wants to know whom to ask.") : undefined,
    ignoreFocusOut: true,
  });
  const name = written?.trim();
  if (name !== undefined) await memory.update(nameKey, name);
  return name;
}

/** The user's name in the repository of a file; empty if there is none, or Git is still starting. */
async function nameInGit(file: vscode.Uri): Promise<string> {
  const repository = await withinTime(1000, repositoryOf(file));
  return typeof repository !== "object" ? "" : repository.getConfig("user.name").catch(() => "");
}
