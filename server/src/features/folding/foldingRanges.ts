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

  const analyses: (Placed<SealedNode> & { readonly startLine: number })[] = [];
  let level: Placed[] = [document.root];
  while (level.length > 0 && found.length < limit) {
    const next: Placed[] = [];
    for (const { node, start } of level) {
      if (node.kind !== "object" && node.kind !== "array" && node.kind !== "sealed") continue;
      const startLine = lineOf(start);
      add(startLine, lineOf(start + node.length));
      if (node.kind === "object") for (const { value } of propertiesOf({ node, start })) next.push(value);
      if (node.kind === "array") next.push(...elementsOf({ node, start }));
      if (node.kind === "sealed") analyses.push({ node, start, startLine });
    }
    level = next;
  }

  for (let depth = 1, isDeepest = false; !isDeepest && found.length < limit; depth += 1) {
    isDeepest = true;
    for (const { node, start, startLine } of analyses) {
      if (found.length >= limit) break;
      const triples = remember(bracketsKey, node, () =>
        bracketLines(document.text.slice(start, start + node.length)),
      );
      for (let at = 0; at < triples.length; at += 3) {
        const [ownDepth = 0, first = 0, last = 0] = triples.subarray(at, at + 3);
        if (ownDepth > depth) isDeepest = false;
        if (ownDepth === depth) add(startLine + first, startLine + last);
      }
    }
  }
  return found;
}

const bracketsKey = new NoteKey<Uint32Array>();
