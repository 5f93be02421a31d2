import * as vscode from "vscode";
import { linkOf } from "../tree/records";
import { rowTarget } from "../tree/target";
import type { Command } from "./command";

/** Opens a record's link in the browser. Links are data of the registry: only https ones are opened. */
export const openInBrowser: Command = {
  name: "openInBrowser",
  async run(_parts, target) {
    const row = rowTarget(target);
    const link = row && linkOf(row);
    if (link === undefined) return;
    const address = vscode.Uri.parse(link);
    if (address.scheme === "https") await vscode.env.openExternal(address);
    else void vscode.window.showWarningMessage(vscode.l10n.t("This link is not an https address: {0}", link));
  },
};
