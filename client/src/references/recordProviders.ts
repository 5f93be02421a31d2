import * as vscode from "vscode";
import { identifierProperty } from "@analyses/protocol/references";
import type { LookUpResult, PublicRecord } from "@analyses/protocol/referenceMessages";
import { recordCard, referenceAtRequest } from "@analyses/protocol/referenceMessages";
import { settingsSection } from "@analyses/protocol/settings";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { displayText, escapedMarkdown } from "../platform/displayText";
import { type DisposableLike, Disposable, withSignalOf } from "../platform/lifetime";
import type { PublicAddresses, LinkedRecord } from "../registries/publicAddresses";
import type { Registries } from "../registries/registries";
import { rangeOf } from "./documentChanges";
import { jsonPlaceAt } from "./jsonCaret";
import { RecordLookUp } from "./recordLookUp";
import { linksInText } from "./referencesInText";
import { type ReadBy, objectOf, oneOf, parsedJson, readText } from "@analyses/protocol/message";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { positionOf, rangeOf as editorRange } from "../webview/panelDocument";

/** The URI scheme of virtual documents that represent records as definition targets. */
const scheme = "analyses-registry-record";

/**
 * Makes "Go to Definition" on a reference reveal the record's row in the sidebar. VS Code requires a target document,
 * so each record has a virtual document with its public fields. If this document opens in a tab, the row is revealed
 * instead.
 */
export class RecordDefinitions extends Disposable {
  constructor(
    private readonly finder: ReferenceFinder,
    private readonly registries: Registries,
  ) {
    super();
    const selector = [analysesLanguage, ...linkedLanguages];
    this.register(
      vscode.languages.registerDefinitionProvider(selector, {
        provideDefinition: (document, position, token) => this.definition(document, position, token),
      }),
    );
    this.register(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri, token) => this.#card(uri, token),
      }),
    );
    this.register(vscode.window.onDidChangeActiveTextEditor((editor) => void this.#giveWay(editor)));
  }

  async definition(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.DefinitionLink[]> {
    const found = await this.finder.at(document, position, token);
    if (found === undefined) return [];
    const { id, registry } = found.record;
    const targetUri = vscode.Uri.from({
      scheme,
      path: `/${registry.name}/${id}`,
      query: JSON.stringify(revealTargetOf(found.record)),
    });
    return [{ originSelectionRange: found.range, targetUri, targetRange: new vscode.Range(0, 0, 0, 0) }];
  }

  /** The record's displayable fields as plain text. */
  async #card(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const target = readRevealTarget(parsedJson(uri.query));
    const registry = this.registries.all.find(({ client }) => client.address === target?.address);
    if (target === undefined || registry === undefined || !vscode.workspace.isTrusted) return "";
    const result = await withSignalOf(token, (signal) =>
      new RecordLookUp({ signal, purpose: "hover" }).find({ ...target, baseUrl: target.address, registry }),
    );
    if (result.kind !== "known") return result.kind === "notChecked" ? displayText(result.message) : "";
    return recordText(result.record).join("\n");
  }

  /**
   * Closes the virtual document's own tab, and reveals the row instead. The preview of Peek Definition is in the tab of
   * another document, which stays.
   */
  async #giveWay(editor: vscode.TextEditor | undefined): Promise<void> {
    const uri = editor?.document.uri;
    if (uri?.scheme !== scheme) return;
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    if (!(tab?.input instanceof vscode.TabInputText) || tab.input.uri.toString() !== uri.toString()) return;
    const target = readRevealTarget(parsedJson(uri.query));
    await vscode.window.tabGroups.close(tab);
    if (target !== undefined) await vscode.commands.executeCommand(revealCommand, target);
  }
}

/** Shows a hover on links to records in {@link linkedLanguages}; in analyses documents, the server provides hovers. */
export function showRecordHovers(finder: ReferenceFinder): DisposableLike {
  return vscode.languages.registerHoverProvider([...linkedLanguages], {
    provideHover: (document, position, token) => recordHover(finder, document, position, token),
  });
}

export async function recordHover(
  finder: ReferenceFinder,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  const found = await finder.at(document, position, token);
  if (found === undefined || !vscode.workspace.isTrusted) return undefined;
  const result = await withSignalOf(token, (signal) =>
    new RecordLookUp({ signal, purpose: "hover" }).find(found.record),
  );
  if (token.isCancellationRequested) return undefined;
  const card = new vscode.MarkdownString(paragraphsOf(result, found.record.id).join("\n\n"));
  return new vscode.Hover([card, revealLink(found.record)], found.range);
}

function paragraphsOf(result: LookUpResult, id: string): readonly string[] {
  switch (result.kind) {
    case "known":
      return recordMarkdown(result.record);
    case "unknownId":
      return [
        plainMarkdown(vscode.l10n.t("{0} has no record with the identifier {1}.", result.registry, id)),
      ];
    case "notChecked":
      return [plainMarkdown(result.message)];
    case "otherRegistry":
      return [];
  }
}

const setting = "references.codeLens";

/** The maximum number of CodeLenses in a document: more would slow down the editor. */
const maxLenses = 1000;

/** Shows a CodeLens to reveal the record's row above each link to a record, if the setting is on. Sends no request. */
export class RecordLenses extends Disposable implements vscode.CodeLensProvider {
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(private readonly addresses: PublicAddresses) {
    super();
    this.register(addresses.onDidChange(() => this.#changed.fire()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingsSection}.${setting}`)) this.#changed.fire();
      }),
    );
    this.register(vscode.languages.registerCodeLensProvider([analysesLanguage, ...linkedLanguages], this));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const isOn = vscode.workspace.getConfiguration(settingsSection, document.uri).get(setting) === true;
    if (!isOn) return [];
    const lenses: vscode.CodeLens[] = [];
    for (const found of linksInText(document.getText())) {
      if (lenses.length === maxLenses) break;
      const record = this.addresses.find(found.link);
      if (record === undefined) continue;
      const title = vscode.l10n.t("Show in the Registry view");
      const command = { command: revealCommand, title, arguments: [revealTargetOf(record)] };
      lenses.push(new vscode.CodeLens(rangeOf(document, found), command));
    }
    return lenses;
  }
}

/** The card of a record as plain text, by paragraph. */
function recordText(record: PublicRecord): readonly string[] {
  return recordCard(record, { ...userLocale, plain: displayText, heading: (text) => text });
}

/** The card of a record as Markdown, by paragraph, with the registry's texts escaped. */
function recordMarkdown(record: PublicRecord): readonly string[] {
  return recordCard(record, { ...userLocale, plain: plainMarkdown, heading: (text) => `**${text}**` });
}

function plainMarkdown(text: string): string {
  return escapedMarkdown(displayText(text));
}

const userLocale = {
  translate: vscode.l10n.t,
  // Created on demand: the first formatter takes longer than loading the extension.
  moment: (milliseconds: number) =>
    new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "medium", timeStyle: "short" }).format(
      milliseconds,
    ),
};

/** Offers to pick another record for a reference with an unknown identifier. */
export class OtherRecordActions implements vscode.CodeActionProvider {
  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    return diagnostics.filter(isUnknownReference).map((diagnostic) => {
      // One character further is inside the identifier's quotes, where an insertion replaces the whole reference.
      const { line, character } = diagnostic.range.start;
      const position = new vscode.Position(line, character + 1);
      const isPerson =
        jsonPlaceAt(document.getText(), document.offsetAt(position)).path.at(-1) ===
        identifierProperty.person;
      const title = isPerson
        ? vscode.l10n.t("Choose Another Person…")
        : vscode.l10n.t("Choose Another Group…");
      const command = `analysesRegistry.${isPerson ? "insertPersonReference" : "insertGroupReference"}`;
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { command, title, arguments: [new vscode.Location(document.uri, position)] };
      action.diagnostics = [diagnostic];
      return action;
    });
  }
}

export function offerOtherRecords(): DisposableLike {
  return vscode.languages.registerCodeActionsProvider(analysesLanguage, new OtherRecordActions(), {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  });
}

function isUnknownReference({ code }: vscode.Diagnostic): boolean {
  return (typeof code === "object" ? code.value : code) === "reference-unknown";
}

/** How far to search for a link on each side of a position, within its line, in UTF-16 code units. */
const reach = 2000;

interface FoundReference {
  readonly record: LinkedRecord;
  readonly link: string;
  readonly range: vscode.Range;
}

/** The languages other than that of analyses documents in which the extension detects links to registries. */
const linkedLanguages = ["markdown", "html", "plaintext", "json", "jsonc"] as const;

export class ReferenceFinder {
  constructor(
    private readonly languageClient: AnalysesLanguageClient,
    private readonly addresses: PublicAddresses,
  ) {}

  /** The reference at a position; undefined if no reference to a record of the user's registries is there. */
  async at(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<FoundReference | undefined> {
    return document.languageId === analysesLanguage
      ? this.#inAnalyses(document, position, token)
      : this.#linkAt(document, position);
  }

  async #inAnalyses(
    { uri }: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<FoundReference | undefined> {
    const params = { textDocument: { uri: uri.toString() }, position: positionOf(position) };
    const found = await this.languageClient.ask(referenceAtRequest, params, token);
    if (found === undefined || found === null) return undefined;
    const { kind, id, link, range } = found;
    const linked = this.addresses.find(link);
    if (linked === undefined) return undefined;
    return { record: { ...linked, kind, id }, link, range: editorRange(range) };
  }

  #linkAt(document: vscode.TextDocument, position: vscode.Position): FoundReference | undefined {
    const { line, character } = position;
    const from = Math.max(0, character - reach);
    const text = document.getText(new vscode.Range(line, from, line, character + reach));
    for (const { start, end, link } of linksInText(text)) {
      if (from + start > character || from + end < character) continue;
      const record = this.addresses.find(link);
      if (record === undefined) return undefined;
      return { record, link, range: new vscode.Range(line, from + start, line, from + end) };
    }
    return undefined;
  }
}

/** The command that reveals a record's row, and the only one that the Markdown of {@link revealLink} may run. */
const revealCommand = "analysesRegistry.revealReference";

/** Parses the command's argument: the registry's address, and the record. */
export const readRevealTarget = objectOf({
  address: readText,
  kind: oneOf(["group", "person", "user", "groupType"]),
  id: readText,
});
type RevealTarget = ReadBy<typeof readRevealTarget>;

function revealTargetOf({ registry, kind, id }: LinkedRecord): RevealTarget {
  return { address: registry.client.address, kind, id };
}

/** A Markdown link that reveals a record's row. It contains only identifiers, no text from a registry. */
export function revealLink(record: LinkedRecord): vscode.MarkdownString {
  // `encodeURIComponent` keeps brackets, which would end a Markdown link.
  const argument = encodeURIComponent(JSON.stringify([revealTargetOf(record)])).replace(/[()]/g, (bracket) =>
    bracket === "(" ? "%28" : "%29",
  );
  const markdown = new vscode.MarkdownString(
    `[${vscode.l10n.t("Show in the Registry view")}](command:${revealCommand}?${argument})`,
  );
  markdown.isTrusted = { enabledCommands: [revealCommand] };
  return markdown;
}
