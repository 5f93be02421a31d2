import type { RequestMessage } from "./message";
import { anyOf, list, objectOf, oneOf, orNull, readNumber, readText } from "./message";
import { readDocument } from "./referenceMessages";
import type { DocumentParams } from "./referenceRequests";

/*
 * Versions of a document that become one, or two extractions that are compared. The server merges as often as it is
 * asked, with all answers that were given until then: it keeps nothing.
 */

/** The client's command that resolves the conflicts of a document, whose address is its argument. */
export const resolveConflictCommand = "analysesRegistry.resolveMergeConflict";

export type MergeSource =
  /** Versions as Git has them. */
  | {
      readonly kind: "versions";
      readonly base: string | null;
      readonly ours: string;
      readonly theirs: string;
    }
  /** The conflict markers in the document. */
  | { readonly kind: "markers" }
  /** The document is one extraction, this text the other. */
  | { readonly kind: "extractions"; readonly other: string };

export interface MergeDecision {
  /** Of the conflict. */
  readonly id: number;
  readonly take: "base" | "ours" | "theirs" | "other";
  /** What is written in the place of the cell, as JSON, where neither is taken. */
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
      /** With conflict markers around what is not decided. */
      readonly text: string;
      readonly conflicts: readonly OpenConflict[];
      /** What a reader should know besides, in sentences. */
      readonly notes: readonly string[];
      /** Of two extractions: how far they agree, as Markdown for a methods section. */
      readonly agreement: string;
    };

/** A cell, or a study or analysis that one side has removed. Texts are as they are written; null where there is nothing. */
export interface OpenConflict {
  readonly id: number;
  readonly isDecided: boolean;
  /** Whether something else than a side can be written there. */
  readonly isCell: boolean;
  readonly isStoredResult: boolean;
  /** The analysis that it is in: number and name. */
  readonly analysis: string;
  /** All of where it is, in a line: the same in each merge of the same texts. */
  readonly place: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** What the analysis comes to with either answer; empty where it cannot be computed, or is the same. */
  readonly ourResult: string;
  readonly theirResult: string;
}

/** Request from client to server. Answer: null where the document is not open. */
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
