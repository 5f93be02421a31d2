import type { AnalysesDocument } from "./analysesDocument";
import { type GroupPlace, groupsOf, withReadableName } from "./groups";
import { type Span, rangeOf, handleOf, locate } from "./locate";
import type { JsonValue, ObjectNode, Placed, PlacedElement, JsonPath } from "@analyses/json";
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
  pathOfPointer,
  pointerOfPath,
  elementAt,
} from "@analyses/json";
import { analysisName, isListOfArms, nameProperties } from "@analyses/evidence";
import { identifierProperty } from "@analyses/protocol/references";
import { translate } from "../localisation/translate";

/** The label of a group or an analysis: "2 Drug versus placebo", "2.1 Mortality". */
interface Label {
  /** The number for citations: "2", "2.1". */
  readonly number: string;
  /** The name that the author gave to the group or the analysis, or a placeholder. */
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
 * @param read the analysis, if the caller has already read it
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

/** The number for citing an analysis, as "2.1". The analysis number may already include the group's. */
export function citedNumber(group: string, analysis: string): string {
  return analysis.startsWith(`${group}.`) ? analysis : `${group}.${analysis}`;
}

interface AnalysisWords {
  readonly number: string | undefined;
  readonly name: string | undefined;
}

const labelCache = new NodeCache<AnalysisWords>();

/** @param read the analysis, if the caller has already read it */
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

/** The analyses of a group in text order; none if `analyses` is not an array. */
export function analysesOf({ analyses }: GroupPlace): Iterable<PlacedElement> {
  return analyses === undefined ? [] : elementsOf(analyses);
}

/**
 * A named part of an analysis: a study, or a subgroup of studies. Analyses have no prescribed structure, so every named
 * object in a list counts, except references and the arms of a study.
 */
export interface AnalysisRow {
  /** The name on one line. */
  readonly name: string;
  readonly property: string;
  readonly range: Span;
  /** The range of the name with its quotes. */
  readonly nameRange: Span;
  readonly nameClosed: boolean;
  readonly rows: readonly AnalysisRow[];
  readonly isSubgroup: boolean;
}

/** Properties that schemas use only for the names of studies. */
export const studyProperties: readonly string[] = ["study", "study-name"];

/** Properties that schemas use for the names of studies or subgroups, most specific first. */
const rowNameProperties = [...studyProperties, "name", "title", "label"];

/** RevMan's documents have a separate list for subgroups. */
const subgroupList = "subgroups";

/** Subgroups contain studies; deeper lists are not rows of a forest plot. */
const maxLevels = 2;

/** The parts of an analysis in an outline. */
interface AnalysisParts {
  /** The range of the analysis's name with quotes; undefined without a name. */
  readonly nameRange: Span | undefined;
  readonly rows: readonly AnalysisRow[];
}

const noParts: AnalysisParts = { nameRange: undefined, rows: [] };
const partsCache = new NodeCache<AnalysisParts>();

/**
 * The name, studies and subgroups of an analysis in text order. Caches them with the node.
 * @returns ranges relative to the analysis's start
 */
export function partsOf(document: AnalysesDocument, analysis: Placed): AnalysisParts {
  if (!isContainer(analysis.node)) return noParts;
  return partsCache.of(analysis.node, () => {
    const { node, start } = open(document, analysis);
    if (node.kind !== "object") return noParts;
    const name = nameOf(document, { node, start }, nameProperties);
    const nameRange = name && { start: name.start - start, end: name.end - start };
    return { nameRange, rows: rowsIn(document, { node, start }, start, maxLevels) };
  });
}

function rowsIn(document: AnalysesDocument, placed: Placed, from: number, levels: number): AnalysisRow[] {
  const { node, start } = open(document, placed);
  if (node.kind !== "object" || levels === 0) return [];
  const rows: AnalysisRow[] = [];
  for (const { property, value } of propertiesOf({ node, start })) {
    const list = open(document, value);
    // A list in a study can contain its arms, which are no rows.
    if (list.node.kind !== "array" || (levels < maxLevels && isListOfArms(property.name))) continue;
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

/** Whether an object references a person or a group; its lists contain no studies. */
function isReference(object: Placed<ObjectNode>): boolean {
  return Object.values(identifierProperty).some((name) => propertyNamed(object, name) !== undefined);
}

/** A study's name, with its range without quotes. */
export interface StudyName {
  readonly name: string;
  readonly property: string;
  readonly start: number;
  readonly end: number;
}

/** The names of all studies in a document, in text order. */
export function* studiesIn(document: AnalysesDocument): Generator<StudyName, void> {
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group))
      yield* studiesAmong(partsOf(document, analysis).rows, analysis.start);
}

/** @param from the start offset of the rows' analysis */
export function* studiesAmong(rows: readonly AnalysisRow[], from: number): Generator<StudyName, void> {
  for (const row of rows) {
    const { name, property, nameRange, nameClosed } = row;
    const [start, end] = [from + nameRange.start + 1, from + nameRange.end - (nameClosed ? 1 : 0)];
    if (row.isSubgroup) yield* studiesAmong(row.rows, from);
    else yield { name, property, start, end };
  }
}

/** A row's name and its range with quotes; undefined without a name. */
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

/** Ranges relative to the node's start, cached because finding them again after each edit is slow. */
const knownRanges = new NodeCache<Map<string, Span | undefined>>();

function cachedRange({ node, start }: Placed, key: string, find: () => Span | undefined): Span | undefined {
  if (!isContainer(node)) return undefined;
  const known = knownRanges.of(node, () => new Map());
  if (!known.has(key)) {
    const range = find();
    known.set(key, range && { start: range.start - start, end: range.end - start });
  }
  const range = known.get(key);
  return range && { start: range.start + start, end: range.end + start };
}

/**
 * The smallest range to change for a JSON pointer: a scalar value, the name of a study or an analysis, or else the key
 * or the opening bracket of a list or an object.
 */
export function rangeAt(document: AnalysesDocument, analysis: Placed, pointer: string): Span | undefined {
  return cachedRange(analysis, pointer, () => {
    const { from, path } = stepsFrom(document, analysis, pathOfPointer(pointer));
    if (from === analysis) return findRange(document, analysis, path, false);
    return cachedRange(from, pointerOfPath(path), () => findRange(document, from, path, true));
  });
}

/**
 * Shortens a path to start at its outermost unparsed list element or, if all are parsed, at the innermost. The
 * element's node survives edits elsewhere, and with it the cached ranges.
 */
function stepsFrom(
  document: AnalysesDocument,
  analysis: Placed,
  path: JsonPath,
): { from: Placed; path: JsonPath } {
  let found = { from: analysis, path };
  let at = analysis;
  for (const [index, step] of path.entries()) {
    const { node, start } = open(document, at);
    const next =
      node.kind === "array"
        ? elementAt({ node, start }, Number(step))
        : node.kind === "object"
          ? propertyNamed({ node, start }, String(step))?.value
          : undefined;
    if (next === undefined || !isContainer(next.node)) break;
    if (node.kind === "array") found = { from: next, path: path.slice(index + 1) };
    if (next.node.kind === "lazy") break;
    at = next;
  }
  return found;
}

function findRange(
  document: AnalysesDocument,
  from: Placed,
  path: JsonPath,
  isFromElement: boolean,
): Span | undefined {
  const located = locate(document, from, path);
  if (located === undefined) return undefined;
  const { node, start, index } = located;
  if (node.kind !== "object" && node.kind !== "array") return rangeOf(located);
  const isElement = path.length === 0 ? isFromElement : index !== undefined;
  const named = isElement && node.kind === "object" ? nameOf(document, { node, start }) : undefined;
  if (named !== undefined) return { start: named.start, end: named.end };
  const name = path.length === 0 && !isFromElement ? locate(document, from, ["name"]) : undefined;
  return name?.node.kind === "string" ? rangeOf(name) : handleOf(located);
}
