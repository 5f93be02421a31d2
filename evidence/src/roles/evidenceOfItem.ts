import type { AnalysisResult } from "../pooling/computeAnalysis";
import { computeAnalysis } from "../pooling/computeAnalysis";
import type { Analysis } from "../analysis";
import type { RoleBinding } from "./binding";
import type { Choices } from "./choices";
import type { Conversion } from "./itemAnalysis";
import { analysisOfItem } from "./itemAnalysis";
import type { EvidenceProblem } from "./problems";
import type { ItemContent } from "./readItem";
import { readItem } from "./readItem";

/** An item, what was computed from it, and where each number stands. */
export type ItemEvidence =
  | {
      readonly kind: "computed";
      readonly content: ItemContent;
      readonly choices: Choices;
      readonly conversions: ReadonlySet<Conversion>;
      readonly analysis: Analysis;
      readonly result: AnalysisResult;
    }
  | {
      readonly kind: "problem";
      readonly content: ItemContent;
      /** Null where not even the method is known. */
      readonly choices: Choices | null;
      readonly problem: EvidenceProblem;
    };

export type ComputedItem = Extract<ItemEvidence, { kind: "computed" }>;

/**
 * Reads an item of an analyses document and computes it.
 *
 * @param item plain JSON; pointers of what is found begin at it
 */
export function evidenceOfItem(item: unknown, binding: RoleBinding): ItemEvidence {
  return evidenceOfContent(readItem(item, binding));
}

/** The same as if some rows were marked as left out; `pointers` are those of rows. */
export function leavingOut({ content }: ItemEvidence, pointers: readonly string[]): ItemEvidence {
  return evidenceOfContent(content, new Set(pointers));
}

function evidenceOfContent(content: ItemContent, leftOut: ReadonlySet<string> = new Set()): ItemEvidence {
  const made = analysisOfItem(content, leftOut);
  if (made.kind === "problem")
    return {
      kind: "problem",
      content,
      choices: made.choices,
      problem: made.problem,
    };
  const { analysis, choices, conversions } = made;
  const result = computeAnalysis(analysis);
  if (result.kind === "out-of-range")
    return {
      kind: "problem",
      content,
      choices,
      problem: { kind: "out-of-range", pointer: "" },
    };
  return { kind: "computed", content, choices, conversions, analysis, result };
}
