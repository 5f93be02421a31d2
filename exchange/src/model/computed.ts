import type {
  Analysis as ComputableAnalysis,
  AnalysisResult,
  Contrast,
  DataType,
  EventCounts,
  MeanAndDeviation,
  ObservedExpected,
  Row as ComputableRow,
  TwoArms,
} from "@analyses/evidence";
import { columnRoles, computeAnalysis, poolingOf } from "@analyses/evidence";
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
  const [method, model, scale] = [choices.method?.value, choices.model?.value, choices.scale?.value];
  if (dataType === undefined || measure === undefined || model === undefined) return null;
  // Counts can be pooled by several methods, of which the source may mean any.
  if (dataType === "dichotomous" && method === undefined) return null;
  const byType = dataType === "observed-expected" ? dataType : undefined;
  const pooling = poolingOf(dataType, measure, method ?? byType, model, scale);
  if ("role" in pooling) return null;
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
  const rowsOf = <Data>(read: (row: Row) => Data | null): readonly ComputableRow<Data>[] =>
    rows.map((row, id) => {
      const { study, subgroup, appliesTo, excluded } = row;
      return { id, study: study.value, subgroup, appliesTo, excluded, data: read(row) };
    });
  switch (pooling.dataType) {
    case "dichotomous":
      return {
        ...common,
        ...pooling,
        swapEvents: choices["swap-events"]?.value ?? false,
        rows: rowsOf(countsOf),
      };
    case "continuous":
      return { ...common, ...pooling, rows: rowsOf(meansOf) };
    case "contrast":
      return { ...common, ...pooling, rows: rowsOf((row) => contrastOf(row, analysis)) };
    case "observed-expected":
      return { ...common, ...pooling, rows: rowsOf(scoreOf) };
  }
}

function numbersOf(row: Row, dataType: DataType): readonly (number | undefined)[] {
  return columnRoles(dataType).map((role) => row.numbers[role]?.value);
}

function countsOf(row: Row): TwoArms<EventCounts> | null {
  const [events1, total1, events2, total2] = numbersOf(row, "dichotomous");
  if (events1 === undefined || total1 === undefined || events2 === undefined || total2 === undefined)
    return null;
  return {
    experimental: { events: events1, total: total1 },
    comparator: { events: events2, total: total2 },
  };
}

function meansOf(row: Row): TwoArms<MeanAndDeviation> | null {
  const [mean1, sd1, total1, mean2, sd2, total2] = numbersOf(row, "continuous");
  if (mean1 === undefined || sd1 === undefined || total1 === undefined) return null;
  if (mean2 === undefined || sd2 === undefined || total2 === undefined) return null;
  return {
    experimental: { mean: mean1, standardDeviation: sd1, total: total1 },
    comparator: { mean: mean2, standardDeviation: sd2, total: total2 },
  };
}

function contrastOf(row: Row, analysis: Analysis): Contrast | null {
  const contrast = loggedContrast(row, analysis);
  return contrast === null ? null : { ...contrast, participants: participantsOf(row) };
}

function scoreOf(row: Row): ObservedExpected | null {
  const [observedMinusExpected, variance] = numbersOf(row, "observed-expected");
  return observedMinusExpected === undefined || variance === undefined
    ? null
    : { observedMinusExpected, variance, participants: participantsOf(row) };
}

function participantsOf({ numbers }: Row): number | null {
  const [first, second] = [numbers["experimental-total"], numbers["comparator-total"]];
  return first === undefined || second === undefined ? null : first.value + second.value;
}
