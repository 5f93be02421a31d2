import { htmlText } from "@analyses/evidence";
import type { JsonPath, JsonValue } from "@analyses/json";
import {
  NodeCache,
  elementAt,
  elementsOf,
  isContainer,
  isJsonArray,
  isJsonObject,
  valueOf,
} from "@analyses/json";
import { depthOf, formatProperty, partAt } from "@analyses/protocol/documentFormat";
import type { AnalysesDocument } from "../document/analysesDocument";
import { freeNumber, groupAt, groupsOf } from "../document/groups";
import type { SchemaContext } from "../schema/schemaContext";
import type { SuggestedValue } from "./template";

/**
 * Suggests the first of the known schema identifiers, and the next number for a new group, analysis or subgroup; no
 * other values.
 */
export function suggestedValues(document: AnalysesDocument, schemas: SchemaContext): SuggestedValue {
  return (path) => {
    if (path.length === 1 && path[0] === formatProperty.schema) return schemas.knownIdentifiers[0];
    if (path.at(-1) !== "number") return undefined;
    const parent = path.slice(0, -1);
    if (partAt(parent) === "group")
      return freeNumber([...groupsOf(document)].flatMap(({ number }) => number ?? []));
    if (partAt(parent) === "analysis") return freeAnalysisNumber(document, Number(path[1]));
    const isSubgroup = path.length === depthOf.analysis + 3 && path[depthOf.analysis] === subgroupList;
    return isSubgroup ? freeSubgroupNumber(document, Number(path[1]), Number(path[3])) : undefined;
  };
}

/** The property of RevMan's analyses that lists the subgroups; rows refer to a subgroup by its number. */
const subgroupList = "subgroups";

function freeSubgroupNumber(document: AnalysesDocument, group: number, index: number): number {
  return freeNumber(subgroupsOf(document, group, index).map(numberIn));
}

function subgroupsOf(document: AnalysesDocument, group: number, index: number): readonly JsonValue[] {
  const analyses = groupAt(document, group)?.analyses;
  const analysis = analyses && elementAt(analyses, index);
  const value = analysis && valueOf(document, analysis);
  const subgroups = isJsonObject(value) ? value[subgroupList] : undefined;
  return isJsonArray(subgroups) ? subgroups : [];
}

/** The subgroups of an analysis, if the path is that of a row's property that refers to a subgroup; else none. */
export function subgroupsNamedAt(
  document: AnalysesDocument,
  path: JsonPath,
): readonly { readonly number: number; readonly name: string }[] {
  if (path.at(-1) !== "subgroup-number") return [];
  return subgroupsOf(document, Number(path[1]), Number(path[3])).flatMap((subgroup) => {
    const { number, name } = isJsonObject(subgroup) ? subgroup : {};
    return typeof number === "number" && typeof name === "string" ? [{ number, name: htmlText(name) }] : [];
  });
}

const numbers = new NodeCache<number>();

function freeAnalysisNumber(document: AnalysesDocument, group: number): number {
  const analyses = groupAt(document, group)?.analyses;
  return freeNumber(
    Array.from(analyses === undefined ? [] : elementsOf(analyses), (analysis) =>
      isContainer(analysis.node) ? numbers.of(analysis.node, () => numberIn(valueOf(document, analysis))) : 0,
    ),
  );
}

function numberIn(value: JsonValue | undefined): number {
  const number = isJsonObject(value) ? value.number : undefined;
  return typeof number === "number" && Number.isFinite(number) ? number : 0;
}
