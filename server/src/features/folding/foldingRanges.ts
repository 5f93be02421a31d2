import type { FoldingRange } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { elementsOf, propertiesOf } from "../../document/places";
import { AscendingPositions } from "../../presentation/ascendingPositions";
import type { Placed, SealedNode } from "../../syntax/nodes";
import { NoteKey, remember } from "../../syntax/remember";
import { bracketLines } from "./bracketLines";

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
      if (node.kind !== "object" && node.kind !== "array" && node.kind !== "sealed") continue;
      const startLine = lineOf(start);
      add(startLine, lineOf(start + node.length));
      if (node.kind === "object") for (const { value } of propertiesOf({ node, start })) next.push(value);
      if (node.kind === "array") next.push(...elementsOf({ node, start }));
      if (node.kind === "sealed") analyses.push({ node, start, startLine, at: 0 });
    }
    level = next;
  }

  for (let depth = 1; analyses.length > 0 && found.length < limit; depth += 1) {
    analyses = analyses.filter((analysis) => {
      if (found.length >= limit) return false;
      const { node, start, startLine } = analysis;
      const triples = remember(bracketsKey, node, () =>
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

interface Analysis extends Placed<SealedNode> {
  readonly startLine: number;
  /** How far its brackets have been gone through. */
  at: number;
}

const bracketsKey = new NoteKey<Uint32Array>();
