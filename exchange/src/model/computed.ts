import type {
  Analysis as ComputableAnalysis,
  AnalysisResult,
  Contrast,
  EventCounts,
  MeanAndDeviation,
  NumberRole,
  ObservedExpected,
  Row as ComputableRow,
  TwoArms,
} from "@analyses/evidence";
import { computeAnalysis, isRatio } from "@analyses/evidence";
import { loggedContrast } from "./contrast";
import type { Analysis, Row } from "./review";

/** Computes an analysis; null if the analysis does not state how to pool, or if its numbers cannot be pooled. */
export function computed(analysis: Analysis): AnalysisResult | null {
  const computable = computableAnalysis(analysis);
  const result = computable === null ? null : computeAnalysis(computable);
  return result?.kind === "computed" ? result : null;
}

function computableAnalysis(analysis: Analysis): ComputableAnalysis | null {
  const { choices, subgroups, rows } = analysis;
  const dataType = choices["data-type"]?.value;
  const measure = choices["effect-measure"]?.value;
  const [method, model] = [choices.method?.value, choices.model?.value];
  if (dataType === undefined || measure === undefined || model === undefined) return null;
  const common = {
    model:
      model === "random-effects"
        ? ({
            kind: "random-effects",
            estimator: choices["heterogeneity-estimator"]?.value ?? "dersimonian-laird",
            interval: choices["interval-method"]?.value ?? "wald",
          } as const)
        : ({ kind: "fixed-effect" } as const),
    confidenceLevel: choices["confidence-level"]?.value ?? 0.95,
    totals: choices.totals?.value ?? "totals-and-subtotals",
    predictionInterval: choices["prediction-interval"]?.value ?? false,
    subgroups: subgroups.length === 0 ? null : subgroups.map(({ name }) => name.value),
  } as const;
  switch (dataType) {
    case "dichotomous": {
      const swapEvents = choices["swap-events"]?.value ?? false;
      const ofCounts = {
        ...common,
        dataType,
        swapEvents,
        rows: rows.map((row, id) => computableRow(row, id, countsOf)),
      };
      if (measure === "peto-odds-ratio") {
        if (method !== "peto" && method !== "inverse-variance") return null;
        return { ...ofCounts, choice: { measure, method } };
      }
      if (measure !== "odds-ratio" && measure !== "risk-ratio" && measure !== "risk-difference") return null;
      if (method !== "mantel-haenszel" && method !== "inverse-variance") return null;
      return { ...ofCounts, choice: { measure, method } };
    }
    case "continuous": {
      if (measure !== "mean-difference" && measure !== "standardized-mean-difference") return null;
      const computableRows = rows.map((row, id) => computableRow(row, id, meansOf));
      return { ...common, dataType, choice: { measure, method: "inverse-variance" }, rows: computableRows };
    }
    case "contrast": {
      const read = (row: Row): Contrast | null => contrastOf(row, analysis);
      const computableRows = rows.map((row, id) => computableRow(row, id, read));
      return { ...common, dataType, choice: { measure, method: "inverse-variance" }, rows: computableRows };
    }
    case "observed-expected": {
      if (!isRatio(measure)) return null;
      const computableRows = rows.map((row, id) => computableRow(row, id, scoreOf));
      return { ...common, dataType, choice: { measure, method: "observed-expected" }, rows: computableRows };
    }
  }
}

function computableRow<Data>(row: Row, id: number, read: (row: Row) => Data | null): ComputableRow<Data> {
  const { study, subgroup, appliesTo, excluded } = row;
  return { id, study: study.value, subgroup, appliesTo, excluded, data: read(row) };
}

function valueOf({ numbers }: Row, role: NumberRole): number | undefined {
  return numbers[role]?.value;
}

function countsOf(row: Row): TwoArms<EventCounts> | null {
  const arm = (name: "experimental" | "comparator"): EventCounts | undefined => {
    const [events, total] = [valueOf(row, `${name}-events`), valueOf(row, `${name}-total`)];
    return events === undefined || total === undefined ? undefined : { events, total };
  };
  const [experimental, comparator] = [arm("experimental"), arm("comparator")];
  return experimental === undefined || comparator === undefined ? null : { experimental, comparator };
}

function meansOf(row: Row): TwoArms<MeanAndDeviation> | null {
  const arm = (name: "experimental" | "comparator"): MeanAndDeviation | undefined => {
    const total = valueOf(row, `${name}-total`);
    const [mean, standardDeviation] = [valueOf(row, `${name}-mean`), valueOf(row, `${name}-sd`)];
    return mean === undefined || standardDeviation === undefined || total === undefined
      ? undefined
      : { mean, standardDeviation, total };
  };
  const [experimental, comparator] = [arm("experimental"), arm("comparator")];
  return experimental === undefined || comparator === undefined ? null : { experimental, comparator };
}

function contrastOf(row: Row, analysis: Analysis): Contrast | null {
  const contrast = loggedContrast(row, analysis);
  return contrast === null ? null : { ...contrast, participants: participantsOf(row) };
}

function scoreOf(row: Row): ObservedExpected | null {
  const observedMinusExpected = valueOf(row, "observed-minus-expected");
  const variance = valueOf(row, "variance");
  return observedMinusExpected === undefined || variance === undefined
    ? null
    : { observedMinusExpected, variance, participants: participantsOf(row) };
}

function participantsOf(row: Row): number | null {
  const [first, second] = [valueOf(row, "experimental-total"), valueOf(row, "comparator-total")];
  return first === undefined || second === undefined ? null : first + second;
}
