// Questions about rows that may not be studies of their own: sums of other rows, and second rows of a study.

import { byKey } from "../lists";
import { isObject, isScalar } from "../json";
import {
  type Answer,
  type EvidenceProblem,
  entriesFor,
  answerPooled,
  question,
  studyInWords,
  unnamed,
} from "./problems";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import { type RoleEntries, armRoles, arms, columnRoles } from "./roles";
import { notOne } from "../choiceValues";
import { isSum, wordsOf, listNamed } from "./words";
import type { Totals } from "../analysis";
import { lastStep } from "./choices";

/** Asks about a row or a subgroup that may be the sum of others, by its name or by its numbers. */
export function askWhetherSum({ rows, subgroups }: ItemContent): EvidenceProblem | null {
  const counted = (rows ?? []).filter((row) => row.mayCount);
  if (counted.length < 2) return null;
  for (const { name, named } of (subgroups ?? []).length > 2 ? (subgroups ?? []) : []) {
    if (named === null || named.isStated || !isSum(name)) continue;
    const { path, role, pointer, written } = named;
    const as = (value: string): RoleEntries => ({ [path]: { role, values: { [written]: value } } });
    return sumQuestion(pointer, { name, study: name }, as(notOne.subgroup), as(written));
  }
  const studies = byKey(counted, ({ name }) => name ?? undefined);
  // The last entry finds a sum of all rows by its numbers, whatever its name and language.
  for (const [name, ofStudy] of [...studies, [null, counted] as const]) {
    const sum = name !== null && isSum(name) ? ofStudy[0] : sumIn(ofStudy);
    if (sum === undefined || (sum.name !== null && sum.isAnswered("study", sum.name))) continue;
    const parts = name === null ? [] : ofStudy.filter((row) => row !== sum);
    // Exclude the sum by a property that no other row of the study shares.
    const key = parts.length === 0 ? undefined : tellingKeys(sum, parts)[0];
    const values = { [String(sum.value[key ?? ""])]: "true", "*": "false" };
    const paths = key === undefined ? [] : [sum.place.property(key).pattern];
    const isNone =
      parts.length === 0 ? asStudy(sum, notOne.study) : entriesFor(paths, { role: "excluded", values });
    return sumQuestion(sum.pointer, sum, isNone, asStudy(sum, sum.name ?? ""));
  }
  return null;
}

function sumQuestion(
  pointer: string,
  about: Pick<ItemRow, "name" | "study">,
  asSum: RoleEntries,
  asOne: RoleEntries,
): EvidenceProblem {
  const all = [
    unnamed((translate) => translate("It is the sum of others, and is not pooled"), asSum),
    unnamed((translate) => translate("It is a study or subgroup of its own"), asOne),
  ];
  const answers = all.filter(({ entries }) => Object.keys(entries).length > 0);
  return question(pointer, answers, (translate) =>
    translate("Is “{0}” a study of its own, or the sum of others?", studyInWords(about, translate)),
  );
}

/**
 * The row whose counts, or participants, are the sums of those of the other rows: `Both sexes` after `Women` and `Men`.
 */
function sumIn(rows: readonly ItemRow[]): ItemRow | undefined {
  if (rows.length < 3) return undefined;
  const haveMeans = rows.every((row) => row.says("experimental-mean"));
  const roles = haveMeans ? arms.map((arm) => armRoles[arm].total) : columnRoles("dichotomous");
  const sums = roles.map((role) => rows.reduce((sum, row) => sum + (row.number(role) ?? NaN), 0));
  const isSumHere = (row: ItemRow): boolean =>
    roles.every((role, index) => 2 * (row.number(role) ?? NaN) === sums[index]);
  return sums.some((sum) => sum > 0) ? rows.find(isSumHere) : undefined;
}

/** Properties without a role whose value no other row shares. */
function tellingKeys(row: ItemRow, others: readonly ItemRow[]): readonly string[] {
  return Object.keys(row.value).filter((key) => {
    const value = row.value[key];
    const isUnbound = isScalar(value) && row.place.property(key).isUnbound;
    return isUnbound && others.every((other) => other.value[key] !== value);
  });
}

/** Properties without a role that both rows have, with different values. */
function differing(one: ItemRow, other: ItemRow): readonly string[] {
  return tellingKeys(one, [other]).filter((key) => isScalar(other.value[key]));
}

function asStudy(row: ItemRow, value: string): RoleEntries {
  return entriesFor(row.pathsOf("study"), { role: "study", values: { [row.name ?? ""]: value } });
}

/** Asks about two rows of one study in one pool that may have the same participants, such as two points in time. */
export function sameStudy({ rows, form }: ItemContent): EvidenceProblem | null {
  if (rows === null) return null;
  const mayRepeat = form?.mayRepeatStudies === true;
  const question = mayRepeat ? null : sameTrial(rows);
  if (question !== null) return question;
  const baseOf = ({ name }: ItemRow): string | null =>
    name === null || mayRepeat ? name : withoutSuffix(name);
  const studies = rows.map((row) => studyOf(baseOf(row), row.year));
  if (new Set(studies).size === rows.length) return null;
  const earlierRows = new Map<string, ItemRow>();
  for (const [index, row] of rows.entries()) {
    const { name } = row;
    if (name === null || !row.mayCount) continue;
    const study = JSON.stringify([studies[index], row.subgroup]);
    const participants = study + String(totalsOf(row));
    const [first, withSameTotals] = [earlierRows.get(study), earlierRows.get(participants)];
    earlierRows.set(study, first ?? row).set(participants, withSameTotals ?? row);
    if (first === undefined || row.isAnswered("study", name)) continue;
    const asked = repeatedRow({ row, name, first, withSameTotals, mayRepeat, baseOf });
    if (asked === null) continue;
    const { earlier, key } = asked;
    if (earlier.name === name) return whichRow(rows, earlier, row, name, key);
    const ofStudy = rows.filter((_, at) => studies[at] === studies[index]);
    return whichName(row, ofStudy, baseOf(row) ?? name);
  }
  return null;
}

/**
 * Whether a row and an earlier one of the same study may have the same participants.
 *
 * @returns the earlier row and, if a property distinguishes the results of the study, its name; null if they may not
 */
function repeatedRow({
  row,
  name,
  first,
  withSameTotals,
  mayRepeat,
  baseOf,
}: {
  readonly row: ItemRow;
  readonly name: string;
  /** The first row of the study. */
  readonly first: ItemRow;
  /** The first row of the study with as many participants in each arm. */
  readonly withSameTotals: ItemRow | undefined;
  readonly mayRepeat: boolean;
  readonly baseOf: (row: ItemRow) => string | null;
}): { readonly earlier: ItemRow; readonly key: string | undefined } | null {
  const isSameName = folded(first.name) === folded(name);
  const differingKeys = differing(first, row);
  const key = isSameName ? differingKeys.find((one) => tellsResult.test(wordsOf(one))) : undefined;
  if (key !== undefined) return { earlier: first, key };
  const hasOtherResults = withSameTotals !== undefined && haveOtherResults(withSameTotals, row);
  if (hasOtherResults) return { earlier: withSameTotals, key };
  const base = baseOf(row);
  const suffixes = isSameName ? [] : [first.name ?? "", name].map((text) => text.slice(base?.length));
  const isSpelledOtherwise = !mayRepeat && folded(base) !== folded(baseOf(first));
  // A name without a year may be that of another study, with the follow-up in brackets: `Rehnqvist (1 y)`.
  const isCertainlyOne = isSameName || dated.test(name);
  const mayBeOne = isCertainlyOne || row.says("estimate") || !suffixes.some((suffix) => /\d/.test(suffix));
  const areParticipantsUnknown =
    totalsOf(row).includes(undefined) &&
    (mayRepeat ? differingKeys.length === 0 : mayBeOne) &&
    String(first.numbers) !== String(row.numbers);
  const isOfOneStudy =
    isSpelledOtherwise || areParticipantsUnknown || (isCertainlyOne && suffixes.some(isResult));
  return isOfOneStudy ? { earlier: first, key } : null;
}

/** Asks about rows of different names with the same registration number of a trial. */
function sameTrial(rows: readonly ItemRow[]): EvidenceProblem | null {
  const counted = rows.filter((row) => row.mayCount && row.name !== null);
  for (const ofTrial of byKey(counted, registrationOf).values()) {
    const names = new Set(ofTrial.map(({ name }) => folded(withoutSuffix(name ?? ""))));
    const [, row] = ofTrial;
    const isOpen = names.size > 1 && !ofTrial.every((one) => one.isAnswered("study", one.name ?? ""));
    if (isOpen && row !== undefined) return whichName(row, ofTrial, registrationOf(row) ?? "");
  }
  return null;
}

/** The number under which a study is registered: in a property of any name, or at the end of the study's name. */
function registrationOf({ value }: ItemRow): string | undefined {
  const all = Object.values(value).flatMap((one) => (isObject(one) ? Object.values(one) : one));
  const text = all.find(
    (one): one is string => typeof one === "string" && one.length < maxNameLength && registration.test(one),
  );
  return text === undefined ? undefined : registration.exec(text)?.[0].toUpperCase();
}

const maxNameLength = 100;
const registration =
  /\b(?:NCT\d{8}|ISRCTN\d{8}|(?:ACTRN|ChiCTR|CTRI|DRKS|IRCT|JPRN|jRCT|KCT|NTR|PACTR|RBR|SLCTR|TCTR|UMIN)[-\w/]*\d{3,}\w*|EudraCT\W*\d{4}-\d{6}-\d\d|20\d\d-\d{6}-\d\d)(?=[)\]]?\s*$)/i;

/** A study by its name and year, wherever the year stands: `Smith` of 2010 is `Smith 2010`. */
function studyOf(name: string | null, year: string | null): string {
  const study = folded(name) ?? "";
  const own = /^(?:19|20)\d\d[a-z]?$/i.test(year?.trim() ?? "") ? folded(year) : year;
  return own === undefined || own === null || study.endsWith(` ${own}`) ? study : `${study} ${own}`;
}

/** Asks which of some rows is pooled, by their names. */
function whichName(row: ItemRow, rows: readonly ItemRow[], about: string): EvidenceProblem {
  const names = [...new Set(rows.flatMap(({ name }) => name ?? []))];
  const only = onlyOf("study", row.pathsOf("study"), names);
  return rowsQuestion(
    row.pointer,
    about,
    names.map((name) => answerPooled(name, only(name))),
    only(),
  );
}

/** The name of a study without what follows its year, or without brackets at its end: `Smith 2010 (pain)`. */
function withoutSuffix(name: string): string {
  const [, base] = dated.exec(name) ?? [];
  return base ?? name.replace(/(?<=\S)\s*(?:\([^()]+\)|\[[^[\]]+\])$/, "");
}

const folded = (name: string | null | undefined): string | undefined =>
  name?.trim().replace(/\s+/g, " ").toLowerCase();

const dated = /^(.+?\b(?:19|20)\d\d[a-z]?(?![a-z\d])[)\]]?)/i;

/** Whether the end of a study's name says a time or an outcome: ` (12 weeks)`, `, follow-up`. */
function isResult(suffix: string): boolean {
  const text = suffix.replace(/^[^\p{L}\d]+/u, "");
  return time.test(text) || tellsResult.test(wordsOf(text));
}

export const totalsOf = (row: ItemRow): readonly (number | undefined)[] =>
  arms.map((arm) => row.number(armRoles[arm].total));

/** Names of properties that distinguish several results of one study. */
const tellsResult =
  /\b(?:outcomes?|end ?points?|times?|time ?points?|days?|weeks?|months?|visits?|periods?|phase|follow ?up|fu|analysis|population|set|itt|model|(?:un)?adjust(?:ed|ment)|instrument|measured by|assessor|rater|tiempo|meses|semanas|visita|desenlace|resultado|zeitpunkt|monate|wochen|endpunkt|zielgröße|temps|mois|semaines|crit[eè]re)\b/;

/** Whether two rows differ in both arms, with known totals; if one arm is the same in both, the checks report it. */
function haveOtherResults(one: ItemRow, other: ItemRow): boolean {
  return arms.every(
    (arm) =>
      one.number(armRoles[arm].total) !== undefined &&
      Object.values(armRoles[arm]).some((role) => one.number(role) !== other.number(role)),
  );
}

const maxValues = 8;

function whichRow(
  rows: readonly ItemRow[],
  one: ItemRow,
  other: ItemRow,
  name: string,
  key = differing(one, other)[0],
): EvidenceProblem {
  const stated = key === undefined ? [] : rows.map(({ value }) => value[key]);
  const values = [...new Set(stated.filter(isScalar).map(String))];
  const path = key === undefined ? "" : one.place.property(key).pattern;
  const answers = values.slice(0, maxValues).map((value) => {
    const states = Object.fromEntries(values.map((each) => [each, String(each !== value)]));
    return answerPooled(value, { [path]: { role: "excluded", values: states } });
  });
  return rowsQuestion(other.pointer, name, answers, asStudy(one, name));
}

function rowsQuestion(
  pointer: string,
  name: string,
  answers: readonly Answer[],
  apart: RoleEntries,
): EvidenceProblem {
  const all = [...answers, areDifferent(apart)];
  return question(pointer, all, (translate, choices) =>
    answers.length > 1
      ? translate("The study “{0}” is in several rows: which is pooled, {1}?", name, choices)
      : translate("The study “{0}” is in several rows: do they count the same participants twice?", name),
  );
}

/** Entries by which `only` is a study (or subgroup) and the other names are none; without `only`, all names are. */
export function onlyOf(
  role: "study" | "subgroup" | "subgroup-name",
  paths: readonly string[],
  names: readonly string[],
): (only?: string) => RoleEntries {
  const none = role === "study" ? notOne.study : notOne.subgroup;
  return (only) => {
    const values = names.map((name) => [name, name === (only ?? name) ? name : none] as const);
    return entriesFor(paths, { role, values: Object.fromEntries(values) });
  };
}

const areDifferent = (entries: RoleEntries): Answer =>
  unnamed((translate) => translate("They are different participants: all are pooled"), entries);

/** Names of points in time: `3 months`, `Week 12`, `long term (12 months)`; no ranges, which may be ages. */
const time =
  /^(?:(?:at|after) )?(?:\d+[\s-]?(?:h|hours?|d|days?|w|wks?|weeks?|m|mo|months?|y|years?|tage?|wochen?|monate?n?|jahre?n?|d[ií]as?|semanas?|mes(?:es)?|años?)|(?:hour|day|week|month|year|visit|tag|woche|monat|jahr|d[ií]a|semana|mes|año) \d+|(?:short|medium|intermediate|long)(?:er)?[\s-]?term)(?:$|[\s,]*(?:\(|follow|post|after))/i;

type Pair = readonly [first: ItemRow, second: ItemRow];

/** Asks about subgroups with the same participants, such as points in time, if a total would count them twice. */
export function sameParticipants(
  { rows, subgroups, form, lists, choices }: ItemContent,
  totals: Totals,
): EvidenceProblem | null {
  if (totals !== "totals-and-subtotals" || subgroups === null || form?.mayRepeatStudies === true) return null;
  const named = (row: ItemRow) => subgroups[row.subgroup ?? -1]?.named ?? null;
  const first = new Map<string, ItemRow>();
  const pairs: Pair[] = [];
  for (const row of rows ?? []) {
    const isInTotal = row.mayCount && row.appliesTo === "subgroup-and-overall";
    if (row.name === null || !isInTotal || named(row) === null) continue;
    const key = JSON.stringify([row.name, row.year]);
    const earlier = first.get(key) ?? row;
    first.set(key, earlier);
    if (earlier.subgroup !== row.subgroup) pairs.push([earlier, row]);
  }
  const ofSubgroups = byKey(pairs, ([one, other]) => `${one.subgroup} ${other.subgroup}`);
  const twice = [...ofSubgroups.values()].filter((ofSubgroups) => {
    const both = (ofSubgroups[0] ?? []).map(named);
    if (both.every((one) => one?.isStated)) return false;
    const areTimes = both.every((one) => time.test(one?.written.trim() ?? ""));
    return areTimes || (ofSubgroups.length > 1 && ofSubgroups.every(isOfSame));
  });
  const [[[, row] = []] = []] = twice;
  const involved = new Set(twice.flat(2).flatMap((one) => named(one) ?? []));
  const [one] = involved;
  if (row === undefined || one === undefined) return null;
  const names = Array.from(involved, ({ written }) => written);
  const only = onlyOf(one.role, [one.path], names);
  const [{ study }, stated, [list]] = [row, choices.get("totals"), lists];
  // The setting may give a list the role `totals` if the list keeps its own role, by its name.
  const isKnown = list !== undefined && listNamed(lastStep(list.path)) === list.role;
  const path = stated?.path ?? (isKnown ? list.path : undefined);
  const role = {
    role: "totals",
    values: { [isScalar(stated?.value) ? String(stated.value) : "*"]: "subtotals-only" },
  } as const;
  const answers = [
    ...names.map((name) => answerPooled(name, only(name))),
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
