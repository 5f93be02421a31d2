import * as vscode from "vscode";
import type { SchemasInForce } from "@analyses/protocol/customMessages";
import { Disposable } from "../platform/lifetime";
import { nameOf, statusText } from "../platform/displayText";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { ReferenceCheckReport } from "@analyses/protocol/referenceMessages";

/** Shows the schema version and the item schema of the active document, with a command to choose an item schema. */
export class SchemaStatusItem extends Disposable {
  readonly #item = this.register(
    vscode.languages.createLanguageStatusItem("analysesRegistry.schemas", { language: analysesLanguage }),
  );
  readonly #inForce = new Map<string, SchemasInForce>();
  #isServerGone = false;

  constructor() {
    super();
    this.#item.name = vscode.l10n.t("Analyses schemas");
    this.register(vscode.window.onDidChangeActiveTextEditor(() => this.#show()));
    this.register(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#show()));
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#inForce.delete(uri.toString())),
    );
    this.#show();
  }

  update(schemas: SchemasInForce): void {
    this.#inForce.set(vscode.Uri.parse(schemas.uri).toString(), schemas);
    this.#show();
  }

  /** Stops the busy indicator while no server runs. */
  serverIsGone(isGone: boolean): void {
    this.#isServerGone = isGone;
    this.#show();
  }

  #show(): void {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const schemas = uri === undefined ? undefined : this.#inForce.get(uri);
    const item = this.#item;
    item.command = nextStep();
    item.busy = schemas === undefined && !this.#isServerGone;
    item.text = schemas === undefined ? vscode.l10n.t("Analyses") : textOf(schemas);
    item.detail = schemas === undefined ? "" : detailOf(schemas);
    item.severity =
      schemas?.itemSchema.kind === "unavailable" || schemas?.identifier === "unknown"
        ? vscode.LanguageStatusSeverity.Warning
        : vscode.LanguageStatusSeverity.Information;
  }
}

/** Selects an item schema; in Restricted Mode, where a choice has no effect, manages trust instead. */
export function nextStep(): vscode.Command {
  return vscode.workspace.isTrusted
    ? { command: "analysesRegistry.selectItemSchema", title: vscode.l10n.t("Select Item Schema…") }
    : { command: "workbench.trust.manage", title: vscode.l10n.t("Manage Workspace Trust") };
}

/** The version of the analyses schema that applies. */
export function textOf({ documentSchema }: SchemasInForce): string {
  return vscode.l10n.t("Analyses schema {0}", statusText(documentSchema));
}

/** The item schema that applies, and a note in Restricted Mode that workspace schemas are not loaded. */
export function detailOf({ itemSchema }: SchemasInForce): string {
  const restricted = vscode.workspace.isTrusted
    ? ""
    : ` ${vscode.l10n.t("(Restricted Mode: no schema of the workspace is loaded)")}`;
  switch (itemSchema.kind) {
    case "none":
      return vscode.l10n.t("no item schema") + restricted;
    case "ready":
      return (
        vscode.l10n.t(
          "item schema: {0}",
          statusText(itemSchema.title ?? nameOf(vscode.Uri.parse(itemSchema.uri))),
        ) + restricted
      );
    case "unavailable":
      return vscode.l10n.t("item schema not in force: {0}", statusText(itemSchema.reason)) + restricted;
  }
}

/**
 * Shows the result of the reference check of the active document; a warning if some references could not be checked.
 */
export class ReferenceStatusItem extends Disposable {
  #item: vscode.LanguageStatusItem | undefined;
  readonly #reports = new Map<string, ReferenceCheckReport>();

  constructor(private readonly create = createItem) {
    super();
    this.register(vscode.window.onDidChangeActiveTextEditor(() => this.#show()));
    this.register(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#reports.delete(uri.toString())),
    );
    this.register({ dispose: () => this.#hide() });
  }

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
    const item = (this.#item ??= this.create());
    item.text = checkText(report);
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

function checkText({ checked, notChecked }: ReferenceCheckReport): string {
  const unchecked = notChecked.reduce((sum, { count }) => sum + count, 0);
  return unchecked === 0
    ? vscode.l10n.t("References checked: {0}", checked)
    : vscode.l10n.t("References that could not be checked: {0} of {1}", unchecked, unchecked + checked);
}
