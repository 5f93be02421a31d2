import type { RoleBinding } from "../../../../evidence/src/index";
import { numberRoles } from "../../../../evidence/src/index";
import type { Losses } from "../../model/report";
import type { Row, RiskOfBiasMethod } from "../../model/review";
import { objectOf } from "../../reading/json";
import { judgedAs } from "../../reading/riskOfBias";
import type { Written } from "../json";
import type { Resolve, SchemaNode } from "./schemaView";
import { alternativesOf, listOf, viewOf } from "./schemaView";

/** A place that roles are bound at. */
export type Place = RoleBinding["item"];

/** What rows are written by. */
export interface RowWriting {
  readonly resolve: Resolve;
  readonly riskOfBias: RiskOfBiasMethod;
  /** Whether a text fits a pattern of the schema. */
  readonly matches: (pattern: string, text: string) => boolean;
  readonly losses: Losses;
  /** The analysis, as `1.2`. */
  readonly key: string;
  /** Gets the roles that have a place in the schema. */
  readonly placed: Set<string>;
}

/** A row as its schema has it. */
export function writtenRow(
  row: Row,
  schemas: readonly SchemaNode[],
  place: Place,
  writing: RowWriting,
): Written {
  return writtenObject(schemas, place, 0)?.value ?? {};

  /** An object, and whether anything in it is of the row; undefined where the schema has no properties. */
  function writtenObject(
    nodes: readonly SchemaNode[],
    at: Place,
    depth: number,
  ): { readonly value: Written; readonly isFilled: boolean } | undefined {
    const { properties, required } = viewOf(nodes, writing.resolve, new Map());
    if (properties.size === 0 || depth > deepest) return undefined;
    const entries: (readonly [string, Written])[] = [];
    let isFilled = false;
    for (const [name, own] of properties) {
      const child = at.property(name);
      const value = child.roles.map(({ role }) => valueOf(role, own)).find((one) => one !== undefined);
      const inner =
        value === undefined && child.roles.length === 0 ? writtenObject(own, child, depth + 1) : undefined;
      if (value !== undefined || inner?.isFilled === true) isFilled = true;
      if (value !== undefined) entries.push([name, value]);
      else if (inner !== undefined && (inner.isFilled || required.has(name)))
        entries.push([name, inner.value]);
      else if (required.has(name)) entries.push([name, null]);
    }
    return { value: Object.fromEntries(entries), isFilled };
  }

  function valueOf(role: string, nodes: readonly SchemaNode[]): Written | undefined {
    writing.placed.add(role);
    switch (role) {
      case "study":
        return studyName(row, nodes, writing);
      case "year":
        return yearOf(row, nodes, writing);
      case "excluded":
        return row.excluded ? true : undefined;
      case "footnotes": {
        if (row.footnotes.length === 0) return undefined;
        const texts = row.footnotes.map(({ value }) => value);
        return typesOf(nodes, writing).has("array") ? texts : texts.join(" ");
      }
      case "risk-of-bias":
        return judgementsOf(row, nodes, writing);
      case "applies-to":
        return undefined;
      default: {
        const number = numberRoles.find((one) => one === role);
        return number === undefined ? undefined : row.numbers[number]?.value;
      }
    }
  }
}

/** How deep what a row has stands in it. */
const deepest = 4;

function typesOf(nodes: readonly SchemaNode[], { resolve }: RowWriting): ReadonlySet<unknown> {
  return new Set(alternativesOf(nodes, resolve).flatMap(({ node }) => [node.type].flat()));
}

/** Letter for letter, but where the schema wants a year behind it that the source has. */
function studyName(row: Row, nodes: readonly SchemaNode[], writing: RowWriting): string {
  const { study, year } = row;
  const patterns = alternativesOf(nodes, writing.resolve).flatMap(({ node }) =>
    typeof node.pattern === "string" ? [node.pattern] : [],
  );
  const fits = (text: string): boolean => patterns.every((pattern) => writing.matches(pattern, text));
  const longer = `${study.value} ${year?.value ?? ""}`;
  if (year === null || fits(study.value) || !fits(longer)) return study.value;
  const { losses } = writing;
  const message = losses.translate("“{0}” became “{1}”: studies are named so here.", study.value, longer);
  losses.addOnce("changed", "name-changed", { place: study.place }, message);
  return longer;
}

function yearOf({ year }: Row, nodes: readonly SchemaNode[], writing: RowWriting): Written | undefined {
  if (year === null) return undefined;
  const types = typesOf(nodes, writing);
  if (!types.has("integer") && !types.has("number")) return year.value;
  return /^\d{4}$/.test(year.value) ? Number(year.value) : undefined;
}

/** Judgements where the schema has a property for each domain; of several methods that of the document. */
function judgementsOf(row: Row, nodes: readonly SchemaNode[], writing: RowWriting): Written | undefined {
  if (row.riskOfBias.length === 0) return undefined;
  const { resolve, riskOfBias, losses } = writing;
  const all = alternativesOf(nodes, resolve);
  const own = all.filter(({ node }) => node["x-risk-of-bias-method"] === `RISK_OF_BIAS_${riskOfBias}`);
  const { properties } = viewOf(own.length > 0 ? own : all, resolve, new Map());
  const judged = row.riskOfBias.flatMap(
    ({ domain, judged: said }): readonly (readonly [string, Written])[] => {
      const property = Array.from(properties).find(([name]) => folded(name) === folded(domain));
      const words = alternativesOf(property?.[1] ?? [], resolve).flatMap(({ node }) => listOf(node.enum));
      const word = words
        .filter((one) => typeof one === "string")
        .find((one) => judgedAs(one.replaceAll("_", " "), riskOfBias) === said);
      if (property === undefined || word === undefined) {
        const message = losses.translate(
          "The schema has no place for judgements of “{0}”: left out.",
          domain,
        );
        losses.addOnce("lost", "risk-of-bias-domain", { place: row.place }, message);
        return [];
      }
      return [[property[0], word]];
    },
  );
  return judged.length === 0 ? undefined : Object.fromEntries(judged);
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

/** The roles that have a place in the schema of a row. */
export function rolesOfRow(
  schemas: readonly SchemaNode[],
  place: Place,
  resolve: Resolve,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (nodes: readonly SchemaNode[], at: Place, depth: number): void => {
    if (depth > deepest) return;
    for (const [name, own] of viewOf(nodes, resolve, new Map()).properties) {
      const child = at.property(name);
      for (const { role } of child.roles) found.add(role);
      if (child.roles.length === 0 && own.some(({ node }) => objectOf(node) !== undefined))
        visit(own, child, depth + 1);
    }
  };
  visit(schemas, place, 0);
  return found;
}
