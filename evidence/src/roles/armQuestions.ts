import { armsToChoose } from "./arms";
import type { ArmsInRow } from "./arms";
import { question } from "./problems";
import type { Answer, Question } from "./problems";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import type { Arm, RoleEntries, RoleEntry } from "./roles";
import { ofOtherArm } from "./roles";

/** Which arm is the experimental one, where arms stand in an item of which nothing says it. */
export function whichArms(content: ItemContent, lacking?: readonly ItemRow[]): Question | null {
  const { armNames, contradicting } = content;
  const counted = (content.rows ?? []).filter((row) => !row.excluded);
  // A label that is on both sides says that a number is none.
  const areMixed = [...armNames.experimental].some((name) => armNames.comparator.has(name));
  const rows = lacking ?? (areMixed ? counted : counted.filter((row) => row.hasUnknownArms));
  const compared = lacking === undefined ? comparisonsIn(counted) : [];
  const [row] = compared.length > 1 ? counted : rows;
  if (row === undefined) return null;
  const found = rows.flatMap((one) => armsToChoose(one.value, one.place)[0] ?? []);
  const about = [...new Set(found.flatMap(({ labels }) => labels))];
  const asks = {
    asked: "arm",
    role: "arm",
    pointer: row.pointer,
    about: about.slice(0, mostLabels).join(", "),
  } as const;
  const isOfEstimates = rows.every((one) => one.says("estimate") && !one.says("experimental-total"));
  if (compared.length > 1)
    return question({ ...asks, asked: "comparison", about: compared.slice(0, mostLabels).join(", ") });
  if (areMixed && isOfEstimates) return question({ ...asks, asked: "comparison" });
  if (found.length === 0)
    return contradicting.length === 0 ? null : question({ ...asks, answers: byNumbers(content) });
  if (found.some(({ labels }) => labels.length !== 2)) {
    const answers = about.length > mostLabels ? [] : pairsOf(about).map((pair) => answerOf(found, pair));
    return question({ ...asks, answers });
  }
  const sides = sidesOf(found);
  if (sides === undefined) return question({ ...asks, asked: "comparison" });
  const [one, other] = sides;
  return question({ ...asks, answers: [answerOf(found, [one, other]), answerOf(found, [other, one])] });
}

/** What rows say that they compare. */
function comparisonsIn(rows: readonly ItemRow[]): readonly string[] {
  return [
    ...new Set(
      rows.flatMap(({ value: { comparison } }) => (typeof comparison === "string" ? [comparison] : [])),
    ),
  ];
}

const mostLabels = 4;
type Sides = readonly [experimental: ReadonlySet<string>, comparator: ReadonlySet<string>];

function pairsOf(labels: readonly string[]): readonly Sides[] {
  return labels.flatMap((one) =>
    labels.filter((other) => other !== one).map((other): Sides => [new Set([one]), new Set([other])]),
  );
}

/** The two sides of arms that stand against each other, beginning with the first; undefined where there are no two. */
function sidesOf(rows: readonly ArmsInRow[]): Sides | undefined {
  const [first = ""] = rows[0]?.labels ?? [];
  const sides = [new Set([first]), new Set<string>()] as const;
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const { labels } of rows)
      for (const [label = "", other = ""] of [labels, [...labels].reverse()])
        for (const [index, side] of sides.entries()) {
          const opposite = sides[1 - index];
          if (!side.has(label) || opposite === undefined || opposite.has(other)) continue;
          opposite.add(other);
          isMore = true;
        }
  }
  return [...sides[0]].some((label) => sides[1].has(label)) ? undefined : sides;
}

function answerOf(rows: readonly ArmsInRow[], [experimental, comparator]: Sides): Answer {
  const armOf = (label: string): Arm | undefined => {
    if (experimental.has(label)) return "experimental";
    return comparator.has(label) ? "comparator" : undefined;
  };
  return {
    label: [...experimental].slice(0, mostLabels).join(", "),
    entries: rows.reduce((all, one) => merged(all, one.entries(armOf)), {}),
  };
}

/** Entries of the setting put together: values of one path are all in it. */
export function merged(one: RoleEntries, other: RoleEntries): RoleEntries {
  const all: Record<string, RoleEntry> = { ...one };
  for (const [path, entry] of Object.entries(other)) {
    const known = all[path];
    const isSame = typeof entry === "object" && typeof known === "object" && known.role === entry.role;
    all[path] = isSame ? { role: entry.role, values: { ...known.values, ...entry.values } } : entry;
  }
  return all;
}

/** The item calls the first of its arms by a word for a comparator. */
function byNumbers({ contradicting, rows }: ItemContent): readonly Answer[] {
  const numbers = (rows ?? []).flatMap((row) => row.numberedPaths);
  return contradicting.map(({ label, numbered }) => {
    const isAsNumbered = numbered === "experimental";
    const entries: Record<string, RoleEntry> = {};
    for (const [path, role] of numbers) entries[path] = isAsNumbered ? role : (ofOtherArm.get(role) ?? role);
    for (const one of contradicting)
      entries[one.path] =
        (one.numbered === "experimental") === isAsNumbered ? "experimental-label" : "comparator-label";
    return { label, entries };
  });
}
