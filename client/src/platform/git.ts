import * as vscode from "vscode";
import { nameOf } from "./displayText";

/** The part of the Git extension's API in use (`extensions/git/src/api/git.d.ts` in VS Code's sources). */
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
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly indexChanges: readonly { readonly originalUri: vscode.Uri; readonly renameUri?: vscode.Uri }[];
  };
  getCommit(ref: string): Promise<{ readonly hash: string; readonly message: string }>;
  getObjectDetails(treeish: string, path: string): Promise<{ readonly size: number }>;
  show(ref: string, path: string): Promise<string>;
  getConfig(key: string): Promise<string>;
  setConfig(key: string, value: string): Promise<string>;
}

/** The repository that contains a file; if there is none, the reason for display. */
export async function repositoryOf(uri: vscode.Uri): Promise<GitRepository | string> {
  const git = await startGit();
  if (git === undefined)
    return vscode.workspace.isTrusted
      ? vscode.l10n.t("There is no Git here: VS Code's Git extension is off, or git is not installed.")
      : vscode.l10n.t("In Restricted Mode VS Code has no Git: trust this folder first.");
  const repository =
    uri.scheme === "file"
      ? (git.getRepository(uri) ?? (await git.openRepository(vscode.Uri.joinPath(uri, ".."))))
      : null;
  return repository ?? vscode.l10n.t("{0} is in no Git repository.", nameOf(uri));
}

/** Waits until the Git extension has started; undefined if it is off or finds no Git. */
async function startGit(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (extension === undefined) return undefined;
  const gitExtension = await Promise.resolve(extension.activate()).catch(() => undefined);
  if (gitExtension?.enabled !== true) return undefined;
  const git = gitExtension.getAPI(1);
  if (git.state === "uninitialized")
    await new Promise<void>((resolve) => {
      const listener = git.onDidChangeState(() => {
        listener.dispose();
        resolve();
      });
    });
  return git;
}
