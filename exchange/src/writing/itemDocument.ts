import { isNumberRole, numberRoles } from "@analyses/evidence";
import { type ValuePlace, type Written, mayFollowPattern } from "@analyses/json-schema";
import type { JsonValue } from "@analyses/json";
import { loggedContrast, needsLogging, reportConvertedEstimates } from "../model/contrast";
import { type Losses, numberName } from "../model/report";
import {
  type Analysis,
  type Cell,
  type Choices,
  type Labels,
  type Review,
  type RiskOfBiasMethod,
  type Row,
  analysisKey,
} from "../model/review";
import { judgedAs } from "../reading/riskOfBias";
import { type ItemShape, placeFrom } from "./schemaPlace";
import { type RolesOfShape, type ValueOfRole, ItemWriter } from "./writeItem";

type Options = ItemShape & { readonly riskOfBias: RiskOfBiasMethod };

/** Writes a document by an item schema (`spec/exchange.md` section 6). Missing required values are `null`. */
export function itemDocument(
  review: Review,
  options: Options & { readonly $schema: string },
  losses: Losses,
): Written {
  return {
    $schema: options.$schema,
    "risk-of-bias-method": `RISK_OF_BIAS_${options.riskOfBias}`,
    "analysis-groups": writtenGroups(review, options, losses),
  };
}

function writtenGroups({ groups }: Review, options: Options, losses: Losses): readonly Written[] {
  const writer = new ItemWriter(options);
  const writing = { ...options, losses };
  const write = (given: Analysis, key: string): Written => {
    const roles = writer.rolesWith(valuesOf(given.choices));
    const analysis = fitToSchema(given, key, roles, losses);
    const { item, placed } = writer.write({
      number: analysis.number,
      name: analysis.name.value,
      choices: valuesOf(analysis.choices),
      labels: valuesOf(analysis.labels),
      subgroups: analysis.subgroups.map(({ name }) => name.value),
      rows: analysis.rows.map((row) => ({ subgroup: row.subgroup, valueOf: valuesOfRow(row, writing) })),
    });
    listUnplaced(analysis, key, placed, losses);
    return item;
  };
  return groups.map((group) => ({
    number: group.number,
    name: group.name.value,
    analyses: (function* () {
      for (const analysis of group.analyses) yield write(analysis, analysisKey(group, analysis));
    })(),
  }));
}

/** Returns the values of cells by role. */
function valuesOf<Cells extends Choices | Labels>(
  cells: Cells,
): ReadonlyMap<keyof Cells & string, ValueIn<Cells>> {
  const entries = Object.entries(cells) as [keyof Cells & string, Cell<ValueIn<Cells>> | undefined][];
  return new Map(
    entries.flatMap(([role, cell]) => (cell === undefined ? [] : [[role, cell.value] as const])),
  );
}

type ValueIn<Cells> = Cells extends Choices ? string | number | boolean : string;

/**
 * Adapts an analysis to the schema: converts estimates to logarithms if it cannot represent them as they are. If some
 * rows count only in a subgroup or only in the total, omits those of the total alone, and the total.
 */
function fitToSchema(
  analysis: Analysis,
  key: string,
  { ofItem, ofRows, needed }: RolesOfShape,
  losses: Losses,
): Analysis {
  const hasPlace = ofItem.has("scale") && ofRows.has("interval-low") && ofRows.has("interval-high");
  const isKept = hasPlace && !needed.has("standard-error");
  const logged = needsLogging(analysis) && !isKept ? withLogarithms(analysis) : analysis;
  if (logged !== analysis) reportConvertedEstimates(analysis, key, losses);
  if (logged.rows.every(({ appliesTo }) => appliesTo === "subgroup-and-overall")) return logged;
  const rows = logged.rows.filter(({ appliesTo }) => appliesTo !== "overall-only");
  losses
    .item("lost", "row-outside-total", { analysis: key, place: analysis.place })
    .translate(
      "Some rows count for subgroups, or for the total, only: subtotals were kept, and {0} rows left out.",
      logged.rows.length - rows.length,
    );
  const totals = { value: "subtotals-only", text: "", place: analysis.place } as const;
  return { ...logged, rows, choices: { ...logged.choices, totals }, stored: {} };
}

/** Reports the properties of an analysis that the schema cannot represent. */
function listUnplaced(
  { choices, labels, rows, place, subgroups }: Analysis,
  key: string,
  placed: ReadonlySet<string>,
  losses: Losses,
): void {
  const { translate } = losses;
  for (const [role, cell] of Object.entries(choices) as [keyof Choices, Cell<unknown>][]) {
    if (placed.has(role) || isUsual(role, cell, choices)) continue;
    const severity = role === "prediction-interval" ? "note" : "lost";
    const code = role === "effect-measure" ? "measure-unknown" : "setting-not-kept";
    losses
      .item(severity, code, { analysis: key, place: cell.place })
      .translate("The schema has no word for “{0}”.", String(cell.value));
  }
  for (const [role, label] of Object.entries(labels) as [string, Cell<string>][])
    if (!placed.has(role))
      losses
        .item("note", "setting-not-kept", { analysis: key, place: label.place })
        .translate("The schema has no place for “{0}”.", label.value);
  if (subgroups.length > 0 && !placed.has("subgroups"))
    losses
      .item("lost", "setting-not-kept", { analysis: key, place })
      .translate("The schema has no place for subgroups: their rows were left out.");
  if (rows.some(({ excluded }) => excluded) && !placed.has("excluded"))
    losses
      .item("lost", "row-outside-total", { analysis: key, place })
      .translate("The schema cannot say that studies are left out of the pool: they count.");
  const given = new Set<string>();
  for (const { numbers } of rows) for (const role in numbers) given.add(role);
  const unplaced = numberRoles.filter((role) => !placed.has(role) && given.has(role));
  if (unplaced.length > 0) {
    const isAdjacent = unplaced.every((role) => /-(?:total|events)$/.test(role));
    losses
      .item(isAdjacent ? "note" : "lost", "setting-not-kept", { analysis: key, place })
      .translate(
        "The schema has no place in its studies for {0}.",
        unplaced.map((role) => numberName(role, translate)).join(", "),
      );
  }
}

/** Replaces ratios, variances and intervals by logarithms and their standard errors. */
function withLogarithms(analysis: Analysis): Analysis {
  const rows = analysis.rows.map((row): Row => {
    const contrast = loggedContrast(row, analysis);
    if (contrast === null) return row;
    const { numbers, place } = row;
    const cell = (value: number): Cell<number> => ({ value, text: String(value), place });
    const isRatios = analysis.choices.scale?.value === "natural";
    const others = Object.entries(numbers).filter(([role]) =>
      isRatios ? !/^(?:interval-|variance)/.test(role) : role !== "variance",
    );
    return {
      ...row,
      numbers: {
        ...Object.fromEntries(others),
        estimate: cell(contrast.estimate),
        "standard-error": cell(contrast.standardError),
      },
    };
  });
  const { scale, ...choices } = analysis.choices;
  return {
    ...analysis,
    rows,
    choices: scale === undefined ? choices : { ...choices, scale: { ...scale, value: "log" } },
  };
}

/**
 * Whether omitting a choice changes no number: it equals the default or, like the type of data, follows from the other
 * data.
 */
export function isUsual(role: keyof Choices, { value }: Cell<unknown>, choices: Choices): boolean {
  switch (role) {
    case "data-type":
      return true;
    case "confidence-level":
      return value === 0.95;
    case "prediction-interval":
    case "swap-events":
      return value === false;
    case "totals":
      return value === "totals-and-subtotals";
    case "interval-method":
      return value === "wald";
    case "scale":
      return value === "log" || choices["data-type"]?.value !== "contrast";
    case "method":
      // Means and estimates have only one method.
      return ["continuous", "contrast"].includes(choices["data-type"]?.value ?? "");
    case "heterogeneity-estimator":
    case "effect-measure":
    case "model":
      return false;
  }
}

interface RowWriting {
  readonly riskOfBias: RiskOfBiasMethod;
  readonly losses: Losses;
}

/** Returns a function that gives a row's value for each role, in the form that the schema requires. */
function valuesOfRow(row: Row, writing: RowWriting): ValueOfRole {
  return (role, at) => {
    switch (role) {
      case "study":
        return studyName(row, at, writing);
      case "year":
        return yearOf(row, at);
      case "excluded":
        return row.excluded ? true : undefined;
      case "footnotes": {
        if (row.footnotes.length === 0) return undefined;
        const texts = row.footnotes.map(({ value }) => value);
        return at.types.includes("array") ? texts : texts.join(" ");
      }
      case "risk-of-bias":
        return judgementsOf(row, at, writing);
      default:
        return isNumberRole(role) ? row.numbers[role]?.value : undefined;
    }
  };
}

/** The study's name unchanged, or with the source's year appended if the schema requires one. */
function studyName(row: Row, { schemas }: ValuePlace, { losses }: RowWriting): string {
  const { study, year } = row;
  const fits = (text: string): boolean =>
    schemas.every(
      ({ schema: { pattern } }) => typeof pattern !== "string" || mayFollowPattern(text, pattern),
    );
  const longer = `${study.value} ${year?.value ?? ""}`;
  if (year === null || fits(study.value) || !fits(longer)) return study.value;
  losses
    .itemOnce("changed", "name-changed", { place: study.place })
    .translate("“{0}” became “{1}”: studies are named so here.", study.value, longer);
  return longer;
}

function yearOf({ year }: Row, { types }: ValuePlace): JsonValue | undefined {
  if (year === null) return undefined;
  if (!types.includes("integer") && !types.includes("number")) return year.value;
  return /^\d{4}$/.test(year.value) ? Number(year.value) : undefined;
}

/**
 * Returns the judgements for whose domains the schema has a property, and reports the others. If the schema has
 * properties for several methods, uses those of the document's method.
 */
function judgementsOf(row: Row, { schemas }: ValuePlace, writing: RowWriting): JsonValue | undefined {
  if (row.riskOfBias.length === 0) return undefined;
  const { riskOfBias, losses } = writing;
  const own = schemas.filter(
    ({ schema }) => schema["x-risk-of-bias-method"] === `RISK_OF_BIAS_${riskOfBias}`,
  );
  const { names, property } = placeFrom(own.length > 0 ? own : schemas).having({});
  const judged = row.riskOfBias.flatMap(
    ({ domain, judged: said }): readonly (readonly [string, JsonValue])[] => {
      const name = names.find((one) => folded(one) === folded(domain));
      const word = (name === undefined ? [] : property(name).values)
        .filter((value) => typeof value === "string")
        .find((value) => judgedAs(value.replaceAll("_", " "), riskOfBias) === said);
      if (name === undefined || word === undefined) {
        losses
          .itemOnce("lost", "risk-of-bias-domain", { place: row.place })
          .translate("The schema has no place for judgements of “{0}”: left out.", domain);
        return [];
      }
      return [[name, word]];
    },
  );
  return judged.length === 0 ? undefined : Object.fromEntries(judged);
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
