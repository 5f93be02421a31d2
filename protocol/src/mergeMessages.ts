import type { ReadBy, RequestMessage } from "./message";
import { anyOf, list, objectOf, oneOf, orNull, readNumber, readText } from "./message";
import { readDocument } from "./referenceMessages";

/*
 * Merging versions of a document, or comparing two extractions. The server keeps no state: each request contains all
 * decisions made so far, and the server merges anew.
 */

/** The client's command that resolves the conflicts of a document; its argument is the document's URI. */
export const resolveConflictCommand = "analysesRegistry.resolveMergeConflict";

const readSource = anyOf(
  /** The conflict markers in the document. */
  objectOf({ kind: oneOf(["markers"]) }),
  /** The document is one extraction, `other` the second. */
  objectOf({ kind: oneOf(["extractions"]), other: readText }),
  /** The three versions in Git. */
  objectOf({ kind: oneOf(["versions"]), base: orNull(readText), ours: readText, theirs: readText }),
);
export type MergeSource = ReadBy<typeof readSource>;

const readDecision = objectOf({
  /** The conflict's identifier. */
  id: readNumber,
  take: oneOf(["base", "ours", "theirs", "other"]),
  /** A cell value to write, as JSON, if the decision takes neither side. */
  text: orNull(readText),
});
export type MergeDecision = ReadBy<typeof readDecision>;

const readMerge = objectOf({
  textDocument: readDocument,
  source: readSource,
  decisions: list(readDecision),
});
export type MergeParams = ReadBy<typeof readMerge>;

export type MergeAnswer =
  | { readonly kind: "no-markers" }
  /** A side is not JSON, or a marker is missing. */
  | { readonly kind: "unreadable" }
  | {
      readonly kind: "merged";
      /** Of the document. */
      readonly version: number;
      /** The merged text, with conflict markers around undecided conflicts. */
      readonly text: string;
      readonly conflicts: readonly OpenConflict[];
      /** Further notes for the reader, in sentences. */
      readonly notes: readonly string[];
      /** For two extractions: their agreement, as sentences for a methods section. */
      readonly agreement: readonly string[];
    };

/** A cell, or a study or analysis that one side removed. Texts are as in the documents; null for no value. */
export interface OpenConflict {
  readonly id: number;
  readonly isDecided: boolean;
  /** Whether a decision can write a value of neither side. */
  readonly isCell: boolean;
  readonly isStoredResult: boolean;
  /** The number and name of the analysis with the conflict. */
  readonly analysis: string;
  /** The full location, on one line: identical in every merge of the same texts. */
  readonly place: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** The result of the analysis with either answer; empty if it cannot be computed, or both are the same. */
  readonly ourResult: string;
  readonly theirResult: string;
}

/** Request from client to server. Result: null if the document is not open. */
export const mergeRequest: RequestMessage<MergeParams, MergeAnswer | null> = {
  method: "analyses/merge",
  readParams: readMerge,
};
