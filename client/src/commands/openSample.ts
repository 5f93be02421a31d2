import * as vscode from "vscode";
import { analysesLanguage } from "../language/documentLanguage";
import type { Command } from "./command";

/** Opens a copy of a sample document that has problems to mend; nothing on disk is touched. */
export const openSample: Command = {
  name: "openSample",
  async run({ extensionUri }) {
    const file = vscode.Uri.joinPath(extensionUri, "samples", "problems-to-fix.analyses.json");
    const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const document = await vscode.workspace.openTextDocument({ language: analysesLanguage, content });
    await vscode.window.showTextDocument(document);
  },
};
