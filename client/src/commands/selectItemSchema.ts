import * as vscode from "vscode";
import { settingsSection } from "../../../protocol/src/settings";
import type { Command } from "./command";

/** Chooses the schema that each analysis follows, for the workspace of the document at hand. */
export const selectItemSchema: Command = {
  name: "selectItemSchema",
  async run() {
    const document = vscode.window.activeTextEditor?.document.uri;
    const folder = document && vscode.workspace.getWorkspaceFolder(document);
    const chosen = await chooseSchema(folder ?? vscode.workspace.workspaceFolders?.[0]);
    if (chosen === undefined) return;
    await vscode.workspace
      .getConfiguration(settingsSection, folder)
      .update("itemSchema", chosen, targetFor(folder));
  },
};

async function chooseSchema(folder: vscode.WorkspaceFolder | undefined): Promise<string | undefined> {
  const none = { label: vscode.l10n.t("None"), description: vscode.l10n.t("Do not check analyses") };
  const browse = { label: vscode.l10n.t("Browse…"), description: vscode.l10n.t("Choose a file elsewhere") };
  const found = folder
    ? await vscode.workspace.findFiles(
        new vscode.RelativePattern(folder, "**/*.schema.json"),
        "**/node_modules/**",
        200,
      )
    : [];
  const files = found.map((file) => ({ label: vscode.workspace.asRelativePath(file, false) })).sort(byLabel);
  const chosen = await vscode.window.showQuickPick([...files, browse, none], {
    title: vscode.l10n.t("Item Schema"),
    placeHolder: vscode.l10n.t("The JSON Schema that each analysis follows"),
  });
  if (chosen === none) return "";
  if (chosen !== browse) return chosen?.label;
  const [file] =
    (await vscode.window.showOpenDialog({
      ...(folder === undefined ? {} : { defaultUri: folder.uri }),
      filters: { "JSON Schema": ["json"] },
      openLabel: vscode.l10n.t("Use as Item Schema"),
    })) ?? [];
  if (file === undefined) return undefined;
  return vscode.workspace.getWorkspaceFolder(file) === undefined
    ? file.toString()
    : vscode.workspace.asRelativePath(file, false);
}

function byLabel(a: vscode.QuickPickItem, b: vscode.QuickPickItem): number {
  return a.label.localeCompare(b.label);
}

function targetFor(folder: vscode.WorkspaceFolder | undefined): vscode.ConfigurationTarget {
  if (folder === undefined) return vscode.ConfigurationTarget.Global;
  const isMultiRoot = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  return isMultiRoot ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Workspace;
}
