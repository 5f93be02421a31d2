import type { EffectMeasure } from "../analysis";
import { isRatio } from "../analysis";
import { armsToChoose } from "./arms";
import { whichArms } from "./armQuestions";
import { wantedNumbers } from "./candidates";
import type { Choices } from "./choices";
import { lastStep, pathsIn } from "./choices";
import { isScalar, quoted } from "./explicitRoles";
import type { Answer, EvidenceProblem, Question } from "./problems";
import { question } from "./problems";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import type { NumberRole, Role, RoleEntries } from "./roles";
import { armRoles, arms, columnRoles, ofOtherArm } from "./roles";
import { notOne, plain, readAppliesTo, readChoice, readExcluded } from "./values";
import { isSum } from "./words";

/*
 * What decides the direction or the size of a result and the document does not say: asked, one at a time. Each answer is
 * what the setting says then.
 */

/** What is asked of an item before anything is chosen. */
export function questionOfItem(content: ItemContent): EvidenceProblem | null {
  const { wrongSwitch, form } = content;
  if (wrongSwitch !== undefined && form !== undefined)
    return { kind: "unknown-switch", form: form.name, pointer: wrongSwitch.path, ...wrongSwitch };
  const said = whichList(content) ?? unknownState(content);
  if (said !== null) return said;
  // A published form has a place for each of these.
  const isKnown = form !== undefined && !form.isOpen;
  return isKnown
    ? null
    : (whichArms(content) ?? isSumOfOthers(content) ?? sameStudy(content) ?? otherMeasure(content));
}

function whichList({ lists }: ItemContent): Question | null {
  const [first] = lists;
  if (first === undefined) return null;
  const { inner, path, name } = first;
  const all: Answer = { label: name, entries: { [path]: "subgroups" } };
  const ofInner = inner.map((one): Answer => ({ label: one.name, entries: { [one.path]: "studies" } }));
  if (lists.length === 1)
    return inner.length < 2 ? null : question({ asked: "list", role: "studies", answers: [...ofInner, all] });
  const answers = lists.map((one): Answer => ({
    label: one.path.slice(1),
    entries: { [one.path]: one.role },
  }));
  return question({ asked: "list", role: "studies", answers });
}

/** A row whose state is a text that nobody knows. */
function unknownState({ rows }: ItemContent): EvidenceProblem | null {
  for (const row of rows ?? []) {
    const [excluded, applies] = [row.said("excluded"), row.said("applies-to")];
    const entries = (role: Role, value: string): RoleEntries =>
      Object.fromEntries(row.pathsOf(role).map((path) => [path, { role, values: { "*": value } }]));
    if (readExcluded(excluded) === undefined)
      return question({
        asked: "excluded",
        role: "excluded",
        study: row.study,
        about: quoted(excluded),
        answers: ["true", "false"].map((value) => ({ label: value, entries: entries("excluded", value) })),
        pointer: row.pointerOf("excluded"),
      });
    if (applies !== undefined && readAppliesTo(applies) === undefined)
      return {
        kind: "unknown-value",
        role: "applies-to",
        value: quoted(applies),
        answers: pools.map((pool) => ({ label: pool, entries: entries("applies-to", pool) })),
        pointer: row.pointerOf("applies-to"),
      };
  }
  return null;
}

const pools = ["subgroup-and-overall", "subgroup-only", "overall-only"] as const;

/** A row, or a subgroup, that is called the sum of others, or is it. */
function isSumOfOthers({ rows, subgroups }: ItemContent): Question | null {
  const counted = (rows ?? []).filter((row) => !row.excluded && row.hasData);
  if (counted.length < 2) return null;
  for (const { name, named } of (subgroups ?? []).length > 2 ? (subgroups ?? []) : []) {
    if (named === null || named.isSaid || !isSum(name)) continue;
    const { path, role, pointer, written } = named;
    const answers = [notOne.subgroup, written].map((value, index) => ({
      label: index === 0 ? "sum" : "study",
      entries: { [path]: { role, values: { [written]: value } } },
    }));
    return question({ asked: "sum", role, about: name, answers, pointer });
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
    const answers = parts.length === 0 ? asStudy(sum, name) : asSum(sum, parts, name);
    return question({ asked: "sum", role: "study", about: name, answers, pointer: sum.pointer });
  }
  // Whatever it is called, in any language.
  const sum = sumIn(counted);
  if (sum === undefined || (sum.name !== null && sum.isAnswered("study", sum.name))) return null;
  const answers = sum.name === null ? [] : asStudy(sum, sum.name);
  return question({ asked: "sum", role: "study", about: sum.study, answers, pointer: sum.pointer });
}

/** The row of a study that has the numbers of its others together, as both sexes those of women and men. */
function sumIn(rows: readonly ItemRow[]): ItemRow | undefined {
  if (rows.length < 3) return undefined;
  const roles = columnRoles("dichotomous");
  const sums = roles.map((role) => rows.reduce((sum, row) => sum + (row.number(role) ?? NaN), 0));
  const isAny = sums.some((sum) => sum > 0);
  return rows.find(
    (row) => isAny && roles.every((role, index) => 2 * (row.number(role) ?? NaN) === sums[index]),
  );
}

/** The sum is left out by what is said of it alone. */
function asSum(row: ItemRow, parts: readonly ItemRow[], name: string): readonly Answer[] {
  const [, own] = asStudy(row, name);
  const key = Object.keys(row.value).find((property) => {
    const value = row.value[property];
    const isUnbound = row.place.property(property).roles.length === 0;
    return isUnbound && isScalar(value) && parts.every((one) => one.value[property] !== value);
  });
  if (key === undefined) return own === undefined ? [] : [own];
  const values = { [String(row.value[key])]: "true", "*": "false" };
  const entries: RoleEntries = { [row.place.property(key).pattern]: { role: "excluded", values } };
  return [{ label: "sum", entries }, ...(own === undefined ? [] : [own])];
}

function asStudy(row: ItemRow, name: string): readonly Answer[] {
  const entries = (value: string): RoleEntries =>
    Object.fromEntries(
      row.pathsOf("study").map((path) => [path, { role: "study", values: { [name]: value } }]),
    );
  return [
    { label: "sum", entries: entries(notOne.study) },
    { label: "study", entries: entries(name) },
  ];
}

/** Two rows of one study in one pool: other results of the same participants, or of another outcome or time. */
function sameStudy({ rows }: ItemContent): Question | null {
  const once = new Set<string | null>();
  const again = new Set(
    (rows ?? []).map(({ name }) => name).filter((name) => once.size === once.add(name).size),
  );
  const known = new Map<string, ItemRow>();
  for (const row of again.size === 0 ? [] : (rows ?? [])) {
    const { name } = row;
    if (name === null || !again.has(name) || row.excluded || !row.hasData) continue;
    const key = JSON.stringify([name, row.year, row.subgroup]);
    const ofParticipants = JSON.stringify([key, arms.map((arm) => row.number(armRoles[arm].total))]);
    const [first, earlier] = [known.get(key), known.get(ofParticipants)];
    known.set(key, first ?? row).set(ofParticipants, earlier ?? row);
    if (first === undefined || row.isAnswered("study", name)) continue;
    const property = differing(first, row).find((one) => tellsResult.test(plain(one)));
    if (property !== undefined) return whichRow(rows ?? [], first, row, name, property);
    if (earlier !== undefined && haveOtherResults(earlier, row))
      return whichRow(rows ?? [], earlier, row, name);
  }
  return null;
}

/** What a property is called that says which of several results of a study a row has. */
const tellsResult =
  /^(?:outcomes?|end-?points?|time(?:-?points?)?|weeks?|months?|visit|follow-?up|analysis|model|(?:un)?adjust(?:ed|ment)|adjustedfor|instrument|measuredby)$/;

/** In both arms, whose participants are known: where one arm is the same, the checks say it. */
function haveOtherResults(one: ItemRow, other: ItemRow): boolean {
  return arms.every(
    (arm) =>
      one.number(armRoles[arm].total) !== undefined &&
      Object.values(armRoles[arm]).some((role) => one.number(role) !== other.number(role)),
  );
}

/** Properties without a role that two rows have other values for. */
function differing(one: ItemRow, other: ItemRow): readonly string[] {
  return Object.keys(one.value).filter((key) => {
    const [first, second] = [one.value[key], other.value[key]];
    const isUnbound = one.place.property(key).roles.length === 0;
    return isUnbound && isScalar(first) && isScalar(second) && first !== second;
  });
}

function whichRow(
  rows: readonly ItemRow[],
  one: ItemRow,
  other: ItemRow,
  name: string,
  property = differing(one, other)[0],
): Question {
  const values =
    property === undefined
      ? []
      : [
          ...new Set(
            rows.flatMap(({ value }) => (isScalar(value[property]) ? [String(value[property])] : [])),
          ),
        ];
  const path = property === undefined ? "" : one.place.property(property).pattern;
  const answers = values.slice(0, mostValues).map((value): Answer => {
    const states = Object.fromEntries(values.map((each) => [each, String(each !== value)]));
    return { label: value, entries: { [path]: { role: "excluded", values: states } } };
  });
  const [, apart] = asStudy(one, name);
  return question({
    asked: "same-study",
    role: "study",
    about: name,
    answers: [...answers, { label: "apart", entries: apart?.entries ?? {} }],
    pointer: other.pointer,
  });
}

const mostValues = 8;

/**
 * Rows that say themselves that they are of different measures.
 *
 * @param ofAnalysis what estimates have to be
 */
function otherMeasure({ rows }: ItemContent, ofAnalysis?: EffectMeasure): EvidenceProblem | null {
  const counted = (rows ?? []).filter((row) => !row.excluded && row.hasData);
  const measureOf = (row: ItemRow) => readChoice["effect-measure"](row.said("effect-measure"));
  if (ofAnalysis === "other-ratio" || ofAnalysis === "other-difference") return null;
  const common = ofAnalysis ?? counted.map(measureOf).find((measure) => measure !== undefined);
  for (const row of counted) {
    const measure = measureOf(row);
    if (common !== undefined && measure !== undefined && measure !== common)
      return {
        kind: "other-measure",
        study: row.study,
        measure,
        common,
        pointer: row.pointerOf("effect-measure"),
      };
  }
  return null;
}

/** What is asked once it is known how an analysis is pooled. */
export function questionOfChoices(content: ItemContent, choices: Choices): EvidenceProblem | null {
  const { measure } = choices.pooling.choice;
  const counted = (content.rows ?? []).filter((row) => !row.excluded && row.hasData);
  if (measure === "mean-difference") {
    const units = counted
      .map((row) => ({ row, unit: row.said("unit") }))
      .filter(({ unit }) => typeof unit === "string");
    const [first] = units;
    const otherUnit = units.find(({ unit }) => plain(String(unit)) !== plain(String(first?.unit)));
    if (first !== undefined && otherUnit !== undefined)
      return {
        kind: "other-unit",
        study: otherUnit.row.study,
        unit: String(otherUnit.unit),
        common: String(first.unit),
        pointer: otherUnit.row.pointerOf("unit"),
      };
  }
  if (choices.pooling.dataType !== "contrast") return null;
  const other = otherMeasure(content, measure);
  if (other !== null) return other;
  if (!isRatio(measure) || choices.isScaleSaid) return null;
  const estimates = counted.filter((row) => row.number("estimate") !== undefined);
  const unknown = estimates.filter((row) => row.effectNamed("estimate")?.scale === undefined);
  // No ratio is negative, nor is the lower end of its interval.
  const isLogged = unknown.some((row) =>
    (["estimate", "interval-low"] as const).some((role) => (row.number(role) ?? 1) <= 0),
  );
  if (unknown.length > 0 && !isLogged) return whichScale(content, unknown);
  const natural = estimates.filter((row) => {
    const hasInterval = row.number("interval-low") !== undefined && row.number("interval-high") !== undefined;
    const error = row.effectNamed("standard-error")?.scale;
    return (
      row.effectNamed("estimate")?.scale === "natural" &&
      !hasInterval &&
      row.says("standard-error") &&
      error === undefined
    );
  });
  return natural.length > 0 ? whichError(content, natural) : null;
}

function whichScale(content: ItemContent, rows: readonly ItemRow[]): Question {
  const [row] = rows;
  const hasErrors = rows.some((one) => one.says("standard-error") && !one.says("interval-low"));
  const entries = (estimate: Role, error: Role): RoleEntries => ({
    ...entriesFor(pathsIn(content, "estimate"), estimate),
    ...(hasErrors ? entriesFor(pathsIn(content, "standard-error"), error) : {}),
  });
  const natural = entries("estimate-natural", "standard-error-natural");
  const answers = [
    { label: "log", entries: entries("estimate-log", "standard-error-log") },
    ...(hasErrors
      ? [{ label: "natural-log-error", entries: entries("estimate-natural", "standard-error-log") }]
      : []),
    { label: "natural", entries: natural },
  ];
  const numbers = rows.slice(0, 3).map((one) => String(one.number("estimate")));
  return question({
    asked: "scale",
    role: "scale",
    about: numbers.join(", "),
    answers,
    pointer: row?.pointerOf("estimate") ?? "",
  });
}

function whichError(content: ItemContent, rows: readonly ItemRow[]): Question {
  const [row] = rows;
  const paths = pathsIn(content, "standard-error");
  return question({
    asked: "error-scale",
    role: "standard-error",
    about: paths.map(lastStep).join(", "),
    answers: [
      { label: "log", entries: entriesFor(paths, "standard-error-log") },
      { label: "natural", entries: entriesFor(paths, "standard-error-natural") },
    ],
    pointer: row?.pointerOf("standard-error") ?? "",
  });
}

function entriesFor(paths: readonly string[], role: Role): RoleEntries {
  return Object.fromEntries(paths.map((path) => [path, role]));
}

/** Which arm, or which number, a row has that lacks some roles; null where it has neither. */
export function questionOfRow(
  content: ItemContent,
  row: ItemRow,
  roles: readonly NumberRole[],
): Question | null {
  const isOfArms = roles.some((role) => ofOtherArm.has(role));
  if (isOfArms && armsToChoose(row.value, row.place).length > 0) {
    const alike = (content.rows ?? []).filter(
      (one) => !one.excluded && roles.some((role) => one.number(role) === undefined),
    );
    const asked = whichArms(content, alike);
    if (asked !== null) return asked;
  }
  const lacking = roles.find((role) => row.number(role) === undefined) ?? roles[0];
  if (lacking === undefined) return null;
  const answers = wantedNumbers(row, lacking, roles);
  const isDoubtful = row.isDoubtful(lacking);
  if (answers.length === 0 && !isDoubtful) return null;
  const pointer = isDoubtful ? row.pointerOf(lacking) : row.pointer;
  return question({ asked: "number", role: lacking, study: row.study, answers, pointer });
}
