// The user's answer for a column of one arm also names that arm: after `Deaths (aspirin)`, the columns
// `Deaths (placebo)` and `Randomised (aspirin)` need no answers of their own.

import { sharedEnds } from "@analyses/json";
import type { NumberRole } from "@analyses/evidence";
import { armNamed, numberRoles, ofOtherArm } from "@analyses/evidence";
import type { ColumnMeaning } from "./answers";

type Arms = readonly [own: string, other: string];

function wordsOf(heading: string): readonly string[] {
  return heading
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Returns the words in which two headings differ, if the words before or after them are equal; else undefined. */
function difference(heading: string, other: string): Arms | undefined {
  const [words, otherWords] = [wordsOf(heading), wordsOf(other)];
  const { start, end } = sharedEnds(words, otherWords);
  const [first, second] = [words, otherWords].map((all) => all.slice(start, all.length - end).join(" "));
  return start + end > 0 && first && second ? [first, second] : undefined;
}

/**
 * Gives a meaning to columns whose headings differ from those of the other arm only in the name of the arm.
 *
 * @param answered the user's answers by heading
 */
export function withOtherArm(
  headings: readonly string[],
  meanings: readonly ColumnMeaning[],
  answered: ReadonlyMap<string, ColumnMeaning>,
): readonly ColumnMeaning[] {
  const arms = Array.from(answered).flatMap(([heading, meaning]) =>
    meaning.startsWith("experimental-")
      ? headings.flatMap((other) => {
          const names = difference(heading, other);
          return names !== undefined && armNamed(names[1]) === "comparator" ? [names] : [];
        })
      : [],
  );
  const roleOf = (heading: string): NumberRole | undefined =>
    numberRoles.find((role) => {
      const known = headings[meanings.findIndex((meaning) => meaning === ofOtherArm.get(role))];
      const names = known === undefined ? undefined : difference(heading, known);
      const [experimental, comparator] = role.startsWith("experimental-")
        ? (names ?? [])
        : (names ?? []).toReversed();
      return arms.some(([own, other]) => own === experimental && other === comparator);
    });
  return meanings.map((meaning, index) => {
    const heading = headings[index] ?? "";
    if (meaning !== "ignored" || answered.has(heading)) return meaning;
    const role = roleOf(heading);
    return role === undefined || meanings.includes(role) ? meaning : role;
  });
}
