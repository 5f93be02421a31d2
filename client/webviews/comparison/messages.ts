// Messages between a comparison page and the extension, with parsers of the page's messages.
import type { ComparedAnalysisView, ComparedStudy } from "@analyses/protocol/evidenceMessages";
import {
  type Read,
  anyOf,
  fieldsOf,
  objectOf,
  oneOf,
  orNull,
  readNumber,
  readText,
} from "@analyses/protocol/message";

/** The source of the base text. */
export type KeptBase =
  | { readonly kind: "commit"; readonly hash: string }
  /** `extraction`: a second extraction of the same studies, whose disagreements the reader decides. */
  | { readonly kind: "file" | "extraction"; readonly uri: string };

/** State that a page stores, to restore the panel after a reload of the window. */
export interface KeptComparison {
  /** The document's URI. */
  readonly document: string;
  readonly base: KeptBase;
}

/** Parses a page's stored state, perhaps of an earlier version; undefined if invalid. */
export function readKept(state: unknown): KeptComparison | undefined {
  const { document, base } = fieldsOf(state);
  const { kind, hash, uri } = fieldsOf(base);
  if (typeof document !== "string") return undefined;
  // Only a hash: git might take a name for an option.
  if (kind === "commit" && typeof hash === "string" && /^[0-9a-f]{40,64}$/.test(hash))
    return { document, base: { kind, hash } };
  return (kind === "file" || kind === "extraction") && typeof uri === "string"
    ? { document, base: { kind, uri } }
    : undefined;
}

const simpleActions = [
  ...["ready", "goToProblem", "openDocument", "restartServer"],
  ...["undoDecision", "openAgreed", "showAgreement"],
] as const;

/** The values of a cell in both extractions, as JSON; null where an extraction has none. */
export interface BothValues {
  /** The cell, on one line. */
  readonly place: string;
  readonly first: string | null;
  readonly second: string | null;
}

/** A reader's decision on a disagreement. */
export interface Choosing extends BothValues {
  readonly action: "decide";
  readonly taken: "first" | "second" | "other";
  /** For `other`: the value, as JSON. */
  readonly value: string | null;
  readonly reason: string;
}

/** A reader's action on the page. */
export type ComparisonAction =
  | { readonly action: (typeof simpleActions)[number] }
  | Choosing
  | (BothValues & { readonly action: "takeBack" })
  /** Selects an analysis, or one of its studies, in the text; `goTo` moves the focus there too. */
  | { readonly action: "select" | "goTo"; readonly analysis: string; readonly study: number | null };

const bothValues = { place: readText, first: orNull(readText), second: orNull(readText) };

/** Parses a message of the page; undefined if invalid. */
export const readAction: Read<ComparisonAction> = anyOf(
  objectOf({ action: oneOf(["select", "goTo"]), analysis: readText, study: orNull(readNumber) }),
  objectOf({
    ...bothValues,
    action: oneOf(["decide"]),
    taken: oneOf(["first", "second", "other"]),
    value: orNull(readText),
    reason: readText,
  }),
  objectOf({ ...bothValues, action: oneOf(["takeBack"]) }),
  objectOf({ action: oneOf(simpleActions) }),
);

/** An analysis as the page shows it: the extension keeps the ranges in the text. */
export interface ShownAnalysis extends Omit<ComparedAnalysisView, "range" | "studies"> {
  readonly isThere: boolean;
  readonly studies: readonly (Omit<ComparedStudy, "range"> & { readonly isThere: boolean })[];
}

/** A disagreement of two extractions. */
export interface ShownDisagreement extends BothValues {
  /** What the page shows of both values, and the pooled result of either, which may be empty. */
  readonly texts: readonly [string, string];
  readonly results: readonly [string, string];
  /** Whether another value can be decided. */
  readonly isCell: boolean;
  readonly decision: { readonly taken: Choosing["taken"]; readonly sentence: string } | null;
}

/** The disagreements of two extractions: open ones by their effect on the pooled result, then decided ones. */
export interface Disagreements {
  readonly progress: string;
  readonly agreement: readonly string[];
  readonly cells: readonly ShownDisagreement[];
  /** Says that not all are shown; empty if they are. */
  readonly more: string;
}

/** Whether a text is a value as it stands in a document. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A message of the extension to the page. */
export type ComparisonNotice =
  | {
      readonly kind: "compared";
      readonly summary: string;
      readonly analyses: readonly ShownAnalysis[];
      /** Null unless two extractions are compared. */
      readonly disagreements: Disagreements | null;
    }
  /** Why no comparison is possible at the moment, and the remedy to offer. */
  | {
      readonly kind: "problem";
      readonly message: string;
      readonly wayOut: "goToProblem" | "openDocument" | "restartServer" | null;
    };
