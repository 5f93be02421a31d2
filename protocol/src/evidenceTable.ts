import type { RequestMessage } from "./message";
import { anyOf, isTrue, list, objectOf, oneOf, orNull, readNumber, readText } from "./message";
import { readDocument, readPosition, readRange, readVersionedDocument } from "./referenceMessages";
import type { DocumentParams, PositionParams, TextRange, VersionedDocumentParams } from "./referenceRequests";

/*
 * Requests about an analysis as a table: the text edits for a change of its cells or rows, and the places of cells.
 * Requests identify a row by where its text begins in one version of the document, an offset in UTF-16 code units, and
 * a column by its role (`spec/evidence.md` section 1).
 */

/** A change of one row, or of the whole table. */
export type TableChange =
  /** `asText`: writes the text even if it is not a number. */
  | { readonly kind: "cell"; readonly part: string; readonly text: string; readonly asText: boolean }
  /** Fills cells from `part` to the right and down; adds rows as needed. */
  | { readonly kind: "paste"; readonly part: string; readonly cells: readonly (readonly string[])[] }
  /** Inserts an empty row or a copy after this row. */
  | { readonly kind: "add" | "duplicate" }
  | { readonly kind: "remove" }
  | { readonly kind: "move"; readonly by: -1 | 1 }
  /** Adds the first study: to a subgroup, by index, or with null to an analysis without subgroups. */
  | { readonly kind: "addFirst"; readonly subgroup: number | null }
  | { readonly kind: "sort"; readonly part: string; readonly descending: boolean };

/**
 * Parses cells as spreadsheets copy them, or as CSV (RFC 4180): quotes enclose cells with separators, line breaks or
 * quotes, the latter doubled. Line breaks within a cell become spaces.
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
  /** The offset where the row begins; for a change of the whole table, where its analysis begins. */
  readonly at: number;
  readonly change: TableChange;
}

/** The text edits for a change of the table. */
export type TableEdits =
  | {
      readonly kind: "edits";
      readonly version: number;
      readonly edits: readonly { readonly range: TextRange; readonly newText: string }[];
      /** The rows whose text the edits contain. */
      readonly written: readonly WrittenRow[];
      /** For a paste: the resulting rows; empty for any other change. */
      readonly rows: readonly PastedRow[];
      /** For a paste with headings: the headings of columns left out. */
      readonly columnsLeftOut: readonly string[];
      /** For a paste: lines that are not studies, such as totals and notes, each by its study cell or first text. */
      readonly linesLeftOut: readonly string[];
    }
  /** `canForce`: the client may write the value as text. */
  | {
      readonly kind: "refused";
      readonly version: number;
      readonly message: string;
      readonly canForce: boolean;
    };

/** A row whose text is in the new text of an edit. */
export interface WrittenRow {
  /** The row's offset in the old text; null for a new row. */
  readonly from: number | null;
  /** The index of the edit with its text. */
  readonly edit: number;
  /** The row's offset in the new text of the edit. */
  readonly offset: number;
  readonly length: number;
}

/** The result of a pasted line for a row. */
export interface PastedRow {
  /** The study's name in the document; null for an added row. */
  readonly study: string | null;
  /** `before`: empty if the document has no value. */
  readonly cells: readonly { readonly part: string; readonly before: string; readonly after: string }[];
  /** Whether the line replaces the study's name but not all of its data, such as its risk of bias. */
  readonly isMixed: boolean;
}

/** Result: null if the document is not open in that version, or has no analysis there. */
export const tableEditRequest: RequestMessage<TableEditParams, TableEdits | null> = {
  method: "analyses/evidenceEdit",
  readParams: objectOf({
    textDocument: readVersionedDocument,
    at: readNumber,
    change: (value) => readTableChange(value),
  }),
};

/** Parses a change of the table; returns undefined for another form. */
export const readTableChange = anyOf<TableChange>(
  objectOf({ kind: oneOf(["cell"]), part: readText, text: readText, asText: isTrue }),
  objectOf({ kind: oneOf(["paste"]), part: readText, cells: list(list(readText)) }),
  objectOf({ kind: oneOf(["addFirst"]), subgroup: orNull(readNumber) }),
  objectOf({ kind: oneOf(["add", "duplicate"]) }),
  objectOf({ kind: oneOf(["remove"]) }),
  objectOf({ kind: oneOf(["move"]), by: oneOf([1, -1]) }),
  objectOf({ kind: oneOf(["sort"]), part: readText, descending: isTrue }),
);

/** Requests the cells at ranges of the text, and the ranges of cells. */
export interface TablePlacesParams {
  readonly textDocument: VersionedDocumentParams;
  /** The offset where the analysis begins. */
  readonly at: number;
  readonly cells: readonly PlacedCell[];
  readonly ranges: readonly TextRange[];
}

/** A cell of the row that begins at offset `row`; with `part` null, the whole row. */
export interface PlacedCell {
  readonly row: number;
  readonly part: string | null;
}

/** One result per parameter; null if the text has none. */
export interface TablePlaces {
  readonly ranges: readonly (TextRange | null)[];
  readonly cells: readonly (PlacedCell | null)[];
}

/** Result: null if the document is not open in that version, or has no analysis there. */
export const tablePlacesRequest: RequestMessage<TablePlacesParams, TablePlaces | null> = {
  method: "analyses/evidencePlaces",
  readParams: objectOf({
    textDocument: readVersionedDocument,
    at: readNumber,
    cells: list(objectOf({ row: readNumber, part: orNull(readText) })),
    ranges: list(readRange),
  }),
};

/** Text from a spreadsheet to paste into a list of studies. */
export interface PasteStudiesParams {
  readonly textDocument: DocumentParams;
  readonly position: PositionParams["position"];
  /** Tab-separated cells, one row per line. */
  readonly text: string;
  /** The role of each column, null for one to leave out; null to take roles from the header row. */
  readonly columns: readonly (string | null)[] | null;
  /** The decimal separator; null to infer it from the numbers. */
  readonly decimal: "," | "." | null;
}

/** The result of a paste. */
export type PastedStudies =
  | (Omit<Extract<TableEdits, { kind: "edits" }>, "rows" | "written"> & {
      /** Whether the position is between studies, where only studies are valid. */
      readonly isBetween: boolean;
    })
  | Extract<TableEdits, { kind: "refused" }>
  /** The columns' roles or the decimal separator are unknown: the client has to send them. */
  | {
      readonly kind: "columns";
      readonly isBetween: boolean;
      /** The roles that columns can have, with labels. */
      readonly parts: readonly { readonly part: string; readonly label: string }[];
      /** Sample cells of each column. */
      readonly examples: readonly string[];
      /** Likely roles by the columns' order. */
      readonly guess: readonly (string | null)[];
      /** Whether a comma may be a thousands or a decimal separator. */
      readonly isSignOpen: boolean;
      /** The headings of the columns, if they do not identify all roles; empty without headings. */
      readonly headings: readonly string[];
    };

/** Result: null if the position is in no list of studies. */
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
