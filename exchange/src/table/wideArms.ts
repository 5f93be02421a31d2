import type { Yielding } from "@analyses/json";
import { armNamed, partNamed } from "@analyses/evidence";
import type { Answers } from "./answers";
import { folded, partInEnglish, withoutColumnNumber } from "./columns";
import type { Sheet } from "./sheetLines";
import { mapYielding } from "../yieldingLists";

/** A column with a number of an arm, or with the arm's name. */
interface ArmColumn {
  readonly part: string;
  readonly arm: string;
  /** Empty if all columns are of the same outcome. */
  readonly outcome: string;
}
type ArmColumns = readonly (ArmColumn | undefined)[];

const armHeading = "Arm";

/**
 * By the name of a column that has the number of its arm as a suffix (`T.1 R.1 N.1 T.2 …`): the column's heading in a
 * table with a row for each arm.
 */
const numberedParts: ReadonlyMap<string, string> = new Map([
  ["t", armHeading],
  ["r", "R"],
  ["n", "N"],
  ["mean", "Mean"],
  ["y", "Mean"],
  ["sd", "SD"],
]);

/**
 * By the part of an arm's numbers: its heading in a table with a row for each arm; undefined for a part without one.
 */
const namedParts = {
  events: "Events",
  total: "N",
  mean: "Mean",
  sd: "SD",
  "non-events": undefined,
} as const;

/**
 * Converts a table with columns per arm to one with a row for each arm; returns any other table unchanged.
 *
 * @param isKnown whether the headings state themselves which arm is which
 * @returns the names among which the user must choose the comparator, if headings join arms and outcomes
 */
export function* withRowsOfArms(
  sheet: Sheet,
  answers: Answers,
  isKnown: boolean,
): Yielding<Sheet | { readonly names: readonly string[] }> {
  const numbered = numberedColumns(sheet.headings);
  const columns = numbered ?? namedColumns(sheet.headings, answers, isKnown);
  if (columns === undefined) return sheet;
  if ("names" in columns) return columns;
  const all = columns.filter((column) => column !== undefined);
  const outcomes = [...new Set(all.map(({ outcome }) => outcome))];
  const arms = [...new Set(all.map(({ arm }) => arm))].sort(numbered === undefined ? () => 0 : undefined);
  const parts = [...new Set([armHeading, ...all.map(({ part }) => part)])];
  const others = columns.flatMap((column, index) => (column === undefined ? [index] : []));
  const hasOutcomes = outcomes.length > 1;
  const records = yield* mapYielding(sheet.records, ({ cells, place }) => {
    const besides = others.map((index) => cells[index] ?? "");
    const armRows = outcomes.flatMap((outcome) => {
      const rows = arms.map((arm) =>
        parts.map((part) => {
          const index = columns.findIndex(
            (column) => column?.outcome === outcome && column.arm === arm && column.part === part,
          );
          return cells[index] ?? "";
        }),
      );
      const filled = rows.map((row) => row.some((cell) => cell.trim() !== ""));
      if (!filled.includes(true)) return [];
      // In a table of two arms, every study has both, so an arm without numbers remains as an incomplete row. In a
      // table of more arms, a study does not have the arms without numbers.
      const hasBoth = numbered === undefined && arms.length === 2;
      return rows.flatMap((row, index) => {
        if (filled[index] !== true && !hasBoth) return [];
        const named = numbered === undefined ? [arms[index] ?? "", ...row.slice(1)] : row;
        return [{ place, cells: [...besides, ...(hasOutcomes ? [outcome] : []), ...named] }];
      });
    });
    // A line without numbers is a title, and stays one line.
    const isTitle = armRows.length === 0;
    return isTitle
      ? [{ place, cells: [...besides, ...(hasOutcomes ? [""] : []), ...parts.map(() => "")] }]
      : armRows;
  });
  return {
    ...sheet,
    headings: [
      ...others.map((index) => sheet.headings[index] ?? ""),
      ...(hasOutcomes ? ["Outcome"] : []),
      ...parts,
    ],
    records: records.flat(),
  };
}

function numberedColumns(headings: readonly string[]): ArmColumns | undefined {
  const columns = headings.map((heading) => {
    const [, word = "", arm = ""] = /^([a-z]+)([1-9])$/.exec(folded(heading)) ?? [];
    const part = numberedParts.get(word);
    return part === undefined ? undefined : { part, arm, outcome: "" };
  });
  const arms = new Set(columns.flatMap((column) => column?.arm ?? []));
  const areNamed = [...arms].every((arm) => has(columns, arm, armHeading) && has(columns, arm, "N"));
  return arms.size > 1 && areNamed ? columns : undefined;
}

function has(columns: ArmColumns, arm: string, part: string): boolean {
  return columns.some((column) => column?.arm === arm && column.part === part);
}

/**
 * Finds the columns whose headings name an arm and a part of its numbers: `Exercise mean`, `N (Usual care)`. Returns
 * the arms' `names` if the user has to choose the comparator; undefined if the headings name no complete arms.
 *
 * @param isKnown whether the comparator is known
 */
function namedColumns(
  headings: readonly string[],
  answers: Answers,
  isKnown: boolean,
): ArmColumns | { readonly names: readonly string[] } | undefined {
  const all = headings.map((heading) => (answers.columns.has(heading) ? undefined : besidePart(heading)));
  const names = [...new Set(all.flatMap((column) => column?.arm ?? []))];
  const arms = names.filter(
    (arm) =>
      has(all, arm, "N") && (has(all, arm, "Events") || (has(all, arm, "Mean") && has(all, arm, "SD"))),
  );
  const columns = all.map((column) =>
    column !== undefined && arms.includes(column.arm) ? column : undefined,
  );
  const used = columns.filter((column) => column !== undefined);
  const parts = new Set(used.map(({ part }) => part));
  // Requires that all arms have the same numbers, each in one column.
  if (arms.length < 2 || used.length !== parts.size * arms.length) return undefined;
  if (arms.some((arm) => [...parts].some((part) => !has(columns, arm, part)))) return undefined;
  const { comparator = [] } = answers;
  const joint = jointNames(arms);
  if (joint === undefined)
    return isKnown && !comparator.some((text) => arms.includes(text)) ? undefined : columns;
  const answered = joint.filter((names) => names.some((name) => comparator.includes(name)));
  const [own, another] =
    answered.length > 0
      ? answered
      : joint.filter((names) => names.some((name) => armNamed(name) === "comparator"));
  if (own === undefined || another !== undefined) return { names: joint.flat() };
  const isBefore = own === joint[0];
  return columns.map((column) => {
    if (column === undefined) return undefined;
    const name = own.find((text) =>
      isBefore ? column.arm.startsWith(`${text} `) : column.arm.endsWith(` ${text}`),
    );
    if (name === undefined) return undefined;
    const [start, end] = isBefore ? [name.length + 1, undefined] : [0, -name.length - 1];
    return { ...column, arm: name, outcome: column.arm.slice(start, end) };
  });
}

/** Splits names of arms with outcomes, such as `Pain Drug`, if each word before occurs with each word after. */
function jointNames(
  all: readonly string[],
): readonly [before: readonly string[], after: readonly string[]] | undefined {
  const [first = ""] = all;
  for (const { index } of first.matchAll(/ /g)) {
    const [head, tail] = [first.slice(0, index + 1), first.slice(index)];
    const before = all.filter((text) => text.endsWith(tail)).map((text) => text.slice(0, -tail.length));
    const after = all.filter((text) => text.startsWith(head)).map((text) => text.slice(head.length));
    const isJoint =
      before.length > 1 &&
      after.length > 1 &&
      before.length * after.length === all.length &&
      before.every((text) => after.every((other) => all.includes(`${text} ${other}`)));
    if (isJoint) return [before, after];
  }
  return undefined;
}

/**
 * Splits a heading into an arm and the part of its number, in either order; undefined if the heading lacks one, or
 * repeats another heading.
 */
function besidePart(heading: string): ArmColumn | undefined {
  if (heading.includes("%") || withoutColumnNumber(heading) !== heading) return undefined;
  const text = partInEnglish(heading);
  const gaps = Array.from(text.matchAll(/[^\p{L}\p{N}]+/gu), ({ 0: gap, index }) => ({
    before: text.slice(0, index),
    after: text.slice(index + gap.length),
  }));
  const named = (words: string, arm: string): ArmColumn | undefined => {
    const part = partNamed(words) ?? (/^m$/i.test(words) ? "mean" : undefined);
    const name = arm.replace(/^(?:in|of|for)\s|^\P{L}+|[^\p{L}\p{N}]+$/gu, "");
    const own = part === undefined ? undefined : namedParts[part];
    return own === undefined || name === "" ? undefined : { part: own, arm: name, outcome: "" };
  };
  // Tries the longest name of a part first: `Number of participants` does not name an arm “Number of”.
  for (const { before, after } of gaps) {
    const found = named(after, before);
    if (found !== undefined) return found;
  }
  for (const { before, after } of gaps.reverse()) {
    const found = named(before, after);
    if (found !== undefined) return found;
  }
  return undefined;
}
