import type { Figure } from "@analyses/evidence";
import type { Read, RequestMessage } from "./message";
import { list, objectOf, oneOf, orNull, readNumber } from "./message";
import { readDocument, readPosition, readVersionedDocument } from "./referenceMessages";
import type { DocumentParams, PositionParams, TextRange, VersionedDocumentParams } from "./referenceRequests";

/*
 * What a panel that shows evidence asks the server: the figure of one analysis, all analyses at once, and what leaves the panel. A figure names rows by their pointers within the analysis
 * (RFC 6901); what is said of them between two figures names them by where their text begins in one version of the
 * document, an offset in UTF-16 code units.
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
  /** The first that lies in an analysis says which is shown; where none does, the document's first is. */
  readonly positions: readonly Position[];
  /** Whose row is marked. */
  readonly cursor: Position | null;
  readonly plot: Plot;
  /** Where the rows begin that are left out for the moment, of whatever analyses. */
  readonly without: readonly number[];
}

/** Where an object stands in the text. */
export interface PlacedObject {
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
}

/** A row of a figure. */
export interface PlacedStudy extends PlacedObject {
  readonly study: string;
}

/** What a panel shows. Null of an analysis is what there is none of. */
export interface EvidenceView {
  /** Of the document. */
  readonly version: number;
  /** Null in a document without analyses. */
  readonly analysis:
    | (PlacedObject & {
        readonly number: string;
        readonly name: string;
        readonly group: string;
        /** Within it. */
        readonly position: Position;
        readonly previous: Position | null;
        readonly next: Position | null;
      })
    | null;
  /** All of the analysis, in the order of the text; null while that is not JSON. */
  readonly rows: readonly PlacedStudy[] | null;
  /** Null while there is nothing to be drawn. */
  readonly figure: Figure | null;
  /** Why the figure is not that of the text, and where; `isOfRoles` where somebody has to say what a property means. */
  readonly problem: {
    readonly message: string;
    readonly range: TextRange;
    readonly isOfRoles: boolean;
  } | null;
  /** The row with the cursor. */
  readonly current: string | null;
  /** The pooled result as a sentence. */
  readonly sentence: string | null;
  /** Of a figure without some rows: what they are called, and the sentence with them. */
  readonly leftOut: {
    readonly studies: readonly string[];
    readonly sentence: string | null;
  } | null;
}

/** Answer: null where the document is not open in that version. */
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

/** What a panel shows of one analysis among all of its document. */
export interface OverviewRow {
  /** In the document (RFC 6901). */
  readonly pointer: string;
  readonly number: string;
  readonly name: string;
  readonly group: string;
  /** Why nothing could be computed; null where it was. */
  readonly problem: string | null;
  readonly columns: Readonly<Record<OverviewColumn, OverviewCell>>;
}

export const overviewColumns = ["effect", "studies", "participants", "i2"] as const;

export type OverviewColumn = (typeof overviewColumns)[number];

export interface OverviewCell {
  /** In the reader's notation; empty where there is none. */
  readonly text: string;
  /** By which it is sorted: effects on the analysis scale. */
  readonly value: number | null;
}

export interface EvidenceOverview {
  /** Of the document. */
  readonly version: number;
  /** In the order of the document. */
  readonly rows: readonly OverviewRow[];
  /** Where they stand, in the same order. */
  readonly ranges: readonly TextRange[];
}

/** Asks for all analyses of a document, with what each comes to. */
export const evidenceOverviewRequest: RequestMessage<
  { readonly textDocument: DocumentParams },
  EvidenceOverview | null
> = {
  method: "analyses/evidenceOverview",
  readParams: objectOf({ textDocument: readDocument }),
};

/** What the evidence of an analysis can be written as; notes on it, a line each, are computed for that only. */
export const exportFormats = ["svg", "sentence", "markdown", "tsv", "r", "notes"] as const;

export type ExportFormat = (typeof exportFormats)[number];

export interface EvidenceExportParams {
  readonly textDocument: VersionedDocumentParams;
  /** Where the analysis begins. */
  readonly at: number;
  /** Of a picture. */
  readonly plot: Plot;
  /** Where the rows begin that are left out for the moment. */
  readonly without: readonly number[];
  readonly format: ExportFormat;
}

export interface EvidenceExport {
  /** Number and name of the analysis. */
  readonly name: string;
  readonly text: string;
}

/** Answer: null where there is no such analysis in that version, or it cannot be computed. */
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
