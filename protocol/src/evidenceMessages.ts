import type { EvidenceReport, ComparedPool } from "@analyses/evidence";
import type { RequestMessage } from "./message";
import { fieldsOf, objectOf, orNull, readText } from "./message";
import { readDocument, readPosition, readPositionParams } from "./referenceMessages";
import type { DocumentParams, PositionParams, TextRange } from "./referenceRequests";

/** Which analyses of a document: the one at a position, or of a number such as `1.2`; all where neither is given. */
export interface EvidenceParams {
  readonly textDocument: DocumentParams;
  readonly position?: PositionParams["position"];
  readonly analysis?: string;
}

/**
 * Request from client to server: what `analyses-evidence --format json` says, of the text as it is in the editor; the
 * document's URI stands for its path (`spec/evidence.md` section 3). Without an analysis where the position is in
 * none, or none has the number. Answer: null when the document is not open.
 */
export const evidenceRequest: RequestMessage<EvidenceParams, EvidenceReport | null> = {
  method: "analyses/evidence",
  readParams: objectOf<Pick<EvidenceParams, "textDocument">, Omit<EvidenceParams, "textDocument">>(
    { textDocument: readDocument },
    { position: readPosition, analysis: readText },
  ),
};

/** Which property of an analysis has which role (`spec/evidence.md` section 1), and what could be written down of it. */
export interface EvidenceRoles {
  /** Number and name of the analysis. */
  readonly analysis: string;
  /** Why it cannot be computed, in a sentence. */
  readonly problem: string | null;
  /** The published form that it has; null for none. */
  readonly form: string | null;
  readonly bound: readonly RoleOfProperty[];
  /** Roles that its data need and that no property has. */
  readonly missing: readonly string[];
  /** Choices that it does not say, for which the usual value is taken. */
  readonly assumed: readonly string[];
  /** Properties without a role, with a value. */
  readonly unbound: readonly { readonly path: string; readonly example: string }[];
  /** The answers to what is asked; none where nothing is. */
  readonly answers: readonly EvidenceAnswer[];
  /** What the setting `evidence.roles` would have to say for the roles that names have now. */
  readonly setting: RolesSetting;
  /** The same for the item schema: text to insert into the files as they are saved. */
  readonly annotations: readonly SchemaAnnotation[];
}

/** From paths inside an item to roles, or to roles with values. */
export type RolesSetting = Readonly<Record<string, unknown>>;

export interface EvidenceAnswer {
  readonly label: string;
  /** What the setting would have to say. */
  readonly setting: RolesSetting;
  /** The same for the item schema; none where it cannot say it. */
  readonly annotations: readonly SchemaAnnotation[];
}

export interface RoleOfProperty {
  /** Inside the analysis, with `*` for the elements of a list. */
  readonly path: string;
  readonly role: string;
  readonly by: "setting" | "annotation" | "form" | "name";
  /** Of the first value in the document that has it. */
  readonly range: TextRange;
}

export interface SchemaAnnotation {
  readonly uri: string;
  readonly range: TextRange;
  readonly newText: string;
}

/** Request from client to server. Answer: null where the position is in no analysis, or the document is not open. */
export const evidenceRolesRequest: RequestMessage<PositionParams, EvidenceRoles | null> = {
  method: "analyses/evidenceRoles",
  readParams: readPositionParams,
};

/** The client's command that calculates what a report does not give: its one argument is a {@link Calculation}. */
export const calculateCommand = "analysesRegistry.calculate";

/**
 * The client's command that writes an answer to what the evidence of an analysis asks: its one argument are the parameters
 * of {@link evidenceRolesRequest}, with the label of one of its answers as `answer`.
 */
export const answerEvidenceCommand = "analysesRegistry.answerEvidence";

/** Where a text goes in a document, and what has to stand around it there. */
export interface EditPlace {
  readonly range: { readonly start: PositionParams["position"]; readonly end: PositionParams["position"] };
  readonly before: string;
  readonly after: string;
}

/** What the server knows of a study whose standard deviation, or standard error, is to be calculated. */
export interface Calculation {
  readonly uri: string;
  /** The document's, for which the places hold. */
  readonly version: number;
  readonly wanted: "experimental-sd" | "comparator-sd" | "standard-error";
  readonly isRatio: boolean;
  /** Of a ratio: whether the study has it as it is, not its logarithm. */
  readonly isNatural: boolean;
  /** Of a ratio: whether the standard error is the ratio's own, not that of its logarithm. */
  readonly isErrorNatural: boolean;
  /** 0.95 for 95 %. */
  readonly confidenceLevel: number;
  /** The study's numbers by their roles. */
  readonly known: Readonly<Record<string, number>>;
  /** Where numbers can be written, by their roles. */
  readonly places: Readonly<Record<string, EditPlace>>;
  /** Where a footnote can be written; null where the study has none. */
  readonly note: EditPlace | null;
}

/** Undefined where it is something else. */
export function readCalculation(value: unknown): Calculation | undefined {
  return isCalculation(value) ? value : undefined;
}

function isCalculation(value: unknown): value is Calculation {
  const { uri, version, wanted, known, places } = fieldsOf(value);
  return (
    typeof uri === "string" &&
    typeof version === "number" &&
    typeof wanted === "string" &&
    typeof known === "object" &&
    typeof places === "object"
  );
}

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
  /** The base is not JSON: why, and in which line. */
  | { readonly kind: "base-broken"; readonly message: string; readonly line: number }
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
  /** What it or a subgroup was called before, in sentences; null where that was the same. */
  readonly formerly: string | null;
  readonly before: ComparedResult | null;
  readonly after: ComparedResult | null;
  /** Of an analysis without a total: the subgroups whose results say what has become of it. */
  readonly subgroups: readonly ComparedSubgroup[];
  /** The conclusion is another one. */
  readonly conclusionChanges: boolean;
  readonly studies: readonly ComparedStudy[];
  /** Where it stands; null of one that is gone. */
  readonly range: TextRange | null;
}

export interface ComparedSubgroup {
  readonly name: string;
  readonly before: ComparedNumbers | null;
  readonly after: ComparedNumbers | null;
}

export interface ComparedResult extends ComparedNumbers {
  /** Why nothing could be computed; null where it was. */
  readonly problem: string | null;
  /** How it was pooled, in a sentence. */
  readonly method: string;
}

export interface ComparedNumbers {
  readonly effect: string;
  readonly i2: string;
  readonly studies: string;
  readonly participants: string;
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
  readParams: objectOf({
    textDocument: readDocument,
    base: objectOf({ id: readText, text: orNull(readText) }),
  }),
};
