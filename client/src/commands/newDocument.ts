import * as vscode from "vscode";
import { bundledSchemaIdentifiers } from "../../../protocol/src/bundledSchemas";
import { analysesLanguage } from "../language/documentLanguage";
import type { Command } from "./command";

/**
 * Opens a valid analyses document with the cursor in the first group's name. From a folder of the explorer
 * it gets a free name in that folder, under which it is saved.
 */
export const newDocument: Command = {
  name: "newDocument",
  async run(_parts, target) {
    const method = await chooseRiskOfBiasMethod();
    if (method === undefined) return;
    const document = await openUntitled(target instanceof vscode.Uri ? target : undefined);
    const editor = await vscode.window.showTextDocument(document);
    await editor.insertSnippet(skeleton(method), new vscode.Position(0, 0));
  },
};

async function openUntitled(folder: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  if (folder?.scheme !== "file")
    return vscode.workspace.openTextDocument({ language: analysesLanguage, content: "" });
  const taken = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name));
  const isOpen = ({ path }: vscode.Uri) =>
    vscode.workspace.textDocuments.some(({ uri }) => uri.path === path);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? "review.analyses.json" : `review-${count}.analyses.json`;
    const file = vscode.Uri.joinPath(folder, name);
    if (taken.has(name) || isOpen(file)) continue;
    return vscode.workspace.openTextDocument(file.with({ scheme: "untitled" }));
  }
}

async function chooseRiskOfBiasMethod(): Promise<string | undefined> {
  const chosen = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("Risk of bias, version 1"),
        description: "RISK_OF_BIAS_1",
        detail: vscode.l10n.t("Seven domains, judged low, unclear or high for each study"),
      },
      {
        label: vscode.l10n.t("Risk of bias, version 2"),
        description: "RISK_OF_BIAS_2",
        detail: vscode.l10n.t("Five domains and an overall judgement for each result"),
      },
    ],
    {
      title: vscode.l10n.t("New Analyses Document"),
      placeHolder: vscode.l10n.t("How is the risk of bias of the studies judged?"),
    },
  );
  return chosen?.description;
}

/** VS Code writes the tabs as the editor indents. */
function skeleton(riskOfBiasMethod: string): vscode.SnippetString {
  const snippet = new vscode.SnippetString();
  snippet.appendText(
    `{\n\t"$schema": "${bundledSchemaIdentifiers[bundledSchemaIdentifiers.length - 1]}",\n` +
      `\t"risk-of-bias-method": "${riskOfBiasMethod}",\n\t"analysis-groups": [\n\t\t{\n` +
      `\t\t\t"number": 1,\n\t\t\t"name": "`,
  );
  snippet.appendPlaceholder(vscode.l10n.t("Drug versus placebo"), 1);
  snippet.appendText(`",\n\t\t\t"analyses": [`);
  snippet.appendTabstop(0);
  snippet.appendText(`]\n\t\t}\n\t]\n}\n`);
  return snippet;
}
