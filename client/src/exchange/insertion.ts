import type { ImportTarget } from "@analyses/protocol/customMessages";
import type { Review } from "@analyses/exchange";

/**
 * Renumbers the groups and analyses of a review whose numbers a document already has. A group with the number and name
 * of one in the document joins it: only its analyses get new numbers.
 *
 * @returns the review, and the changed numbers, old and new
 */
export function renumber(
  review: Review,
  { groups, same }: Pick<ImportTarget, "groups" | "same">,
): { readonly review: Review; readonly changed: readonly (readonly [string, string])[] } {
  const changed: (readonly [string, string])[] = [];
  const groupToJoin = ({
    number,
    name,
  }: Review["groups"][number]): ImportTarget["same"][number] | undefined =>
    same.find((group) => group.number === number && group.name === name.value);
  const numbers = freeNumbers(
    groups,
    review.groups.filter((group) => groupToJoin(group) === undefined).map(({ number }) => number),
  );
  const renumbered = review.groups.map((group) => {
    const target = groupToJoin(group);
    if (target === undefined) {
      const number = numbers.get(group.number) ?? group.number;
      if (number !== group.number) changed.push([String(group.number), String(number)]);
      return { ...group, number };
    }
    const analysisNumbers = freeNumbers(
      target.analyses,
      group.analyses.map(({ number }) => number),
    );
    const analyses = group.analyses.map((analysis) => {
      const number = analysisNumbers.get(analysis.number) ?? analysis.number;
      if (number !== analysis.number)
        changed.push([`${group.number}.${analysis.number}`, `${group.number}.${number}`]);
      return { ...analysis, number };
    });
    return { ...group, analyses };
  });
  return { review: { ...review, groups: renumbered }, changed };
}

/** Maps each wanted number to itself if free, else to the next number that is neither taken nor wanted. */
function freeNumbers(taken: readonly number[], wanted: readonly number[]): ReadonlyMap<number, number> {
  const used = new Set([...taken, ...wanted]);
  let next = 1;
  return new Map(
    wanted.map((number) => {
      if (!taken.includes(number)) return [number, number];
      while (used.has(next)) next++;
      used.add(next);
      return [number, next];
    }),
  );
}
