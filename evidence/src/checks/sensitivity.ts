import type { Analysis } from "../analysis";
import { isRatio } from "../analysis";
import type { AnalysisResult } from "../pooling/computeAnalysis";
import { mantelHaenszelPool } from "../pooling/mantelHaenszel";
import type { PoolableStudy, PooledEffect } from "../pooling/pool";
import { pool } from "../pooling/pool";
import type { Finding } from "./finding";

interface Study extends PoolableStudy {
  readonly id: number;
  readonly isCorrected: boolean;
  readonly weight: number | null;
}

function studiesOf({ rows }: AnalysisResult): readonly Study[] {
  return rows.flatMap(({ id, effect, cells, excluded, weight }) =>
    effect.kind === "estimable" && !excluded
      ? [
          {
            id,
            estimate: effect.estimate,
            standardError: effect.standardError,
            cells,
            isCorrected: effect.corrected,
            weight,
          },
        ]
      : [],
  );
}

/** The total without each study in turn; `effect` is null where nothing can be pooled without it. */
export function leaveOneOut(
  analysis: Analysis,
  result: AnalysisResult,
): readonly { readonly row: number; readonly effect: PooledEffect | null }[] {
  return studiesOf(result).map(({ id }) => ({
    row: id,
    effect: poolWithout(analysis, result, id)?.effect ?? null,
  }));
}

/** The total without one study; null where nothing can be pooled without it. */
export function poolWithout(
  analysis: Analysis,
  result: AnalysisResult,
  row: number,
): (Pick<AnalysisResult, "heterogeneity"> & { readonly effect: PooledEffect }) | null {
  const others = studiesOf(result).filter(({ id }) => id !== row);
  const pooled = others.length === 0 ? null : pool(others, analysis);
  return pooled === "out-of-range" ? null : pooled;
}

/** A total that hangs on one study, or on how its interval was computed. */
export function fragileResult(analysis: Analysis, result: AnalysisResult): readonly Finding[] {
  const { effect } = result;
  if (effect === null || result.studies < 2) return [];
  const isSignificant = ({ low, high }: PooledEffect): boolean => low > 0 || high < 0;
  const found: Finding[] = [];
  if (result.studies > 2)
    for (const { row, effect: without } of leaveOneOut(analysis, result)) {
      if (without === null) continue;
      const changesSign = Math.sign(without.estimate) !== Math.sign(effect.estimate);
      if (changesSign) found.push({ code: "fragile-result", pointer: "", reason: "sign", row, without });
      else if (isSignificant(without) !== isSignificant(effect))
        found.push({ code: "fragile-result", pointer: "", reason: "significance", row, without });
    }
  if (result.isNarrowerThanWald)
    found.push({
      code: "fragile-result",
      pointer: "",
      reason: "narrower-than-wald",
      row: null,
      without: null,
    });
  // Of two studies one has always half the weight.
  const heaviest =
    result.studies > 2 ? studiesOf(result).find(({ weight }) => (weight ?? 0) > 0.5) : undefined;
  if (heaviest !== undefined)
    found.push({
      code: "fragile-result",
      pointer: "",
      reason: "one-study-outweighs",
      row: heaviest.id,
      without: null,
    });
  return found;
}

/** Which studies have zero cells, and the total without the correction where it matters. */
export function zeroCells(
  analysis: Analysis,
  result: AnalysisResult,
): readonly Extract<Finding, { code: "zero-cells" }>[] {
  if (analysis.dataType !== "dichotomous") return [];
  const studies = studiesOf(result);
  const corrected = studies.filter(({ isCorrected }) => isCorrected).map(({ id }) => id);
  const notEstimable = result.rows.flatMap(({ id, effect, excluded }) =>
    effect.kind === "not-estimable" && effect.reason !== "no-data" && !excluded ? [id] : [],
  );
  if (corrected.length + notEstimable.length === 0) return [];
  const raw = corrected.length === 0 ? null : withoutCorrection(analysis, studies);
  const total = result.effect?.estimate;
  const differs =
    raw !== null &&
    total !== undefined &&
    (isRatio(analysis.choice.measure) ? Math.abs(Math.exp(raw - total) - 1) : Math.abs(raw / total - 1)) >
      0.1;
  return [
    { code: "zero-cells", pointer: "", corrected, notEstimable, withoutCorrection: differs ? raw : null },
  ];
}

/** Mantel-Haenszel needs no correction as long as there are events; inverse variance has to leave such studies out. */
function withoutCorrection(analysis: Analysis, studies: readonly Study[]): number | null {
  const { choice } = analysis;
  if (choice.measure === "risk-difference") return null;
  if (
    analysis.dataType === "dichotomous" &&
    choice.method === "mantel-haenszel" &&
    analysis.model.kind === "fixed-effect"
  ) {
    const cells = studies.flatMap((study) => (study.cells === null ? [] : [study.cells]));
    const { estimate } = mantelHaenszelPool(
      analysis.choice.measure === "odds-ratio" ? "odds-ratio" : "risk-ratio",
      cells,
    );
    return Number.isFinite(estimate) ? estimate : null;
  }
  const others = studies.filter(({ isCorrected }) => !isCorrected);
  const pooled = others.length === 0 ? null : pool(others, analysis);
  return pooled === null || pooled === "out-of-range" ? null : pooled.effect.estimate;
}
