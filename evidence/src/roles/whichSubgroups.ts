import type { Totals } from "../analysis";
import { isScalar } from "../json";
import { lastStep } from "./choices";
import type { EvidenceProblem } from "./problems";
import { entriesFor, isPooled, question, unnamed } from "./problems";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import { areDifferent, haveOtherResults, onlyOf, totalsOf } from "./whichRows";
import { listNamed } from "./words";

/** Names of points in time: `3 months`, `Week 12`, `long term (12 months)`; no ranges, which may be ages. */
const time =
  /^(?:(?:at|after) )?(?:\d+[\s-]?(?:h|hours?|d|days?|w|wks?|weeks?|m|mo|months?|y|years?|tage?|wochen?|monate?n?|jahre?n?|d[ií]as?|semanas?|mes(?:es)?|años?)|(?:hour|day|week|month|year|visit|tag|woche|monat|jahr|d[ií]a|semana|mes|año) \d+|(?:short|medium|intermediate|long)(?:er)?[\s-]?term)(?:$|[\s,]*(?:\(|follow|post|after))/i;

type Pair = readonly [first: ItemRow, second: ItemRow];

/** Asks about subgroups that have the same participants, as points in time have, if a total counts them twice. */
export function sameParticipants(
  { rows, subgroups, form, lists, choices }: ItemContent,
  totals: Totals,
): EvidenceProblem | null {
  if (totals !== "totals-and-subtotals" || subgroups === null || form?.mayRepeatStudies === true) return null;
  const named = (row: ItemRow) => subgroups[row.subgroup ?? -1]?.named ?? null;
  const first = new Map<string, ItemRow>();
  const pairs = new Map<string, Pair[]>();
  for (const row of rows ?? []) {
    const isInTotal = row.mayCount && row.appliesTo === "subgroup-and-overall";
    if (row.name === null || !isInTotal || named(row) === null) continue;
    const key = JSON.stringify([row.name, row.year]);
    const earlier = first.get(key) ?? row;
    first.set(key, earlier);
    if (earlier.subgroup === row.subgroup) continue;
    const pair = `${earlier.subgroup} ${row.subgroup}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), [earlier, row]]);
  }
  const twice = [...pairs.values()].filter((ofSubgroups) => {
    const both = (ofSubgroups[0] ?? []).map(named);
    if (both.every((one) => one?.isSaid)) return false;
    const areTimes = both.every((one) => time.test(one?.written.trim() ?? ""));
    return areTimes || (ofSubgroups.length > 1 && ofSubgroups.every(isOfSame));
  });
  const [[[, row] = []] = []] = twice;
  const involved = new Set(twice.flat(2).flatMap((one) => named(one) ?? []));
  const [one] = involved;
  if (row === undefined || one === undefined) return null;
  const names = Array.from(involved, ({ written }) => written);
  const only = onlyOf(one.role, [one.path], names);
  const [{ study }, said, [list]] = [row, choices.get("totals"), lists];
  // A list keeps its role if its name has it, even if the setting gives it another one.
  const isKnown = list !== undefined && listNamed(lastStep(list.path)) === list.role;
  const path = said?.path ?? (isKnown ? list.path : undefined);
  const role = {
    role: "totals",
    values: { [isScalar(said?.value) ? String(said.value) : "*"]: "subtotals-only" },
  } as const;
  const answers = [
    ...names.map((name) => isPooled(name, only(name))),
    ...(path === undefined
      ? []
      : [unnamed((translate) => translate("Only the subgroups are pooled"), entriesFor([path], role))]),
    areDifferent(only()),
  ];
  return question(row.pointer, answers, (translate, choice) =>
    translate("The study “{0}” is in several subgroups of one total: which is pooled, {1}?", study, choice),
  );
}

/** Whether rows of one study have the same participants in both arms, with other results. */
function isOfSame([one, other]: Pair): boolean {
  return haveOtherResults(one, other) && String(totalsOf(one)) === String(totalsOf(other));
}
