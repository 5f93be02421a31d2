import type { RequestMessage } from "./message";
import { fieldsOf, listOf } from "./message";
import { readDocument, readRange } from "./referenceMessages";
import type { DocumentParams, TextRange } from "./referenceRequests";

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
  readParams(value) {
    const textDocument = readDocument(fieldsOf(value).textDocument);
    return textDocument && { textDocument };
  },
  readResult(value) {
    if (value === null) return null;
    const { version, rows, ranges } = fieldsOf(value);
    const read = listOf(rows, (row) => (isRow(row) ? row : undefined));
    const places = listOf(ranges, readRange);
    if (typeof version !== "number" || read === undefined || places === undefined) return undefined;
    return { version, rows: read, ranges: places };
  },
};

function isRow(value: unknown): value is OverviewRow {
  const { pointer, number, name, group, columns } = fieldsOf(value);
  const cells = fieldsOf(columns);
  return (
    [pointer, number, name, group].every((text) => typeof text === "string") &&
    overviewColumns.every((column) => typeof fieldsOf(cells[column]).text === "string")
  );
}
