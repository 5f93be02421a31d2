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
import { normalQuantile } from "../distributions/normal";
import type { Arm } from "./names";
import type { Choices } from "./choices";
import { chooseFrom } from "./choices";
import type { EvidenceProblem } from "./problems";
import type { ItemContent } from "./readItem";
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
  | { readonly kind: "problem"; readonly problem: EvidenceProblem; readonly choices: Choices | null };

type ItemRows = NonNullable<ItemContent["rows"]>;
type ItemRow = ItemRows[number];

/** The data of a row, nothing for a row without any numbers, or what is wrong with them. */
type RowData<Data> =
  | { readonly kind: "data"; readonly data: Data | null }
  | { readonly kind: "problem"; readonly problem: EvidenceProblem };

/** Makes an analysis of what an item says. */
export function analysisOfItem(content: ItemContent): ItemAnalysis {
  const { rows } = content;
  if (rows === null) return { kind: "problem", problem: { kind: "no-studies", pointer: "" }, choices: null };
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
      return finish(rows, meansOf, (ofRows) => ({ ...common, ...pooling, rows: ofRows }));
    case "contrast": {
      const isNatural = choices.scale === "natural" && isRatio(pooling.choice.measure);
      const read = (row: ItemRow): RowData<Contrast> =>
        contrastOf(row, isNatural, choices.confidenceLevel, conversions);
      return finish(rows, read, (ofRows) => ({ ...common, ...pooling, rows: ofRows }));
    }
    case "observed-expected":
      return finish(rows, scoreOf, (ofRows) => ({ ...common, ...pooling, rows: ofRows }));
  }

  function finish<Data>(
    all: ItemRows,
    read: (row: ItemRow) => RowData<Data>,
    make: (rows: readonly Row<Data>[]) => Analysis,
  ): ItemAnalysis {
    const made: Row<Data>[] = [];
    for (const [id, row] of all.entries()) {
      const found = read(row);
      // What is left out may be unfinished.
      if (found.kind === "problem" && !row.excluded) return { ...found, choices };
      const data = found.kind === "data" ? found.data : null;
      made.push({ id, study: row.study, subgroup: row.subgroup, excluded: row.excluded, data });
    }
    return { kind: "analysis", analysis: make(made), choices, conversions };
  }
}

function countsOf(row: ItemRow): RowData<TwoArms<EventCounts>> {
  const numbers = numbersOf(
    row,
    arms.flatMap((arm) => [`${arm}-events`, `${arm}-total`] as const),
  );
  if (numbers.kind !== "numbers") return numbers;
  const armOf = (arm: Arm): EventCounts => ({
    events: numbers.of(`${arm}-events`),
    total: numbers.of(`${arm}-total`),
  });
  for (const arm of arms) {
    const { events, total } = armOf(arm);
    if (total < 0) return impossible(row, `${arm}-total`, total);
    if (events < 0 || events > total) return impossible(row, `${arm}-events`, events);
  }
  return data({ experimental: armOf("experimental"), comparator: armOf("comparator") });
}

function meansOf(row: ItemRow): RowData<TwoArms<MeanAndDeviation>> {
  const numbers = numbersOf(
    row,
    arms.flatMap((arm) => [`${arm}-mean`, `${arm}-sd`, `${arm}-total`] as const),
  );
  if (numbers.kind !== "numbers") return numbers;
  const armOf = (arm: Arm): MeanAndDeviation => ({
    mean: numbers.of(`${arm}-mean`),
    standardDeviation: numbers.of(`${arm}-sd`),
    total: numbers.of(`${arm}-total`),
  });
  for (const arm of arms) {
    const { standardDeviation, total } = armOf(arm);
    if (total < 0) return impossible(row, `${arm}-total`, total);
    if (standardDeviation < 0) return impossible(row, `${arm}-sd`, standardDeviation);
  }
  return data({ experimental: armOf("experimental"), comparator: armOf("comparator") });
}

const arms = ["experimental", "comparator"] as const;

function scoreOf(row: ItemRow): RowData<ObservedExpected> {
  const numbers = numbersOf(row, ["observed-minus-expected", "variance"]);
  if (numbers.kind !== "numbers") return numbers;
  const [observedMinusExpected, variance] = [numbers.of("observed-minus-expected"), numbers.of("variance")];
  if (variance < 0) return impossible(row, "variance", variance);
  return data({ observedMinusExpected, variance, participants: participantsOf(row) });
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
  const given = (role: NumberRole): number | undefined => row.numbers.get(role)?.value;
  const [low, high, variance] = [given("interval-low"), given("interval-high"), given("variance")];
  const hasInterval = low !== undefined && high !== undefined;
  const needsError = given("standard-error") === undefined && (hasInterval || variance !== undefined);
  const numbers = numbersOf(
    row,
    needsError ? (["estimate"] as const) : (["estimate", "standard-error"] as const),
  );
  if (numbers.kind !== "numbers") return numbers;
  const estimate = numbers.of("estimate");
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
  const error = needsError ? Math.sqrt(variance ?? 0) : (given("standard-error") ?? 0);
  if (error < 0) return impossible(row, "standard-error", error);
  return data({ estimate: logged, standardError: isNatural ? error / estimate : error, participants });
}

function participantsOf({ numbers }: ItemRow): number | null {
  const [first, second] = arms.map((arm) => numbers.get(`${arm}-total`)?.value);
  return first === undefined || second === undefined ? null : first + second;
}

type Numbers<Asked extends NumberRole> =
  | { readonly kind: "numbers"; readonly of: (role: Asked) => number }
  | { readonly kind: "data"; readonly data: null }
  | { readonly kind: "problem"; readonly problem: EvidenceProblem };

/** The numbers of some roles: all of them, or none at all. */
function numbersOf<Asked extends NumberRole>(row: ItemRow, roles: readonly Asked[]): Numbers<Asked> {
  const { study, pointer } = row;
  for (const role of roles) {
    const wrong = row.notNumbers.get(role);
    if (wrong !== undefined && !row.numbers.has(role))
      return { kind: "problem", problem: { kind: "not-a-number", role, study, pointer: wrong.pointer } };
  }
  if (row.numbers.size === 0) return { kind: "data", data: null };
  const missing = roles.find((role) => !row.numbers.has(role));
  if (missing !== undefined)
    return { kind: "problem", problem: { kind: "missing", role: missing, study, pointer } };
  return { kind: "numbers", of: (role) => row.numbers.get(role)?.value ?? NaN };
}

function data<Data>(value: Data): RowData<Data> {
  return { kind: "data", data: value };
}

function impossible(row: ItemRow, role: NumberRole, value: number): RowData<never> {
  const pointer = row.numbers.get(role)?.pointer ?? row.pointer;
  return { kind: "problem", problem: { kind: "impossible-number", role, study: row.study, value, pointer } };
}
