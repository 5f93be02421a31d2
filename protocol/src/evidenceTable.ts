import type { RequestMessage } from "./message";
import { anyOf, isTrue, list, objectOf, oneOf, orNull, readNumber, readText } from "./message";
import { readDocument, readPosition, readRange, readVersionedDocument } from "./referenceMessages";
import type { DocumentParams, PositionParams, TextRange, VersionedDocumentParams } from "./referenceRequests";

/*
 * What a client asks the server about an analysis as a table: the text edits that make what is typed or pasted into its
 * cells, and where cells stand. A row is named by where its text begins in one version of the document, an offset in
 * UTF-16 code units; columns by their roles (`spec/evidence.md` section 1).
 */

/** What is done to a row of a table, or to all of it. */
export type TableChange =
  /** `asText`: also what is no number. */
  | { readonly kind: "cell"; readonly part: string; readonly text: string; readonly asText: boolean }
  /** Fills cells from one on, to the right and down; rows that are not there are added. */
  | { readonly kind: "paste"; readonly part: string; readonly cells: readonly (readonly string[])[] }
  /** A row after this one: an empty one, or the same once more. */
  | { readonly kind: "add" | "duplicate" }
  | { readonly kind: "remove" }
  | { readonly kind: "move"; readonly by: -1 | 1 }
  /** The first of a list of studies: of a subgroup, by its index; null for an analysis without any. */
  | { readonly kind: "addFirst"; readonly subgroup: number | null }
  | { readonly kind: "sort"; readonly part: string; readonly descending: boolean };

/**
 * Cells as spreadsheets copy them, or as they are in CSV files (RFC 4180): what has separators, line breaks or quotes in
 * it stands in quotes, which are doubled inside. Within a cell, line breaks become spaces.
 *
 * @param separator one character between cells
 */
export function copiedCells(text: string, separator: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  const cell = `"((?:[^"]|"")*)"(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n]*)`;
  for (const [, quoted, plain = "", end] of text.matchAll(
    new RegExp(`(?:${cell})(${separator}|\\r?\\n|\\r|$)`, "g"),
  )) {
    lines.at(-1)?.push((quoted?.replaceAll('""', '"').replace(/\s+/g, " ") ?? plain).trim());
    if (end === "") break;
    if (end !== separator) lines.push([]);
  }
  return lines;
}

export interface TableEditParams {
  readonly textDocument: VersionedDocumentParams;
  /** Where the row begins; of a change of the whole table, its analysis. */
  readonly at: number;
  readonly change: TableChange;
}

/** The edits of the text that make a change of the table. */
export type TableEdits =
  | {
      readonly kind: "edits";
      readonly version: number;
      readonly edits: readonly { readonly range: TextRange; readonly newText: string }[];
      /** The rows whose text is in the edits. */
      readonly written: readonly WrittenRow[];
      /** Of a block that is pasted: what it makes of which rows; empty for any other change. */
      readonly rows: readonly PastedRow[];
      /** Of a block that is pasted by its headings: those of columns that are left out. */
      readonly columnsLeftOut: readonly string[];
      /** Of a block that is pasted: what lines begin with that are no studies, such as totals and notes on them. */
      readonly linesLeftOut: readonly string[];
    }
  /** `canForce`: it may be written as text. */
  | {
      readonly kind: "refused";
      readonly version: number;
      readonly message: string;
      readonly canForce: boolean;
    };

/** A row whose text is in the new text of an edit. */
export interface WrittenRow {
  /** Where it began before; null for a new one. */
  readonly from: number | null;
  /** The index of the edit. */
  readonly edit: number;
  /** Where it begins in the new text. */
  readonly offset: number;
  readonly length: number;
}

/** What a pasted line makes of a row. */
export interface PastedRow {
  /** The study as the text has it; null for a row that is added. */
  readonly study: string | null;
  /** `before`: empty where the text has nothing. */
  readonly cells: readonly { readonly part: string; readonly before: string; readonly after: string }[];
  /** Whether the study gives its place to another, but for data that the line does not have, such as its risk of bias. */
  readonly isMixed: boolean;
}

/** Answer: null where the document is not open in that version, or has no analysis there. */
export const tableEditRequest: RequestMessage<TableEditParams, TableEdits | null> = {
  method: "analyses/evidenceEdit",
  readParams: objectOf({
    textDocument: readVersionedDocument,
    at: readNumber,
    change: (value) => readTableChange(value),
  }),
};

/** Reads a change of the table; undefined for what is none. */
export const readTableChange = anyOf<TableChange>(
  objectOf({ kind: oneOf(["cell"]), part: readText, text: readText, asText: isTrue }),
  objectOf({ kind: oneOf(["paste"]), part: readText, cells: list(list(readText)) }),
  objectOf({ kind: oneOf(["addFirst"]), subgroup: orNull(readNumber) }),
  objectOf({ kind: oneOf(["add", "duplicate"]) }),
  objectOf({ kind: oneOf(["remove"]) }),
  objectOf({ kind: oneOf(["move"]), by: oneOf([1, -1]) }),
  objectOf({ kind: oneOf(["sort"]), part: readText, descending: isTrue }),
);

/** Which cells stand at places of the text, and where cells stand. */
export interface TablePlacesParams {
  readonly textDocument: VersionedDocumentParams;
  /** Where the analysis begins. */
  readonly at: number;
  readonly cells: readonly PlacedCell[];
  readonly ranges: readonly TextRange[];
}

/** A cell of the row that begins at an offset, or with `part` null all of that row. */
export interface PlacedCell {
  readonly row: number;
  readonly part: string | null;
}

/** One for each of the parameters; null where the text has none. */
export interface TablePlaces {
  readonly ranges: readonly (TextRange | null)[];
  readonly cells: readonly (PlacedCell | null)[];
}

/** Answer: null where the document is not open in that version, or has no analysis there. */
export const tablePlacesRequest: RequestMessage<TablePlacesParams, TablePlaces | null> = {
  method: "analyses/evidencePlaces",
  readParams: objectOf({
    textDocument: readVersionedDocument,
    at: readNumber,
    cells: list(objectOf({ row: readNumber, part: orNull(readText) })),
    ranges: list(readRange),
  }),
};

/** Text from a spreadsheet that is pasted into a list of studies. */
export interface PasteStudiesParams {
  readonly textDocument: DocumentParams;
  readonly position: PositionParams["position"];
  /** Tabs between cells, one row a line. */
  readonly text: string;
  /** What each column is, null for one that is left out; null where that is for the header row to say. */
  readonly columns: readonly (string | null)[] | null;
  /** What stands before decimals; null where the numbers are to show it. */
  readonly decimal: "," | "." | null;
}

/** What becomes of it. */
export type PastedStudies =
  | (Omit<Extract<TableEdits, { kind: "edits" }>, "rows" | "written"> & {
      /** Whether the position is between studies, where nothing but studies belongs. */
      readonly isBetween: boolean;
    })
  | Extract<TableEdits, { kind: "refused" }>
  /** Nothing says what the columns are, or too little, or what stands before decimals. */
  | {
      readonly kind: "columns";
      readonly isBetween: boolean;
      /** What they can be, and how people call it. */
      readonly parts: readonly { readonly part: string; readonly label: string }[];
      /** Some cells of each column. */
      readonly examples: readonly string[];
      /** What they may be by their order. */
      readonly guess: readonly (string | null)[];
      /** Whether a comma may stand between thousands as well as before decimals. */
      readonly isSignOpen: boolean;
      /** What stands above the columns, where that does not say enough; empty where nothing does. */
      readonly headings: readonly string[];
    };

/** Null where no list of studies is. */
export const pasteStudiesRequest: RequestMessage<PasteStudiesParams, PastedStudies | null> = {
  method: "analyses/pasteStudies",
  readParams: objectOf({
    textDocument: readDocument,
    position: readPosition,
    text: readText,
    columns: orNull(list(orNull(readText))),
    decimal: orNull(oneOf([",", "."])),
  }),
};
