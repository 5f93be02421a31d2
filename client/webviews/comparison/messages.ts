// What the page of a comparison and the extension say to each other, with a reader of what the page says.
import type { ComparedAnalysisView, ComparedStudy } from "@analyses/protocol/evidenceMessages";
import { anyOf, fieldsOf, objectOf, oneOf, orNull, readNumber, readText } from "@analyses/protocol/message";

/** Where the text was that a document is compared with. */
export type KeptBase =
  { readonly kind: "commit"; readonly hash: string } | { readonly kind: "file"; readonly uri: string };

/** What a page keeps, from which the panel is made again after the window was reloaded. */
export interface KeptComparison {
  /** The address of the document. */
  readonly document: string;
  readonly base: KeptBase;
}

/** Reads what a page has kept, in a version before this one perhaps; undefined for what leads nowhere. */
export function readKept(state: unknown): KeptComparison | undefined {
  const { document, base } = fieldsOf(state);
  const { kind, hash, uri } = fieldsOf(base);
  if (typeof document !== "string") return undefined;
  // Not a name, which might be an option to git.
  if (kind === "commit" && typeof hash === "string" && /^[0-9a-f]{40,64}$/.test(hash))
    return { document, base: { kind, hash } };
  return kind === "file" && typeof uri === "string" ? { document, base: { kind, uri } } : undefined;
}

const simpleActions = ["ready", "goToProblem", "openDocument", "restartServer"] as const;

/** What the reader does on the page. */
export type ComparisonAction =
  | { readonly action: (typeof simpleActions)[number] }
  /** Selects an analysis, or one of its studies, in the text; `goTo` takes the focus there too. */
  | { readonly action: "select" | "goTo"; readonly analysis: string; readonly study: number | null };

/** Reads what the page says; undefined for a message that makes no sense. */
export const readAction = anyOf<ComparisonAction>(
  objectOf({ action: oneOf(["select", "goTo"]), analysis: readText, study: orNull(readNumber) }),
  objectOf({ action: oneOf(simpleActions) }),
);

/** An analysis as the page shows it: places of the text stay with the extension. */
export interface ShownAnalysis extends Omit<ComparedAnalysisView, "range" | "studies"> {
  readonly isThere: boolean;
  readonly studies: readonly (Omit<ComparedStudy, "range"> & { readonly isThere: boolean })[];
}

/** What the extension tells the page. */
export type ComparisonNotice =
  | { readonly kind: "compared"; readonly summary: string; readonly analyses: readonly ShownAnalysis[] }
  /** Nothing can be compared at the moment: why, and what leads out of it. */
  | {
      readonly kind: "problem";
      readonly message: string;
      readonly wayOut: "goToProblem" | "openDocument" | "restartServer" | null;
    };
