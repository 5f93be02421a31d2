import type { ItemContent } from "../roles/readItem";
import { armRoles, arms } from "../roles/roles";
import type { Finding } from "./finding";

/** The participants in one arm of a study that has a single row in the analysis. */
export interface StudyTotal {
  readonly row: number;
  readonly study: string;
  readonly role: "experimental-total" | "comparator-total";
  readonly value: number;
  /** The participants in the row's other arm; null if the row lacks them. */
  readonly opposite: number | null;
}

/** The input for {@link totalsDisagree} from one item. */
export function studyTotals({ rows }: ItemContent): readonly StudyTotal[] {
  const counts = new Map<string, number>();
  const named = (rows ?? []).map((row) => ({ row, study: row.name?.normalize() ?? null }));
  for (const { study } of named) if (study !== null) counts.set(study, (counts.get(study) ?? 0) + 1);
  return named.flatMap(({ row: one, study }, row): StudyTotal[] => {
    // If a study has several rows, each is a part of it; a row without a name cannot be matched.
    if (one.excluded || study === null || counts.get(study) !== 1) return [];
    const values = arms.map((arm) => one.number(armRoles[arm].total) ?? 0);
    return arms.flatMap((arm, at) => {
      const value = values[at] ?? 0;
      const opposite = values[1 - at] ?? 0;
      const role = armRoles[arm].total;
      return value > 0 ? [{ row, study, role, value, opposite: opposite > 0 ? opposite : null }] : [];
    });
  });
}

/**
 * Compares the totals of the same study and arm in a group's analyses. Reports two totals if one is about the other
 * with two digits exchanged, or about ten times it, unless the other arm's totals differ too: dropouts reduce both
 * arms. (It reports two arms that are both exactly tenfold.) There is one finding per study. The wrong total is the one
 * that fewer analyses have, else the one that occurs last.
 *
 * @param items the totals of all items of the group, in their order
 * @param pointerOf the pointer of a total in its item
 * @returns the findings of each item
 */
export function totalsDisagree(
  items: readonly (readonly StudyTotal[])[],
  pointerOf: (item: number, total: StudyTotal) => string,
): readonly (readonly Extract<Finding, { code: "totals-disagree" }>[])[] {
  const studies = new Map<string, TotalOfItem[]>();
  for (const [item, totals] of items.entries())
    for (const total of totals) {
      const known = studies.get(total.study);
      if (known === undefined) studies.set(total.study, [{ item, total }]);
      else known.push({ item, total });
    }
  const found = items.map((): Extract<Finding, { code: "totals-disagree" }>[] => []);
  for (const totals of studies.values()) {
    const slip = slipAmong(totals);
    if (slip === undefined) continue;
    const { wrong, right, alike } = slip;
    const { row, role, value } = wrong.total;
    found[wrong.item]?.push({
      code: "totals-disagree",
      row,
      pointer: pointerOf(wrong.item, wrong.total),
      role,
      value,
      otherItem: right.item,
      otherValue: right.total.value,
      otherPointer: pointerOf(right.item, right.total),
      ...(alike === 0 ? {} : { alike }),
    });
  }
  return found;
}

interface TotalOfItem {
  readonly item: number;
  readonly total: StudyTotal;
}

interface Slip {
  readonly wrong: TotalOfItem;
  readonly right: TotalOfItem;
  /** The number of further analyses with the wrong total. */
  readonly alike: number;
}

/** The slip among the totals of one study, if any. */
function slipAmong(totals: readonly TotalOfItem[]): Slip | undefined {
  for (const role of ["experimental-total", "comparator-total"] as const) {
    const ofArm = totals.filter(({ total }) => total.role === role);
    // Each number once, with the first item that has it, in the order of the last items that have them.
    const values = [
      ...new Map(ofArm.toReversed().map((ofItem) => [ofItem.total.value, ofItem])).values(),
    ].toReversed();
    for (const [at, later] of values.entries())
      for (const earlier of values.slice(0, at)) {
        if (!isSlip(earlier.total, later.total)) continue;
        const countOf = ({ total }: TotalOfItem): number =>
          ofArm.filter((one) => one.total.value === total.value).length;
        const [wrong, right] = countOf(earlier) < countOf(later) ? [earlier, later] : [later, earlier];
        return { wrong, right, alike: countOf(wrong) - 1 };
      }
  }
  return undefined;
}

function isSlip(one: StudyTotal, other: StudyTotal): boolean {
  const [less, more] = one.value < other.value ? [one, other] : [other, one];
  if (more.value <= 1.2 * less.value) return false;
  // The tolerance is wide: dropouts cannot explain a loss of nine in ten participants in one arm alone.
  const isTenfold = isNear(more.value, 10 * less.value, 1.25);
  if (!isTenfold && !isExchanged(one.value, other.value)) return false;
  if (one.opposite === null || other.opposite === null) return true;
  return isNear(one.opposite, other.opposite, isTenfold ? 1.25 : 1.1) || areBothTenfold(less, more);
}

function areBothTenfold(less: StudyTotal, more: StudyTotal): boolean {
  return more.value === 10 * less.value && more.opposite === 10 * (less.opposite ?? 0);
}

/** The factor by which totals may differ because not all participants were followed up for each outcome. */
const followedUp = 1.03;

function isNear(one: number, other: number, by = followedUp): boolean {
  return Math.max(one, other) <= by * Math.min(one, other);
}

/** Whether one number is about the other with two neighbouring digits exchanged: 57 and 75, 571 and 755. */
function isExchanged(one: number, other: number): boolean {
  const digits = String(one);
  for (let at = 0; at < digits.length - 1; at++) {
    const exchanged = `${digits.slice(0, at)}${digits[at + 1]}${digits[at]}${digits.slice(at + 2)}`;
    if (isNear(Number(exchanged), other)) return true;
  }
  return false;
}
