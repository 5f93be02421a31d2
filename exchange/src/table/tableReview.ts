import type { Yielding } from "@analyses/json";
import { type DataType, type EffectMeasure, isRatio, readChoice } from "@analyses/evidence";
import type { Losses } from "../model/report";
import type { Analysis, Cell, Choices, Group, Labels, Place, Review, Row, Subgroup } from "../model/review";
import { Refused } from "../reading/limits";
import { present, textCell } from "../reading/cells";
import { mapYielding } from "../yieldingLists";
import type { Answers } from "./answers";
import { type ArmPair, armPairs, armsNamed, turned } from "./arms";
import { measures, methodsFor } from "./questions";
import { type RowReading, listIncomplete, pairNumbers, rowOf, textAt } from "./rows";
import type { Sheet } from "./sheetLines";

/** The settings for reading a table without open questions. */
interface Settled {
  readonly reading: RowReading;
  readonly answers: Answers;
  readonly dataType: DataType;
}

/** Converts the rows of a table to analyses: each comparison of arms is a group, each outcome an analysis. */
export function* reviewOf(
  sheet: Sheet,
  reading: RowReading,
  answers: Answers,
  dataType: DataType,
): Yielding<Review> {
  const settled: Settled = { reading, answers, dataType };
  const found = yield* pairsOf(sheet, settled);
  const groups: Group[] = [];
  for (const [name, outcomes] of yield* comparisonsOf(found, sheet, settled)) {
    const number = groups.length + 1;
    const analyses: Analysis[] = [];
    for (const [outcome, pairs] of outcomes) {
      const key = `${number}.${analyses.length + 1}`;
      analyses.push(yield* analysisOf(pairs, { number: analyses.length + 1, name: outcome, key }, settled));
      yield 0;
    }
    groups.push({ number, name: textCell(name, placeOf(sheet)), analyses });
  }
  return { source: "table", groups, riskOfBiasMethod: null, isHtml: false };
}

function placeOf({ records, name }: Sheet): Place {
  return records[0]?.place ?? { file: name, line: 1, column: 1 };
}

function* pairsOf(sheet: Sheet, { reading, answers, dataType }: Settled): Yielding<readonly ArmPair[]> {
  if (reading.meanings.includes("arm")) return yield* armPairs(sheet, reading, answers, dataType);
  return yield* mapYielding(sheet.records, (record): ArmPair => ({
    record,
    arms: null,
    numbers: turned(pairNumbers(reading, record, answers, dataType), record, reading, answers),
  }));
}

/** Groups rows by comparison and outcome. Two pairs of arms are two comparisons, even if they have the same name. */
function* comparisonsOf(
  found: readonly ArmPair[],
  sheet: Sheet,
  { reading, answers: { analysisName = sheet.name } }: Settled,
): Yielding<ReadonlyMap<string, ReadonlyMap<string, readonly ArmPair[]>>> {
  const pairs = new Map<string, Set<string>>();
  const named = yield* mapYielding(found, (one) => {
    const pair = one.arms === null ? "" : `${one.arms.experimental} / ${one.arms.comparator}`;
    const comparison = textAt(reading, one.record, "comparison");
    const outcome = textAt(reading, one.record, "outcome") || analysisName;
    const key = JSON.stringify([comparison, outcome]);
    pairs.set(key, (pairs.get(key) ?? new Set()).add(pair));
    return { one, pair, comparison, outcome, key };
  });
  const comparisons = new Map<string, Map<string, ArmPair[]>>();
  yield* mapYielding(named, ({ one, comparison, outcome, pair, key }) => {
    const isOnePair = pairs.get(key)?.size === 1;
    const comparisonName = isOnePair || comparison === "" ? comparison : `${comparison}: ${pair}`;
    const name = comparisonName || pair || sheet.name;
    const outcomes = comparisons.get(name) ?? new Map<string, ArmPair[]>();
    comparisons.set(name, outcomes);
    const rows = outcomes.get(outcome);
    if (rows === undefined) outcomes.set(outcome, [one]);
    else rows.push(one);
  });
  return comparisons;
}

function* analysisOf(
  pairs: readonly ArmPair[],
  named: { readonly number: number; readonly name: string; readonly key: string },
  settled: Settled,
): Yielding<Analysis> {
  const place = pairs[0]?.record.place ?? { file: "", line: 1, column: 1 };
  const { number, name, key } = named;
  const rows = yield* rowsOf(pairs, key, settled);
  return {
    number,
    name: textCell(name, place),
    choices: choicesOf(pairs, key, place, settled),
    labels: labelsOf(pairs, key, place, settled),
    extras: {},
    ...rows,
    stored: {},
    subgroupDifferences: {},
    storedForm: "printed",
    place,
  };
}

/** Returns the texts of a column in the rows of an analysis. */
function textsIn(
  pairs: readonly ArmPair[],
  reading: RowReading,
  meaning: "unit" | "effect-measure",
): string[] {
  if (!reading.meanings.includes(meaning)) return [];
  const texts = new Set(pairs.map(({ record }) => textAt(reading, record, meaning)));
  return [...texts].filter((text) => text !== "");
}

function labelsOf(
  pairs: readonly ArmPair[],
  key: string,
  place: Place,
  { reading, answers, dataType }: Settled,
): Labels {
  const [unit, ...others] = dataType === "continuous" ? textsIn(pairs, reading, "unit") : [];
  if (others.length > 0) listUnits([unit ?? "", ...others], key, place, answers, reading.losses);
  const arms = pairs[0]?.arms ?? armsNamed(pairs, reading, answers);
  return {
    ...(arms.experimental === "" ? {} : { "experimental-label": textCell(arms.experimental, place) }),
    ...(arms.comparator === "" ? {} : { "comparator-label": textCell(arms.comparator, place) }),
    ...(unit === undefined || others.length > 0 ? {} : { unit: textCell(unit, place) }),
  };
}

/** @throws Refused if the analysis would subtract and pool means in different units */
function listUnits(
  units: readonly string[],
  key: string,
  place: Place,
  { effectMeasure }: Answers,
  losses: Losses,
): void {
  const { translate } = losses;
  const all = units.join(", ");
  if (effectMeasure === "mean-difference")
    throw new Refused(
      translate("Analysis {0} has means in different units ({1}): no mean differences.", key, all),
    );
  losses
    .item("changed", "setting-not-kept", { analysis: key, place })
    .translate(
      "The means have different units ({0}): they can be pooled as standardized mean differences only.",
      all,
    );
}

/** @throws Refused if rows name different measures */
function measureOf(
  pairs: readonly ArmPair[],
  key: string,
  { reading, answers, dataType }: Settled,
): EffectMeasure | undefined {
  const measureNames = textsIn(pairs, reading, "effect-measure");
  if (measureNames.length > 1)
    throw new Refused(
      reading.losses.translate(
        "Analysis {0} has rows of different effect measures ({1}).",
        key,
        measureNames.join(", "),
      ),
    );
  const answered = measures[dataType].find((measure) => measure === answers.effectMeasure);
  return answered ?? readChoice["effect-measure"](measureNames[0]);
}

function choicesOf(pairs: readonly ArmPair[], key: string, place: Place, settled: Settled): Choices {
  const { answers, dataType, reading } = settled;
  const cell = <Value extends string | number>(value: Value | undefined): Cell<Value> | undefined =>
    value === undefined ? undefined : { value, text: String(value), place };
  const measure = measureOf(pairs, key, settled);
  const methods = methodsFor(dataType, measure);
  const [method] = methods.length === 1 ? methods : methods.filter((one) => one === answers.method);
  const isOfRatios = dataType === "contrast" && measure !== undefined && isRatio(measure);
  return present({
    "data-type": cell(dataType),
    "effect-measure": cell(measure),
    method: cell(method),
    model: cell(answers.model),
    "heterogeneity-estimator":
      answers.model === "random-effects" ? cell(answers.heterogeneityEstimator) : undefined,
    // Only the answer `natural` remains natural: with `natural-log-error`, the rows are already logarithms, and the
    // reader asks for no scale if a number below zero shows logarithms.
    scale: isOfRatios ? cell(answers.scale === "natural" ? "natural" : "log") : undefined,
    "confidence-level": dataType === "contrast" ? cell(levelOf(reading, key, place)) : undefined,
  });
}

/** Reads the confidence level from the headings of intervals. */
function levelOf({ headings, meanings, losses }: RowReading, key: string, place: Place): number | undefined {
  const heading = headings.find((_, index) => meanings[index] === "interval-low") ?? "";
  const [, before, next] = /(\d{2}(?:[.,]\d+)?)\s*(?:%|[-_ ]?[ck]i)|[ck]i[-_ ]?(\d{2})/i.exec(heading) ?? [];
  const level = readChoice["confidence-level"](before ?? next);
  if (level === undefined || level === 0.95) return undefined;
  losses
    .item("changed", "setting-not-kept", { analysis: key, place })
    .translate("The intervals are of {0} %, by their heading: the analysis has this level.", level * 100);
  return level;
}

function* rowsOf(
  pairs: readonly ArmPair[],
  key: string,
  { reading, answers, dataType }: Settled,
): Yielding<{ readonly subgroups: readonly Subgroup[]; readonly rows: readonly Row[] }> {
  const found = yield* mapYielding(pairs, ({ record, numbers }) =>
    listIncomplete(numbers, record, dataType, key, reading)
      ? [{ row: rowOf(reading, record, numbers, answers), subgroup: textAt(reading, record, "subgroup") }]
      : [],
  );
  const rows = found.flat();
  const place = pairs[0]?.record.place ?? { file: "", line: 1, column: 1 };
  const names = [...new Set(rows.map(({ subgroup }) => subgroup))].filter((name) => name !== "");
  const indexes = new Map(names.map((name, index) => [name, index]));
  return {
    subgroups: names.map((name, index) => ({
      name: textCell(name, place),
      number: index + 1,
      id: null,
      stored: {},
    })),
    rows: rows.map(({ row, subgroup }) => ({ ...row, subgroup: indexes.get(subgroup) ?? null })),
  };
}
