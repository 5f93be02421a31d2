import * as vscode from "vscode";
import type { Read } from "@analyses/protocol/message";
import { objectOf, oneOf, readText } from "@analyses/protocol/message";
import { referenceAtRequest } from "@analyses/protocol/referenceMessages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { LinkedRecord, PublicAddresses } from "../registries/publicAddresses";
import { positionOf, rangeOf } from "../webview/panelDocument";
import { linksInText } from "./referencesInText";

/** How far to search for a link on each side of a position, within its line, in UTF-16 code units. */
const reach = 2000;

/** A reference in a document, with the record it refers to. */
export interface FoundReference {
  readonly record: LinkedRecord;
  readonly link: string;
  readonly range: vscode.Range;
}

/** The languages, besides analyses documents, in which the extension detects links to registries. */
export const linkedLanguages = ["markdown", "html", "plaintext", "json", "jsonc"] as const;

/** Finds the reference at a position of a document. */
export class ReferenceFinder {
  readonly #languageClient: AnalysesLanguageClient;
  readonly #addresses: PublicAddresses;

  constructor(languageClient: AnalysesLanguageClient, addresses: PublicAddresses) {
    this.#languageClient = languageClient;
    this.#addresses = addresses;
  }

  /** The reference at a position; undefined if it is to no record of the user's registries. */
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
    const found = await this.#languageClient.ask(referenceAtRequest, params, token);
    if (found === undefined || found === null) return undefined;
    const { kind, id, link, range } = found;
    const linked = this.#addresses.find(link);
    if (linked === undefined) return undefined;
    return { record: { ...linked, kind, id }, link, range: rangeOf(range) };
  }

  #linkAt(document: vscode.TextDocument, position: vscode.Position): FoundReference | undefined {
    const { line, character } = position;
    const from = Math.max(0, character - reach);
    const text = document.getText(new vscode.Range(line, from, line, character + reach));
    for (const { start, end, link } of linksInText(text)) {
      if (from + start > character || from + end < character) continue;
      const record = this.#addresses.find(link);
      if (record === undefined) return undefined;
      return { record, link, range: new vscode.Range(line, from + start, line, from + end) };
    }
    return undefined;
  }
}

/** The command that reveals a record's row; the only command that a link to it may run. */
export const revealCommand = "analysesRegistry.revealReference";

/** The command's argument: the registry's address, and the record. */
export type RevealTarget = Pick<LinkedRecord, "kind" | "id"> & { readonly address: string };

export function revealTargetOf({ registry, kind, id }: LinkedRecord): RevealTarget {
  return { address: registry.client.address, kind, id };
}

/** A Markdown link that reveals a record's row. It contains only identifiers, no text from a registry. */
export function revealLink(record: LinkedRecord): vscode.MarkdownString {
  const argument = encodeURIComponent(JSON.stringify([revealTargetOf(record)])).replace(/[()]/g, (each) =>
    each === "(" ? "%28" : "%29",
  );
  const markdown = new vscode.MarkdownString(
    `[${vscode.l10n.t("Show in the Registry view")}](command:${revealCommand}?${argument})`,
  );
  markdown.isTrusted = { enabledCommands: [revealCommand] };
  return markdown;
}

/** Parses the argument in a {@link revealLink}. */
export const readRevealTarget: Read<RevealTarget> = objectOf({
  address: readText,
  kind: oneOf(["group", "person", "user", "groupType"]),
  id: readText,
});
