import * as vscode from "vscode";
import type { KeptBase } from "../../webviews/comparison/messages";
import { repositoryOf } from "../platform/git";

/** A text that a document is compared with. It stays as it was read. */
export interface ComparisonBase {
  readonly kept: KeptBase;
  /** What it is, in a sentence. */
  readonly label: string;
  readonly text: string;
}

/** `message`: why there is none, for people. */
export type BaseReading =
  | { readonly kind: "read"; readonly base: ComparisonBase }
  | { readonly kind: "refused"; readonly message: string };

/** VS Code gives extensions no longer documents. */
const longest = 50_000_000;

/**
 * A document as it was in a commit.
 *
 * @param ref the last one where nothing else is said
 */
export async function committed(uri: vscode.Uri, ref = "HEAD"): Promise<BaseReading> {
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
  const before = repository.state.indexChanges.find(
    ({ renameUri }) => renameUri?.toString() === uri.toString(),
  );
  const path = (before?.originalUri ?? uri).fsPath;
  const details = await repository.getObjectDetails(hash, path).catch(() => undefined);
  const short = hash.slice(0, 7);
  if (details === undefined) return refused(vscode.l10n.t("{0} is not in commit {1}.", name, short));
  if (details.size > longest) return refused(tooLong(name));
  const text = await repository.show(hash, path);
  const [subject = ""] = message.split("\n");
  const label = vscode.l10n.t("Compared with commit {0}: {1}", short, subject);
  return { kind: "read", base: { kept: { kind: "commit", hash }, label, text } };
}

/** Another file, as it is in an editor, else on the disk; of the document itself, what is saved. */
export async function readFromFile(file: vscode.Uri, document: vscode.Uri): Promise<BaseReading> {
  const name = vscode.workspace.asRelativePath(file);
  const isOther = file.toString() !== document.toString();
  const open = vscode.workspace.textDocuments.find(
    ({ uri }) => isOther && uri.toString() === file.toString(),
  );
  const label = vscode.l10n.t("Compared with {0}", name);
  const kept = { kind: "file", uri: file.toString() } as const;
  if (open !== undefined) return { kind: "read", base: { kept, label, text: open.getText() } };
  try {
    if ((await vscode.workspace.fs.stat(file)).size > longest) return refused(tooLong(name));
    const text = await textOf(file);
    return { kind: "read", base: { kept, label, text } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refused(vscode.l10n.t("{0} cannot be read: {1}", name, reason));
  }
}

/** A document as it is; a file of another program as the document that it becomes. */
async function textOf(file: vscode.Uri): Promise<string> {
  if (/\.(?:rm5|zip|csv|tsv|xlsx)$/i.test(file.path))
    return (await import("../exchange/exchange")).documentTextOf(file);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.split("/").at(-1) ?? "";
}

function refused(message: string): BaseReading {
  return { kind: "refused", message };
}

function tooLong(name: string): string {
  return vscode.l10n.t("{0} is too long to be compared.", name);
}
