import * as vscode from "vscode";
import { isImportable } from "@analyses/protocol/documentFormat";
import type { KeptBase } from "../../webviews/comparison/messages";
import { nameOf } from "../platform/displayText";
import { repositoryOf } from "../platform/git";

/** The text that a document is compared with. */
interface ComparisonBase {
  readonly kept: KeptBase;
  /** A sentence that describes the base. */
  readonly label: string;
  readonly text: string;
}

/** The result of reading a base; `message` says why there is no base. */
export type BaseReading =
  | { readonly kind: "read"; readonly base: ComparisonBase }
  | { readonly kind: "refused"; readonly message: string };

/** In bytes: VS Code passes no document above this size to extensions. */
const maxLength = 50_000_000;

/**
 * Reads a document as of a commit.
 *
 * @param ref the last commit by default
 */
export async function readFromCommit(uri: vscode.Uri, ref = "HEAD"): Promise<BaseReading> {
  const name = nameOf(uri);
  const repository = await repositoryOf(uri);
  if (typeof repository === "string") return refused(repository);
  const commit = await repository.getCommit(ref).catch(() => undefined);
  if (commit === undefined)
    return refused(
      ref === "HEAD"
        ? vscode.l10n.t("The repository of {0} has no commit yet.", name)
        : vscode.l10n.t("The repository of {0} no longer has commit {1}.", name, ref.slice(0, 7)),
    );
  const { hash, message } = commit;
  // If the file's renaming is staged but not committed, the commit has the file under its earlier path.
  const rename = repository.state.indexChanges.find(
    ({ renameUri }) => renameUri?.toString() === uri.toString(),
  );
  const path = (rename?.originalUri ?? uri).fsPath;
  const details = await repository.getObjectDetails(hash, path).catch(() => undefined);
  const short = hash.slice(0, 7);
  if (details === undefined) return refused(vscode.l10n.t("{0} is not in commit {1}.", name, short));
  if (details.size > maxLength) return refused(tooLong(name));
  const text = await repository.show(hash, path);
  const [subject = ""] = message.split("\n");
  const label = vscode.l10n.t("Compared with commit {0}: {1}", short, subject);
  return { kind: "read", base: { kept: { kind: "commit", hash }, label, text } };
}

/**
 * Reads a file: the text of its open editor, if any. If the file is the compared document itself, reads the saved text.
 *
 * @param kind `extraction` if the file is the second of two extractions
 */
export async function readFromFile(
  file: vscode.Uri,
  document: vscode.Uri,
  kind: "file" | "extraction" = "file",
): Promise<BaseReading> {
  const name = vscode.workspace.asRelativePath(file);
  const isOther = file.toString() !== document.toString();
  const open = vscode.workspace.textDocuments.find(
    ({ uri }) => isOther && uri.toString() === file.toString(),
  );
  const label = vscode.l10n.t("Compared with {0}", name);
  const kept = { kind, uri: file.toString() } as const;
  if (open !== undefined) return { kind: "read", base: { kept, label, text: open.getText() } };
  try {
    if ((await vscode.workspace.fs.stat(file)).size > maxLength) return refused(tooLong(name));
    const text = await textOf(file);
    return { kind: "read", base: { kept, label, text } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refused(vscode.l10n.t("{0} cannot be read: {1}", name, reason));
  }
}

/** Reads a file of analyses; converts a file of another program to analyses. */
async function textOf(file: vscode.Uri): Promise<string> {
  if (isImportable(file.path)) return (await import("../exchange/exchange")).documentTextOf(file);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

function refused(message: string): BaseReading {
  return { kind: "refused", message };
}

function tooLong(name: string): string {
  return vscode.l10n.t("{0} is too long to be compared.", name);
}
