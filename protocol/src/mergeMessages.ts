import type { RequestMessage } from "./message";
import { anyOf, list, objectOf, oneOf, orNull, readNumber, readText } from "./message";
import { readDocument } from "./referenceMessages";
import type { DocumentParams } from "./referenceRequests";

/*
 * Merging versions of a document, or comparing two extractions. The server keeps no state: each request contains all
 * decisions made so far, and the server merges anew.
 */

/** The client's command that resolves the conflicts of a document; its argument is the document's URI. */
export const resolveConflictCommand = "analysesRegistry.resolveMergeConflict";

export type MergeSource =
  /** The three versions in Git. */
  | {
      readonly kind: "versions";
      readonly base: string | null;
      readonly ours: string;
      readonly theirs: string;
    }
  /** The conflict markers in the document. */
  | { readonly kind: "markers" }
  /** The document is one extraction, `other` the second. */
  | { readonly kind: "extractions"; readonly other: string };

export interface MergeDecision {
  /** The conflict's identifier. */
  readonly id: number;
  readonly take: "base" | "ours" | "theirs" | "other";
  /** A cell value to write, as JSON, if the decision takes neither side. */
  readonly text: string | null;
}

export interface MergeParams {
  readonly textDocument: DocumentParams;
  readonly source: MergeSource;
  readonly decisions: readonly MergeDecision[];
}

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
  readParams: objectOf<MergeParams>({
    textDocument: readDocument,
    source: anyOf<MergeSource>(
      objectOf({ kind: oneOf(["markers"]) }),
      objectOf({ kind: oneOf(["extractions"]), other: readText }),
      objectOf({ kind: oneOf(["versions"]), base: orNull(readText), ours: readText, theirs: readText }),
    ),
    decisions: list(
      objectOf<MergeDecision>({
        id: readNumber,
        take: oneOf(["base", "ours", "theirs", "other"]),
        text: orNull(readText),
      }),
    ),
  }),
};
