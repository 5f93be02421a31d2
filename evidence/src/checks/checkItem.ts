import { isRatio } from "../analysis";
import { estimatorAsMethod, hasDataFor, naturalNumbers, typeOfRows } from "../roles/choices";
import type { ItemEvidence } from "../roles/evidenceOfItem";
import { readChoice } from "../roles/values";
import type { Finding, FindingCode } from "./finding";
import { impossibleData } from "./impossibleData";
import { standardErrorAsDeviation, unitSlip } from "./meanDifferences";
import { ratioNotLogged } from "./ratioNotLogged";
import { resultMismatch } from "./resultMismatch";
import { sameRows } from "./sameRows";
import { fragileResult, zeroCells } from "./sensitivity";
import { transposedArms } from "./transposedArms";

/**
 * The findings of one item; `totalsDisagree` looks at a group's items together.
 *
 * @param isWanted what nobody wants to know is not computed
 */
export function checkItem(
  evidence: ItemEvidence,
  isWanted: (code: FindingCode) => boolean = () => true,
): readonly Finding[] {
  const { content, choices } = evidence;
  const rows = content.rows ?? [];
  const found: Finding[] = [];
  const check = (code: FindingCode, find: () => readonly Finding[]): void => {
    if (isWanted(code)) found.push(...find());
  };
  check("impossible-data", () => impossibleData(rows, choices));
  check("method-mismatch", () => methodMismatch(evidence));
  if (choices === null) return found;
  const { choice, dataType } = choices.pooling;
  if (choice.measure === "mean-difference" && dataType === "continuous") {
    check("standard-error-as-deviation", () => standardErrorAsDeviation(rows));
    check("unit-slip", () => unitSlip(rows));
  }
  if (dataType === "contrast" && isRatio(choice.measure))
    check("ratio-not-logged", () =>
      ratioNotLogged(rows.filter((row) => !naturalNumbers(row, choices).isNatural)),
    );
  if (isWanted("duplicate-row") || isWanted("shared-comparator"))
    found.push(...sameRows(rows, choices).filter(({ code }) => isWanted(code)));
  if (evidence.kind === "problem") return found;
  const { analysis, result } = evidence;
  check("transposed-arms", () => transposedArms(rows, analysis, choices, result));
  check("result-mismatch", () => resultMismatch(evidence));
  check("fragile-result", () => fragileResult(analysis, result));
  check("zero-cells", () => zeroCells(analysis, result));
  return found;
}

/** Choices that do not fit each other, or that do not fit the data. */
function methodMismatch(evidence: ItemEvidence): readonly Finding[] {
  const { content, choices } = evidence;
  const found: Finding[] = [];
  if (evidence.kind === "problem" && evidence.problem.kind === "does-not-fit") {
    const { role, value, other, otherValue, pointer } = evidence.problem;
    found.push({ code: "method-mismatch", pointer, role, value, other, otherValue });
  }
  const method = content.choices.get("method");
  // As metafor has it: the method is the estimator.
  const isEstimator =
    method !== undefined && estimatorAsMethod("method", method) === "heterogeneity-estimator";
  const estimator = content.choices.get("heterogeneity-estimator") ?? (isEstimator ? method : undefined);
  if (choices?.model.kind === "fixed-effect" && estimator !== undefined && content.choices.has("model"))
    found.push({
      code: "method-mismatch",
      pointer: estimator.pointer,
      role: estimator === method ? "method" : "heterogeneity-estimator",
      value: String(estimator.value),
      other: "model",
      otherValue: "fixed-effect",
    });
  const said = content.choices.get("data-type");
  const standard = said === undefined ? undefined : said.bound.values.get(String(said.value));
  const declared = said === undefined ? undefined : readChoice["data-type"](standard ?? said.value);
  const actual = typeOfRows(content);
  if (said !== undefined && declared !== undefined && actual !== undefined && !hasDataFor(content, declared))
    found.push({
      code: "method-mismatch",
      pointer: said.pointer,
      role: "data-type",
      value: declared,
      other: "studies",
      otherValue: actual,
    });
  return found;
}

/** The study that a finding is about; null where it is about the whole analysis. */
export function studyOfFinding(finding: Finding, { content }: ItemEvidence): string | null {
  const index = "row" in finding ? finding.row : null;
  return index === null ? null : (content.rows?.[index]?.study ?? null);
}

/** The numbers, and choices, that a finding rests on: as long as they stay, it is the same finding. */
export function numbersOfFinding(finding: Finding, evidence: ItemEvidence): readonly (number | string)[] {
  const { content } = evidence;
  const ofRow = (index: number): readonly number[] =>
    content.rows?.[index]?.numbers.map(([, value]) => value) ?? [];
  switch (finding.code) {
    case "impossible-data":
      return finding.other === null ? [finding.value] : [finding.value, finding.other];
    case "method-mismatch":
      return [finding.value, finding.otherValue];
    case "totals-disagree":
      return [finding.value, finding.otherValue];
    case "result-mismatch":
      return [finding.stored, Number(finding.computed.toPrecision(4))];
    case "shared-comparator":
    case "duplicate-row":
      return [...ofRow(finding.row), ...ofRow(finding.otherRow)];
    case "standard-error-as-deviation":
    case "ratio-not-logged":
    case "transposed-arms":
    case "unit-slip":
      return ofRow(finding.row);
    case "fragile-result":
    case "zero-cells": {
      const effect = evidence.kind === "computed" ? evidence.result.effect : null;
      if (effect === null) return [];
      return [effect.estimate, effect.low, effect.high].map((number) => Number(number.toPrecision(4)));
    }
  }
}
