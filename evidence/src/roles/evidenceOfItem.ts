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
import { readItem } from "./readItem";
import { isRatio } from "../analysis";
import { normalQuantile } from "../distributions/distributions";
import { chooseFrom } from "./choices";
import type { ItemRow } from "./readRow";
import type { Arm } from "./names";
import type { NumberRole } from "./roles";
import { armRoles, columnRoles } from "./roles";

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

function evidenceOfContent(content: ItemContent, leftOut: ReadonlySet<string> = new Set()): ItemEvidence {
  const made = analysisOfItem(content, leftOut);
  if (made.kind === "problem")
    return {
      kind: "problem",
      content,
      choices: made.choices,
      problem: made.problem,
    };
  const { analysis, choices, conversions } = made;
  const result = computeAnalysis(analysis);
  if (result.kind === "out-of-range")
    return {
      kind: "problem",
      content,
      choices,
      problem: { kind: "out-of-range", pointer: "" },
    };
  return { kind: "computed", content, choices, conversions, analysis, result };
}

/** What had to be done to a row's numbers before they could be pooled. */
type Conversion = "natural-scale" | "standard-error-from-interval" | "standard-error-from-variance";

/** An item as an analysis that can be computed, or why it cannot be. */
type ItemAnalysis =
  | {
      readonly kind: "analysis";
      /** Rows are named by their index in the item's rows. */
      readonly analysis: Analysis;
      readonly choices: Choices;
      readonly conversions: ReadonlySet<Conversion>;
    }
  | {
      readonly kind: "problem";
      readonly problem: EvidenceProblem;
      readonly choices: Choices | null;
    };

type ItemRows = NonNullable<ItemContent["rows"]>;

/** The data of a row, nothing for a row without any numbers, or what is wrong with them. */
type RowData<Data> =
  | { readonly kind: "data"; readonly data: Data | null }
  | { readonly kind: "problem"; readonly problem: EvidenceProblem };

/**
 * Makes an analysis of what an item says.
 *
 * @param leftOut the pointers of rows that are left out besides those that say so
 */
function analysisOfItem(content: ItemContent, leftOut: ReadonlySet<string>): ItemAnalysis {
  const { rows } = content;
  if (rows === null)
    return {
      kind: "problem",
      problem: { kind: "no-studies", pointer: "" },
      choices: null,
    };
  const chosen = chooseFrom(content);
  if (chosen.kind === "problem") return { ...chosen, choices: null };
  const { choices } = chosen;
  const conversions = new Set<Conversion>();
  const common = {
    model: choices.model,
    confidenceLevel: choices.confidenceLevel,
    totals: choices.totals,
    subgroups: content.subgroups?.map(({ name }) => name) ?? null,
  };
  const { pooling } = choices;
  switch (pooling.dataType) {
    case "dichotomous":
      return finish(rows, countsOf, (ofRows) => ({
        ...common,
        ...pooling,
        swapEvents: choices.swapEvents,
        rows: ofRows,
      }));
    case "continuous":
      return finish(rows, meansOf, (ofRows) => ({
        ...common,
        ...pooling,
        rows: ofRows,
      }));
    case "contrast": {
      const isNatural = choices.scale === "natural" && isRatio(pooling.choice.measure);
      const read = (row: ItemRow): RowData<Contrast> =>
        contrastOf(row, isNatural, choices.confidenceLevel, conversions);
      return finish(rows, read, (ofRows) => ({
        ...common,
        ...pooling,
        rows: ofRows,
      }));
    }
    case "observed-expected":
      return finish(rows, scoreOf, (ofRows) => ({
        ...common,
        ...pooling,
        rows: ofRows,
      }));
  }

  function finish<Data>(
    all: ItemRows,
    read: (row: ItemRow) => RowData<Data>,
    make: (rows: readonly Row<Data>[]) => Analysis,
  ): ItemAnalysis {
    const made: Row<Data>[] = [];
    for (const row of all) {
      const excluded = row.excluded || (leftOut.size > 0 && leftOut.has(row.pointer));
      const found = read(row);
      // What is left out may be unfinished.
      if (found.kind === "problem" && !excluded) return { ...found, choices };
      const data = found.kind === "data" ? found.data : null;
      made.push({
        id: row.index,
        study: row.study,
        subgroup: row.subgroup,
        excluded,
        data,
      });
    }
    return { kind: "analysis", analysis: make(made), choices, conversions };
  }
}

function countsOf(row: ItemRow): RowData<TwoArms<EventCounts>> {
  const events1 = row.number("experimental-events");
  const total1 = row.number("experimental-total");
  const events2 = row.number("comparator-events");
  const total2 = row.number("comparator-total");
  if (events1 === undefined || total1 === undefined || events2 === undefined || total2 === undefined)
    return lackingOf(row, columnRoles("dichotomous"));
  if (total1 < 0) return impossible(row, "experimental-total", total1);
  if (events1 < 0 || events1 > total1) return impossible(row, "experimental-events", events1);
  if (total2 < 0) return impossible(row, "comparator-total", total2);
  if (events2 < 0 || events2 > total2) return impossible(row, "comparator-events", events2);
  return data({
    experimental: { events: events1, total: total1 },
    comparator: { events: events2, total: total2 },
  });
}

function meansOf(row: ItemRow): RowData<TwoArms<MeanAndDeviation>> {
  const experimental = armOf(row, "experimental");
  const comparator = armOf(row, "comparator");
  if (experimental === undefined || comparator === undefined)
    return lackingOf(row, columnRoles("continuous"));
  const arms = { experimental, comparator };
  for (const arm of ["experimental", "comparator"] as const) {
    const { standardDeviation, total } = arms[arm];
    if (total < 0) return impossible(row, `${arm}-total`, total);
    if (standardDeviation < 0) return impossible(row, `${arm}-sd`, standardDeviation);
  }
  return data(arms);
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

function scoreOf(row: ItemRow): RowData<ObservedExpected> {
  const roles = ["observed-minus-expected", "variance"] as const;
  const [observedMinusExpected, variance] = numbersOf(row, roles);
  if (observedMinusExpected === undefined || variance === undefined) return lackingOf(row, roles);
  if (variance < 0) return impossible(row, "variance", variance);
  return data({
    observedMinusExpected,
    variance,
    participants: participantsOf(row),
  });
}

/**
 * An estimate with its standard error: as given, else the root of its variance, else from its interval (Handbook 6.3.1).
 * A ratio on the natural scale is taken to its logarithm, its interval too; a standard error alone by the delta method.
 */
function contrastOf(
  row: ItemRow,
  isNatural: boolean,
  confidenceLevel: number,
  conversions: Set<Conversion>,
): RowData<Contrast> {
  const [estimate, standardError, variance] = numbersOf(row, ["estimate", "standard-error", "variance"]);
  const [low, high] = numbersOf(row, ["interval-low", "interval-high"]);
  const hasInterval = low !== undefined && high !== undefined;
  const needsError = standardError === undefined && (hasInterval || variance !== undefined);
  if (estimate === undefined || (standardError === undefined && !needsError))
    return lackingOf(row, needsError ? ["estimate"] : ["estimate", "standard-error"]);
  if (isNatural && estimate <= 0) return impossible(row, "estimate", estimate);
  const participants = participantsOf(row);
  const logged = isNatural ? Math.log(estimate) : estimate;
  if (isNatural) conversions.add("natural-scale");
  if (hasInterval && (isNatural || (needsError && variance === undefined))) {
    if (isNatural && low <= 0) return impossible(row, "interval-low", low);
    if (high < low) return impossible(row, "interval-high", high);
    conversions.add("standard-error-from-interval");
    const width = isNatural ? Math.log(high) - Math.log(low) : high - low;
    const fromWidth = width / 2 / normalQuantile((1 - confidenceLevel) / 2);
    return data({ estimate: logged, standardError: fromWidth, participants });
  }
  if (needsError && variance !== undefined) {
    if (variance < 0) return impossible(row, "variance", variance);
    conversions.add("standard-error-from-variance");
  }
  const error = standardError ?? Math.sqrt(variance ?? 0);
  if (error < 0) return impossible(row, "standard-error", error);
  return data({
    estimate: logged,
    standardError: isNatural ? error / estimate : error,
    participants,
  });
}

function participantsOf(row: ItemRow): number | null {
  const [first, second] = numbersOf(row, ["experimental-total", "comparator-total"]);
  return first === undefined || second === undefined ? null : first + second;
}

function numbersOf(row: ItemRow, roles: readonly NumberRole[]): readonly (number | undefined)[] {
  return roles.map((role) => row.number(role));
}

/** What stands in the way of a row that has not all of some roles; nothing where it has none at all. */
function lackingOf(row: ItemRow, roles: readonly NumberRole[]): RowData<never> {
  const { study } = row;
  const lacking = roles.filter((role) => row.number(role) === undefined);
  const wrong = lacking.find((role) => row.says(role));
  if (wrong !== undefined)
    return {
      kind: "problem",
      problem: { kind: "not-a-number", role: wrong, study, pointer: row.pointerOf(wrong) },
    };
  const [role] = lacking;
  return role === undefined || row.numbers.length === 0
    ? { kind: "data", data: null }
    : { kind: "problem", problem: { kind: "missing", role, study, pointer: row.pointer } };
}

function data<Data>(value: Data): RowData<Data> {
  return { kind: "data", data: value };
}

function impossible(row: ItemRow, role: NumberRole, value: number): RowData<never> {
  const pointer = row.pointerOf(role);
  return {
    kind: "problem",
    problem: {
      kind: "impossible-number",
      role,
      study: row.study,
      value,
      pointer,
    },
  };
}
