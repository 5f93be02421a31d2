import type { TableEdits } from "./evidencePanel";
import { readTableEdits } from "./evidencePanel";
import type { RequestMessage } from "./message";
import { fieldsOf, listOf, textOf } from "./message";
import { readDocument, readPosition } from "./referenceMessages";
import type { DocumentParams, PositionParams } from "./referenceRequests";

/*
 * What a client asks the server about text from a spreadsheet that is pasted into a list of studies. Columns are named
 * by their roles (`spec/evidence.md` section 1).
 */

export interface PasteStudiesParams {
  readonly textDocument: DocumentParams;
  readonly position: PositionParams["position"];
  /** Tabs between cells, one row a line. */
  readonly text: string;
  /** What each column is, null for one that is left out; null where that is for the header row to say. */
  readonly columns: readonly (string | null)[] | null;
}

/** What becomes of it. */
export type PastedStudies =
  | (Extract<TableEdits, { kind: "edits" }> & {
      /** Whether the position is between studies, where nothing but studies belongs. */
      readonly isBetween: boolean;
      /** The headings of columns that are left out. */
      readonly leftOut: readonly string[];
    })
  | Extract<TableEdits, { kind: "refused" }>
  /** Nothing says what the columns are. */
  | {
      readonly kind: "columns";
      readonly isBetween: boolean;
      /** What they can be, and how people call it. */
      readonly parts: readonly { readonly part: string; readonly label: string }[];
      /** Some cells of each column. */
      readonly examples: readonly string[];
      /** What they may be by their order. */
      readonly guess: readonly (string | null)[];
    };

/** Null where no list of studies is. */
export const pasteStudiesRequest: RequestMessage<PasteStudiesParams, PastedStudies | null> = {
  method: "analyses/pasteStudies",
  readParams(value) {
    const { textDocument, position, text, columns } = fieldsOf(value);
    const document = readDocument(textDocument);
    const place = readPosition(position);
    if (document === undefined || place === undefined || typeof text !== "string") return undefined;
    return { textDocument: document, position: place, text, columns: listOf(columns, readColumn) ?? null };
  },
  readResult(value) {
    const { kind, isBetween, leftOut, parts, examples, guess } = fieldsOf(value);
    if (kind !== "columns") {
      const made = readTableEdits(value);
      if (made?.kind !== "edits") return made;
      return { ...made, isBetween: isBetween === true, leftOut: listOf(leftOut, readText) ?? [] };
    }
    const named = listOf(parts, (one) => {
      const { part, label } = fieldsOf(one);
      return typeof part === "string" ? { part, label: textOf(label) } : undefined;
    });
    const cells = listOf(examples, readText);
    const guessed = listOf(guess, readColumn);
    return (
      named &&
      cells &&
      guessed && { kind, isBetween: isBetween === true, parts: named, examples: cells, guess: guessed }
    );
  },
};

function readColumn(value: unknown): string | null | undefined {
  return value === null || typeof value === "string" ? value : undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
