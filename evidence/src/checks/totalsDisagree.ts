import type { ItemContent } from "../roles/readItem";
import type { Finding } from "./finding";
import { armRoles, arms } from "../roles/roles";

/** How many participants an analysis has in an arm of a study that stands in one of its rows. */
export interface StudyTotal {
  readonly row: number;
  readonly study: string;
  readonly role: "experimental-total" | "comparator-total";
  readonly value: number;
}

/** What {@link totalsDisagree} asks of an item. */
export function studyTotals({ rows }: ItemContent): readonly StudyTotal[] {
  const counts = new Map<string, number>();
  for (const { name } of rows ?? []) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (rows ?? []).flatMap((one, row): StudyTotal[] => {
    const { name: study } = one;
    // A study in several rows is divided: none of them is the whole study. One without a name is the same as no other.
    if (one.excluded || study === null || counts.get(study) !== 1) return [];
    return arms.flatMap((arm) => {
      const role = armRoles[arm].total;
      const value = one.number(role);
      return value === undefined || value <= 0 ? [] : [{ row, study, role, value }];
    });
  });
}

/**
 * The same study and arm with totals that differ by more than a fifth in two analyses of a group.
 *
 * @param items the totals of all items of the group, in their order
 * @param pointerOf where a total stands in its item
 * @returns the findings of each item, beside the item before it that says otherwise by most
 */
export function totalsDisagree(
  items: readonly (readonly StudyTotal[])[],
  pointerOf: (item: number, total: StudyTotal) => string,
): readonly (readonly Extract<Finding, { code: "totals-disagree" }>[])[] {
  const known = {
    "experimental-total": new Map<string, Extremes>(),
    "comparator-total": new Map<string, Extremes>(),
  };
  return items.map((totals, item) =>
    totals.flatMap((total) => {
      const { row, study, role, value } = total;
      const own = { item, total };
      const { smallest, largest } = known[role].get(study) ?? { smallest: own, largest: own };
      known[role].set(study, {
        smallest: value < smallest.total.value ? own : smallest,
        largest: value > largest.total.value ? own : largest,
      });
      const other = value / smallest.total.value >= largest.total.value / value ? smallest : largest;
      const otherValue = other.total.value;
      if (Math.max(value, otherValue) <= 1.2 * Math.min(value, otherValue)) return [];
      return [
        {
          code: "totals-disagree" as const,
          row,
          pointer: pointerOf(item, total),
          role,
          value,
          otherItem: other.item,
          otherValue,
          otherPointer: pointerOf(other.item, other.total),
        },
      ];
    }),
  );
}

interface TotalOfItem {
  readonly item: number;
  readonly total: StudyTotal;
}

interface Extremes {
  readonly smallest: TotalOfItem;
  readonly largest: TotalOfItem;
}
