import * as vscode from "vscode";

/** The methods of judging risk of bias to choose from, the newer first. */
export function riskOfBiasMethods(): readonly (vscode.QuickPickItem & { readonly method: 1 | 2 })[] {
  return [
    {
      label: vscode.l10n.t("Risk of bias, version 2"),
      description: "RISK_OF_BIAS_2",
      detail: vscode.l10n.t("Five domains and an overall judgement for each result"),
      method: 2,
    },
    {
      label: vscode.l10n.t("Risk of bias, version 1"),
      description: "RISK_OF_BIAS_1",
      detail: vscode.l10n.t("Seven domains, judged low, unclear or high for each study"),
      method: 1,
    },
  ];
}
