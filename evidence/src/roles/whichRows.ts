import { isScalar } from "../json";
import type { EvidenceProblem } from "./problems";
import { entriesFor, isPooled, question, unnamed } from "./problems";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import type { RoleEntries } from "./roles";
import { armRoles, arms, columnRoles } from "./roles";
import { notOne } from "./values";
import { isSum, wordsOf } from "./words";

/* Questions about rows that may not be studies of their own: sums of other rows, and second rows of a study. */

/** Asks about a row, or a subgroup, whose name or numbers make it the sum of others. */
export function isSumOfOthers({ rows, subgroups }: ItemContent): EvidenceProblem | null {
  const counted = (rows ?? []).filter((row) => row.mayCount);
  if (counted.length < 2) return null;
  for (const { name, named } of (subgroups ?? []).length > 2 ? (subgroups ?? []) : []) {
    if (named === null || named.isSaid || !isSum(name)) continue;
    const { path, role, pointer, written } = named;
    const as = (value: string): RoleEntries => ({ [path]: { role, values: { [written]: value } } });
    return sumQuestion(pointer, name, as(notOne.subgroup), as(written));
  }
  const studies = new Map<string, ItemRow[]>();
  for (const row of counted) {
    if (row.name === null) continue;
    const known = studies.get(row.name);
    if (known === undefined) studies.set(row.name, [row]);
    else known.push(row);
  }
  for (const [name, ofStudy] of studies) {
    const sum = isSum(name) ? ofStudy[0] : sumIn(ofStudy);
    if (sum === undefined || sum.isAnswered("study", name)) continue;
    const parts = ofStudy.filter((row) => row !== sum);
    // Exclude the sum by a property that no other row of the study shares.
    const key = parts.length === 0 ? undefined : tellingKeys(sum, parts)[0];
    const values = { [String(sum.value[key ?? ""])]: "true", "*": "false" };
    const paths = key === undefined ? [] : [sum.place.property(key).pattern];
    const isNone =
      parts.length === 0 ? asStudy(sum, notOne.study) : entriesFor(paths, { role: "excluded", values });
    return sumQuestion(sum.pointer, name, isNone, asStudy(sum, name));
  }
  // A sum by its numbers, whatever its name and language.
  const sum = sumIn(counted);
  if (sum === undefined || (sum.name !== null && sum.isAnswered("study", sum.name))) return null;
  const isNone = asStudy(sum, notOne.study);
  return sumQuestion(sum.pointer, sum.study, isNone, asStudy(sum, sum.name ?? ""));
}

function sumQuestion(
  pointer: string,
  about: string,
  asSum: RoleEntries,
  asOne: RoleEntries,
): EvidenceProblem {
  const answers = [
    unnamed((translate) => translate("It is the sum of others, and is not pooled"), asSum),
    unnamed((translate) => translate("It is a study or subgroup of its own"), asOne),
  ].filter(({ entries }) => Object.keys(entries).length > 0);
  return question(pointer, answers, (translate) =>
    translate("Is “{0}” a study of its own, or the sum of others?", about),
  );
}

/** The row whose counts are the sums of those of the other rows, as both sexes are of women and men. */
function sumIn(rows: readonly ItemRow[]): ItemRow | undefined {
  if (rows.length < 3) return undefined;
  const roles = columnRoles("dichotomous");
  const sums = roles.map((role) => rows.reduce((sum, row) => sum + (row.number(role) ?? NaN), 0));
  const isAny = sums.some((sum) => sum > 0);
  return rows.find(
    (row) => isAny && roles.every((role, index) => 2 * (row.number(role) ?? NaN) === sums[index]),
  );
}

/** Properties without a role whose value no other row shares. */
function tellingKeys(row: ItemRow, others: readonly ItemRow[]): readonly string[] {
  return Object.keys(row.value).filter((key) => {
    const value = row.value[key];
    const isUnbound = isScalar(value) && row.place.property(key).isUnbound;
    return isUnbound && others.every((one) => one.value[key] !== value);
  });
}

/** The same, limited to properties that both rows have. */
function differing(one: ItemRow, other: ItemRow): readonly string[] {
  return tellingKeys(one, [other]).filter((key) => isScalar(other.value[key]));
}

function asStudy(row: ItemRow, value: string): RoleEntries {
  return entriesFor(row.pathsOf("study"), { role: "study", values: { [row.name ?? ""]: value } });
}

/** Asks about two rows of one study in one pool: of the same participants, or of another outcome or time. */
export function sameStudy({ rows }: ItemContent): EvidenceProblem | null {
  if (rows === null || new Set(rows.map(({ name }) => name)).size === rows.length) return null;
  const known = new Map<string, ItemRow>();
  for (const row of rows) {
    const { name } = row;
    if (name === null || !row.mayCount) continue;
    const key = JSON.stringify([name, row.year, row.subgroup]);
    const ofParticipants = JSON.stringify([key, arms.map((arm) => row.number(armRoles[arm].total))]);
    const [first, earlier] = [known.get(key), known.get(ofParticipants)];
    known.set(key, first ?? row).set(ofParticipants, earlier ?? row);
    if (first === undefined || row.isAnswered("study", name)) continue;
    const property = differing(first, row).find((one) => tellsResult.test(wordsOf(one)));
    if (property !== undefined) return whichRow(rows, first, row, name, property);
    const isWithoutKey = differing(first, row).length === 0 && !row.says("experimental-total");
    if (isWithoutKey && row.number("estimate") !== first.number("estimate"))
      return whichRow(rows, first, row, name);
    if (earlier !== undefined && haveOtherResults(earlier, row)) return whichRow(rows, earlier, row, name);
  }
  return null;
}

/** Names of properties that distinguish several results of one study. */
const tellsResult =
  /\b(?:outcomes?|end ?points?|times?|time ?points?|days?|weeks?|months?|visits?|periods?|phase|follow ?up|fu|analysis|population|set|itt|model|(?:un)?adjust(?:ed|ment)|instrument|measured by|assessor|rater)\b/;

/** Whether both arms differ, with known totals; if one arm is the same, the checks report it. */
function haveOtherResults(one: ItemRow, other: ItemRow): boolean {
  return arms.every(
    (arm) =>
      one.number(armRoles[arm].total) !== undefined &&
      Object.values(armRoles[arm]).some((role) => one.number(role) !== other.number(role)),
  );
}

const mostValues = 8;

function whichRow(
  rows: readonly ItemRow[],
  one: ItemRow,
  other: ItemRow,
  name: string,
  key = differing(one, other)[0],
): EvidenceProblem {
  const said = key === undefined ? [] : rows.map(({ value }) => value[key]);
  const values = [...new Set(said.filter(isScalar).map(String))];
  const path = key === undefined ? "" : one.place.property(key).pattern;
  const answers = values.slice(0, mostValues).map((value) => {
    const states = Object.fromEntries(values.map((each) => [each, String(each !== value)]));
    return isPooled(value, { [path]: { role: "excluded", values: states } });
  });
  const apart = unnamed(
    (translate) => translate("They are different participants: all are pooled"),
    asStudy(one, name),
  );
  return question(other.pointer, [...answers, apart], (translate, choices) =>
    answers.length > 1
      ? translate(
          "The study “{0}” stands in several rows with the same participants: which is pooled, {1}?",
          name,
          choices,
        )
      : translate(
          "The study “{0}” stands in several rows with the same participants: are they counted twice?",
          name,
        ),
  );
}
