import type { FoldingRange } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../document/analysesDocument";
import { AscendingPositions, NodeCache, elementsOf, propertiesOf } from "../../../json/src";
import type { LazyNode, Placed } from "../../../json/src";

/**
 * Where objects and arrays can be folded, each so that its closing bracket stays to be seen
 * (LSP 3.17, `textDocument/foldingRange`).
 *
 * @param limit how many ranges the client takes; the outer ones come first
 */
export function foldingRanges(document: AnalysesDocument, limit = Number.POSITIVE_INFINITY): FoldingRange[] {
  const found: FoldingRange[] = [];
  const positions = new AscendingPositions(document.text);
  const lineOf = (offset: number): number => positions.positionAt(offset).line;
  const add = (startLine: number, endLine: number): void => {
    if (endLine - 1 > startLine && found.length < limit) found.push({ startLine, endLine: endLine - 1 });
  };

  let analyses: Analysis[] = [];
  let level: Placed[] = [document.root];
  while (level.length > 0 && found.length < limit) {
    const next: Placed[] = [];
    for (const { node, start } of level) {
      if (node.kind !== "object" && node.kind !== "array" && node.kind !== "lazy") continue;
      const startLine = lineOf(start);
      add(startLine, lineOf(start + node.length));
      if (node.kind === "object") for (const { value } of propertiesOf({ node, start })) next.push(value);
      if (node.kind === "array") next.push(...elementsOf({ node, start }));
      if (node.kind === "lazy") analyses.push({ node, start, startLine, at: 0 });
    }
    level = next;
  }

  for (let depth = 1; analyses.length > 0 && found.length < limit; depth += 1) {
    analyses = analyses.filter((analysis) => {
      if (found.length >= limit) return false;
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
  return found;
}

interface Analysis extends Placed<LazyNode> {
  readonly startLine: number;
  /** How far its brackets have been gone through. */
  at: number;
}

const bracketsCache = new NodeCache<Uint32Array>();

/**
 * The objects and arrays of well-formed JSON that take more than one line, as triples: depth (the
 * text's own value is at 0), line of the opening bracket, line of the closing one; lines count from the
 * text's start. The outer ones come first. One flat array, because there may be hundreds in each of thousands
 * of analyses.
 */
function bracketLines(json: string): Uint32Array {
  const levels: number[][] = [];
  const openLines: number[] = [];
  let line = 0;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\r\n|[\r\n{}[\]]/gs)) {
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
