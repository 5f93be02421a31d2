import type { AnalysisResult } from "../pooling/computeAnalysis";
import { computeAnalysis } from "../pooling/computeAnalysis";
import type {
  Analysis,
  Contrast,
  EventCounts,
  MeanAndDeviation,
  ObservedExpected,
  Row,
  TwoArms,
} from "../analysis";
import type { RoleBinding } from "./binding";
import type { Choices } from "./choices";
import type { EvidenceProblem } from "./problems";
import type { ItemContent } from "./readItem";
import { questionOfChoices, questionOfItem, questionOfRow } from "./questions";
import { readItem } from "./readItem";
import { waldInterval } from "../pooling/pool";
import { chooseFrom, naturalNumbers } from "./choices";
import type { ItemRow } from "./readRow";
import type { Arm, NumberRole } from "./roles";
import { armRoles, arms, columnRoles } from "./roles";
import { readChoice } from "./values";

/** An item, what was computed from it, and where each number stands. */
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
      /** Null where not even the method is known. */
      readonly choices: Choices | null;
      readonly problem: EvidenceProblem;
    };

export type ComputedItem = Extract<ItemEvidence, { kind: "computed" }>;

/**
 * Reads an item of an analyses document and computes it.
 *
 * @param item plain JSON; pointers of what is found begin at it
 */
export function evidenceOfItem(item: unknown, binding: RoleBinding): ItemEvidence {
  return evidenceOfContent(readItem(item, binding));
}

/** The same as if some rows were marked as left out; `pointers` are those of rows. */
export function leavingOut({ content }: ItemEvidence, pointers: readonly string[]): ItemEvidence {
  return evidenceOfContent(content, new Set(pointers));
}

/** Rows that cannot be computed, by their indexes. */
export type FaultyRows = ReadonlyMap<number, EvidenceProblem>;

/**
 * The rows of an item that has a problem, without any pool: each that can be computed has its own effect. What is wrong
 * with the item itself stays a problem.
 *
 * @param pointers of rows that are left out
 */
export function unpooled(
  { content }: ItemEvidence,
  pointers: readonly string[],
): { readonly evidence: ItemEvidence; readonly faulty: FaultyRows } {
  const faulty = new Map<number, EvidenceProblem>();
  return { evidence: evidenceOfContent(content, new Set(pointers), faulty), faulty };
}

/** What had to be done to a row's numbers before they could be pooled. */
type Conversion =
  | "natural-scale"
  | "standard-error-from-interval"
  | "standard-error-from-variance"
  | "standard-error-of-ratio"
  | "totals-from-cells";

type ItemRows = NonNullable<ItemContent["rows"]>;

/** The data of a row, null for a row without any numbers, or what is wrong with them. */
type RowData<Data> = Data | null | EvidenceProblem;

function isProblem(found: object | null): found is EvidenceProblem {
  return found !== null && "kind" in found;
}

/**
 * Makes an analysis of what an item says, its rows named by their index, and computes it.
 *
 * @param leftOut the pointers of rows that are left out besides those that say so
 * @param faulty gets the rows that cannot be computed, and nothing is pooled then; without, the first is the problem
 */
function evidenceOfContent(
  content: ItemContent,
  leftOut: ReadonlySet<string> = new Set(),
  faulty?: Map<number, EvidenceProblem>,
): ItemEvidence {
  const problemOf = (problem: EvidenceProblem, choices: Choices | null = null): ItemEvidence => ({
    kind: "problem",
    content,
    choices,
    problem,
  });
  const { rows } = content;
  const asked = questionOfItem(content);
  if (asked !== null) return problemOf(asked);
  if (rows === null) return problemOf({ kind: "no-studies", pointer: "" });
  const chosen = chooseFrom(content);
  if (chosen.kind === "problem") return problemOf(questionInstead(content, chosen.problem));
  const { choices } = chosen;
  const open = questionOfChoices(content, choices);
  if (open !== null) return problemOf(open, choices);
  const { model, confidenceLevel, swapEvents, pooling, showPrediction } = choices;
  const totals = faulty === undefined ? choices.totals : "no-totals";
  const conversions = new Set<Conversion>();
  const subgroups = content.subgroups?.map(({ name }) => name) ?? null;
  const common = { model, confidenceLevel, totals, predictionInterval: showPrediction, subgroups };
  switch (pooling.dataType) {
    case "dichotomous":
      return finish(rows, countsIn, (ofRows) => ({ ...common, ...pooling, swapEvents, rows: ofRows }));
    case "continuous":
      return finish(
        rows,
        (row) => meansOf(content, row),
        (ofRows) => ({ ...common, ...pooling, rows: ofRows }),
      );
    case "contrast": {
      const read = (row: ItemRow): RowData<Contrast> => contrastOf(content, row, choices, conversions);
      return finish(rows, read, (ofRows) => ({ ...common, ...pooling, rows: ofRows }));
    }
    case "observed-expected":
      return finish(
        rows,
        (row) => scoreOf(content, row),
        (ofRows) => ({ ...common, ...pooling, rows: ofRows }),
      );
  }

  function countsIn(row: ItemRow): ReturnType<typeof countsOf> {
    if (row.isSummed) conversions.add("totals-from-cells");
    return countsOf(content, row);
  }

  function finish<Data extends object>(
    all: ItemRows,
    read: (row: ItemRow) => RowData<Data>,
    make: (rows: readonly Row<Data>[]) => Analysis,
  ): ItemEvidence {
    const made: Row<Data>[] = [];
    for (const row of all) {
      const isLeftOut = row.excluded || (leftOut.size > 0 && leftOut.has(row.pointer));
      const found = read(row);
      const isWrong = isProblem(found);
      // What is left out may be unfinished.
      if (isWrong && !isLeftOut) {
        if (faulty === undefined) return problemOf(found, choices);
        faulty.set(row.index, found);
      }
      const { index: id, study, subgroup, appliesTo } = row;
      const excluded = isLeftOut || isWrong;
      made.push({ id, study, subgroup, appliesTo, excluded, data: isWrong ? null : found });
    }
    // What is asked of every study is asked of the analysis.
    const [first] = faulty?.values() ?? [];
    if (first?.kind === "question" && faulty?.size === all.length) return problemOf(first, choices);
    const analysis = make(made);
    const result = computeAnalysis(analysis);
    if (result.kind === "out-of-range") return problemOf({ kind: result.kind, pointer: "" }, choices);
    return { kind: "computed", content, choices, conversions, analysis, result };
  }
}

function countsOf(content: ItemContent, row: ItemRow): RowData<TwoArms<EventCounts>> {
  const events1 = row.number("experimental-events");
  const total1 = row.number("experimental-total");
  const events2 = row.number("comparator-events");
  const total2 = row.number("comparator-total");
  if (events1 === undefined || total1 === undefined || events2 === undefined || total2 === undefined)
    return lackingOf(content, row, columnRoles("dichotomous"));
  const counts = {
    experimental: { events: events1, total: total1 },
    comparator: { events: events2, total: total2 },
  };
  for (const arm of arms) {
    const { events, total } = counts[arm];
    if (total < 0) return impossible(row, armRoles[arm].total, total);
    if (events < 0 || events > total) return impossible(row, armRoles[arm].events, events);
  }
  return counts;
}

function meansOf(content: ItemContent, row: ItemRow): RowData<TwoArms<MeanAndDeviation>> {
  const experimental = armOf(row, "experimental");
  const comparator = armOf(row, "comparator");
  if (experimental === undefined || comparator === undefined)
    return lackingOf(content, row, columnRoles("continuous"));
  const means = { experimental, comparator };
  for (const arm of arms) {
    const { standardDeviation, total } = means[arm];
    if (total < 0) return impossible(row, armRoles[arm].total, total);
    if (standardDeviation < 0) return impossible(row, armRoles[arm].sd, standardDeviation);
  }
  return means;
}

function armOf(row: ItemRow, arm: Arm): MeanAndDeviation | undefined {
  const roles = armRoles[arm];
  const mean = row.number(roles.mean);
  const standardDeviation = row.number(roles.sd);
  const total = row.number(roles.total);
  return mean === undefined || standardDeviation === undefined || total === undefined
    ? undefined
    : { mean, standardDeviation, total };
}

function scoreOf(content: ItemContent, row: ItemRow): RowData<ObservedExpected> {
  const roles = ["observed-minus-expected", "variance"] as const;
  const [observedMinusExpected, variance] = numbersOf(row, roles);
  if (observedMinusExpected === undefined || variance === undefined) return lackingOf(content, row, roles);
  if (variance < 0) return impossible(row, "variance", variance);
  return {
    observedMinusExpected,
    variance,
    participants: participantsOf(row),
  };
}

/**
 * An estimate with its standard error: as given, else the root of its variance, else from its interval (Handbook 6.3.1).
 * An interval has the level that the row says, else that of the analysis. A ratio on the natural scale is taken to its
 * logarithm, its interval too, which goes before a standard error of the ratio; such an error alone by the delta method.
 */
function contrastOf(
  content: ItemContent,
  row: ItemRow,
  choices: Choices,
  conversions: Set<Conversion>,
): RowData<Contrast> {
  const { isNatural, isErrorNatural } = naturalNumbers(row, choices);
  const [estimate, standardError, variance] = numbersOf(row, ["estimate", "standard-error", "variance"]);
  const [low, high] = numbersOf(row, ["interval-low", "interval-high"]);
  const hasInterval = low !== undefined && high !== undefined;
  const needsError = standardError === undefined && (hasInterval || variance !== undefined);
  if (estimate === undefined || (standardError === undefined && !needsError))
    return lackingOf(content, row, needsError ? ["estimate"] : ["estimate", "standard-error"]);
  const { measure } = row.effectNamed("estimate") ?? {};
  const common = choices.pooling.choice.measure;
  if (!choices.isMeasureSaid && measure !== undefined && measure !== common)
    return { kind: "other-measure", study: row.study, measure, common, pointer: row.pointerOf("estimate") };
  if (isNatural && estimate <= 0) return impossible(row, "estimate", estimate);
  const participants = participantsOf(row);
  const logged = isNatural ? Math.log(estimate) : estimate;
  if (isNatural) conversions.add("natural-scale");
  if (hasInterval && (isErrorNatural || (needsError && variance === undefined))) {
    if (isNatural && low <= 0) return impossible(row, "interval-low", low);
    if (high < low) return impossible(row, "interval-high", high);
    const said = row.said("confidence-level");
    const level = said === undefined ? choices.confidenceLevel : readChoice["confidence-level"](said);
    if (level === undefined) return wrongLevel(row, said);
    conversions.add("standard-error-from-interval");
    const width = isNatural ? Math.log(high) - Math.log(low) : high - low;
    const fromWidth = width / 2 / waldInterval(0, 1, level).high;
    return { estimate: logged, standardError: fromWidth, participants };
  }
  if (needsError && variance !== undefined) {
    if (variance < 0) return impossible(row, "variance", variance);
    conversions.add("standard-error-from-variance");
  }
  const error = standardError ?? Math.sqrt(variance ?? 0);
  if (error < 0) return impossible(row, "standard-error", error);
  if (isErrorNatural) conversions.add("standard-error-of-ratio");
  return {
    estimate: logged,
    standardError: isErrorNatural ? error / estimate : error,
    participants,
  };
}

function participantsOf(row: ItemRow): number | null {
  const [first, second] = numbersOf(row, ["experimental-total", "comparator-total"]);
  // Nobody in either arm stands for a number that is not known.
  return first === undefined || second === undefined || first + second === 0 ? null : first + second;
}

function numbersOf(row: ItemRow, roles: readonly NumberRole[]): readonly (number | undefined)[] {
  return roles.map((role) => row.number(role));
}

/** What a standard error is computed from. */
const otherErrors = ["variance", "interval-low", "interval-high"] as const;

/** What stands in the way of a row that has not all of some roles; nothing where it is still to be filled in. */
function lackingOf(content: ItemContent, row: ItemRow, roles: readonly NumberRole[]): EvidenceProblem | null {
  const { study } = row;
  const isLacking = (role: NumberRole): boolean => row.number(role) === undefined;
  const lacking = roles.filter(isLacking);
  const instead = lacking.includes("standard-error") ? otherErrors.filter(isLacking) : [];
  const wrong = [...lacking, ...instead].find((role) => row.says(role) && !row.isDoubtful(role));
  if (wrong !== undefined) return notANumber(row, wrong, row.said(wrong));
  const asked = questionOfRow(content, row, [...roles, ...instead]);
  if (asked !== null) return asked;
  const [role] = lacking;
  return role === undefined || isToBeFilled(content, row, roles)
    ? null
    : { kind: "missing", role, study, pointer: row.pointer };
}

/** Whether a row has empty places for its numbers, or none yet but those that others have beside their data. */
function isToBeFilled({ rows }: ItemContent, row: ItemRow, roles: readonly NumberRole[]): boolean {
  if (row.hasData) return false;
  if (roles.some((role) => row.places.has(role))) return true;
  const { otherNumbers } = row;
  if (otherNumbers.length === 0) return true;
  const beside = new Set(
    (rows ?? [])
      .filter((one) => one.hasData)
      .slice(0, fewRows)
      .flatMap((one) => one.otherNumbers),
  );
  return otherNumbers.every((path) => beside.has(path));
}

/** As many rows as show what all have. */
const fewRows = 5;

/** Where no data are found, perhaps somebody can say which they are. */
function questionInstead(content: ItemContent, problem: EvidenceProblem): EvidenceProblem {
  if (problem.kind !== "no-data-type") return problem;
  for (const row of content.rows ?? [])
    for (const type of ["dichotomous", "continuous", "contrast"] as const) {
      const asked = row.excluded ? null : questionOfRow(content, row, columnRoles(type));
      if (asked !== null) return asked;
    }
  return problem;
}

function notANumber(row: ItemRow, role: NumberRole | "confidence-level", value: unknown): EvidenceProblem {
  return { kind: "not-a-number", role, study: row.study, value, pointer: row.pointerOf(role) };
}

function wrongLevel(row: ItemRow, said: unknown): EvidenceProblem {
  const role = "confidence-level";
  return typeof said === "number" ? impossible(row, role, said) : notANumber(row, role, null);
}

function impossible(row: ItemRow, role: NumberRole | "confidence-level", value: number): EvidenceProblem {
  return { kind: "impossible-number", role, study: row.study, value, pointer: row.pointerOf(role) };
}
