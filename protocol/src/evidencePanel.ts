import type { Figure } from "@analyses/evidence";
import type { Read, RequestMessage } from "./message";
import { list, objectOf, oneOf, orNull, readNumber } from "./message";
import { readDocument, readPosition, readVersionedDocument } from "./referenceMessages";
import type { DocumentParams, PositionParams, TextRange, VersionedDocumentParams } from "./referenceRequests";

/*
 * Requests of an evidence panel to the server: the figure of one analysis, the overview of all, and exports. A figure
 * identifies rows by their pointers within the analysis (RFC 6901); requests identify them by where their text begins
 * in one version of the document, an offset in UTF-16 code units.
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

export const readPlot: Read<Plot> = (value) => oneOf(plots)(value) ?? "forest";

export interface EvidenceViewParams {
  readonly textDocument: VersionedDocumentParams;
  /** The panel shows the analysis at the first position that has one; else the first analysis of the document. */
  readonly positions: readonly Position[];
  /** The cursor, whose row the figure marks. */
  readonly cursor: Position | null;
  readonly plot: Plot;
  /** The offsets of rows that the figure leaves out for now, in any analysis. */
  readonly without: readonly number[];
}

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

/** The content of a panel. Members of `analysis` are null if there is no such thing. */
export interface EvidenceView {
  /** Of the document. */
  readonly version: number;
  /** Null in a document without analyses. */
  readonly analysis:
    | (PlacedObject & {
        readonly number: string;
        readonly name: string;
        readonly group: string;
        /** A position inside the analysis. */
        readonly position: Position;
        readonly previous: Position | null;
        readonly next: Position | null;
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

/** Result: null if the document is not open in that version. */
export const evidenceViewRequest: RequestMessage<EvidenceViewParams, EvidenceView | null> = {
  method: "analyses/evidenceView",
  readParams: objectOf({
    textDocument: readVersionedDocument,
    positions: list(readPosition),
    cursor: orNull(readPosition),
    plot: readPlot,
    without: list(readNumber),
  }),
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
  /** In the reader's notation; empty if there is no value. */
  readonly text: string;
  /** The sort key: for effects, on the analysis scale. */
  readonly value: number | null;
}

export interface EvidenceOverview {
  /** Of the document. */
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

/** The export formats of an analysis; `notes` (one per line) are computed for exports only. */
export const exportFormats = ["svg", "sentence", "markdown", "tsv", "r", "notes"] as const;

export type ExportFormat = (typeof exportFormats)[number];

export interface EvidenceExportParams {
  readonly textDocument: VersionedDocumentParams;
  /** The offset where the analysis begins. */
  readonly at: number;
  /** For pictures. */
  readonly plot: Plot;
  /** The offsets of rows left out for now. */
  readonly without: readonly number[];
  readonly format: ExportFormat;
}

export interface EvidenceExport {
  /** Number and name of the analysis. */
  readonly name: string;
  readonly text: string;
}

/** Result: null if that version has no such analysis, or the server cannot compute it. */
export const evidenceExportRequest: RequestMessage<EvidenceExportParams, EvidenceExport | null> = {
  method: "analyses/evidenceExport",
  readParams: objectOf({
    textDocument: readVersionedDocument,
    at: readNumber,
    plot: readPlot,
    without: list(readNumber),
    format: oneOf(exportFormats),
  }),
};
