import * as vscode from "vscode";
import type { ReferenceAtPosition } from "../../../protocol/src/referenceRequests";
import { referenceAtRequest } from "../../../protocol/src/referenceRequests";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "../language/documentLanguage";
import type { LinkedRecord, PublicAddresses } from "../registries/publicAddresses";
import { linksInText } from "./linksInText";

/** How much of a line, to both sides of a position, is looked at for a link, in UTF-16 code units. */
const reach = 2000;

/** A record that a piece of a document refers to. */
export interface FoundReference {
  readonly record: LinkedRecord;
  readonly link: string;
  readonly range: vscode.Range;
}

/** The documents in which links to registries are looked for, beside analyses documents. */
export const linkedLanguages = ["markdown", "html", "plaintext", "json", "jsonc"] as const;

/** Finds what a document refers to at a position. */
export class ReferenceFinder {
  constructor(
    private readonly languageClient: AnalysesLanguageClient,
    private readonly addresses: PublicAddresses,
  ) {}

  /** Undefined where there is no reference to a record of the user's registries. */
  async at(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<FoundReference | undefined> {
    return document.languageId === analysesLanguage
      ? this.inAnalyses(document, position, token)
      : this.linkAt(document, position);
  }

  private async inAnalyses(
    { uri }: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<FoundReference | undefined> {
    const params = {
      textDocument: { uri: uri.toString() },
      position: { line: position.line, character: position.character },
    };
    const found = await this.languageClient.ask<ReferenceAtPosition | null>(
      referenceAtRequest,
      params,
      token,
    );
    if (found === undefined || found === null) return undefined;
    const { kind, id, link, range } = found;
    const linked = this.addresses.find(link);
    if (linked === undefined) return undefined;
    const { start, end } = range;
    return {
      record: { ...linked, kind, id },
      link,
      range: new vscode.Range(start.line, start.character, end.line, end.character),
    };
  }

  private linkAt(document: vscode.TextDocument, position: vscode.Position): FoundReference | undefined {
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
