import * as vscode from "vscode";
import { messageSentences } from "../platform/displayText";
import { rowOf } from "../tree/nodes";
import { rowTargets } from "../tree/target";
import type { Command } from "./command";

/** Says in full what a row says in short, and what can be done. */
export const explainProblem: Command = {
  name: "explainProblem",
  async run({ tree, treeView }, target) {
    const [row] = rowTargets(treeView, target, undefined);
    const explanation = row && rowOf(row).explanation;
    if (explanation === undefined) return;
    const retry = vscode.l10n.t("Retry");
    if ((await vscode.window.showErrorMessage(messageSentences(explanation), retry)) === retry)
      tree.refresh(row);
  },
};
