// The structure of a document for the editor: outline, symbols, folding ranges, selection ranges.

import type {
  DocumentSymbol,
  SymbolInformation,
  FoldingRange,
  Range,
  SelectionRange,
} from "vscode-languageserver-types";
import { SymbolKind } from "vscode-languageserver-types";
import { type AnalysesDocument, readableText } from "../document/analysesDocument";
import type { GroupPlace } from "../document/groups";
import { groupsOf, placeInGroup } from "../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText, partsOf } from "../document/labels";
import { DocumentText, NodeCache, elementsOf, isContainer, pathAt, propertiesOf } from "@analyses/json";
import { hasInOrder } from "./completion/itemBuilder";
import { withoutIcons } from "../presentation/markdown";
import type { AnalysisRow } from "../document/labels";
import type { Placed, LazyNode, LinePosition } from "@analyses/json";

/** The outline of a longer document omits studies: editors request the whole outline after every edit. */
const maxLengthWithRows = 5_000_000;

function showsRows({ text }: AnalysesDocument): boolean {
  return text.length <= maxLengthWithRows;
}

/** Returns an analysis's pooled effect; undefined if nothing is pooled, or there was no time to compute the effect. */
type DetailOf = (analysis: Placed) => string | undefined;

/**
 * The outline of a document (LSP 3.17, DocumentSymbol): groups contain analyses, and analyses contain subgroups and
 * studies. Groups and analyses have their number and name, such as "2.1 Mortality".
 */
export function documentSymbols(document: AnalysesDocument, detailOf?: DetailOf): DocumentSymbol[] {
  return Array.from(groupsOf(document), (group) => groupSymbol(document, group, detailOf));
}

function groupSymbol(
  document: AnalysesDocument,
  group: GroupPlace,
  detailOf: DetailOf | undefined,
): DocumentSymbol {
  const { node, start } = group.place;
  const { text } = document;
  const children = Array.from(analysesOf(group), (analysis): DocumentSymbol => {
    const range = text.rangeBetween(analysis.start, analysis.start + analysis.node.length);
    const detail = detailOf?.(analysis);
    const { selectionRange: selected, rows } = showsRows(document)
      ? rowSymbols(document, analysis, range.start)
      : { selectionRange: { start: range.start, end: range.start }, rows: [] };
    return {
      name: withoutIcons(labelText(analysisLabel(document, group, analysis, analysis.index))),
      kind: SymbolKind.Class,
      range,
      selectionRange: selected,
      ...(detail !== undefined && { detail: withoutIcons(detail) }),
      ...(rows.length > 0 && { children: rows }),
    };
  });
  return {
    name: withoutIcons(labelText(groupLabel(group))),
    kind: SymbolKind.Namespace,
    range: text.rangeBetween(start, start + node.length),
    selectionRange: nameRange(document, group.place),
    children,
  };
}

const rowPlacesCache = new NodeCache<Uint32Array>();

/**
 * The symbols of an analysis's rows, and the range of the analysis's name: the editor's sticky scroll shows the line of
 * that name. Positions of rows are cached per analysis, because editors request the outline after each edit, and an
 * edit changes one analysis.
 */
function rowSymbols(
  document: AnalysesDocument,
  analysis: Placed,
  from: LinePosition,
): { readonly selectionRange: DocumentSymbol["selectionRange"]; readonly rows: DocumentSymbol[] } {
  const { node, start } = analysis;
  const { nameRange: own, rows } = partsOf(document, analysis);
  if (!isContainer(node)) return { selectionRange: { start: from, end: from }, rows: [] };
  const places = rowPlacesCache.of(node, () =>
    rowPlaces(own ?? { start: 0, end: 0 }, rows, document.text.slice(start, start + node.length)),
  );
  let at = 0;
  const nextPosition = (): LinePosition => {
    const line = places[at] ?? 0;
    const character = places[at + 1] ?? 0;
    at += 2;
    // Only on the analysis's first line do characters count from the analysis's start.
    return line === 0
      ? { line: from.line, character: from.character + character }
      : { line: from.line + line, character };
  };
  // Reads the positions in the order in which `rowPlaces` writes them.
  const symbolOf = ({ name: written, rows: inner, isSubgroup }: AnalysisRow): DocumentSymbol => {
    const name = withoutIcons(readableText(document, written));
    const rangeStart = nextPosition();
    const selectionRange = { start: nextPosition(), end: nextPosition() };
    const children = inner.map(symbolOf);
    const range = { start: rangeStart, end: nextPosition() };
    const symbol = { name, kind: isSubgroup ? SymbolKind.Enum : SymbolKind.Field, range, selectionRange };
    return children.length === 0 ? symbol : { ...symbol, children };
  };
  const selectionRange = { start: nextPosition(), end: nextPosition() };
  return { selectionRange, rows: rows.map(symbolOf) };
}

/**
 * The positions of an analysis's rows as pairs of line and character, relative to the analysis's start. First the start
 * and end of the analysis's name; then of each row its start, the start and end of its name, its inner rows in the same
 * order, and its end. One flat array saves memory: thousands of analyses may have hundreds of rows each.
 */
function rowPlaces(
  own: AnalysisRow["nameRange"],
  rows: readonly AnalysisRow[],
  analysis: string,
): Uint32Array {
  const text = DocumentText.of(analysis);
  const places: number[] = [];
  const add = (offset: number): void => {
    const { line, character } = text.positionAt(offset);
    places.push(line, character);
  };
  const addRow = ({ range, nameRange, rows: inner }: AnalysisRow): void => {
    add(range.start);
    add(nameRange.start);
    add(nameRange.end);
    inner.forEach(addRow);
    add(range.end);
  };
  add(own.start);
  add(own.end);
  rows.forEach(addRow);
  return Uint32Array.from(places);
}

/** The range of a group's name, which the editor selects when the user chooses the group in the outline. */
function nameRange(document: AnalysesDocument, { node, start }: Placed): DocumentSymbol["selectionRange"] {
  const name = node.kind === "object" ? placeInGroup({ node, start }, "name") : { start, end: start };
  return document.text.rangeBetween(name.start, name.end);
}

/** The maximum number of symbols in a response: the user finds others by a longer query. */
const maxSymbols = 500;

/**
 * The groups, analyses, subgroups and studies of open documents whose label contains a query's characters in order (LSP
 * 3.17, `workspace/symbol`).
 */
export function workspaceSymbols(documents: Iterable<AnalysesDocument>, query: string): SymbolInformation[] {
  const symbols: SymbolInformation[] = [];
  const wanted = Array.from(query.toLowerCase()).filter((character) => character.trim() !== "");
  for (const document of documents) {
    const addAt = (
      name: string,
      kind: SymbolKind,
      start: number,
      end: number,
      containerName?: string,
    ): void => {
      if (symbols.length >= maxSymbols || !hasInOrder(name.toLowerCase(), wanted)) return;
      const range = document.text.rangeBetween(start, end);
      const symbol = { name: withoutIcons(name), kind, location: { uri: document.uri, range } };
      symbols.push(
        containerName === undefined ? symbol : { ...symbol, containerName: withoutIcons(containerName) },
      );
    };
    const add = (name: string, kind: SymbolKind, { node, start }: Placed, containerName?: string): void =>
      addAt(name, kind, start, start + node.length, containerName);
    const addRows = (rows: readonly AnalysisRow[], from: number, container: string): void => {
      for (const { name: written, range, rows: inner, isSubgroup } of rows) {
        const name = readableText(document, written);
        const kind = isSubgroup ? SymbolKind.Enum : SymbolKind.Field;
        addAt(name, kind, from + range.start, from + range.end, container);
        addRows(inner, from, name);
      }
    };
    for (const group of groupsOf(document)) {
      const groupName = labelText(groupLabel(group));
      add(groupName, SymbolKind.Namespace, group.place);
      for (const analysis of analysesOf(group)) {
        const name = labelText(analysisLabel(document, group, analysis, analysis.index));
        add(name, SymbolKind.Class, analysis, groupName);
        addRows(partsOf(document, analysis).rows, analysis.start, name);
      }
    }
  }
  return symbols;
}

/** An outline as a list, for clients without nested symbols (LSP 3.17, SymbolInformation). */
export function flatSymbols(
  uri: string,
  symbols: readonly DocumentSymbol[],
  containerName?: string,
): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(containerName !== undefined && { containerName }) },
    ...flatSymbols(uri, children, name),
  ]);
}

/**
 * The folding ranges of objects and arrays, which leave the closing bracket visible (LSP 3.17,
 * `textDocument/foldingRange`).
 *
 * @param limit the client's maximum number of ranges; the outer ones come first
 */
export function foldingRanges(document: AnalysesDocument, limit = Number.POSITIVE_INFINITY): FoldingRange[] {
  const ranges: FoldingRange[] = [];
  const lineOf = (offset: number): number => document.text.positionAt(offset).line;
  const add = (startLine: number, endLine: number): void => {
    // A range ends above its closing bracket; the editor hides all its lines but the first.
    if (endLine - 1 > startLine && ranges.length < limit) ranges.push({ startLine, endLine: endLine - 1 });
  };

  // Goes through the tree level by level, so that the outer ranges come first.
  let analyses: FoldedAnalysis[] = [];
  let level: Placed[] = [document.root];
  while (level.length > 0 && ranges.length < limit) {
    const next: Placed[] = [];
    for (const { node, start } of level) {
      if (node.kind !== "object" && node.kind !== "array" && node.kind !== "lazy") continue;
      const startLine = lineOf(start);
      add(startLine, lineOf(start + node.length));
      if (node.kind === "object") for (const { value } of propertiesOf({ node, start })) next.push(value);
      if (node.kind === "array") for (const element of elementsOf({ node, start })) next.push(element);
      if (node.kind === "lazy") analyses.push({ node, start, startLine, at: 0 });
    }
    level = next;
  }

  // The ranges inside unparsed analyses, likewise level by level. An analysis has three numbers for each container, in
  // order of depth: its depth, its first line and its last line.
  for (let depth = 1; analyses.length > 0 && ranges.length < limit; depth += 1) {
    analyses = analyses.filter((analysis) => {
      if (ranges.length >= limit) return false;
      const { node, start, startLine } = analysis;
      const triples = bracketsCache.of(node, () =>
        bracketLines(document.text.slice(start, start + node.length)),
      );
      for (; analysis.at < triples.length; analysis.at += 3) {
        const [ownDepth = 0, first = 0, last = 0] = triples.subarray(analysis.at, analysis.at + 3);
        if (ownDepth > depth) return true;
        if (ownDepth === depth) add(startLine + first, startLine + last);
      }
      return false;
    });
  }
  return ranges;
}

interface FoldedAnalysis extends Placed<LazyNode> {
  readonly startLine: number;
  /** The index of the next bracket triple to process. */
  at: number;
}

const bracketsCache = new NodeCache<Uint32Array>();

/**
 * The objects and arrays of well-formed JSON that span several lines, as triples: depth (the text's own value is at 0),
 * line of the opening bracket, line of the closing one; lines count from the text's start. The outer ones come first.
 * One flat array, because there may be hundreds in each of thousands of analyses.
 */
function bracketLines(json: string): Uint32Array {
  const levels: number[][] = [];
  const openLines: number[] = [];
  let line = 0;
  // The pattern ends a string at the end of its line, so that no unclosed quote makes it scan the rest of the text.
  for (const [token] of json.matchAll(/"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|\r\n|[\r\n{}[\]]/g)) {
    switch (token) {
      case "{":
      case "[":
        openLines.push(line);
        break;
      case "}":
      case "]": {
        const startLine = openLines.pop() ?? line;
        const depth = openLines.length;
        if (line > startLine) (levels[depth] ??= []).push(depth, startLine, line);
        break;
      }
      case "\n":
      case "\r":
      case "\r\n":
        line += 1;
    }
  }
  return Uint32Array.from(levels.flat());
}

/**
 * The selection ranges at each position: the inside of a string or of brackets, the value, its property, the object
 * around it (LSP 3.17, `textDocument/selectionRange`).
 */
export function selectionRanges(
  document: AnalysesDocument,
  positions: readonly LinePosition[],
): SelectionRange[] {
  return positions.map((position) => selectionRange(document, position));
}

/** The maximum number of innermost ranges, besides the whole text: serialization recurses into nested ranges. */
const maxRanges = 500;

function selectionRange(document: AnalysesDocument, position: LinePosition): SelectionRange {
  const { text } = document;
  const offset = text.offsetAt(position);
  const { steps, property } = pathAt(document, offset);
  const spans: [number, number][] = [[0, text.length]];
  const add = (start: number, end: number): void => {
    if (start <= offset && offset <= end) spans.push([start, end]);
  };
  for (const { node, start, via } of steps) {
    const end = start + node.length;
    if (via.kind === "property") add(via.property.start, end);
    add(start, end);
    const isQuoted = node.kind === "string" && node.closed;
    const isBracketed = (node.kind === "object" || node.kind === "array") && node.opened && node.closed;
    if (isQuoted || isBracketed) add(start + 1, end - 1);
  }
  if (property !== undefined) {
    const { start, keyEnd, value } = property.property;
    add(start, value.start + value.node.length);
    add(start, keyEnd);
    if (text.slice(start, start + 1) === '"' && text.slice(keyEnd - 1, keyEnd) === '"')
      add(start + 1, keyEnd - 1);
  }
  return nest(
    (spans.length > maxRanges ? [...spans.slice(0, 1), ...spans.slice(-maxRanges)] : spans).map(
      ([start, end]) => document.text.rangeBetween(start, end),
    ),
    position,
  );
}

/** Chains ranges from the outermost to the innermost, omitting duplicates. */
function nest(ranges: readonly Range[], position: LinePosition): SelectionRange {
  let chain: SelectionRange | undefined;
  for (const range of ranges) {
    if (chain !== undefined && isSame(chain.range, range)) continue;
    chain = chain === undefined ? { range } : { range, parent: chain };
  }
  return chain ?? { range: { start: position, end: position } };
}

function isSame(one: Range, other: Range): boolean {
  return (
    one.start.line === other.start.line &&
    one.start.character === other.start.character &&
    one.end.line === other.end.line &&
    one.end.character === other.end.character
  );
}
