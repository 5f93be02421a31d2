import type { EvidenceReport, ComparedPool } from "@analyses/evidence";
import { type ReadBy, type RequestMessage, fieldsOf, objectOf, orNull, readText } from "./message";
import type { PositionParams, TextRange } from "./referenceMessages";
import { readDocument, readPosition, readPositionParams } from "./referenceMessages";

/** Selects the analysis at a position, or the one with a number such as `1.2`; without either, all of the document. */
const readEvidenceParams = objectOf(
  { textDocument: readDocument },
  { position: readPosition, analysis: readText },
);
export type EvidenceParams = ReadBy<typeof readEvidenceParams>;

/**
 * Request from client to server: the report of `analyses-evidence --format json` on the editor's text, with the
 * document's URI as its path (`spec/evidence.md` section 3). The report has no analyses if none is at the position or
 * has the number. Result: null if the document is not open.
 */
export const evidenceRequest: RequestMessage<EvidenceParams, EvidenceReport | null> = {
  method: "analyses/evidence",
  readParams: readEvidenceParams,
};

/** The roles of an analysis's properties (`spec/evidence.md` section 1), and the settings that would record them. */
export interface EvidenceRoles {
  /** Number and name of the analysis. */
  readonly analysis: string;
  /** Why the analysis cannot be computed, as a sentence. */
  readonly problem: string | null;
  /** The published form that the analysis matches; null for none. */
  readonly form: string | null;
  readonly bound: readonly RoleOfProperty[];
  /** Roles that the data need and no property has. */
  readonly missing: readonly string[];
  /** The roles of choices that the document leaves open; the calculation takes the usual value for each. */
  readonly assumed: readonly string[];
  /** The properties without a role, each with an example of its value. */
  readonly unbound: readonly { readonly path: string; readonly example: string }[];
  /** Possible answers to the open question about the analysis; empty if there is none. */
  readonly answers: readonly EvidenceAnswer[];
  /** The value of `evidence.roles` that records the roles now inferred from names. */
  readonly setting: RolesSetting;
  /** Annotations that record the same roles in the item schema: text to insert into the schema's saved files. */
  readonly annotations: readonly SchemaAnnotation[];
}

/** Maps paths inside an item to roles, or to roles with values. */
type RolesSetting = Readonly<Record<string, unknown>>;

export interface EvidenceAnswer {
  readonly label: string;
  /** The value of `evidence.roles` that records this answer. */
  readonly setting: RolesSetting;
  /** Annotations that record the answer in the item schema; empty if a schema cannot express the answer. */
  readonly annotations: readonly SchemaAnnotation[];
}

export interface RoleOfProperty {
  /** The path inside the analysis, with `*` for the elements of a list. */
  readonly path: string;
  readonly role: string;
  readonly by: "setting" | "annotation" | "form" | "name";
  /** The first value in the document that has the role. */
  readonly range: TextRange;
}

export interface SchemaAnnotation {
  readonly uri: string;
  readonly range: TextRange;
  readonly newText: string;
}

/**
 * Request from client to server: the roles of the analysis at a position. Result: null if the position is in no
 * analysis, or the document is not open.
 */
export const evidenceRolesRequest: RequestMessage<PositionParams, EvidenceRoles | null> = {
  method: "analyses/evidenceRoles",
  readParams: readPositionParams,
};

/** The client's command that calculates a value that a study lacks; its one argument is a {@link Calculation}. */
export const calculateCommand = "analysesRegistry.calculate";

/**
 * The client's command that records an answer to the question about an analysis. Its one argument: the parameters of
 * {@link evidenceRolesRequest}, with the label of an answer as `answer`.
 */
export const answerEvidenceCommand = "analysesRegistry.answerEvidence";

/** The place of a text in a document, and the text that the edit must put before and after it. */
export interface EditPlace {
  readonly range: TextRange;
  readonly before: string;
  readonly after: string;
}

/** The server's data on a study whose standard deviation or standard error the client is to calculate. */
export interface Calculation {
  readonly uri: string;
  /** The document version to which the places refer. */
  readonly version: number;
  readonly wanted: "experimental-sd" | "comparator-sd" | "standard-error";
  readonly isRatio: boolean;
  /** For a ratio: whether the study gives the ratio itself, not its logarithm. */
  readonly isNatural: boolean;
  /** For a ratio: whether the standard error is that of the ratio, not of its logarithm. */
  readonly isErrorNatural: boolean;
  /** 0.95 for 95 %. */
  readonly confidenceLevel: number;
  /** The study's numbers by their roles. */
  readonly known: Readonly<Record<string, number>>;
  /** Where the edit can write numbers, by their roles. */
  readonly places: Readonly<Record<string, EditPlace>>;
  /** Where the edit can write a footnote; null if the study has none. */
  readonly note: EditPlace | null;
}

/** Whether a value is a {@link Calculation}: checks a few fields only, because our own server sends it. */
export function isCalculation(value: unknown): value is Calculation {
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
 * Compares the analyses of an open document with those of an earlier text of it, or of another document. The client
 * sends that text once; later requests send its identifier, until the server forgets it.
 */

const readComparisonParams = objectOf({
  textDocument: readDocument,
  /** `id` identifies this exact text; `text` is null if the client has sent it before. */
  base: objectOf({ id: readText, text: orNull(readText) }),
});
export type EvidenceComparisonParams = ReadBy<typeof readComparisonParams>;

export type ComparedEvidence =
  /** The server does not have the base: the client has to send its text. */
  | { readonly kind: "base-wanted" }
  /** The base is no analyses document. */
  | { readonly kind: "no-document" }
  /** The base is not JSON: the error, and its line. */
  | { readonly kind: "base-broken"; readonly message: string; readonly line: number }
  /** The document is not JSON at the moment: the error, and its range. */
  | { readonly kind: "broken"; readonly message: string; readonly range: TextRange }
  | {
      readonly kind: "compared";
      /** The version of the document. */
      readonly version: number;
      /** Counts of unchanged, changed, added and removed analyses, as a sentence. */
      readonly summary: string;
      /** The analyses that differ: first those in the document, in its order, then the removed ones. */
      readonly analyses: readonly ComparedAnalysisView[];
    };

/** Texts are in the user's language and notation. */
export interface ComparedAnalysisView {
  /** Identifies the same analysis at the same place in later comparisons. */
  readonly key: string;
  readonly change: "added" | "removed" | "changed";
  /** Number and name. */
  readonly title: string;
  readonly group: string;
  /** The former names of the analysis or of a subgroup, in sentences; null if unchanged. */
  readonly formerly: string | null;
  readonly before: ComparedResult | null;
  readonly after: ComparedResult | null;
  /** For an analysis without a total: the subgroups whose results show the change. */
  readonly subgroups: readonly ComparedSubgroup[];
  /** Whether the interval shows an effect in one version only, or effects in opposite directions. */
  readonly conclusionChanges: boolean;
  readonly studies: readonly ComparedStudy[];
  /** The analysis's place in the document; null if removed. */
  readonly range: TextRange | null;
}

interface ComparedSubgroup {
  readonly name: string;
  readonly before: ComparedNumbers | null;
  readonly after: ComparedNumbers | null;
}

interface ComparedResult extends ComparedNumbers {
  /** Why the result could not be computed; null if it was. */
  readonly problem: string | null;
  /** The pooling method, as a sentence. */
  readonly method: string;
}

export interface ComparedNumbers {
  readonly effect: string;
  readonly i2: string;
  readonly studies: string;
  readonly participants: string;
  /** The values from which the diamond is drawn. */
  readonly pool: ComparedPool | null;
}

export interface ComparedStudy {
  readonly change: "added" | "removed" | "changed";
  readonly name: string;
  /** The study's effect; if it has changed, with the former effect. */
  readonly effect: string;
  /** The study's place in the document; null if removed. */
  readonly range: TextRange | null;
}

/**
 * Request from client to server: a comparison with another text. Result: null if the document is not open, or the
 * request was cancelled.
 */
export const evidenceComparisonRequest: RequestMessage<EvidenceComparisonParams, ComparedEvidence | null> = {
  method: "analyses/evidenceComparison",
  readParams: readComparisonParams,
};
