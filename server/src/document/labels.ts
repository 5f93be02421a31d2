import type { AnalysesDocument } from "./analysesDocument";
import type { GroupPlace } from "./groups";
import { groupsOf, withReadableName } from "./groups";
import type { Span } from "./locate";
import type { JsonValue, ObjectNode, Placed, PlacedElement } from "@analyses/json";
import {
  NodeCache,
  elementsOf,
  isContainer,
  isJsonObject,
  open,
  propertiesOf,
  propertyNamed,
  stringValue,
  valueOf,
} from "@analyses/json";
import { analysisName, isListOfArms, nameProperties } from "@analyses/evidence";
import { identifierProperty } from "@analyses/protocol/references";
import { translate } from "../localisation/translate";

/** What an author calls a group or an analysis: "2 Drug versus placebo", "2.1 Mortality". */
interface Label {
  /** "2", "2.1". */
  readonly number: string;
  /** The author's name for it, or what it is where it has none. */
  readonly name: string;
}

export function labelText({ number, name }: Label): string {
  return `${number} ${name}`;
}

export function groupLabel({ number, name, index }: GroupPlace): Label {
  return {
    number: String(number ?? index + 1),
    name: oneLine(name) ?? translate("Analysis group without a name"),
  };
}

/**
 * @param index of the analysis in its group, from 0
 * @param read what was read of the analysis already
 */
export function analysisLabel(
  document: AnalysesDocument,
  group: GroupPlace,
  analysis: Placed,
  index: number,
  read?: { readonly value: JsonValue | undefined },
): Label {
  const own = analysisWordsOf(document, analysis, read);
  return {
    number: citedNumber(groupLabel(group).number, own.number ?? String(index + 1)),
    name: own.name ?? translate("Analysis without a name"),
  };
}

/** "2.1": how an analysis is cited. The number of an analysis may have that of its group before it, or not. */
export function citedNumber(group: string, analysis: string): string {
  return analysis.startsWith(`${group}.`) ? analysis : `${group}.${analysis}`;
}

/** What an analysis says about itself. */
interface AnalysisWords {
  readonly number: string | undefined;
  readonly name: string | undefined;
}

const labelCache = new NodeCache<AnalysisWords>();

/** @param read what was read of the analysis already */
export function analysisWordsOf(
  document: AnalysesDocument,
  analysis: Placed,
  read?: { readonly value: JsonValue | undefined },
): AnalysisWords {
  const { node } = analysis;
  const make = (): AnalysisWords => readWords(read === undefined ? valueOf(document, analysis) : read.value);
  const words = node.kind === "lazy" || node.kind === "object" ? labelCache.of(node, make) : make();
  return withReadableName(document, words);
}

function readWords(value: JsonValue | undefined): AnalysisWords {
  if (!isJsonObject(value)) return { number: undefined, name: undefined };
  const { number } = value;
  return {
    number: typeof number === "number" || typeof number === "string" ? oneLine(String(number)) : undefined,
    name: oneLine(analysisName(value)),
  };
}

function oneLine(text = ""): string | undefined {
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" ? undefined : line;
}

/** The analyses of a group in the order of the text; none where `analyses` is not an array. */
export function analysesOf({ analyses }: GroupPlace): Iterable<PlacedElement> {
  return analyses === undefined ? [] : elementsOf(analyses);
}

/**
 * A named thing inside an analysis: a study, or a subgroup with studies of its own. Items have no prescribed structure:
 * whatever stands in a list and has a name is one.
 */
export interface AnalysisRow {
  /** As it is written, on one line. */
  readonly name: string;
  /** The property that holds the name. */
  readonly property: string;
  readonly range: Span;
  /** Where the name stands, with its quotes. */
  readonly nameRange: Span;
  /** Whether its closing quote is there. */
  readonly nameClosed: boolean;
  readonly rows: readonly AnalysisRow[];
  /** Whether it is not a study, but one of several parts of the analysis. */
  readonly isSubgroup: boolean;
}

/** Properties by which schemas name nothing but a study. */
export const studyProperties: readonly string[] = ["study", "study-name"];

/** Properties by which schemas name a study or a subgroup, the likeliest first. */
const rowNameProperties = [...studyProperties, "name", "title", "label"];

/** In RevMan's documents the studies of subgroups stand in a list of their own. */
const subgroupList = "subgroups";

/** Subgroups hold studies; deeper lists are no rows of a forest plot. */
const mostLevels = 2;

/** What an outline shows of an analysis. */
interface AnalysisParts {
  /** Where its name stands, with its quotes; undefined where it has none. */
  readonly nameRange: Span | undefined;
  readonly rows: readonly AnalysisRow[];
}

const noParts: AnalysisParts = { nameRange: undefined, rows: [] };
const partsCache = new NodeCache<AnalysisParts>();

/**
 * The name of an analysis, and its studies and subgroups in the order of the text, kept with it.
 * @returns ranges counted from the analysis's start
 */
export function partsOf(document: AnalysesDocument, analysis: Placed): AnalysisParts {
  if (!isContainer(analysis.node)) return noParts;
  return partsCache.of(analysis.node, () => {
    const { node, start } = open(document, analysis);
    if (node.kind !== "object") return noParts;
    const name = nameOf(document, { node, start }, nameProperties);
    const nameRange = name && { start: name.start - start, end: name.end - start };
    return { nameRange, rows: rowsIn(document, { node, start }, start, mostLevels) };
  });
}

function rowsIn(document: AnalysesDocument, placed: Placed, from: number, levels: number): AnalysisRow[] {
  const { node, start } = open(document, placed);
  if (node.kind !== "object" || levels === 0) return [];
  const rows: AnalysisRow[] = [];
  for (const { property, value } of propertiesOf({ node, start })) {
    const list = open(document, value);
    // What a study has several of are its arms.
    if (list.node.kind !== "array" || (levels < mostLevels && isListOfArms(property.name))) continue;
    for (const element of elementsOf({ node: list.node, start: list.start })) {
      const row = open(document, element);
      if (row.node.kind !== "object") continue;
      const object = { node: row.node, start: row.start };
      const named = nameOf(document, object);
      if (named === undefined || isReference(object)) continue;
      const inner = rowsIn(document, element, from, levels - 1);
      rows.push({
        name: named.name,
        property: named.property,
        nameRange: { start: named.start - from, end: named.end - from },
        nameClosed: named.closed,
        range: { start: row.start - from, end: row.start + row.node.length - from },
        rows: inner,
        isSubgroup:
          !studyProperties.includes(named.property) && (inner.length > 0 || property.name === subgroupList),
      });
    }
  }
  return rows;
}

/** Whether an object is somebody, or a group: their lists are none of studies. */
function isReference(object: Placed<ObjectNode>): boolean {
  return Object.values(identifierProperty).some((name) => propertyNamed(object, name) !== undefined);
}

/** Where a study's name stands, without its quotes. */
export interface StudyName {
  readonly name: string;
  readonly property: string;
  readonly start: number;
  readonly end: number;
}

/** The names of all studies of a document, in its order. */
export function* studiesIn(document: AnalysesDocument): Generator<StudyName, void> {
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group))
      yield* studiesAmong(partsOf(document, analysis).rows, analysis.start);
}

/** @param from where the analysis of the rows starts */
export function* studiesAmong(rows: readonly AnalysisRow[], from: number): Generator<StudyName, void> {
  for (const row of rows) {
    const { name, property, nameRange, nameClosed } = row;
    const [start, end] = [from + nameRange.start + 1, from + nameRange.end - (nameClosed ? 1 : 0)];
    if (row.isSubgroup) yield* studiesAmong(row.rows, from);
    else yield { name, property, start, end };
  }
}

/** What a row is called, and where that stands with its quotes; undefined where it has no name. */
export function nameOf(
  document: AnalysesDocument,
  object: Placed<ObjectNode>,
  properties = rowNameProperties,
): (Span & { readonly name: string; readonly property: string; readonly closed: boolean }) | undefined {
  for (const property of properties) {
    const value = propertyNamed(object, property)?.value;
    if (value?.node.kind !== "string") continue;
    const { node, start } = value;
    const name = stringValue(document, { node, start }).replace(/\s+/g, " ").trim();
    if (name !== "") return { name, property, start, end: start + node.length, closed: node.closed };
  }
  return undefined;
}
