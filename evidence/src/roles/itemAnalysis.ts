import type {
  Analysis,
  Contrast,
  EventCounts,
  MeanAndDeviation,
  ObservedExpected,
  Row,
  TwoArms,
} from "../analysis";
import { isRatio } from "../analysis";
import { normalQuantile } from "../distributions/distributions";
import type { Choices } from "./choices";
import { chooseFrom } from "./choices";
import type { EvidenceProblem } from "./problems";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import type { NumberRole } from "./roles";

/** What had to be done to a row's numbers before they could be pooled. */
export type Conversion = "natural-scale" | "standard-error-from-interval" | "standard-error-from-variance";

/** An item as an analysis that can be computed, or why it cannot be. */
export type ItemAnalysis =
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
export function analysisOfItem(content: ItemContent, leftOut: ReadonlySet<string>): ItemAnalysis {
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

const countRoles = [
  "experimental-events",
  "experimental-total",
  "comparator-events",
  "comparator-total",
] as const satisfies readonly NumberRole[];

function countsOf(row: ItemRow): RowData<TwoArms<EventCounts>> {
  const lacking = lackingOf(row, countRoles);
  if (lacking !== undefined) return lacking;
  const experimental = {
    events: given(row, countRoles[0]),
    total: given(row, countRoles[1]),
  };
  const comparator = {
    events: given(row, countRoles[2]),
    total: given(row, countRoles[3]),
  };
  for (const arm of arms) {
    const { events, total } = arm === "experimental" ? experimental : comparator;
    if (total < 0) return impossible(row, `${arm}-total`, total);
    if (events < 0 || events > total) return impossible(row, `${arm}-events`, events);
  }
  return data({ experimental, comparator });
}

const meanRoles = [
  ...["experimental-mean" as const, "experimental-sd" as const, "experimental-total" as const],
  ...["comparator-mean" as const, "comparator-sd" as const, "comparator-total" as const],
];

function meansOf(row: ItemRow): RowData<TwoArms<MeanAndDeviation>> {
  const lacking = lackingOf(row, meanRoles);
  if (lacking !== undefined) return lacking;
  const experimental = {
    mean: given(row, "experimental-mean"),
    standardDeviation: given(row, "experimental-sd"),
    total: given(row, "experimental-total"),
  };
  const comparator = {
    mean: given(row, "comparator-mean"),
    standardDeviation: given(row, "comparator-sd"),
    total: given(row, "comparator-total"),
  };
  for (const arm of arms) {
    const { standardDeviation, total } = arm === "experimental" ? experimental : comparator;
    if (total < 0) return impossible(row, `${arm}-total`, total);
    if (standardDeviation < 0) return impossible(row, `${arm}-sd`, standardDeviation);
  }
  return data({ experimental, comparator });
}

const arms = ["experimental", "comparator"] as const;

function scoreOf(row: ItemRow): RowData<ObservedExpected> {
  const lacking = lackingOf(row, ["observed-minus-expected", "variance"]);
  if (lacking !== undefined) return lacking;
  const [observedMinusExpected, variance] = [given(row, "observed-minus-expected"), given(row, "variance")];
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
  const numberOf = (role: NumberRole): number | undefined => row.numbers.get(role)?.value;
  const [low, high, variance] = [numberOf("interval-low"), numberOf("interval-high"), numberOf("variance")];
  const hasInterval = low !== undefined && high !== undefined;
  const needsError = numberOf("standard-error") === undefined && (hasInterval || variance !== undefined);
  const lacking = lackingOf(row, needsError ? ["estimate"] : ["estimate", "standard-error"]);
  if (lacking !== undefined) return lacking;
  const estimate = given(row, "estimate");
  if (isNatural && estimate <= 0) return impossible(row, "estimate", estimate);
  const participants = participantsOf(row);
  const logged = isNatural ? Math.log(estimate) : estimate;
  if (isNatural) conversions.add("natural-scale");
  if (hasInterval && (isNatural || (needsError && variance === undefined))) {
    if (isNatural && low <= 0) return impossible(row, "interval-low", low);
    if (high < low) return impossible(row, "interval-high", high);
    conversions.add("standard-error-from-interval");
    const width = isNatural ? Math.log(high) - Math.log(low) : high - low;
    const standardError = width / 2 / normalQuantile((1 - confidenceLevel) / 2);
    return data({ estimate: logged, standardError, participants });
  }
  if (needsError && variance !== undefined) {
    if (variance < 0) return impossible(row, "variance", variance);
    conversions.add("standard-error-from-variance");
  }
  const error = needsError ? Math.sqrt(variance ?? 0) : given(row, "standard-error");
  if (error < 0) return impossible(row, "standard-error", error);
  return data({
    estimate: logged,
    standardError: isNatural ? error / estimate : error,
    participants,
  });
}

function participantsOf({ numbers }: ItemRow): number | null {
  const [first, second] = [numbers.get("experimental-total"), numbers.get("comparator-total")];
  return first === undefined || second === undefined ? null : first.value + second.value;
}

/** What stands in the way of a row's numbers: it has to have all of some roles, or none at all. */
function lackingOf(row: ItemRow, roles: readonly NumberRole[]): RowData<never> | undefined {
  const { study, numbers, notNumbers } = row;
  if (notNumbers.size > 0)
    for (const role of roles) {
      const wrong = notNumbers.get(role);
      if (wrong !== undefined && !numbers.has(role))
        return {
          kind: "problem",
          problem: {
            kind: "not-a-number",
            role,
            study,
            pointer: wrong.pointer,
          },
        };
    }
  if (numbers.size === 0) return noData;
  for (const role of roles)
    if (!numbers.has(role))
      return {
        kind: "problem",
        problem: { kind: "missing", role, study, pointer: row.pointer },
      };
  return undefined;
}

const noData = { kind: "data", data: null } as const;

function given({ numbers }: ItemRow, role: NumberRole): number {
  return numbers.get(role)?.value ?? NaN;
}

function data<Data>(value: Data): RowData<Data> {
  return { kind: "data", data: value };
}

function impossible(row: ItemRow, role: NumberRole, value: number): RowData<never> {
  const pointer = row.numbers.get(role)?.pointer ?? row.pointer;
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
