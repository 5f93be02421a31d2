import * as vscode from "vscode";
import { settingsSection } from "../../../protocol/src/settings";
import { analysesLanguage } from "../language/documentLanguage";
import { Disposable } from "../platform/disposable";
import type { PublicAddresses } from "../registries/publicAddresses";
import { rangeOf } from "./insertionTarget";
import { linksInText } from "./linksInText";
import { linkedLanguages } from "./referenceFinder";
import { revealCommand, revealTargetOf } from "./revealLink";

const setting = "references.codeLens";

/** How many lines with a CodeLens a document has at most: further ones would only slow the editor down. */
const mostLenses = 1000;

/** Shows the way to a record's row above each link to it, for those who have it switched on. Asks no registry. */
export class RecordLenses extends Disposable implements vscode.CodeLensProvider {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly addresses: PublicAddresses) {
    super();
    this.register(addresses.onDidChange(() => this.changed.fire()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingsSection}.${setting}`)) this.changed.fire();
      }),
    );
    this.register(vscode.languages.registerCodeLensProvider([analysesLanguage, ...linkedLanguages], this));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const isOn = vscode.workspace.getConfiguration(settingsSection, document.uri).get(setting) === true;
    if (!isOn) return [];
    const lenses: vscode.CodeLens[] = [];
    for (const found of linksInText(document.getText())) {
      if (lenses.length === mostLenses) break;
      const record = this.addresses.find(found.link);
      if (record === undefined) continue;
      const title = vscode.l10n.t("Show in the Registry view");
      const command = { command: revealCommand, title, arguments: [revealTargetOf(record)] };
      lenses.push(new vscode.CodeLens(rangeOf(document, found), command));
    }
    return lenses;
  }
}
