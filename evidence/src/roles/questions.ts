import type { EffectMeasure } from "../analysis";
import { isRatio } from "../analysis";
import { openArms, whichArms } from "./arms";
import { wantedNumbers } from "./candidates";
import type { Choices } from "./choices";
import { lastStep, pathsIn } from "./choices";
import { isScalar, quoted } from "../json";
import { wrongSwitch } from "./forms/form";
import type { Answer, EvidenceProblem, Sentence } from "./problems";
import { answer, problem, question, standardName } from "./problems";
import { unknownValue } from "./readChoices";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import type { NumberRole, Role, RoleEntries, RoleEntry } from "./roles";
import { armRoles, arms, columnRoles, ofOtherArm } from "./roles";
import { plain, readAppliesTo, readChoice, readExcluded } from "../choiceValues";
import { notOne } from "./values";
import { isSum } from "./words";

/*
 * What decides the direction or the size of a result and the document does not say: asked, one at a time. Each answer is
 * what the setting says then.
 */

/** What is asked of an item before anything is chosen. */
export function questionOfItem(content: ItemContent): EvidenceProblem | null {
  const { form } = content;
  const asked = switchOfForm(content) ?? whichList(content) ?? unknownState(content);
  // A published form that is closed has a place for each of the others.
  if (asked !== null || form?.isOpen === false) return asked;
  return whichArms(content) ?? isSumOfOthers(content) ?? sameStudy(content) ?? otherMeasure(content);
}

/** An answer of which the document has no name. */
const unnamed = (text: Sentence, entries: RoleEntries): Answer => ({ name: null, text, entries });
const isPooled = (name: string, entries: RoleEntries): Answer =>
  answer(name, entries, (translate) => translate("“{0}” is pooled", name));

function entriesFor(paths: readonly string[], entry: RoleEntry): RoleEntries {
  return Object.fromEntries(paths.map((path) => [path, entry]));
}

function switchOfForm({ item, form }: ItemContent): EvidenceProblem | null {
  const wrong = form && wrongSwitch(item, form);
  if (form === undefined || wrong === undefined) return null;
  const [{ path, value }, { name }] = [wrong, form];
  return problem("unknown-switch", path, (translate) =>
    translate(
      "`{0}` is “{1}”: {2} would compute it in another way, and nothing is computed here.",
      path,
      value,
      name,
    ),
  );
}

function whichList({ lists }: ItemContent): EvidenceProblem | null {
  const [first] = lists;
  const inner = lists.length === 1 ? (first?.inner ?? []) : [];
  if (first === undefined || (lists.length === 1 && inner.length < 2)) return null;
  const { path: whole, name } = first;
  const answers =
    lists.length === 1
      ? [
          ...inner.map((one) => isPooled(one.name, { [one.path]: "studies" })),
          answer(name, { [whole]: "subgroups" }, (translate) => translate("“{0}” are subgroups", name)),
        ]
      : lists.map(({ path, role }) =>
          role === "studies"
            ? isPooled(path.slice(1), { [path]: role })
            : answer(path.slice(1), { [path]: role }, (translate) =>
                translate("“{0}” are subgroups", path.slice(1)),
              ),
        );
  return question("", answers, (translate, choices) => translate("Which studies are pooled: {0}?", choices));
}

/** A row whose state is a text that is neither a yes nor a no. */
function unknownState({ rows }: ItemContent): EvidenceProblem | null {
  for (const row of rows ?? []) {
    const [excluded, applies] = [row.said("excluded"), row.said("applies-to")];
    if (readExcluded(excluded) === undefined) {
      const [{ study }, about] = [row, quoted(excluded)];
      const as = (value: string): RoleEntries =>
        entriesFor(row.pathsOf("excluded"), { role: "excluded", values: { "*": value } });
      const answers = [
        unnamed((translate) => translate("It is left out"), as("true")),
        unnamed((translate) => translate("It is pooled"), as("false")),
      ];
      return question(row.pointerOf("excluded"), answers, (translate) =>
        translate("Is the study “{0}” left out? “{1}” is neither a yes nor a no.", study, about),
      );
    }
    if (applies !== undefined && readAppliesTo(applies) === undefined) {
      const [pointer, paths] = [row.pointerOf("applies-to"), row.pathsOf("applies-to")];
      return unknownValue("applies-to", { value: applies, pointer }, paths);
    }
  }
  return null;
}

/** A row, or a subgroup, that is called the sum of others, or is it. */
function isSumOfOthers({ rows, subgroups }: ItemContent): EvidenceProblem | null {
  const counted = (rows ?? []).filter((row) => !row.excluded && row.hasData);
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
    // The sum is left out by what is said of it alone.
    const key = parts.length === 0 ? undefined : tellingKeys(sum, parts)[0];
    const values = { [String(sum.value[key ?? ""])]: "true", "*": "false" };
    const paths = key === undefined ? [] : [sum.place.property(key).pattern];
    const isNone =
      parts.length === 0 ? asStudy(sum, notOne.study) : entriesFor(paths, { role: "excluded", values });
    return sumQuestion(sum.pointer, name, isNone, asStudy(sum, name));
  }
  // Whatever it is called, in any language.
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

/** Properties without a role by which a row differs from others. */
function tellingKeys(row: ItemRow, others: readonly ItemRow[]): readonly string[] {
  return Object.keys(row.value).filter((key) => {
    const value = row.value[key];
    const isUnbound = isScalar(value) && row.place.property(key).roles.length === 0;
    return isUnbound && others.every((one) => one.value[key] !== value);
  });
}

/** Those that both rows have. */
function differing(one: ItemRow, other: ItemRow): readonly string[] {
  return tellingKeys(one, [other]).filter((key) => isScalar(other.value[key]));
}

function asStudy(row: ItemRow, value: string): RoleEntries {
  return entriesFor(row.pathsOf("study"), { role: "study", values: { [row.name ?? ""]: value } });
}

/** Two rows of one study in one pool: other results of the same participants, or of another outcome or time. */
function sameStudy({ rows }: ItemContent): EvidenceProblem | null {
  if (rows === null || new Set(rows.map(({ name }) => name)).size === rows.length) return null;
  const known = new Map<string, ItemRow>();
  for (const row of rows) {
    const { name } = row;
    if (name === null || row.excluded || !row.hasData) continue;
    const key = JSON.stringify([name, row.year, row.subgroup]);
    const ofParticipants = JSON.stringify([key, arms.map((arm) => row.number(armRoles[arm].total))]);
    const [first, earlier] = [known.get(key), known.get(ofParticipants)];
    known.set(key, first ?? row).set(ofParticipants, earlier ?? row);
    if (first === undefined || row.isAnswered("study", name)) continue;
    const property = differing(first, row).find((one) => tellsResult.test(plain(one)));
    if (property !== undefined) return whichRow(rows, first, row, name, property);
    if (earlier !== undefined && haveOtherResults(earlier, row)) return whichRow(rows, earlier, row, name);
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

/**
 * Rows that say themselves that they are of different measures.
 *
 * @param ofAnalysis what estimates have to be
 */
function otherMeasure({ rows }: ItemContent, ofAnalysis?: EffectMeasure): EvidenceProblem | null {
  if (ofAnalysis === "other-ratio" || ofAnalysis === "other-difference") return null;
  let common: EffectMeasure | undefined = ofAnalysis;
  for (const row of rows ?? []) {
    const measure = readChoice["effect-measure"](row.said("effect-measure"));
    if (row.excluded || !row.hasData || measure === undefined) continue;
    common ??= measure;
    if (measure !== common) return otherMeasureIn(row, measure, common, "effect-measure");
  }
  return null;
}

export function otherMeasureIn(
  row: ItemRow,
  measure: EffectMeasure,
  common: EffectMeasure,
  role: Role,
): EvidenceProblem {
  const { study } = row;
  return problem("other-measure", row.pointerOf(role), (translate) =>
    translate(
      "The study “{0}” has another effect measure than others ({1}, not {2}): they cannot be pooled.",
      study,
      standardName(measure, translate),
      standardName(common, translate),
    ),
  );
}

/** Means in different units. */
function otherUnit(rows: readonly ItemRow[]): EvidenceProblem | null {
  let common: string | undefined;
  for (const row of rows) {
    const unit = row.said("unit");
    if (typeof unit !== "string") continue;
    const [{ study }, first] = [row, (common ??= unit)];
    if (plain(unit) !== plain(first))
      return problem("other-unit", row.pointerOf("unit"), (translate) =>
        translate(
          "The study “{0}” has another unit than others (“{1}”, not “{2}”): their means cannot be pooled as they are.",
          study,
          unit,
          first,
        ),
      );
  }
  return null;
}

/** What is asked once it is known how an analysis is pooled. */
export function questionOfChoices(content: ItemContent, choices: Choices): EvidenceProblem | null {
  const { measure } = choices.pooling.choice;
  const counted = (content.rows ?? []).filter((row) => !row.excluded && row.hasData);
  const unit = measure === "mean-difference" ? otherUnit(counted) : null;
  if (unit !== null || choices.pooling.dataType !== "contrast") return unit;
  const other = otherMeasure(content, measure);
  if (other !== null || !isRatio(measure) || choices.isScaleSaid) return other;
  const estimates = counted.filter((row) => row.number("estimate") !== undefined);
  const unknown = estimates.filter((row) => row.effectNamed("estimate")?.scale === undefined);
  // No ratio is negative, nor is the lower end of its interval.
  const isLogged = unknown.some((row) =>
    (["estimate", "interval-low"] as const).some((role) => (row.number(role) ?? 1) <= 0),
  );
  if (unknown.length > 0 && !isLogged) return whichScale(content, unknown);
  const natural = estimates.filter((row) => {
    const hasInterval = row.number("interval-low") !== undefined && row.number("interval-high") !== undefined;
    const isNatural = row.effectNamed("estimate")?.scale === "natural";
    const isErrorOpen = row.says("standard-error") && row.effectNamed("standard-error")?.scale === undefined;
    return isNatural && isErrorOpen && !hasInterval;
  });
  return natural.length > 0 ? whichError(content, natural) : null;
}

function whichScale(content: ItemContent, rows: readonly ItemRow[]): EvidenceProblem {
  const hasErrors = rows.some((one) => one.says("standard-error") && !one.says("interval-low"));
  const as = (estimate: Role, error: Role): RoleEntries => ({
    ...entriesFor(pathsIn(content, "estimate"), estimate),
    ...(hasErrors ? entriesFor(pathsIn(content, "standard-error"), error) : {}),
  });
  const logarithms = as("estimate-log", "standard-error-log");
  const ratios = as("estimate-natural", "standard-error-log");
  const answers = [
    unnamed((translate) => translate("They are logarithms"), logarithms),
    ...(hasErrors
      ? [
          unnamed(
            (translate) => translate("They are ratios, and their standard errors those of the logarithms"),
            ratios,
          ),
        ]
      : []),
    unnamed(
      (translate) => translate("They are ratios, and their standard errors those of the ratios"),
      as("estimate-natural", "standard-error-natural"),
    ),
  ];
  const numbers = rows.slice(0, 3).map((one) => String(one.number("estimate")));
  return question(rows[0]?.pointerOf("estimate") ?? "", answers, (translate) =>
    translate("Are the estimates ({0}) ratios or their logarithms?", numbers.join(", ")),
  );
}

function whichError(content: ItemContent, rows: readonly ItemRow[]): EvidenceProblem {
  const paths = pathsIn(content, "standard-error");
  const answers = [
    unnamed(
      (translate) => translate("They are those of the logarithms"),
      entriesFor(paths, "standard-error-log"),
    ),
    unnamed(
      (translate) => translate("They are those of the ratios"),
      entriesFor(paths, "standard-error-natural"),
    ),
  ];
  return question(rows[0]?.pointerOf("standard-error") ?? "", answers, (translate) =>
    translate(
      "Are the standard errors ({0}) those of the logarithms or those of the ratios themselves?",
      paths.map(lastStep).join(", "),
    ),
  );
}

/** Which arm, or which number, a row has that lacks some roles; null where it has neither. */
export function questionOfRow(
  content: ItemContent,
  row: ItemRow,
  roles: readonly NumberRole[],
): EvidenceProblem | null {
  const isOpen = roles.some((role) => ofOtherArm.has(role)) && openArms(row.value, row.place) !== undefined;
  const lackedBy = (one: ItemRow): NumberRole | undefined =>
    roles.find((role) => one.number(role) === undefined);
  const alike = (isOpen ? (content.rows ?? []) : []).filter(
    (one) => !one.excluded && lackedBy(one) !== undefined,
  );
  const asked = isOpen ? whichArms(content, alike) : null;
  if (asked !== null) return asked;
  const lacking = lackedBy(row) ?? roles[0];
  if (lacking === undefined) return null;
  const answers = wantedNumbers(row, lacking, roles);
  const isDoubtful = row.isDoubtful(lacking);
  if (answers.length === 0 && !isDoubtful) return null;
  const { study } = row;
  return question(isDoubtful ? row.pointerOf(lacking) : row.pointer, answers, (translate, choices) => {
    if (answers.length === 0)
      return translate("In the study “{0}”, several numbers may have the role “{1}”.", study, lacking);
    return answers.length === 1
      ? translate("In the study “{0}”: is {1} what is pooled?", study, choices)
      : translate("In the study “{0}”, which number is the role “{1}”: {2}?", study, lacking, choices);
  });
}
