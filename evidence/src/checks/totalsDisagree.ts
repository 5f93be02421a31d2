import type { ItemContent } from "../roles/readItem";
import type { Found } from "../roles/readRow";
import type { Finding } from "./finding";
import { arms } from "./finding";

/** How many participants an analysis has in an arm of a study that stands in one of its rows. */
export interface StudyTotal {
  readonly row: number;
  readonly study: string;
  readonly role: "experimental-total" | "comparator-total";
  readonly found: Found<number>;
}

/** What {@link totalsDisagree} asks of an item. */
export function studyTotals({ rows }: ItemContent): readonly StudyTotal[] {
  const counts = new Map<string, number>();
  for (const { study } of rows ?? []) counts.set(study, (counts.get(study) ?? 0) + 1);
  return (rows ?? []).flatMap(({ study, excluded, numbers }, row): StudyTotal[] => {
    // A study in several rows is divided: none of them is the whole study.
    if (excluded || counts.get(study) !== 1) return [];
    return arms.flatMap((arm) => {
      const role = `${arm}-total` as const;
      const found = numbers.get(role);
      return found === undefined || found.value <= 0 ? [] : [{ row, study, role, found }];
    });
  });
}

/**
 * The same study and arm with totals that differ by more than a fifth in two analyses of a group.
 *
 * @param items the totals of all items of the group, in their order
 * @returns the findings of each item, beside the first item that says otherwise
 */
export function totalsDisagree(
  items: readonly (readonly StudyTotal[])[],
): readonly (readonly Extract<Finding, { code: "totals-disagree" }>[])[] {
  const first = {
    "experimental-total": new Map<string, First>(),
    "comparator-total": new Map<string, First>(),
  };
  return items.map((totals, item) =>
    totals.flatMap(({ row, study, role, found }) => {
      const known = first[role].get(study);
      if (known === undefined) {
        first[role].set(study, { item, found });
        return [];
      }
      const { value } = found;
      const otherValue = known.found.value;
      if (Math.max(value, otherValue) <= 1.2 * Math.min(value, otherValue)) return [];
      const { pointer } = found;
      const other = {
        otherItem: known.item,
        otherValue,
        otherPointer: known.found.pointer,
      };
      return [
        {
          code: "totals-disagree" as const,
          row,
          pointer,
          role,
          value,
          ...other,
        },
      ];
    }),
  );
}

interface First {
  readonly item: number;
  readonly found: Found<number>;
}
