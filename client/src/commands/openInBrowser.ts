import * as vscode from "vscode";
import { messageText } from "../platform/displayText";
import { linkOf } from "../tree/records";
import { rowTargets } from "../tree/target";
import type { Command } from "./command";

/** Opens a record's link in the browser. Links are data of the registry: only https ones are opened. */
export const openInBrowser: Command = {
  name: "openInBrowser",
  async run({ treeView }, target) {
    const [row] = rowTargets(treeView, target, undefined);
    const link = row && linkOf(row);
    if (link === undefined) return;
    const address = vscode.Uri.parse(link);
    if (address.scheme === "https") {
      await vscode.env.openExternal(address);
    } else {
      const message = vscode.l10n.t("This link is not an https address: {0}", messageText(link));
      void vscode.window.showWarningMessage(message);
    }
  },
};
