import { byKey } from "../lists";
import { type Finding, type Repair, rounded } from "./finding";
import type { RowResult } from "../pooling/computeAnalysis";
import type { ItemRow } from "../roles/readRow";
import { armRoles, arms } from "../roles/roles";

/** The mean, deviation and participants of both arms of a row that has all of them. */
interface Means {
  readonly row: ItemRow;
  readonly means: readonly [number, number];
  readonly deviations: readonly [number, number];
  readonly totals: readonly [number, number];
}

function meansOf(row: ItemRow): readonly Means[] {
  const both = (part: "mean" | "sd" | "total"): readonly [number, number] => [
    row.number(armRoles.experimental[part]) ?? NaN,
    row.number(armRoles.comparator[part]) ?? NaN,
  ];
  const found = { row, means: both("mean"), deviations: both("sd"), totals: both("total") };
  const isWhole = [...found.means, ...found.deviations, ...found.totals].every(Number.isFinite);
  return isWhole && found.deviations.every((deviation) => deviation > 0) && !row.excluded ? [found] : [];
}

/** Sorted numbers: looks up quantiles without the numbers of one row in logarithmic time. */
class Sorted {
  readonly #numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.#numbers = [...numbers].sort((first, second) => first - second);
  }

  /** A quantile without two of the numbers, by linear interpolation between the others. */
  quantile(without: readonly [number, number], share: number): number {
    const place = share * (this.#numbers.length - 3);
    const [low, high] = [this.#at(without, Math.floor(place)), this.#at(without, Math.ceil(place))];
    return low + (high - low) * (place - Math.floor(place));
  }

  #at([one, other]: readonly [number, number], index: number): number {
    const first = this.#indexOf(Math.min(one, other));
    const second = this.#indexOf(Math.max(one, other)) + (one === other ? 1 : 0);
    let at = index;
    if (at >= first) at++;
    if (at >= second) at++;
    return this.#numbers[at] ?? NaN;
  }

  #indexOf(number: number): number {
    let [from, to] = [0, this.#numbers.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#numbers[middle] ?? Infinity) < number) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Statistics of the numbers of all rows but one. */
interface Others {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * The statistics of the other rows' numbers if these agree: all positive, and the central 80 % within a factor of 3.
 */
function othersThatAgree(all: Sorted, own: readonly [number, number]): Others | undefined {
  const of = (share: number): number => all.quantile(own, share);
  const lowest = of(0);
  if (!(lowest > 0) || !(of(0.9) <= 3 * of(0.1))) return undefined;
  return { median: of(0.5), lowest, highest: of(1) };
}

/** The minimum number of others that have to agree. */
const fewestOthers = 4;

type RowFinding = Finding & { readonly row: number };

/**
 * The findings of a comparison among all rows and among the rows of each subgroup, as subgroups may differ in scale.
 */
function amongAllAndSubgroups(
  rows: readonly ItemRow[],
  compare: (rows: readonly ItemRow[]) => readonly RowFinding[],
): readonly Finding[] {
  const found = new Map(compare(rows).map((finding) => [finding.row, finding]));
  const subgroups = byKey(rows, ({ subgroup }) => subgroup);
  for (const finding of subgroups.size > 1 ? [...subgroups.values()].flatMap(compare) : [])
    if (!found.has(finding.row)) found.set(finding.row, finding);
  return [...found.values()];
}

/**
 * Reports standard deviations that are standard errors: both arms' less than a third of the others' median, and about
 * that median when multiplied by √n. For mean differences only, which share one unit.
 */
export function standardErrorAsDeviation(rows: readonly ItemRow[]): readonly Finding[] {
  return amongAllAndSubgroups(rows, errorsAmong);
}

function errorsAmong(rows: readonly ItemRow[]): readonly RowFinding[] {
  const all = rows.flatMap(meansOf);
  if (all.length <= fewestOthers) return [];
  const allDeviations = new Sorted(all.flatMap(({ deviations }) => deviations));
  return all.flatMap((own): RowFinding[] => {
    const { deviations, totals } = own;
    const others = othersThatAgree(allDeviations, deviations);
    if (others === undefined || !deviations.every((deviation) => deviation < others.median / 3)) return [];
    const scaled = deviations.map((deviation, arm) => deviation * Math.sqrt(totals[arm] ?? 0));
    if (!scaled.every((value) => value >= others.median / 2 && value <= others.median * 2)) return [];
    const { lowest, highest } = others;
    return [errorAsDeviation(own, all.length - 1, { kind: "deviations", lowest, highest })];
  });
}

/**
 * The same check for standardised mean differences, whose studies may use different scales. Reports a study whose
 * difference is far larger than all others if, with both deviations multiplied by √n, the difference is in the others'
 * range or the deviations are like theirs.
 */
export function standardErrorAsDeviationOfScale(
  rows: readonly ItemRow[],
  results: readonly RowResult[],
): readonly Finding[] {
  const all = rows.flatMap((row) => {
    const effect = results[row.index]?.effect;
    return effect?.kind === "estimable"
      ? meansOf(row).map((means) => ({ ...means, own: effect.estimate, error: effect.standardError }))
      : [];
  });
  if (all.length <= fewestOthers) return [];
  const sizes = all.map(({ own }) => Math.abs(own)).sort((one, other) => other - one);
  const [size = 0, largest = 0] = sizes;
  const median = sizes[Math.ceil(sizes.length / 2)] ?? 0;
  if (!(size > 1.5 && size > 2.5 * largest && size > 4 * median)) return [];
  const byDeviations = errorsAmong(rows);
  return all.flatMap((study): Finding[] => {
    const { row, own, error, totals } = study;
    const corrected = own / Math.sqrt((totals[0] + totals[1]) / 2);
    // A study with a large standard error may be so far off by chance.
    if (Math.abs(own) !== size || size < largest + 4 * error) return [];
    if (Math.abs(corrected) > 1.5 * largest)
      return byDeviations.filter((deviation) => deviation.row === row.index);
    return [errorAsDeviation(study, all.length - 1, { kind: "differences", own, corrected, largest })];
  });
}

type ErrorAsDeviation = Extract<Finding, { code: "standard-error-as-deviation" }>;

/** The finding of a row, whose repairs multiply both deviations by √n. */
function errorAsDeviation(
  { row, deviations, totals }: Means,
  others: number,
  neighbours: ErrorAsDeviation["neighbours"],
): ErrorAsDeviation {
  return {
    code: "standard-error-as-deviation",
    row: row.index,
    pointer: row.pointerOf("experimental-sd"),
    deviations,
    total: totals[0],
    others,
    neighbours,
    repairs: arms.map((arm, index) => ({
      pointer: row.pointerOf(`${arm}-sd`),
      value: rounded((deviations[index] ?? 0) * Math.sqrt(totals[index] ?? 0)),
    })),
  };
}

const powersOfTen = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((power) => 10 ** power);

/** Quantities with two common units, by words of the outcome or its unit, and the factors between the units. */
const quantities: readonly (readonly [words: RegExp, factors: readonly number[]])[] = [
  [/energy|calor|joule|\bk?cal\b|\bkj\b|energie|energía/i, [4.184]],
  [/gluc|glyc|blood sugar|hba1c|glukose|blutzucker/i, [18.016]],
  [/cholest|\b[hlv]?ldl\b|\bhdl\b|lipo/i, [38.67]],
  [/triglyc/i, [88.57]],
  [/creatinin/i, [88.4]],
  [/bilirubin/i, [17.1]],
  [/calcium|kalzium|calcio/i, [4.008]],
  [/h[ae]*moglobin/i, [16.11]],
  [/pressure|mm ?hg|\bkpa\b|druck|presión/i, [7.50062]],
  [/weight|mass\b|\bkg\b|\bg\b|gewicht|peso/i, [28.35]],
  [/length|height|size|distance|\bcm\b|\bmm\b|länge|größe|longitud|talla/i, [25.4, 30.48]],
  [
    /time|durat|length of stay|stay|days?\b|weeks?\b|months?\b|hours?\b|minutes?\b|years?\b|zeit|dauer|tage|tiempo|duración/i,
    [7, 12, 24, 30.44, 60, 4.345, 365.25, 168, 1440],
  ],
];

/** Possible factors of a unit slip: powers of ten, those between units of the outcome, and the reciprocals of both. */
function factorsFor(outcome: string): readonly number[] {
  const known = quantities.flatMap(([words, factors]) => (words.test(outcome) ? factors : []));
  return [...powersOfTen, ...known].flatMap((factor) => [factor, 1 / factor]);
}

/**
 * Reports a row whose means and deviations are in another unit than the others': all four differ by one factor, and fit
 * once divided by it.
 *
 * @param outcome the outcome and its unit, in the words of the document
 */
export function unitSlip(rows: readonly ItemRow[], outcome: string): readonly Finding[] {
  const factors = factorsFor(outcome);
  return amongAllAndSubgroups(rows, (group) => unitSlipsAmong(group, factors));
}

function unitSlipsAmong(rows: readonly ItemRow[], factors: readonly number[]): readonly RowFinding[] {
  const all = rows.flatMap(meansOf);
  if (all.length <= fewestOthers) return [];
  const allMeans = all.flatMap(({ means }) => means);
  const sizes = { 1: new Sorted(allMeans), [-1]: new Sorted(allMeans.map((mean) => -mean)) };
  const allDeviations = new Sorted(all.flatMap(({ deviations }) => deviations));
  return all.flatMap(({ row, means, deviations }): RowFinding[] => {
    const ofDeviations = othersThatAgree(allDeviations, deviations);
    if (ofDeviations === undefined) return [];
    for (const sign of [1, -1] as const) {
      const own = [means[0] * sign, means[1] * sign] as const;
      const ofMeans = othersThatAgree(sizes[sign], own);
      const factor = ofMeans && factorBetween(factors, own, ofMeans, deviations, ofDeviations);
      if (factor === undefined) continue;
      const repairs = arms.flatMap((arm, index): Repair[] => [
        { pointer: row.pointerOf(`${arm}-mean`), value: rounded((means[index] ?? 0) / factor) },
        { pointer: row.pointerOf(`${arm}-sd`), value: rounded((deviations[index] ?? 0) / factor) },
      ]);
      const pointer = row.pointerOf("experimental-mean");
      const found = { row: row.index, pointer, factor, means, deviations, others: all.length - 1 };
      return [{ code: "unit-slip", ...found, repairs }];
    }
    return [];
  });
}

/** The factor by which a row's four numbers differ from the others; undefined if they do not, or by no known factor. */
function factorBetween(
  factors: readonly number[],
  means: readonly [number, number],
  ofMeans: Others,
  deviations: readonly [number, number],
  ofDeviations: Others,
): number | undefined {
  const among = (by: number): readonly boolean[] => [
    ...means.map((mean) => mean / by >= ofMeans.lowest / 1.5 && mean / by <= ofMeans.highest * 1.5),
    ...deviations.map(
      (deviation) =>
        deviation / by >= ofDeviations.lowest / 1.5 && deviation / by <= ofDeviations.highest * 1.5,
    ),
  ];
  // Without the factor no number is in the range of the others, with it all four are.
  if (among(1).some(Boolean)) return undefined;
  const ratios = [
    ...means.map((mean) => mean / ofMeans.median),
    ...deviations.map((deviation) => deviation / ofDeviations.median),
  ];
  if (!ratios.every((ratio) => ratio > 0)) return undefined;
  const centre = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / 4);
  const distance = (factor: number): number => Math.abs(Math.log(centre / factor));
  const factor = factors.reduce((best, value) => (distance(value) < distance(best) ? value : best));
  if (distance(factor) > Math.log(1.35)) return undefined;
  const isShared = ratios.every((ratio) => Math.abs(Math.log(ratio / factor)) < Math.log(1.8));
  return isShared && among(factor).every(Boolean) ? factor : undefined;
}
