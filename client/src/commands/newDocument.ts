import * as vscode from "vscode";
import { bundledSchemaIdentifiers } from "../../../protocol/src/bundledSchemas";
import { analysesLanguage } from "../language/documentLanguage";
import type { Command } from "./command";

/** Opens a valid analyses document with the cursor in the first group's name. */
export const newDocument: Command = {
  name: "newDocument",
  async run() {
    const method = await chooseRiskOfBiasMethod();
    if (method === undefined) return;
    const document = await vscode.workspace.openTextDocument({ language: analysesLanguage, content: "" });
    const editor = await vscode.window.showTextDocument(document);
    await editor.insertSnippet(skeleton(method), new vscode.Position(0, 0));
  },
};

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

function skeleton(riskOfBiasMethod: string): vscode.SnippetString {
  const snippet = new vscode.SnippetString();
  snippet.appendText(
    `{\n  "$schema": "${bundledSchemaIdentifiers[bundledSchemaIdentifiers.length - 1]}",\n` +
      `  "risk-of-bias-method": "${riskOfBiasMethod}",\n  "analysis-groups": [\n    {\n` +
      `      "number": 1,\n      "name": "`,
  );
  snippet.appendPlaceholder("Drug versus placebo", 1);
  snippet.appendText(`",\n      "analyses": [`);
  snippet.appendTabstop(0);
  snippet.appendText(`]\n    }\n  ]\n}\n`);
  return snippet;
}
