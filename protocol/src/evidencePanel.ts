// Requests of an evidence panel to the server: the figure of one analysis, the overview of all, and exports.
// A figure identifies rows by their pointers within the analysis (RFC 6901); requests identify them by where
// their text begins in one version of the document, an offset in UTF-16 code units.

import type { Figure } from "@analyses/evidence";
import type { RequestMessage, Read, ReadBy } from "./message";
import { list, objectOf, oneOf, orNull, readNumber, anyOf, isTrue, readText } from "./message";
import type { DocumentParams, TextPosition, TextRange } from "./referenceMessages";
import { readDocument, readPosition, readVersionedDocument, readRange } from "./referenceMessages";

export const plots = [
  "forest",
  "funnel",
  "leave-one-out",
  "cumulative-year",
  "cumulative-precision",
  "cumulative-document",
  "sensitivity",
] as const;

export type Plot = (typeof plots)[number];

export const readPlot: Read<Plot> = (value) => oneOf(plots)(value) ?? "forest";

/** The place of an object in the text. */
export interface PlacedObject {
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

/** A row of a figure. */
export interface PlacedStudy extends PlacedObject {
  readonly study: string;
}

/** The content of a panel. */
export interface EvidenceView {
  /** The version of the document. */
  readonly version: number;
  /** Null in a document without analyses. */
  readonly analysis:
    | (PlacedObject & {
        readonly number: string;
        readonly name: string;
        readonly group: string;
        /** A position inside the analysis. */
        readonly position: TextPosition;
        /** A position inside the analysis before this one; null for the first analysis. */
        readonly previous: TextPosition | null;
        /** A position inside the analysis after this one; null for the last analysis. */
        readonly next: TextPosition | null;
      })
    | null;
  /** All rows of the analysis, in text order; null while the text is not JSON. */
  readonly rows: readonly PlacedStudy[] | null;
  /** Null while there is nothing to draw. */
  readonly figure: Figure | null;
  /** Why the figure does not match the text, and where; `isOfRoles` if the user has to assign roles to properties. */
  readonly problem: {
    readonly message: string;
    readonly range: TextRange;
    readonly isOfRoles: boolean;
  } | null;
  /** The pointer of the row with the cursor. */
  readonly current: string | null;
  /** The pooled result as a sentence. */
  readonly sentence: string | null;
  /** For a figure without some rows: their names, and the sentence with them included. */
  readonly leftOut: {
    readonly studies: readonly string[];
    readonly sentence: string | null;
  } | null;
}

const readViewParams = objectOf({
  textDocument: readVersionedDocument,
  /** The panel shows the analysis at the first position that has one; else the first analysis of the document. */
  positions: list(readPosition),
  /** The cursor, whose row the figure marks. */
  cursor: orNull(readPosition),
  plot: readPlot,
  /** The offsets of rows that the figure leaves out for now, in any analysis. */
  without: list(readNumber),
});
export type EvidenceViewParams = ReadBy<typeof readViewParams>;

/** Request from client to server: the content of a panel. Result: null if the document is not open in that version. */
export const evidenceViewRequest: RequestMessage<EvidenceViewParams, EvidenceView | null> = {
  method: "analyses/evidenceView",
  readParams: readViewParams,
};

/** The row of one analysis in the overview of a document. */
export interface OverviewRow {
  /** The analysis's pointer in the document (RFC 6901). */
  readonly pointer: string;
  readonly number: string;
  readonly name: string;
  readonly group: string;
  /** Why the result could not be computed; null if it was. */
  readonly problem: string | null;
  readonly columns: Readonly<Record<OverviewColumn, OverviewCell>>;
}

export const overviewColumns = ["effect", "studies", "participants", "i2"] as const;

export type OverviewColumn = (typeof overviewColumns)[number];

export interface OverviewCell {
  /** In the user's notation; empty if there is no value. */
  readonly text: string;
  /** The sort key: for effects, on the analysis scale. */
  readonly value: number | null;
}

export interface EvidenceOverview {
  /** The version of the document. */
  readonly version: number;
  /** In the order of the document. */
  readonly rows: readonly OverviewRow[];
  /** The places of the rows' analyses, in the same order. */
  readonly ranges: readonly TextRange[];
}

/** Request from client to server: all analyses of a document with their results. */
export const evidenceOverviewRequest: RequestMessage<
  { readonly textDocument: DocumentParams },
  EvidenceOverview | null
> = {
  method: "analyses/evidenceOverview",
  readParams: objectOf({ textDocument: readDocument }),
};

/**
 * The export formats of an analysis; the server computes `notes` (one per line) only for exports, not for the panel.
 */
const exportFormats = ["svg", "sentence", "markdown", "tsv", "r", "notes"] as const;

export type ExportFormat = (typeof exportFormats)[number];

const readExportParams = objectOf({
  textDocument: readVersionedDocument,
  /** The offset where the analysis begins. */
  at: readNumber,
  /** The plot of a picture; other formats ignore it. */
  plot: readPlot,
  /** The offsets of rows left out for now. */
  without: list(readNumber),
  format: oneOf(exportFormats),
});
export type EvidenceExportParams = ReadBy<typeof readExportParams>;

export interface EvidenceExport {
  /** Number and name of the analysis. */
  readonly name: string;
  readonly text: string;
}

/**
 * Request from client to server: an analysis in an export format. Result: null if the document is not open in that
 * version, has no analysis at `at`, or the server cannot compute the analysis.
 */
export const evidenceExportRequest: RequestMessage<EvidenceExportParams, EvidenceExport | null> = {
  method: "analyses/evidenceExport",
  readParams: readExportParams,
};

/*
 * Requests about an analysis as a table: the text edits for a change of its cells or rows, and the places of cells.
 * They identify a column by its role (`spec/evidence.md` section 1).
 */

/** Parses a change of one row, or of the whole table; returns undefined for another form. */
export const readTableChange = anyOf(
  /** `asText`: writes the text even if it is not a number. */
  objectOf({ kind: oneOf(["cell"]), part: readText, text: readText, asText: isTrue }),
  /** Fills cells from the row's cell `part` to the right and down; adds rows as needed. */
  objectOf({ kind: oneOf(["paste"]), part: readText, cells: list(list(readText)) }),
  /** Adds the first study: to a subgroup, by index, or with null to an analysis without subgroups. */
  objectOf({ kind: oneOf(["addFirst"]), subgroup: orNull(readNumber) }),
  /** Inserts an empty row, or a copy of the row, after the row. */
  objectOf({ kind: oneOf(["add", "duplicate"]) }),
  objectOf({ kind: oneOf(["remove"]) }),
  objectOf({ kind: oneOf(["move"]), by: oneOf([1, -1]) }),
  objectOf({ kind: oneOf(["sort"]), part: readText, descending: isTrue }),
);
export type TableChange = ReadBy<typeof readTableChange>;

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

const readTableEdit = objectOf({
  textDocument: readVersionedDocument,
  /** The offset where the row begins; for a change of the whole table, where its analysis begins. */
  at: readNumber,
  change: readTableChange,
});
export type TableEditParams = ReadBy<typeof readTableEdit>;

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

/** A row whose text an edit writes. */
export interface WrittenRow {
  /** The row's offset in the old text; null for a new row. */
  readonly from: number | null;
  /** The index of the edit that writes the row. */
  readonly edit: number;
  /** The row's offset in the `newText` of the edit. */
  readonly offset: number;
  readonly length: number;
}

/** What a pasted line changes in a row. */
export interface PastedRow {
  /** The study's name in the document; null for an added row. */
  readonly study: string | null;
  /** `before`: empty if the document has no value. */
  readonly cells: readonly { readonly part: string; readonly before: string; readonly after: string }[];
  /** Whether the line replaces the study's name but not all of its data, such as its risk of bias. */
  readonly isMixed: boolean;
}

/**
 * Request from client to server: the edits for a change of the table. Result: null if the document is not open in that
 * version, or has no analysis at `at`.
 */
export const tableEditRequest: RequestMessage<TableEditParams, TableEdits | null> = {
  method: "analyses/evidenceEdit",
  readParams: readTableEdit,
};

/** A cell of the row that begins at offset `row`; with `part` null, the whole row. */
const readCell = objectOf({ row: readNumber, part: orNull(readText) });
export type PlacedCell = ReadBy<typeof readCell>;

/** Converts ranges of the text to cells, and cells to ranges. */
const readPlacesParams = objectOf({
  textDocument: readVersionedDocument,
  /** The offset where the analysis begins. */
  at: readNumber,
  cells: list(readCell),
  ranges: list(readRange),
});
export type TablePlacesParams = ReadBy<typeof readPlacesParams>;

/** A range for each requested cell and a cell for each requested range; null where the text has none. */
export interface TablePlaces {
  readonly ranges: readonly (TextRange | null)[];
  readonly cells: readonly (PlacedCell | null)[];
}

/**
 * Request from client to server: ranges for cells, and cells for ranges. Result: null if the document is not open in
 * that version, or has no analysis at `at`.
 */
export const tablePlacesRequest: RequestMessage<TablePlacesParams, TablePlaces | null> = {
  method: "analyses/evidencePlaces",
  readParams: readPlacesParams,
};

/** Text from a spreadsheet to paste into a list of studies. */
const readPasteParams = objectOf({
  textDocument: readDocument,
  position: readPosition,
  /** Tab-separated cells, one row per line. */
  text: readText,
  /** The role of each column, or null for a column to leave out. Without a list, the header row gives the roles. */
  columns: orNull(list(orNull(readText))),
  /** The decimal separator; null to infer it from the numbers. */
  decimal: orNull(oneOf([",", "."])),
});
type PasteStudiesParams = ReadBy<typeof readPasteParams>;

/** The result of a paste. */
export type PastedStudies =
  | (Omit<Extract<TableEdits, { kind: "edits" }>, "rows" | "written"> & {
      /** Whether the position is between two studies, so that the text to insert must be studies. */
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
      readonly isSeparatorUnclear: boolean;
      /** The headings of the columns, if they do not identify all roles; empty without headings. */
      readonly headings: readonly string[];
    };

/**
 * Request from client to server: the edits that paste studies. Result: null if the position is in no list of studies.
 */
export const pasteStudiesRequest: RequestMessage<PasteStudiesParams, PastedStudies | null> = {
  method: "analyses/pasteStudies",
  readParams: readPasteParams,
};
