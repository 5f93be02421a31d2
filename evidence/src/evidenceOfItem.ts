import { type Yielding, withoutYielding } from "./yielding";
import { type AnalysisResult, computeAnalysis } from "./pooling/computeAnalysis";
import type {
  Analysis,
  Contrast,
  EventCounts,
  MeanAndDeviation,
  ObservedExpected,
  Row,
  TwoArms,
} from "./analysis";
import { impossibleData, impossibleSentence } from "./checks/impossibleData";
import { unescaped } from "./json";
import { waldInterval } from "./pooling/pool";
import type { RoleBinding } from "./roles/binding";
import { type Choices, chooseFrom, fewRows, naturalNumbers } from "./roles/choices";
import {
  type EvidenceProblem,
  type Sentence,
  isProblem,
  maxQuotedLength,
  problem,
  studyInWords,
} from "./roles/problems";
import { otherMeasureIn, questionOfChoices, questionOfItem, questionOfRow } from "./roles/questions";
import { type ItemContent, readItem } from "./roles/readItem";
import type { ItemRow } from "./roles/readRow";
import { type ArmPart, type NumberRole, type Role, armRoles, arms, columnRoles } from "./roles/roles";
import { readChoice } from "./choiceValues";

/** What computing an item gives: the analysis with its result, or the problem that prevents it. */
export type ItemEvidence =
  | {
      readonly kind: "computed";
      readonly content: ItemContent;
      readonly choices: Choices;
      readonly conversions: ReadonlySet<Conversion>;
      readonly analysis: Analysis;
      readonly result: AnalysisResult;
    }
  | {
      readonly kind: "problem";
      readonly content: ItemContent;
      /** Null if the choices could not be made. */
      readonly choices: Choices | null;
      readonly problem: EvidenceProblem;
    };

export type ComputedItem = Extract<ItemEvidence, { kind: "computed" }>;

/**
 * Reads an item of an analyses document and computes it.
 *
 * @param item plain JSON; the pointers of the result are relative to it
 */
export function evidenceOfItem(item: unknown, binding: RoleBinding): ItemEvidence {
  return withoutYielding(evidenceYielding(item, binding));
}

/** As {@link evidenceOfItem}, but yields between its steps: an item can have a hundred thousand rows. */
export function* evidenceYielding(item: unknown, binding: RoleBinding): Yielding<ItemEvidence> {
  const content = readItem(item, binding);
  yield 0;
  return yield* evidenceOfContent(content);
}

/** Computes the item again as if the rows at `pointers` were excluded. */
export function leavingOut({ content }: ItemEvidence, pointers: readonly string[]): ItemEvidence {
  return withoutYielding(evidenceOfContent(content, new Set(pointers)));
}

/** Rows that cannot be computed, by their indexes. */
export type FaultyRows = ReadonlyMap<number, EvidenceProblem>;

/**
 * Computes the rows of an item that has a problem one by one, without any pool. A problem that is not of a row remains
 * the item's.
 *
 * @param pointers of rows to exclude
 */
export function unpooled(
  { content }: ItemEvidence,
  pointers: readonly string[],
): { readonly evidence: ItemEvidence; readonly faulty: FaultyRows } {
  const faulty = new Map<number, EvidenceProblem>();
  return { evidence: withoutYielding(evidenceOfContent(content, new Set(pointers), faulty)), faulty };
}

/** How a row's numbers were converted before pooling. */
type Conversion =
  | "natural-scale"
  | "standard-error-from-interval"
  | "standard-error-from-variance"
  | "standard-error-of-ratio"
  | "totals-from-cells";

/** The data of a row, null for a row without any numbers, or the problem with them. */
type RowData<Data> = Data | null | EvidenceProblem;

/**
 * Builds the analysis of an item, with the row indexes as ids, and computes it.
 *
 * @param leftOut the pointers of rows to exclude besides those that the document excludes
 * @param faulty collects the rows that cannot be computed; no totals are pooled. Without `faulty`, the first of these
 * rows is the item's problem
 */
function* evidenceOfContent(
  content: ItemContent,
  leftOut: ReadonlySet<string> = new Set(),
  faulty?: Map<number, EvidenceProblem>,
): Yielding<ItemEvidence> {
  const problemOf = (reason: EvidenceProblem, chosen: Choices | null = null): ItemEvidence => ({
    kind: "problem",
    content,
    choices: chosen,
    problem: reason,
  });
  const { rows } = content;
  const question = questionOfItem(content);
  if (question !== null) return problemOf(question);
  if (rows === null) return problemOf(noStudies());
  yield 0;
  const choices = chooseFrom(content);
  if (isProblem(choices)) return problemOf(questionInstead(content, choices));
  const open = questionOfChoices(content, choices);
  if (open !== null) return problemOf(open, choices);
  const { model, confidenceLevel, swapEvents, pooling, showPrediction } = choices;
  const totals = faulty === undefined ? choices.totals : "no-totals";
  const conversions = new Set<Conversion>();
  const reading: Reading = { content, choices, conversions };
  const subgroups = content.subgroups?.map(({ name }) => name) ?? null;
  const common = { model, confidenceLevel, totals, predictionInterval: showPrediction, subgroups };
  switch (pooling.dataType) {
    case "dichotomous":
      return yield* finish(countsOf, (ofRows) => ({ ...common, ...pooling, swapEvents, rows: ofRows }));
    case "continuous":
      return yield* finish(meansOf, (ofRows) => ({ ...common, ...pooling, rows: ofRows }));
    case "contrast":
      return yield* finish(contrastOf, (ofRows) => ({ ...common, ...pooling, rows: ofRows }));
    case "observed-expected":
      return yield* finish(scoreOf, (ofRows) => ({ ...common, ...pooling, rows: ofRows }));
  }

  function* finish<Data extends object>(
    read: (row: ItemRow, reading: Reading) => RowData<Data>,
    make: (rows: readonly Row<Data>[]) => Analysis,
  ): Yielding<ItemEvidence> {
    const made: Row<Data>[] = [];
    for (const row of rows ?? []) {
      const isLeftOut = row.excluded || (leftOut.size > 0 && leftOut.has(row.pointer));
      const found = read(row, reading);
      const isWrong = isProblem(found);
      // Excluded rows may be incomplete.
      if (isWrong && !isLeftOut) {
        if (faulty === undefined) return problemOf(found, reading.choices);
        faulty.set(row.index, found);
      }
      const { index: id, study, subgroup, appliesTo } = row;
      const excluded = isLeftOut || isWrong;
      made.push({ id, study, subgroup, appliesTo, excluded, data: isWrong ? null : found });
    }
    // If no row can be computed and the first one raises a question, the question is about the whole analysis.
    const [first] = faulty?.values() ?? [];
    if (first?.kind === "question" && faulty?.size === made.length) return problemOf(first, reading.choices);
    yield 0;
    const analysis = make(made);
    const result = computeAnalysis(analysis);
    return result.kind === "out-of-range"
      ? problemOf(outOfRange(), reading.choices)
      : { kind: "computed", content, choices: reading.choices, conversions, analysis, result };
  }
}

/** The context in which the numbers of a row are read. */
interface Reading {
  readonly content: ItemContent;
  readonly choices: Choices;
  readonly conversions: Set<Conversion>;
}

function countsOf(row: ItemRow, { content, choices, conversions }: Reading): RowData<TwoArms<EventCounts>> {
  if (row.isSummed) conversions.add("totals-from-cells");
  const roles = columnRoles("dichotomous");
  const [events1, total1, events2, total2] = numbersOf(row, roles);
  if (events1 === undefined || total1 === undefined || events2 === undefined || total2 === undefined)
    return lackingOf(content, row, roles);
  const counts = {
    experimental: { events: events1, total: total1 },
    comparator: { events: events2, total: total2 },
  };
  // Fractions below 1 in both arms are shares of the participants; in one arm, numbers may be adjusted for clusters.
  const areShares = arms.every((arm) => counts[arm].events > 0 && counts[arm].events < 1);
  const isWrong = ({ events, total }: EventCounts): boolean => events < 0 || events > total || areShares;
  return wrongIn(row, choices, "events", isWrong, counts) ?? counts;
}

function meansOf(row: ItemRow, { content, choices }: Reading): RowData<TwoArms<MeanAndDeviation>> {
  const roles = columnRoles("continuous");
  const [mean1, sd1, total1, mean2, sd2, total2] = numbersOf(row, roles);
  if (mean1 === undefined || sd1 === undefined || total1 === undefined) return lackingOf(content, row, roles);
  if (mean2 === undefined || sd2 === undefined || total2 === undefined) return lackingOf(content, row, roles);
  const means = {
    experimental: { mean: mean1, standardDeviation: sd1, total: total1 },
    comparator: { mean: mean2, standardDeviation: sd2, total: total2 },
  };
  return wrongIn(row, choices, "sd", ({ standardDeviation }) => standardDeviation < 0, means) ?? means;
}

/** Reports an impossible number in an arm: its total, or the given part. */
function wrongIn<Data extends { readonly total: number }>(
  row: ItemRow,
  choices: Choices,
  part: ArmPart,
  isWrong: (data: Data) => boolean,
  of: TwoArms<Data>,
): EvidenceProblem | undefined {
  for (const arm of arms) {
    const { total } = of[arm];
    if (total < 0 || (total > 0 && total < 1)) return impossible(row, armRoles[arm].total, choices);
    if (isWrong(of[arm])) return impossible(row, armRoles[arm][part], choices);
  }
  return undefined;
}

function scoreOf(row: ItemRow, { content, choices }: Reading): RowData<ObservedExpected> {
  const roles = columnRoles("observed-expected");
  const [observedMinusExpected, variance] = numbersOf(row, roles);
  if (observedMinusExpected === undefined || variance === undefined) return lackingOf(content, row, roles);
  if (variance < 0) return impossible(row, "variance", choices);
  return { observedMinusExpected, variance, participants: participantsOf(row) };
}

/**
 * An estimate with its standard error: as reported, else the root of the variance, else from the interval (Handbook
 * 6.3.1) at the level of the row, or of the analysis if the row has none. A ratio on the natural scale is logged, and
 * its interval too. The standard error of such a ratio is used only without an interval, and converted by the delta
 * method.
 */
function contrastOf(row: ItemRow, { content, choices, conversions }: Reading): RowData<Contrast> {
  const { isNatural, isErrorNatural } = naturalNumbers(row, choices);
  const [estimate, standardError, variance] = numbersOf(row, ["estimate", "standard-error", "variance"]);
  const [low, high] = numbersOf(row, ["interval-low", "interval-high"]);
  const hasInterval = low !== undefined && high !== undefined;
  const isErrorComputed = standardError === undefined && (hasInterval || variance !== undefined);
  if (estimate === undefined || (standardError === undefined && !isErrorComputed))
    return lackingOf(content, row, isErrorComputed ? ["estimate"] : ["estimate", "standard-error"]);
  const { measure } = row.effectNamed("estimate") ?? {};
  const common = choices.pooling.choice.measure;
  if (!choices.isMeasureStated && measure !== undefined && measure !== common)
    return otherMeasureIn(row, measure, common, "estimate");
  const isImpossible = common === "risk-difference" && Math.abs(estimate) > 1;
  if (isImpossible || (isNatural && estimate <= 0)) return impossible(row, "estimate", choices);
  const participants = participantsOf(row);
  const logged = isNatural ? Math.log(estimate) : estimate;
  if (isNatural) conversions.add("natural-scale");
  if (hasInterval && (isErrorNatural || (isErrorComputed && variance === undefined))) {
    if (isNatural && low <= 0) return impossible(row, "interval-low", choices);
    if (high < low) return impossible(row, "interval-low", choices);
    const stated = row.stated("confidence-level");
    const level = stated === undefined ? choices.confidenceLevel : readChoice["confidence-level"](stated);
    if (level === undefined) {
      const role = "confidence-level";
      return typeof stated === "number" ? impossible(row, role, choices) : notANumber(row, role, null);
    }
    conversions.add("standard-error-from-interval");
    const width = isNatural ? Math.log(high) - Math.log(low) : high - low;
    const fromWidth = width / 2 / waldInterval(0, 1, level).high;
    return { estimate: logged, standardError: fromWidth, participants };
  }
  if (isErrorComputed && variance !== undefined) {
    if (variance < 0) return impossible(row, "variance", choices);
    conversions.add("standard-error-from-variance");
  }
  const error = standardError ?? Math.sqrt(variance ?? 0);
  if (error < 0) return impossible(row, "standard-error", choices);
  if (isErrorNatural) conversions.add("standard-error-of-ratio");
  return { estimate: logged, standardError: isErrorNatural ? error / estimate : error, participants };
}

function participantsOf(row: ItemRow): number | null {
  const [first, second] = numbersOf(row, ["experimental-total", "comparator-total"]);
  // No participants in either arm: the number is unknown.
  return first === undefined || second === undefined || first + second === 0 ? null : first + second;
}

function numbersOf(row: ItemRow, roles: readonly NumberRole[]): readonly (number | undefined)[] {
  return roles.map((role) => row.number(role));
}

/** The roles from which a standard error is computed. */
const otherErrors = ["variance", "interval-low", "interval-high"] as const;

/** The problem of a row that lacks some of the roles; null if it is still to be filled in. */
function lackingOf(content: ItemContent, row: ItemRow, roles: readonly NumberRole[]): EvidenceProblem | null {
  const isLacking = (role: NumberRole): boolean => row.number(role) === undefined;
  const lacking = roles.filter(isLacking);
  const instead = lacking.includes("standard-error") ? otherErrors.filter(isLacking) : [];
  const wrong = [...lacking, ...instead].find((role) => row.says(role) && !row.isDoubtful(role));
  if (wrong !== undefined) return notANumber(row, wrong, row.stated(wrong));
  const question = questionOfRow(content, row, [...roles, ...instead]);
  if (question !== null) return question;
  const [role] = lacking;
  if (role === undefined || isToBeFilled(content, row, roles)) return null;
  const named = (content.rows ?? []).find(({ places }) => places.has(role));
  const sentence: Sentence = (translate) => {
    const study = studyInWords(row, translate);
    return named === undefined
      ? translate("The role “{0}” is missing in the study “{1}”.", role, study)
      : translate("“{0}” is missing in the study “{1}”.", propertyOf(named, role), study);
  };
  return problem("missing", row.pointer, sentence, { role });
}

/** Whether a row has placeholders for its numbers, or only numbers that complete rows have besides their data. */
function isToBeFilled({ rows }: ItemContent, row: ItemRow, roles: readonly NumberRole[]): boolean {
  if (row.hasData) return false;
  if (roles.some((role) => row.places.has(role))) return true;
  const full = (rows ?? []).filter((one) => one.hasData).slice(0, fewRows);
  const usual = new Set(full.flatMap((one) => one.otherNumbers));
  return row.otherNumbers.every((path) => usual.has(path));
}

/** The problem `reason`; but if no data were found, rather a question about numbers that may be the data. */
function questionInstead(content: ItemContent, reason: EvidenceProblem): EvidenceProblem {
  if (reason.kind !== "no-data-type") return reason;
  for (const row of content.rows ?? [])
    for (const type of ["dichotomous", "continuous", "contrast"] as const) {
      const question = row.excluded ? null : questionOfRow(content, row, columnRoles(type));
      if (question !== null) return question;
    }
  return reason;
}

function noStudies(): EvidenceProblem {
  return problem("no-studies", "", (translate) =>
    translate("The role “studies” is missing: no list of studies was found."),
  );
}

function outOfRange(): EvidenceProblem {
  return problem("out-of-range", "", (translate) =>
    translate("The numbers are too large, too small or too far apart to be computed."),
  );
}

function notANumber(row: ItemRow, role: Role, value: unknown): EvidenceProblem {
  const name = propertyOf(row, role);
  const text = typeof value === "string" ? value.slice(0, maxQuotedLength) : undefined;
  return problemOfNumber("not-a-number", row, role, (translate) =>
    text === undefined
      ? translate("“{0}” is not a number.", name)
      : translate("“{0}” is a text, “{1}”: one number is needed, without quotation marks.", name, text),
  );
}

function impossible(row: ItemRow, role: NumberRole | "confidence-level", choices: Choices): EvidenceProblem {
  const finding = impossibleData([row], choices).find((one) => one.role === role);
  return problemOfNumber("impossible-number", row, role, (translate) =>
    finding === undefined
      ? translate("“{0}” cannot be {1}.", propertyOf(row, role), Number(row.stated(role)))
      : impossibleSentence(finding, translate),
  );
}

function problemOfNumber(
  kind: EvidenceProblem["kind"],
  row: ItemRow,
  role: Role,
  sentence: Sentence,
): EvidenceProblem {
  const ofStudy: Sentence = (translate) =>
    translate("Study “{0}”: {1}", studyInWords(row, translate), sentence(translate));
  return problem(kind, row.pointerOf(role), ofStudy, { role });
}

/** The property of a row that has a role, as its path in the row. */
function propertyOf(row: ItemRow, role: Role): string {
  return unescaped(row.pointerOf(role).slice(row.pointer.length + 1));
}
