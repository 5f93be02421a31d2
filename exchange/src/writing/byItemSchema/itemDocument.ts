import type { RoleBinding } from "../../../../evidence/src/index";
import { bindRoles, nameProperties, numberRoles } from "../../../../evidence/src/index";
import { loggedContrast, needsLogging } from "../../model/contrast";
import type { Losses } from "../../model/report";
import type { Analysis, Cell, Labels, Review, RiskOfBiasMethod, Row } from "../../model/review";
import { analysisKey } from "../../model/review";
import { objectOf } from "../../reading/json";
import type { DocumentToWrite, Written } from "../json";
import { listContrasts } from "../listLosses";
import type { ChoiceRole } from "./choices";
import { isUsual, writtenChoice } from "./choices";
import type { Place, RowWriting } from "./rowWriter";
import { rolesOfRow, writtenRow } from "./rowWriter";
import type { Resolve, SchemaNode } from "./schemaView";
import { elementsOf, viewOf } from "./schemaView";

/** How items look: a schema, and what it refers to. */
export interface ItemShape {
  readonly itemSchema: unknown;
  /** The setting `evidence.roles`, where names and annotations do not say what a property is. */
  readonly roles?: unknown;
  readonly resolve: Resolve;
  readonly matches: (pattern: string, text: string) => boolean;
}

/**
 * A document by an item schema: for each role the property that is annotated, else named, for it
 * (`spec/exchange.md` section 6). What is required and not said stays `null`, to be filled in.
 */
export function itemDocument(
  review: Review,
  options: ItemShape & { readonly riskOfBias: RiskOfBiasMethod; readonly $schema: string },
  losses: Losses,
): DocumentToWrite {
  return {
    head: { $schema: options.$schema, "risk-of-bias-method": `RISK_OF_BIAS_${options.riskOfBias}` },
    groups: writtenGroups(review, new ItemWriter(options, losses)),
  };
}

function* writtenGroups({ groups }: Review, writer: ItemWriter): Iterable<Written> {
  for (const group of groups)
    yield {
      number: group.number,
      name: group.name.value,
      analyses: group.analyses.map((analysis) => writer.write(analysis, analysisKey(group, analysis))),
    };
}

class ItemWriter {
  readonly #binding: RoleBinding;
  readonly #schemas: readonly SchemaNode[];

  constructor(
    private readonly options: ItemShape & { readonly riskOfBias: RiskOfBiasMethod },
    private readonly losses: Losses,
  ) {
    const { itemSchema, resolve, roles } = options;
    this.#binding = bindRoles({ itemSchema, resolve, setting: roles });
    const node = objectOf(itemSchema);
    this.#schemas = node === undefined ? [] : [{ node, root: itemSchema }];
  }

  write(given: Analysis, key: string): Written {
    const { resolve } = this.options;
    const chosen = this.#chosen(given);
    const { properties, required } = viewOf(this.#schemas, resolve, chosen);
    const analysis = this.#fitted(given, key, properties);
    const placed = new Set<string>();
    const item: (readonly [string, Written])[] = [];
    let isNamed = false;
    for (const [name, schemas] of properties) {
      const place = this.#binding.item.property(name);
      const isName: boolean = !isNamed && nameProperties.includes(name);
      if (isName) isNamed = true;
      const value =
        name === "number"
          ? analysis.number
          : isName
            ? analysis.name.value
            : this.#valueAt(place, schemas, { analysis, key, placed });
      if (value !== undefined) item.push([name, value]);
      else if (required.has(name)) item.push([name, null]);
    }
    this.#listUnplaced(analysis, key, placed);
    return Object.fromEntries(item);
  }

  /** What the schema's alternatives are chosen by: the choices in its words. */
  #chosen(analysis: Analysis): ReadonlyMap<string, Written> {
    const { resolve } = this.options;
    const { properties } = viewOf(this.#schemas, resolve, new Map());
    return new Map(
      Array.from(properties).flatMap(([name, schemas]) => {
        const bound = this.#binding.item.property(name).roles;
        return bound.flatMap((role) => {
          const cell = cellOf(analysis, role.role);
          const value = cell && writtenChoice(cell.cell, cell.role, role, schemas, resolve);
          return value === undefined ? [] : [[name, value] as const];
        });
      }),
    );
  }

  /** The analysis in what the schema has room for: estimates as logarithms, rows that count for all pools. */
  #fitted(analysis: Analysis, key: string, properties: ReadonlyMap<string, readonly SchemaNode[]>): Analysis {
    const roles = this.#rowRoles(properties);
    const hasScale = Array.from(properties.keys()).some((name) =>
      this.#binding.item.property(name).roles.some(({ role }) => role === "scale"),
    );
    const isKept = hasScale && roles.has("interval-low") && roles.has("interval-high");
    const logged = needsLogging(analysis) && !isKept ? asLogged(analysis) : analysis;
    if (logged !== analysis) listContrasts(analysis, key, this.losses);
    if (logged.rows.every(({ appliesTo }) => appliesTo === "subgroup-and-overall")) return logged;
    const { translate } = this.losses;
    const rows = logged.rows.filter(({ appliesTo }) => appliesTo !== "overall-only");
    const message = translate(
      "Some rows count for subgroups, or for the total, only: subtotals were kept, and {0} rows left out.",
      logged.rows.length - rows.length,
    );
    this.losses.add("lost", "row-outside-total", { analysis: key, place: analysis.place }, message);
    const totals = { value: "subtotals-only", text: "", place: analysis.place } as const;
    return { ...logged, rows, choices: { ...logged.choices, totals }, stored: {} };
  }

  #rowRoles(properties: ReadonlyMap<string, readonly SchemaNode[]>): ReadonlySet<string> {
    const { resolve } = this.options;
    return new Set(
      Array.from(properties).flatMap(([name, schemas]) => {
        const place = this.#binding.item.property(name);
        const isOfRows = place.roles.some(({ role }) => role === "studies");
        return isOfRows
          ? [...rolesOfRow(elementsOf(schemas, resolve), place.element(0, "row"), resolve)]
          : [];
      }),
    );
  }

  #valueAt(
    place: Place,
    schemas: readonly SchemaNode[],
    of: { readonly analysis: Analysis; readonly key: string; readonly placed: Set<string> },
  ): Written | undefined {
    const { analysis, key, placed } = of;
    const { resolve, riskOfBias, matches } = this.options;
    const writing: RowWriting = { resolve, riskOfBias, matches, losses: this.losses, key, placed };
    for (const bound of place.roles) {
      const { role } = bound;
      const rows = (subgroup: number | null, nodes: readonly SchemaNode[], at: Place): Written => {
        placed.add("studies");
        const elements = elementsOf(nodes, resolve);
        return analysis.rows
          .filter((row) => row.subgroup === subgroup)
          .map((row) => writtenRow(row, elements, at.element(0, "row"), writing));
      };
      if (role === "studies") {
        const hasFlat =
          analysis.subgroups.length === 0 || analysis.rows.some(({ subgroup }) => subgroup === null);
        return hasFlat ? rows(null, schemas, place) : undefined;
      }
      if (role === "subgroups") {
        placed.add(role);
        if (analysis.subgroups.length === 0) return undefined;
        const { properties } = viewOf(elementsOf(schemas, resolve), resolve, new Map());
        const element = place.element(0, "subgroup");
        return analysis.subgroups.map((subgroup, index) =>
          Object.fromEntries(
            Array.from(properties).flatMap(([name, nodes]): readonly (readonly [string, Written])[] => {
              const child = element.property(name);
              const roles = child.roles.map((one) => one.role);
              if (roles.includes("subgroup-name")) return [[name, subgroup.name.value]];
              return roles.includes("studies") ? [[name, rows(index, nodes, child)]] : [];
            }),
          ),
        );
      }
      const choice = cellOf(analysis, role);
      if (choice !== undefined) {
        const value = writtenChoice(choice.cell, choice.role, bound, schemas, resolve);
        if (value !== undefined) placed.add(role);
        // What is off where nothing is said needs no word.
        if (value !== undefined && value !== false) return value;
      }
      const label = labelOf(analysis.labels, role);
      if (label !== undefined) {
        placed.add(role);
        return label.value;
      }
    }
    return undefined;
  }

  /** What the analysis says and the schema has no place for. */
  #listUnplaced(
    { choices, labels, rows, place, subgroups }: Analysis,
    key: string,
    placed: ReadonlySet<string>,
  ): void {
    const { translate } = this.losses;
    for (const [role, cell] of Object.entries(choices) as [ChoiceRole, Cell<unknown>][]) {
      if (placed.has(role) || isUsual(role, cell, choices)) continue;
      const severity = role === "prediction-interval" ? "note" : "lost";
      const code = role === "effect-measure" ? "measure-unknown" : "setting-not-kept";
      const message = translate("The schema has no word for “{0}”.", String(cell.value));
      this.losses.add(severity, code, { analysis: key, place: cell.place }, message);
    }
    for (const [role, label] of Object.entries(labels) as [string, Cell<string>][])
      if (!placed.has(role)) {
        const message = translate("The schema has no place for “{0}”.", label.value);
        this.losses.add("note", "setting-not-kept", { analysis: key, place: label.place }, message);
      }
    if (subgroups.length > 0 && !placed.has("subgroups")) {
      const message = translate("The schema has no place for subgroups: their rows were left out.");
      this.losses.add("lost", "setting-not-kept", { analysis: key, place }, message);
    }
    if (rows.some(({ excluded }) => excluded) && !placed.has("excluded")) {
      const message = translate("The schema cannot say that studies are left out of the pool: they count.");
      this.losses.add("lost", "row-outside-total", { analysis: key, place }, message);
    }
    const unplaced = numberRoles.filter(
      (role) => !placed.has(role) && rows.some(({ numbers }) => numbers[role] !== undefined),
    );
    if (unplaced.length > 0) {
      const message = translate("The schema has no place in its studies for {0}.", unplaced.join(", "));
      const isBeside = unplaced.every((role) => /-(?:total|events)$/.test(role));
      this.losses.add(isBeside ? "note" : "lost", "setting-not-kept", { analysis: key, place }, message);
    }
  }
}

const choiceRoles: readonly ChoiceRole[] = [
  "data-type",
  "effect-measure",
  "method",
  "model",
  "heterogeneity-estimator",
  "interval-method",
  "confidence-level",
  "prediction-interval",
  "totals",
  "swap-events",
  "scale",
];

function cellOf(
  { choices }: Analysis,
  role: string,
): { readonly role: ChoiceRole; readonly cell: Cell<string | number | boolean> } | undefined {
  const known = choiceRoles.find((one) => one === role);
  const cell = known === undefined ? undefined : choices[known];
  return known === undefined || cell === undefined ? undefined : { role: known, cell };
}

const labelRoles: readonly (keyof Labels)[] = [
  "experimental-label",
  "comparator-label",
  "favours-left",
  "favours-right",
  "unit",
];

function labelOf(labels: Labels, role: string): Cell<string> | undefined {
  const known = labelRoles.find((one) => one === role);
  return known === undefined ? undefined : labels[known];
}

/** The same with logarithms and their standard errors in place of ratios, variances and intervals. */
function asLogged(analysis: Analysis): Analysis {
  const rows = analysis.rows.map((row): Row => {
    const contrast = loggedContrast(row, analysis);
    if (contrast === null) return row;
    const { numbers, place } = row;
    const cell = (value: number): Cell<number> => ({ value, text: String(value), place });
    const others = Object.entries(numbers).filter(([role]) => !/^(?:interval-|variance)/.test(role));
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
