import * as vscode from "vscode";
import type { ReferenceCheckReport } from "../../../protocol/src/referenceRequests";
import { analysesLanguage } from "../language/documentLanguage";
import { statusText } from "../platform/displayText";
import { Disposable } from "../platform/disposable";

/** Says how the check of the references in the document at hand went, above all what could not be checked. */
export class ReferenceStatusItem extends Disposable {
  readonly #create: typeof createItem;
  #item: vscode.LanguageStatusItem | undefined;
  readonly #reports = new Map<string, ReferenceCheckReport>();

  constructor(create = createItem) {
    super();
    this.#create = create;
    this.register(vscode.window.onDidChangeActiveTextEditor(() => this.#show()));
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#reports.delete(uri.toString())),
    );
    this.register({ dispose: () => this.#hide() });
  }

  /** What the server says of a document whose check has ended. */
  update(report: ReferenceCheckReport): void {
    this.#reports.set(vscode.Uri.parse(report.uri).toString(), report);
    this.#show();
  }

  #show(): void {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const report = uri === undefined ? undefined : this.#reports.get(uri);
    if (report === undefined || isEmpty(report) || this.isDisposed) {
      this.#hide();
      return;
    }
    const item = (this.#item ??= this.#create());
    item.text = textOf(report);
    item.detail = statusText(report.notChecked.map(({ message }) => message).join(" "));
    item.severity =
      report.notChecked.length === 0
        ? vscode.LanguageStatusSeverity.Information
        : vscode.LanguageStatusSeverity.Warning;
  }

  #hide(): void {
    this.#item?.dispose();
    this.#item = undefined;
  }
}

function createItem(): vscode.LanguageStatusItem {
  const item = vscode.languages.createLanguageStatusItem("analysesRegistry.references", {
    language: analysesLanguage,
  });
  item.name = vscode.l10n.t("References to the registry");
  item.command = { command: "analysesRegistry.checkReferences", title: vscode.l10n.t("Check Again") };
  return item;
}

function isEmpty({ checked, notChecked }: ReferenceCheckReport): boolean {
  return checked === 0 && notChecked.length === 0;
}

function textOf({ checked, notChecked }: ReferenceCheckReport): string {
  const unchecked = notChecked.reduce((sum, { count }) => sum + count, 0);
  return unchecked === 0
    ? vscode.l10n.t("References checked: {0}", checked)
    : vscode.l10n.t("References that could not be checked: {0} of {1}", unchecked, unchecked + checked);
}
