import * as vscode from "vscode";
import type { KeptBase } from "../../webviews/comparison/messages";

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

/** What is used of the API of VS Code's Git extension (`extensions/git/src/api/git.d.ts` in its sources). */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}
interface GitApi {
  readonly state: "uninitialized" | "initialized";
  readonly onDidChangeState: vscode.Event<GitApi["state"]>;
  getRepository(uri: vscode.Uri): GitRepository | null;
  openRepository(root: vscode.Uri): Promise<GitRepository | null>;
}
interface GitRepository {
  readonly state: {
    readonly indexChanges: readonly { readonly originalUri: vscode.Uri; readonly renameUri?: vscode.Uri }[];
  };
  getCommit(ref: string): Promise<{ readonly hash: string; readonly message: string }>;
  getObjectDetails(treeish: string, path: string): Promise<{ readonly size: number }>;
  show(ref: string, path: string): Promise<string>;
}

/** VS Code gives extensions no longer documents. */
const longest = 50_000_000;

/**
 * A document as it was in a commit.
 *
 * @param ref the last one where nothing else is said
 */
export async function committed(uri: vscode.Uri, ref = "HEAD"): Promise<BaseReading> {
  const name = nameOf(uri);
  const git = await startedGit();
  if (git === undefined)
    return refused(
      vscode.workspace.isTrusted
        ? vscode.l10n.t("There is no Git here: VS Code's Git extension is off, or git is not installed.")
        : vscode.l10n.t("In Restricted Mode VS Code has no Git: trust this folder first."),
    );
  const repository =
    uri.scheme === "file"
      ? (git.getRepository(uri) ?? (await git.openRepository(vscode.Uri.joinPath(uri, ".."))))
      : null;
  if (repository === null) return refused(vscode.l10n.t("{0} is in no Git repository.", name));
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
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return { kind: "read", base: { kept, label, text } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refused(vscode.l10n.t("{0} cannot be read: {1}", name, reason));
  }
}

/** Undefined where it is off, or finds no git. */
async function startedGit(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (extension === undefined) return undefined;
  const started = await Promise.resolve(extension.activate()).catch(() => undefined);
  if (started?.enabled !== true) return undefined;
  const git = started.getAPI(1);
  if (git.state === "uninitialized")
    await new Promise<void>((resolve) => {
      const listening = git.onDidChangeState(() => {
        listening.dispose();
        resolve();
      });
    });
  return git;
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
