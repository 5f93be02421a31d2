import type { FigureChange } from "../../evidence/src/index";
import type { RequestMessage } from "./message";
import { fieldsOf, listOf, textOf } from "./message";
import { readDocument, readPosition, readRange } from "./referenceMessages";
import type { DocumentParams, PositionParams, TextRange } from "./referenceRequests";

/*
 * What a panel that shows the evidence of one analysis asks the server: the figure as it changes from keystroke to
 * keystroke, and the text edits that make what is typed into the figure's cells. Rows are named by their pointers
 * within the analysis (RFC 6901), columns by their roles (`spec/evidence.md` section 1).
 */

type Position = PositionParams["position"];

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

export interface EvidenceViewParams {
  readonly textDocument: DocumentParams;
  /** The first that lies in an analysis says which is shown; where none does, the document's first is. */
  readonly positions: readonly Position[];
  /** Whose row is marked. */
  readonly cursor: Position | null;
  readonly plot: Plot;
  /** Rows that are left out for the moment, of the analysis with this pointer; another has all of its rows. */
  readonly without: { readonly analysis: string; readonly rows: readonly string[] };
  /** The figure that is shown: what comes back are its changes. */
  readonly since: number | null;
}

/** What a panel shows. Null of an analysis is what there is none of. */
export interface EvidenceView {
  /** Of the document. */
  readonly version: number;
  /** Null in a document without analyses. */
  readonly analysis: {
    readonly pointer: string;
    readonly number: string;
    readonly name: string;
    readonly group: string;
    /** Within it. */
    readonly position: Position;
    readonly previous: Position | null;
    readonly next: Position | null;
  } | null;
  /** Null while there is nothing to be drawn. */
  readonly figure:
    | (FigureChange & {
        readonly id: number;
        /** The figure that this is a change of; null for a whole one. */
        readonly base: number | null;
      })
    | null;
  /** Why the figure is not that of the text, and where. */
  readonly problem: { readonly message: string; readonly range: TextRange } | null;
  /** The row with the cursor. */
  readonly current: string | null;
  /** The pooled result as a sentence. */
  readonly sentence: string | null;
  /** Of a figure without some rows: what they are called, and the sentence with them. */
  readonly leftOut: { readonly studies: readonly string[]; readonly sentence: string | null } | null;
}

export const evidenceViewRequest: RequestMessage<EvidenceViewParams, EvidenceView | null> = {
  method: "analyses/evidenceView",
  readParams(value) {
    const { textDocument, positions, cursor, plot, without, since } = fieldsOf(value);
    const document = readDocument(textDocument);
    const places = listOf(positions, readPosition);
    const rows = listOf(fieldsOf(without).rows, readText);
    if (document === undefined || places === undefined || rows === undefined) return undefined;
    return {
      textDocument: document,
      positions: places,
      cursor: readPosition(cursor) ?? null,
      plot: plots.find((one) => one === plot) ?? "forest",
      without: { analysis: textOf(fieldsOf(without).analysis), rows },
      since: typeof since === "number" ? since : null,
    };
  },
  readResult: (value) => (value === null || isView(value) ? value : undefined),
};

function isView(value: unknown): value is EvidenceView {
  const { version, analysis, figure } = fieldsOf(value);
  const isFigure = figure === null || typeof fieldsOf(figure).id === "number";
  return typeof version === "number" && typeof analysis === "object" && isFigure;
}

/** What is done to the table of an analysis. */
export type TableChange =
  /** `asText`: also what is no number. */
  | {
      readonly kind: "cell";
      readonly row: string;
      readonly part: string;
      readonly text: string;
      readonly asText: boolean;
    }
  /** Fills cells from one on, to the right and down; rows that are not there are added. */
  | {
      readonly kind: "paste";
      readonly row: string;
      readonly part: string;
      readonly cells: readonly (readonly string[])[];
    }
  /** `row`: after which; null for the first of an analysis without rows. */
  | { readonly kind: "add"; readonly row: string | null }
  | { readonly kind: "duplicate"; readonly row: string }
  | { readonly kind: "remove"; readonly row: string }
  | { readonly kind: "move"; readonly row: string; readonly by: -1 | 1 }
  | { readonly kind: "sort"; readonly part: string; readonly descending: boolean };

export interface TableEditParams {
  readonly textDocument: DocumentParams;
  /** The pointer of the analysis in the document. */
  readonly analysis: string;
  readonly change: TableChange;
}

/** The edits of the text that make a change of the table. */
export type TableEdits =
  | {
      readonly kind: "edits";
      readonly version: number;
      readonly edits: readonly { readonly range: TextRange; readonly newText: string }[];
    }
  /** `canForce`: it may be written as text. */
  | { readonly kind: "refused"; readonly message: string; readonly canForce: boolean };

export const tableEditRequest: RequestMessage<TableEditParams, TableEdits | null> = {
  method: "analyses/evidenceEdit",
  readParams(value) {
    const { textDocument, analysis, change } = fieldsOf(value);
    const document = readDocument(textDocument);
    const read = readTableChange(change);
    if (document === undefined || typeof analysis !== "string" || read === undefined) return undefined;
    return { textDocument: document, analysis, change: read };
  },
  readResult: readTableEdits,
};

/** Undefined for what are none. */
export function readTableEdits(value: unknown): TableEdits | null | undefined {
  if (value === null) return null;
  const { kind, version, edits, message, canForce } = fieldsOf(value);
  if (kind === "refused") return { kind, message: textOf(message), canForce: canForce === true };
  const read = listOf(edits, (edit) => {
    const { range, newText } = fieldsOf(edit);
    const place = readRange(range);
    return place && { range: place, newText: textOf(newText) };
  });
  if (kind !== "edits" || typeof version !== "number" || read === undefined) return undefined;
  return { kind, version, edits: read };
}

/** Reads a change of the table; undefined for what is none. */
export function readTableChange(value: unknown): TableChange | undefined {
  const { kind, row, part, text, asText, cells, by, descending } = fieldsOf(value);
  switch (kind) {
    case "cell":
      if (typeof row !== "string" || typeof part !== "string" || typeof text !== "string") return undefined;
      return { kind, row, part, text, asText: asText === true };
    case "paste": {
      const read = listOf(cells, (line) => listOf(line, readText));
      if (typeof row !== "string" || typeof part !== "string" || read === undefined) return undefined;
      return { kind, row, part, cells: read };
    }
    case "add":
      return row === null || typeof row === "string" ? { kind, row } : undefined;
    case "duplicate":
    case "remove":
      return typeof row === "string" ? { kind, row } : undefined;
    case "move":
      return typeof row === "string" && (by === 1 || by === -1) ? { kind, row, by } : undefined;
    case "sort":
      return typeof part === "string" ? { kind, part, descending: descending === true } : undefined;
    default:
      return undefined;
  }
}

/** Where rows and cells stand, and which cells stand at places. */
export interface TablePlacesParams {
  readonly textDocument: DocumentParams;
  readonly analysis: string;
  readonly cells: readonly Cell[];
  readonly ranges: readonly TextRange[];
}

/** A cell, or with `part` null all of its row. */
export interface Cell {
  readonly row: string;
  readonly part: string | null;
}

/** One for each that was asked for; null where the text has none. */
export interface TablePlaces {
  readonly ranges: readonly (TextRange | null)[];
  readonly cells: readonly (Cell | null)[];
}

export const tablePlacesRequest: RequestMessage<TablePlacesParams, TablePlaces | null> = {
  method: "analyses/evidencePlaces",
  readParams(value) {
    const { textDocument, analysis, cells, ranges } = fieldsOf(value);
    const document = readDocument(textDocument);
    const read = listOf(cells, readCell);
    const places = listOf(ranges, readRange);
    if (document === undefined || typeof analysis !== "string" || !read || !places) return undefined;
    return { textDocument: document, analysis, cells: read, ranges: places };
  },
  readResult(value) {
    if (value === null) return null;
    const { ranges, cells } = fieldsOf(value);
    const places = listOf(ranges, (range) => (range === null ? null : readRange(range)));
    const read = listOf(cells, (cell) => (cell === null ? null : readCell(cell)));
    return places && read && { ranges: places, cells: read };
  },
};

export function readCell(value: unknown): Cell | undefined {
  const { row, part } = fieldsOf(value);
  if (typeof row !== "string" || (part !== null && typeof part !== "string")) return undefined;
  return { row, part };
}

function readText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
