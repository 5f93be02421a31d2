import { nameOf } from "../document/labels";
import { rangeOf, handleOf, locate } from "../document/locate";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { ValidationContext } from "./check";
import type { Placed, JsonPath } from "@analyses/json";
import type { Span } from "../document/locate";
import { NodeCache, isContainer, pathOfPointer, open, elementAt, propertyNamed } from "@analyses/json";

/** Ranges relative to the node's start, cached because finding them again after each edit is slow. */
const knownRanges = new NodeCache<Map<string, Span | undefined>>();

function keptRange({ node, start }: Placed, key: string, find: () => Span | undefined): Span | undefined {
  if (!isContainer(node)) return undefined;
  const known = knownRanges.of(node, () => new Map());
  if (!known.has(key)) {
    const range = find();
    known.set(key, range && { start: range.start - start, end: range.end - start });
  }
  const range = known.get(key);
  return range && { start: range.start + start, end: range.end + start };
}

/** The smallest range to change: a value, or the name of a study or an analysis. */
export function rangeAt(
  { document }: ValidationContext,
  analysis: Placed,
  pointer: string,
): Span | undefined {
  return keptRange(analysis, pointer, () => {
    const { from, path } = stepsFrom(document, analysis, pathOfPointer(pointer));
    if (from === analysis) return findRange(document, analysis, path, false);
    return keptRange(from, path.join("/"), () => findRange(document, from, path, true));
  });
}

/** Shortens a path to start from the innermost list element that needs no parsing. */
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
