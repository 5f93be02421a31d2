// Questions about what determines the direction or the size of a result where the document does not say it. An
// item has one question at a time; each answer consists of entries for the setting `evidence.roles`.

import { type EffectMeasure, type Scale, isRatio } from "../analysis";
import { openArms, whichArms } from "./whichArms";
import { type Choices, decisiveRoles, lastStep, pathsIn } from "./choices";
import { ranks } from "./explicitRoles";
import { quoted, isObject, isScalar } from "../json";
import type { Answer, EvidenceProblem, Sentence } from "./problems";
import {
  answer,
  entriesFor,
  answerPooled,
  problem,
  question,
  standardName,
  studyInWords,
  unnamed,
} from "./problems";
import { unknownValue } from "./readChoices";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import type { NumberRole, Role, RoleEntries, Arm, RoleEntry } from "./roles";
import { ofOtherArm, armRoles, columnRoles, isNumberRole } from "./roles";
import { plain, readAppliesTo, readChoice, readExcluded } from "../choiceValues";
import { switchOfForm, whichChoice, whichSwitch } from "./whichMeaning";
import { askWhetherSum, sameStudy, sameParticipants } from "./whichRows";
import type { BoundPlace } from "./binding";
import { armNamed, partNamed, wordAt, wordsOf } from "./words";

/** The questions about an item that come before its choices are read. */
export function questionOfItem(content: ItemContent): EvidenceProblem | null {
  const { form } = content;
  const question = switchOfForm(content) ?? whichList(content) ?? unknownState(content);
  // In a closed form, all further questions are settled by properties of the form.
  if (question !== null || form?.isOpen === false) return question;
  return whichArms(content) ?? askWhetherSum(content) ?? sameStudy(content) ?? otherMeasure(content);
}

function whichList({ lists }: ItemContent): EvidenceProblem | null {
  const [first] = lists;
  const inner = lists.length === 1 ? (first?.inner ?? []) : [];
  if (first === undefined || (lists.length === 1 && inner.length < 2)) return null;
  const areSubgroups = (name: string, path: string): Answer =>
    answer(name, { [path]: "subgroups" }, (translate) => translate("“{0}” are subgroups", name));
  const answers =
    lists.length === 1
      ? [
          ...inner.map((one) => answerPooled(one.name, { [one.path]: "studies" })),
          areSubgroups(first.name, first.path),
        ]
      : lists.map(({ path, role }) =>
          role === "studies"
            ? answerPooled(path.slice(1), { [path]: role })
            : areSubgroups(path.slice(1), path),
        );
  return question("", answers, (translate, choices) => translate("Which studies are pooled: {0}?", choices));
}

/**
 * Asks about a row of which the document does not say clearly whether it is excluded, or to which pools it applies.
 */
function unknownState({ rows }: ItemContent): EvidenceProblem | null {
  for (const row of rows ?? []) {
    const [excluded, applies] = [row.stated("excluded"), row.stated("applies-to")];
    if (readExcluded(excluded) === undefined) {
      const about = quoted(excluded);
      const as = (value: string): RoleEntries =>
        entriesFor(row.pathsOf("excluded"), { role: "excluded", values: { "*": value } });
      const answers = [
        unnamed((translate) => translate("It is left out"), as("true")),
        unnamed((translate) => translate("It is pooled"), as("false")),
      ];
      return question(row.pointerOf("excluded"), answers, (translate) =>
        translate(
          "Is the study “{0}” left out? “{1}” is neither a yes nor a no.",
          studyInWords(row, translate),
          about,
        ),
      );
    }
    if (applies !== undefined && readAppliesTo(applies) === undefined) {
      const [pointer, paths] = [row.pointerOf("applies-to"), row.pathsOf("applies-to")];
      return unknownValue("applies-to", { value: applies, pointer }, paths);
    }
  }
  return null;
}

/**
 * Reports a row whose own measure differs from that of the other rows, or of the analysis.
 *
 * @param ofAnalysis the measure of the analysis, once it is known
 */
function otherMeasure({ rows }: ItemContent, ofAnalysis?: EffectMeasure): EvidenceProblem | null {
  if (ofAnalysis === "other-ratio" || ofAnalysis === "other-difference") return null;
  let common: EffectMeasure | undefined = ofAnalysis;
  for (const row of rows ?? []) {
    const measure = readChoice["effect-measure"](row.stated("effect-measure"));
    if (!row.mayCount || measure === undefined) continue;
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
  return problem("other-measure", row.pointerOf(role), (translate) =>
    translate(
      "The study “{0}” has another effect measure than others ({1}, not {2}): they cannot be pooled.",
      studyInWords(row, translate),
      standardName(measure, translate),
      standardName(common, translate),
    ),
  );
}

/** Reports means in different units. */
function otherUnit(rows: readonly ItemRow[]): EvidenceProblem | null {
  let common: string | undefined;
  for (const row of rows) {
    const unit = row.stated("unit");
    if (typeof unit !== "string") continue;
    const first = (common ??= unit);
    if (plain(unit) !== plain(first))
      return problem("other-unit", row.pointerOf("unit"), (translate) =>
        translate(
          "The study “{0}” has another unit than others (“{1}”, not “{2}”): their means cannot be pooled as they are.",
          studyInWords(row, translate),
          unit,
          first,
        ),
      );
  }
  return null;
}

/** The questions that depend on the item's choices. */
export function questionOfChoices(content: ItemContent, choices: Choices): EvidenceProblem | null {
  const { measure } = choices.pooling.choice;
  const unknown =
    whichSwitch(content, choices) ??
    whichChoice(content, choices) ??
    whichNumber(content, choices) ??
    sameParticipants(content, choices.totals);
  if (unknown !== null) return unknown;
  const counted = (content.rows ?? []).filter((row) => row.mayCount);
  const unit = measure === "mean-difference" ? otherUnit(counted) : null;
  if (unit !== null || choices.pooling.dataType !== "contrast") return unit;
  const other = otherMeasure(content, measure);
  if (other !== null || !isRatio(measure)) return other;
  const scaleOf = (row: ItemRow, role: "estimate" | "standard-error"): Scale | undefined =>
    row.effectNamed(role)?.scale;
  const estimates = counted.filter((row) => row.number("estimate") !== undefined);
  // A name such as `hr` contradicts an item of logarithms.
  const isContradicted = (row: ItemRow): boolean =>
    row.rankOf("estimate") >= ranks.name && choices.scale === "log" && scaleOf(row, "estimate") === "natural";
  const unscaled = estimates.filter((row) =>
    choices.isScaleStated ? isContradicted(row) : scaleOf(row, "estimate") === undefined,
  );
  // Ratios and the lower ends of their intervals are positive.
  const isLogged = unscaled.some((row) =>
    (["estimate", "interval-low"] as const).some((role) => (row.number(role) ?? 1) <= 0),
  );
  if (unscaled.length > 0 && !isLogged) return whichScale(content, unscaled);
  if (choices.isScaleStated) return null;
  const natural = estimates.filter((row) => {
    const hasInterval = row.number("interval-low") !== undefined && row.number("interval-high") !== undefined;
    const isErrorOpen = row.says("standard-error") && scaleOf(row, "standard-error") === undefined;
    return scaleOf(row, "estimate") === "natural" && isErrorOpen && !hasInterval;
  });
  return natural.length > 0 ? whichError(content, natural) : null;
}

function whichScale(content: ItemContent, rows: readonly ItemRow[]): EvidenceProblem {
  const hasErrors = rows.some((row) => row.says("standard-error") && !row.says("interval-low"));
  const as = (scale: Scale, ofErrors: Scale): RoleEntries => ({
    ...entriesFor(pathsIn(content, "estimate"), `estimate-${scale}`),
    ...(hasErrors ? entriesFor(pathsIn(content, "standard-error"), `standard-error-${ofErrors}`) : {}),
  });
  const ofLogarithms: Sentence = (translate) =>
    translate("They are ratios, and their standard errors those of the logarithms");
  const ofRatios: Sentence = (translate) =>
    translate("They are ratios, and their standard errors those of the ratios");
  const answers = [
    unnamed((translate) => translate("They are logarithms"), as("log", "log")),
    ...(hasErrors ? [unnamed(ofLogarithms, as("natural", "log"))] : []),
    unnamed(ofRatios, as("natural", "natural")),
  ];
  const numbers = rows.slice(0, 3).map((row) => String(row.number("estimate")));
  return question(rows[0]?.pointerOf("estimate") ?? "", answers, (translate) =>
    translate("Are the estimates ({0}) ratios or their logarithms?", numbers.join(", ")),
  );
}

function whichError(content: ItemContent, rows: readonly ItemRow[]): EvidenceProblem {
  const paths = pathsIn(content, "standard-error");
  const as = (scale: Scale): RoleEntries => entriesFor(paths, `standard-error-${scale}`);
  const answers = [
    unnamed((translate) => translate("They are those of the logarithms"), as("log")),
    unnamed((translate) => translate("They are those of the ratios"), as("natural")),
  ];
  return question(rows[0]?.pointerOf("standard-error") ?? "", answers, (translate) =>
    translate(
      "Are the standard errors ({0}) those of the logarithms or those of the ratios themselves?",
      paths.map(lastStep).join(", "),
    ),
  );
}

/** Asks which arm, or which number, has the roles that a row lacks. Null if nothing in the row may have them. */
export function questionOfRow(
  content: ItemContent,
  row: ItemRow,
  roles: readonly NumberRole[],
): EvidenceProblem | null {
  const isOpen =
    content.form?.isOpen !== false &&
    roles.some((role) => ofOtherArm.has(role)) &&
    openArms(row.value, row.place) !== undefined;
  const lackedBy = (one: ItemRow): NumberRole | undefined =>
    roles.find((role) => one.number(role) === undefined);
  const alike = (content.rows ?? []).filter((one) => isOpen && !one.excluded && lackedBy(one) !== undefined);
  const question = isOpen ? whichArms(content, alike) : null;
  if (question !== null) return question;
  const lacking = lackedBy(row) ?? roles[0];
  if (lacking === undefined) return null;
  const answers = wantedNumbers(candidatesOf(row, roles), lacking);
  return answers.length === 0 && !row.isDoubtful(lacking) ? null : whichIs(row, lacking, answers);
}

/**
 * Asks which number is pooled if one has its role by its name alone, and an object that is not read has another number
 * with a name for this role.
 */
function whichNumber({ rows, form }: ItemContent, { pooling }: Choices): EvidenceProblem | null {
  if (form?.isOpen === false) return null;
  const roles = columnRoles(pooling.dataType);
  for (const row of rows ?? []) {
    if (!row.hasUnread || !row.mayCount) continue;
    const all = candidatesOf(row, roles).filter(({ around }) => !ofParticipants.test(wordsOf(around)));
    for (const role of decisiveRoles[pooling.dataType]) {
      const known = row.rankOf(role) < ranks.name ? [] : row.pathsOf(role);
      const others = all.filter((candidate) => candidate.role === role && !known.includes(candidate.path));
      if (known.length === 0 || others.length === 0) continue;
      const answers = wantedNumbers(all, role);
      if (answers.length > 1) return whichIs(row, role, answers);
    }
  }
  return null;
}

function whichIs(row: ItemRow, lacking: NumberRole, answers: readonly Answer[]): EvidenceProblem {
  return question(row.says(lacking) ? row.pointerOf(lacking) : row.pointer, answers, (translate, choices) => {
    const study = studyInWords(row, translate);
    if (answers.length === 0)
      return translate("In the study “{0}”, several numbers may have the role “{1}”.", study, lacking);
    return answers.length === 1
      ? translate("In the study “{0}”: is {1} what is pooled?", study, choices)
      : translate("In the study “{0}”, which number is the role “{1}”: {2}?", study, lacking, choices);
  });
}

/** A number whose name fits a role, regardless of the objects around it. */
interface Candidate {
  readonly role: NumberRole;
  /** The path, as in the setting. */
  readonly path: string;
  readonly name: string;
  /** The names of the objects around it except its arm, for display. */
  readonly around: string;
}

function candidatesOf({ value, place }: ItemRow, roles: readonly NumberRole[]): readonly Candidate[] {
  const all = [...candidatesIn(value, place, undefined, [])];
  return all.filter(({ role }) => roles.includes(role));
}

/** Objects whose numbers describe the participants, and are no results. */
const ofParticipants =
  /\b(?:(?<!from )baseline|age|sex|gender|bmi|characteristics?|demographics?|drop ?outs?|withdrawals?|withdrawn)\b/;

/**
 * The numbers of a row that may have its missing role, one answer each, together with the other numbers in the same
 * place: the mean of `week12` comes with its standard deviation and its participants.
 */
function wantedNumbers(all: readonly Candidate[], lacking: NumberRole): readonly Answer[] {
  const wanted = all.filter(({ role }) => role === lacking);
  const partOf = (role: NumberRole): string => role.slice(role.indexOf("-"));
  return wanted.map(({ around, name, role }) => {
    const entries: Record<string, RoleEntry> = {};
    for (const candidate of all) {
      const isSame = partOf(candidate.role) === partOf(role);
      if (candidate.around === around && (!isSame || candidate.name === name))
        entries[candidate.path] = candidate.role;
    }
    const isOnly = wanted.filter((candidate) => candidate.around === around).length === 1;
    return answer(isOnly && around !== "" ? around : `${around} ${name}`.trim(), entries);
  });
}

const maxDepth = 5;

function* candidatesIn(
  value: unknown,
  place: BoundPlace,
  arm: Arm | undefined,
  around: readonly string[],
): Generator<Candidate, void> {
  if (around.length > maxDepth || typeof value !== "object" || value === null) return;
  // A path does not identify a number in a list of arms.
  if (Array.isArray(value) && place.scope === "arms") return;
  for (const [name, one] of Object.entries(value) as (readonly [string, unknown])[])
    if (Array.isArray(value)) {
      if (!isObject(one)) continue;
      const element = place.element(Number(name), "none");
      for (const each of candidatesIn(one, element, arm, [...around, calledBy(one, Number(name), arm)]))
        // Replaces `*` by the index, to distinguish the elements.
        yield { ...each, path: `${place.pattern}/${name}${each.path.slice(element.pattern.length)}` };
    } else {
      const inside = place.property(name);
      const isArm = inside.scope === "experimental" || inside.scope === "comparator";
      const own = armNamed(name) ?? (isArm ? inside.scope : undefined);
      yield* candidatesIn(one, inside, own ?? arm, own === undefined ? [...around, name] : around);
      const role = typeof one === "number" ? roleNamed(name, arm) : undefined;
      if (role !== undefined) yield { role, path: inside.pattern, name, around: around.join(" ") };
    }
}

/** The name of an element of a list: its first scalar that is no number of an arm, such as `week 12`. */
function calledBy(object: Readonly<Record<string, unknown>>, index: number, arm: Arm | undefined): string {
  const key = Object.keys(object).find(
    (name) => isScalar(object[name]) && roleNamed(name, arm ?? "experimental") === undefined,
  );
  return key === undefined ? String(index + 1) : `${key} ${String(object[key])}`;
}

function roleNamed(name: string, arm: Arm | undefined): NumberRole | undefined {
  const part = partNamed(name);
  if (arm !== undefined) return part && armRoles[arm][part];
  const entry = wordAt("row", name)?.entries[0];
  return typeof entry === "string" && isNumberRole(entry) ? entry : undefined;
}
