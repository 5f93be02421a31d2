import * as vscode from "vscode";
import { confirm, showInformation, showWarning, unlessMissing } from "../platform/editor";
import { repositoryOf } from "../platform/git";
import { attributeLines, driverCommand, driverName } from "./mergeDriver";

/**
 * Sets up the merge driver in a repository, once the user confirms: in `.gitattributes`, which the team shares, and in
 * the repository's own configuration, which names the program on this machine.
 *
 * @param extension the folder of the extension, which contains the program
 * @param target the URI of a file in the repository; if it is none, the file of the active editor, else the workspace
 */
export async function setUpGitMerge(extension: vscode.Uri, target: unknown): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri =
    target instanceof vscode.Uri
      ? target
      : (vscode.window.activeTextEditor?.document.uri ??
        (folder && vscode.Uri.joinPath(folder, "analyses.json")));
  if (uri === undefined)
    return void showInformation(vscode.l10n.t("Open a folder that is in a Git repository first."));
  const repository = await repositoryOf(uri);
  if (typeof repository === "string") return void showWarning(repository);
  const file = vscode.Uri.joinPath(repository.rootUri, ".gitattributes");
  const attributesText = new TextDecoder().decode(await unlessMissing(vscode.workspace.fs.readFile(file)));
  const missing = attributeLines.filter((line) => !attributesText.split(/\r?\n/).includes(line));
  const driver = driverCommand(extension);
  const detail = [
    vscode.l10n.t(
      "Into {0}: {1}",
      vscode.workspace.asRelativePath(file),
      missing.length === 0 ? "–" : missing.join("; "),
    ),
    vscode.l10n.t(
      "Into the repository’s Git configuration on this machine: {0}",
      `merge.analyses.driver = ${driver}`,
    ),
  ].join("\n\n");
  const question = vscode.l10n.t(
    "Have Git merge the analyses documents of this repository by study and cell?",
  );
  if (!(await confirm(question, vscode.l10n.t("Set Up"), detail))) return;
  if (missing.length > 0) {
    const lineEnd = attributesText.includes("\r\n") ? "\r\n" : "\n";
    const gap = attributesText === "" || attributesText.endsWith("\n") ? "" : lineEnd;
    const text = attributesText + gap + missing.map((line) => line + lineEnd).join("");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  }
  await repository.setConfig("merge.analyses.name", driverName);
  await repository.setConfig("merge.analyses.driver", driver);
  void showInformation(
    vscode.l10n.t(
      "Git merges the analyses documents of this repository by study and cell now. Commit .gitattributes for the others.",
    ),
  );
}
