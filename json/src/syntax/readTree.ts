import type { DocumentText } from "../text/documentText";
import { Char, isLineEnd } from "./characters";
import { EarlierTree } from "./earlierTree";
import type { KeptText } from "./earlierTree";
import { isDoublingDepth, missingNode } from "./nodes";
import type { ContainerNode, LazyPolicy, Placed } from "./nodes";
import { Parser } from "./parser";
import { leftover } from "./problems";
import type { SyntaxProblem } from "./problems";
import { isKeyAt } from "./scanString";
import { sourceOf, TextReader } from "./textReader";

/** The tree of a whole text. */
export interface SyntaxTree {
  /** The value (a missing node when there is none) and where it starts. */
  readonly root: Placed;
  /** What is wrong before and after the value; offsets in the text. */
  readonly problems: readonly SyntaxProblem[];
}

/** How deep the tree of an opened node goes before nodes are lazy again. */
const depthOfOpened = 4000;

/** In a text longer than this, the smaller parts are lazy again until they are looked at. */
const longText = 50_000;

/** A tree read from an earlier text, and what of that text was kept. */
export interface EarlierText {
  readonly root: Placed;
  readonly kept: KeptText;
}

/**
 * Reads a document's text. Never throws.
 * @param policy - How deep to read; the same for each version of a document.
 * @param earlier - Trees to take nodes from; the likeliest first.
 */
export function readTree(
  text: DocumentText,
  policy: LazyPolicy,
  earlier: readonly EarlierText[],
): SyntaxTree {
  const reader = new TextReader(text);
  const problems: SyntaxProblem[] = [];
  const trees = earlier.map(({ root, kept }) => new EarlierTree(root, kept));
  const parser = new Parser(reader, policy, (problem) => problems.push(problem), trees);
  // RFC 8259, section 8.1: a byte order mark may be ignored.
  if (reader.codeAt(0) === Char.ByteOrderMark) parser.at = 1;
  parser.skipTrivia();
  if (reader.codeAt(parser.at) === Char.End) {
    problems.push({ kind: "document-empty", start: 0, end: 0 });
    return { root: { node: missingNode, start: text.length }, problems };
  }
  const before = textBeforeRoot(reader, parser.at);
  if (before !== undefined) {
    problems.push(before);
    parser.at = reader.skipSpace(before.end);
  }
  const root = parser.readRoot();
  parser.skipTrivia();
  if (reader.codeAt(parser.at) !== Char.End) problems.push(textAfterEnd(reader, parser.at));
  return { root, problems };
}

/** Reads the text of a lazy node that is well-formed: an object or array. */
export function openLazy(text: string): ContainerNode {
  const isLong = text.length > longText;
  const policy: LazyPolicy = (depth) => {
    if (depth >= depthOfOpened) return "lazy";
    return isLong && isDoublingDepth(depth) ? "lazy-if-small" : "eager";
  };
  const parser = new Parser(new TextReader(sourceOf(text)), policy, () => undefined);
  const { node } = parser.readRoot();
  if (node.kind !== "object" && node.kind !== "array")
    throw new TypeError("Only objects and arrays are lazy.");
  return node;
}

/** A few words before the document's first brace, as `const review =` or the fence of a code block. */
function textBeforeRoot(reader: TextReader, start: number): SyntaxProblem | undefined {
  if (reader.codeAt(start) === Char.OpenBrace || reader.codeAt(start) === Char.OpenBracket) return undefined;
  const [before] = /^[^{}[\]"]{1,200}(?=\{\s*["}])/.exec(reader.slice(start, start + 300)) ?? [];
  if (before === undefined || isKeyAt(reader, start)) return undefined;
  return leftover(start, start + before.trimEnd().length);
}

function textAfterEnd(reader: TextReader, start: number): SyntaxProblem {
  let end = start + 1;
  while (!isLineEnd(reader.codeAt(end)) && end - start < 200) end++;
  const problem = { kind: "text-after-end", start, end } as const;
  const isAll = reader.skipSpace(end) === reader.length;
  if (!isAll || !/^[\]}\s,;`]+$/.test(reader.slice(start, end))) return problem;
  return { ...problem, repair: { start, end, newText: "", certain: false } };
}
