import * as vscode from "vscode";
import { recordCard } from "../../../protocol/src/recordCard";
import type { PublicRecord } from "../../../protocol/src/referenceRequests";
import { displayText } from "../platform/displayText";
import { escapedMarkdown } from "./textInsertion";

/** The card of a record as plain text, by its paragraphs. */
export function recordText(record: PublicRecord): readonly string[] {
  return recordCard(record, { ...local, plain: displayText, heading: (text) => text });
}

/** The card of a record as Markdown, by its paragraphs: a registry's text is text in it, never markup. */
export function recordMarkdown(record: PublicRecord): readonly string[] {
  return recordCard(record, { ...local, plain: plainMarkdown, heading: (text) => `**${text}**` });
}

/** Text from a registry in which nothing is markup to Markdown. */
export function plainMarkdown(text: string): string {
  return escapedMarkdown(displayText(text));
}

const local = {
  translate: vscode.l10n.t,
  // Not made before it is asked for: the first one takes longer than loading the extension.
  moment: (milliseconds: number) =>
    new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "medium", timeStyle: "short" }).format(
      milliseconds,
    ),
};
