import type { DocumentText } from "../text/documentText";
import { Char, isLineEnd } from "./characters";
import { EarlierTree } from "./earlierTree";
import type { KeptText } from "./keptText";
import { missingNode } from "./makeNodes";
import type { ContainerNode, Placed } from "./nodes";
import { isDoublingDepth, Parser } from "./parser";
import type { Seals } from "./parser";
import type { SyntaxProblem } from "./problems";
import { sourceOf, TextReader } from "./textReader";

/** The tree of a whole text. */
export interface SyntaxTree {
  /** The value (a missing node when there is none) and where it starts. */
  readonly root: Placed;
  /** What is wrong before and behind the value; offsets in the text. */
  readonly problems: readonly SyntaxProblem[];
}

/** Depth of a group: document, analysis groups, group. */
const depthOfGroups = 2;

/** Depth of an analysis: document, analysis groups, group, analyses, analysis. */
const depthOfItems = 4;

/**
 * Open is the way from the document to its analyses, told by the form alone (objects and arrays in
 * turn), so that a key that is being typed changes nothing below it. All else is sealed, groups without
 * analyses too, of which a document can have very many.
 */
const documentSeals: Seals = (depth, kind) => {
  if (depth === 0) return "no";
  if (depth === depthOfGroups && kind === "object") return "if-flat";
  return depth >= depthOfItems || (kind === "array") !== (depth % 2 === 1) ? "yes" : "no";
};

/** How deep the tree of an opened node goes before nodes are sealed again. */
const depthOfOpened = 4000;

/** In a text longer than this, the smaller parts are sealed again until somebody looks at them. */
const longText = 50_000;

/** A tree read from an earlier text, and what of that text was kept. */
export interface EarlierText {
  readonly root: Placed;
  readonly kept: KeptText;
}

/**
 * Reads a document's text. Never throws.
 * @param earlier - Trees to take nodes from; the likeliest first.
 */
export function readTree(text: DocumentText, earlier: readonly EarlierText[]): SyntaxTree {
  const reader = new TextReader(text);
  const problems: SyntaxProblem[] = [];
  const trees = earlier.map(({ root, kept }) => new EarlierTree(root, kept));
  const parser = new Parser(reader, documentSeals, (problem) => problems.push(problem), trees);
  // RFC 8259, section 8.1: a byte order mark may be ignored.
  if (reader.codeAt(0) === Char.ByteOrderMark) parser.at = 1;
  parser.skipTrivia();
  if (reader.codeAt(parser.at) === Char.End) {
    problems.push({ kind: "document-empty", start: 0, end: 0 });
    return { root: { node: missingNode, start: text.length }, problems };
  }
  const root = parser.readRoot();
  parser.skipTrivia();
  if (reader.codeAt(parser.at) !== Char.End) problems.push(textAfterEnd(reader, parser.at));
  return { root, problems };
}

/** Reads the text of a sealed node that is well-formed: an object or array. */
export function openSealed(text: string): ContainerNode {
  const isLong = text.length > longText;
  const seals: Seals = (depth) => {
    if (depth >= depthOfOpened) return "yes";
    return isLong && isDoublingDepth(depth) ? "if-small" : "no";
  };
  const parser = new Parser(new TextReader(sourceOf(text)), seals, () => undefined);
  const { node } = parser.readRoot();
  if (node.kind !== "object" && node.kind !== "array")
    throw new TypeError("Only objects and arrays are sealed.");
  return node;
}

function textAfterEnd(reader: TextReader, start: number): SyntaxProblem {
  let end = start + 1;
  while (!isLineEnd(reader.codeAt(end)) && end - start < 200) end++;
  const problem = { kind: "text-after-end", start, end } as const;
  const isAll = reader.skipSpace(end) === reader.length;
  if (!isAll || !/^[\]}\s,;]+$/.test(reader.slice(start, end))) return problem;
  return { ...problem, repair: { start, end, newText: "", certain: false } };
}
