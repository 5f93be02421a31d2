import type { ComparedPool } from "../../evidence/src/index";
import type { RequestMessage } from "./message";
import { fieldsOf, readText } from "./message";
import { readDocument } from "./referenceMessages";
import type { DocumentParams, TextRange } from "./referenceRequests";

/*
 * How the analyses of a document, as it is while it is typed, differ from those of an earlier text of it, or of another
 * document. That text is sent once: it is known by its identifier until the server forgets it.
 */

export interface EvidenceComparisonParams {
  readonly textDocument: DocumentParams;
  readonly base: {
    /** Of this very text. */
    readonly id: string;
    /** Null where the server has been given it already. */
    readonly text: string | null;
  };
}

export type ComparedEvidence =
  /** The server does not know the base: it is to be sent with its text. */
  | { readonly kind: "base-wanted" }
  /** The base is no analyses document. */
  | { readonly kind: "no-document" }
  /** The document is being written: why nothing can be said of it, and where. */
  | { readonly kind: "broken"; readonly message: string; readonly range: TextRange }
  | {
      readonly kind: "compared";
      /** Of the document. */
      readonly version: number;
      /** How many are as they were, changed, new and gone, as a sentence. */
      readonly summary: string;
      /** Those that are not as they were, in the order of the document, then those that are gone. */
      readonly analyses: readonly ComparedAnalysisView[];
    };

/** Texts are in the reader's language and notation. */
export interface ComparedAnalysisView {
  /** The same as long as it is the same analysis at the same place. */
  readonly key: string;
  readonly change: "added" | "removed" | "changed";
  /** Number and name. */
  readonly title: string;
  readonly group: string;
  /** What it was called before, as a sentence; null where it was the same. */
  readonly formerly: string | null;
  readonly before: ComparedResult | null;
  readonly after: ComparedResult | null;
  /** The conclusion is another one. */
  readonly conclusionChanges: boolean;
  readonly studies: readonly ComparedStudy[];
  /** Where it stands; null of one that is gone. */
  readonly range: TextRange | null;
}

export interface ComparedResult {
  /** Why nothing could be computed; null where it was. */
  readonly problem: string | null;
  readonly effect: string;
  readonly i2: string;
  readonly studies: string;
  readonly participants: string;
  /** How it was pooled, in a sentence. */
  readonly method: string;
  /** What the diamond is drawn from. */
  readonly pool: ComparedPool | null;
}

export interface ComparedStudy {
  readonly change: "added" | "removed" | "changed";
  readonly name: string;
  /** Its effect, and of one that has changed what it was before. */
  readonly effect: string;
  /** Where it stands; null of one that is gone. */
  readonly range: TextRange | null;
}

/** Request from client to server. Answer: null where the document is not open, or it was cancelled. */
export const evidenceComparisonRequest: RequestMessage<EvidenceComparisonParams, ComparedEvidence | null> = {
  method: "analyses/evidenceComparison",
  readParams(value) {
    const { textDocument, base } = fieldsOf(value);
    const document = readDocument(textDocument);
    const { id, text } = fieldsOf(base);
    if (document === undefined || typeof id !== "string") return undefined;
    return { textDocument: document, base: { id, text: readText(text) ?? null } };
  },
  readResult: (value) => (value === null || isCompared(value) ? value : undefined),
};

const kinds: readonly unknown[] = ["base-wanted", "no-document", "broken", "compared"];

function isCompared(value: unknown): value is ComparedEvidence {
  const { kind, analyses } = fieldsOf(value);
  return kinds.includes(kind) && (kind !== "compared" || Array.isArray(analyses));
}
