// The results that RevMan stores with an analysis: `estimate`, `heterogeneity`, weights and sums, at the
// analysis, its subgroups and its rows. Their presence and order are those observed in its files.

import { isRatio } from "../analysis";
import { normalUpperTail } from "../distributions";
import { type PooledRows, type RowResult, countsFor } from "../pooling/computeAnalysis";
import type { Heterogeneity, Interval, PooledEffect } from "../pooling/pool";
import type { ComputedItem } from "../evidenceOfItem";
import { isObject } from "../json";
import { type Arm, armRoles, arms } from "../roles/roles";

/** A number, an object of numbers, or undefined for a member that must be absent. */
export type StoredValue = number | StoredMembers | undefined;

/** Members in RevMan's order. Other members are not compared. */
export interface StoredMembers {
  readonly [name: string]: StoredValue;
}

/** An object of an item, with the results that it should store. */
export interface StoredObject {
  /** Within the item (RFC 6901). */
  readonly pointer: string;
  readonly members: StoredMembers;
  /** Members in their order: a new member is inserted before the first of its successors that is present. */
  readonly order: readonly string[];
  /** The unit for differences of its effect: the standard error, by Wald; 1 without an effect. */
  readonly unit: number;
}

/** The switches of an item of RevMan's analyses document. */
interface RevManItem {
  readonly hasTotal: boolean;
  readonly hasSubtotals: boolean;
  readonly hasDifferences: boolean;
  readonly hasPrediction: boolean;
  readonly hasIntervalOfTau2: boolean;
}

/** Reads the switches of an item in RevMan's form; undefined for another form. */
function revManItem(item: unknown): RevManItem | undefined {
  if (!isObject(item) || !Array.isArray(item["data-rows"])) return undefined;
  const total = item["overall-estimate-enabled"];
  if (typeof total !== "boolean") return undefined;
  return {
    hasTotal: total,
    hasSubtotals: item["subgroup-estimates-enabled"] === true,
    hasDifferences: item["subgroup-differences-enabled"] === true,
    hasPrediction: item["pi-enabled"] === true,
    hasIntervalOfTau2: item["heterogeneity-ci-enabled"] === true,
  };
}

const ofItem = ["control-group", "experimental-group", "estimate", "heterogeneity", "subgroup-differences"];
const afterItem = [...ofItem, "subgroups", "data-rows"];
const afterSubgroup = ["control-group", "experimental-group", "weight", "estimate", "heterogeneity"];
const afterRow = [
  ...["weight", "estimate", "control-group", "experimental-group"],
  ...["contrast", "risk-of-bias", "footnote"],
];

/** The results that RevMan would store for an item in its form; undefined for another form. */
export function revManResults(evidence: ComputedItem): readonly StoredObject[] | undefined {
  const { content, analysis, result } = evidence;
  const switches = revManItem(content.item);
  if (switches === undefined) return undefined;
  const { hasTotal, hasSubtotals, hasDifferences } = switches;
  const { subgroups } = result;
  // If rows apply to some pools only, RevMan's weights are not those of the total.
  const isWeighed = result.rows.every(({ appliesTo }) => appliesTo === "subgroup-and-overall");
  const isOfSubtotals = !hasTotal && hasSubtotals && subgroups !== null;
  return [
    {
      pointer: "",
      members: {
        ...sums(evidence, null, hasTotal),
        ...(hasTotal ? pooled(result) : nothingPooled),
        ...testOfDifferences(),
      },
      order: afterItem,
      unit: unitOf(result.effect),
    },
    ...(subgroups ?? []).flatMap((subgroup, index): readonly StoredObject[] => {
      const pointer = content.subgroups?.[index]?.pointer ?? null;
      if (pointer === null || !hasSubtotals) return [];
      const pooledWeight = hasTotal ? subgroup.weight : 1;
      const weight = subgroup.effect === null ? emptiedWeight(index) : pooledWeight;
      const members = {
        ...sums(evidence, index, true),
        ...(isWeighed && weight !== null ? { weight } : {}),
        ...pooled(subgroup),
      };
      return [{ pointer, members, order: afterSubgroup, unit: unitOf(subgroup.effect) }];
    }),
    ...result.rows.map((row): StoredObject => {
      const pointer = content.rows?.[row.id]?.pointer ?? "";
      return { pointer, members: ofRow(row), order: afterRow, unit: errorOf(row) };
    }),
  ];

  function ofRow(row: RowResult): StoredMembers {
    const { effect, interval } = row;
    if (effect.kind !== "estimable" || interval === null) return { weight: undefined, estimate: undefined };
    // With subtotals but without subgroups RevMan's output is unknown.
    const unpooled = hasSubtotals ? null : 0;
    const weight = hasTotal || isOfSubtotals ? row.weight : unpooled;
    const { low, high } = interval;
    return {
      ...(isWeighed && weight !== null ? { weight } : {}),
      estimate: scaled({ estimate: effect.estimate, low, high, prediction: null }),
    };
  }

  /** The weight of a subgroup without a pool: 0, if a weight is stored there and the analysis has a total. */
  function emptiedWeight(index: number): number | null {
    const { subgroups: stored } = isObject(content.item) ? content.item : {};
    const own: unknown = Array.isArray(stored) ? stored[index] : undefined;
    return hasTotal && isObject(own) && typeof own.weight === "number" ? 0 : null;
  }

  function pooled({ effect, heterogeneity }: PooledRows): StoredMembers {
    if (effect === null) return nothingPooled;
    const hasT = analysis.model.kind === "random-effects" && analysis.model.interval === "hksj";
    const { statistic, estimate, waldError } = effect;
    const size = Math.abs(statistic.value);
    // A single study has no t statistic: 0 is stored.
    const test = hasT
      ? { "z-test": undefined, "t-test": statistic.kind === "t" ? size : 0 }
      : { "z-test": size, "t-test": undefined };
    return {
      estimate: {
        ...scaled(effect),
        ...test,
        // Wald's P value, whichever interval is stored.
        "p-value": 2 * normalUpperTail(Math.abs(estimate) / waldError),
      },
      heterogeneity: spread(heterogeneity),
    };
  }

  function scaled({
    estimate,
    low,
    high,
    prediction,
  }: Pick<PooledEffect, "estimate" | "low" | "high" | "prediction">): StoredMembers {
    const predicted = (of: (end: number) => number, name: string): StoredMembers => {
      const [start, end] = [`${name}-start`, `${name}-end`];
      if (switches?.hasPrediction === false) return { [start]: undefined, [end]: undefined };
      return prediction === null ? {} : { [start]: of(prediction.low), [end]: of(prediction.high) };
    };
    const isLogged = isRatio(analysis.choice.measure);
    const exponential = {
      "exp-mean": isLogged ? Math.exp(estimate) : undefined,
      "exp-ci-start": isLogged ? Math.exp(low) : undefined,
      "exp-ci-end": isLogged ? Math.exp(high) : undefined,
      ...(isLogged ? predicted(Math.exp, "exp-pi") : { "exp-pi-start": undefined, "exp-pi-end": undefined }),
    };
    return {
      mean: estimate,
      "ci-start": low,
      "ci-end": high,
      ...predicted((end) => end, "pi"),
      ...exponential,
    };
  }

  function spread(heterogeneity: Heterogeneity | null): StoredMembers {
    const { q, degreesOfFreedom, i2, p, tau2 } = heterogeneity ?? noSpread;
    const hasInterval = switches?.hasIntervalOfTau2 === true;
    const ends: Interval | null = hasInterval ? tau2 : null;
    return {
      "chi-squared": q,
      df: degreesOfFreedom,
      "i-squared": i2,
      "p-value": p,
      "tau-squared":
        analysis.model.kind === "fixed-effect"
          ? undefined
          : {
              ...(hasInterval ? {} : { "ci-start": undefined, "ci-end": undefined }),
              // RevMan searches no further than 100.
              ...(ends === null ? {} : { "ci-start": ends.low, "ci-end": Math.min(100, ends.high) }),
              estimate: tau2?.value ?? 0,
            },
    };
  }

  function testOfDifferences(): StoredMembers {
    if (subgroups === null || !hasDifferences) return { "subgroup-differences": undefined };
    // RevMan's output is unknown if subgroups are tested but not pooled.
    if (analysis.totals === "no-totals") return {};
    const { q, degreesOfFreedom, i2, p } = result.subgroupDifferences ?? noSpread;
    return {
      "subgroup-differences": { "chi-squared": q, df: degreesOfFreedom, "i-squared": i2, "p-value": p },
    };
  }
}

const nothingPooled: StoredMembers = { estimate: undefined, heterogeneity: undefined };
const noSpread = { q: 0, degreesOfFreedom: 0, i2: 0, p: 1, tau2: null };

/** The sums of each arm's participants, and of events for counts, in a pool; omitted if a row lacks the number. */
function sums(
  { content, analysis, result }: ComputedItem,
  subgroup: number | null,
  areShown: boolean,
): StoredMembers {
  const counted = result.rows.filter((row) => countsFor(row, subgroup));
  const sumOf = (arm: Arm, part: "events" | "total"): StoredMembers => {
    const name = part === "events" ? "cases" : "sample-size";
    if (!areShown) return { [name]: undefined };
    let sum = 0;
    for (const { id } of counted) {
      const value = content.rows?.[id]?.number(armRoles[arm][part]);
      if (value === undefined) return {};
      sum += value;
    }
    return { [name]: sum };
  };
  const ofArm = (arm: Arm): StoredMembers => ({
    ...(analysis.dataType === "dichotomous" ? sumOf(arm, "events") : {}),
    ...sumOf(arm, "total"),
  });
  const [experimental, comparator] = arms;
  return { "control-group": ofArm(comparator), "experimental-group": ofArm(experimental) };
}

function unitOf(effect: PooledEffect | null): number {
  return effect?.waldError ?? 1;
}

function errorOf({ effect }: RowResult): number {
  return effect.kind === "estimable" ? effect.standardError : 1;
}
