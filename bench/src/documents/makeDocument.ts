import { bundledSchemaIdentifiers } from "@analyses/protocol/documentFormat";
import { makeAnalysis } from "./analysis";
import type { BenchDocument } from "./benchDocument";
import { Random } from "./random";

const seed = 20_260_531;
/** Approximate size of one analysis in a file. */
const bytesPerAnalysis = 6330;
const analysesPerGroup = 10;

/**
 * Creates a typical review: groups of ten analyses, formatted with line breaks. The last analysis has a confidence
 * level that its schema does not allow.
 */
export function usualDocument(name: string, bytes: number): BenchDocument {
  const random = new Random(seed);
  const analyses = Math.max(1, Math.round(bytes / bytesPerAnalysis));
  const groups = Array.from({ length: Math.ceil(analyses / analysesPerGroup) }, (_, group) => ({
    number: group + 1,
    name: `Drug ${group + 1} versus placebo`,
    analyses: Array.from(
      { length: Math.min(analysesPerGroup, analyses - group * analysesPerGroup) },
      (_, index) => ({
        ...makeAnalysis(random, index + 1, 5 + random.below(7)),
        ...(group * analysesPerGroup + index + 1 === analyses && { "confidence-level": 97 }),
      }),
    ),
  }));
  const value = {
    $schema: bundledSchemaIdentifiers[0],
    "risk-of-bias-method": "RISK_OF_BIAS_2",
    "analysis-groups": groups,
  };
  const text = JSON.stringify(value, undefined, 2);
  const level = '"confidence-level": 97';
  const from = text.indexOf(level);
  const problem = { code: "not-allowed-value", places: [{ from, to: from + level.length }] } as const;
  return { name, text, problem, groups: groups.length, analyses };
}
