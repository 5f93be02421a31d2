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

/** Where the text comes from with which a document is compared. */
export type KeptBase =
  | { readonly kind: "commit"; readonly hash: string }
  /** `extraction`: a second extraction of the same studies, whose disagreements the user decides. */
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
  // Accepts only a hash: Git might interpret a name as an option.
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

/** The values of a cell in both extractions, as JSON; null for an extraction without the cell. */
export interface BothValues {
  /** Names the cell, on one line. */
  readonly place: string;
  readonly first: string | null;
  readonly second: string | null;
}

/** A user's decision on a disagreement. */
export interface DecideAction extends BothValues {
  readonly action: "decide";
  readonly taken: "first" | "second" | "other";
  /** The value as JSON, if `taken` is `other`; else null. */
  readonly value: string | null;
  readonly reason: string;
}

/** A user's action on the page. */
export type ComparisonAction =
  | { readonly action: (typeof simpleActions)[number] }
  | DecideAction
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

/** An analysis as the page shows it. Only the extension knows the ranges; `isThere` says whether there is one. */
export interface ShownAnalysis extends Omit<ComparedAnalysisView, "range" | "studies"> {
  readonly isThere: boolean;
  readonly studies: readonly (Omit<ComparedStudy, "range"> & { readonly isThere: boolean })[];
}

/** A disagreement of two extractions. */
export interface ShownDisagreement extends BothValues {
  /** Both values, as the page shows them. */
  readonly texts: readonly [string, string];
  /** The pooled results with the first and with the second value; empty without a result. */
  readonly results: readonly [string, string];
  /** Whether the user may decide on a third value. */
  readonly isCell: boolean;
  readonly decision: { readonly taken: DecideAction["taken"]; readonly sentence: string } | null;
}

/** The disagreements of two extractions. */
export interface Disagreements {
  readonly progress: string;
  readonly agreement: readonly string[];
  /** First the open disagreements, by their effect on the pooled result, then the decided ones. */
  readonly cells: readonly ShownDisagreement[];
  /** Says how many further disagreements are not shown; empty if there are none. */
  readonly more: string;
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
      readonly remedy: "goToProblem" | "openDocument" | "restartServer" | null;
    };
