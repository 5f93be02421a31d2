import { type Yielding, withoutYielding } from "../yielding";
import { type LinePosition, DocumentText } from "../text/documentText";
import { UnchangedText, EarlierTree } from "../syntax/earlierTree";
import { isWellFormed, isDoublingDepth, missingNode } from "../syntax/nodes";
import type { ContainerNode, LazyNode, LazyPolicy, Placed } from "../syntax/nodes";
import { Char, isLineEnd, isOpener } from "../syntax/characters";
import { Parser } from "../syntax/parser";
import { type SyntaxProblem, replacing } from "../syntax/problems";
import { isKeyAt } from "../syntax/scanString";
import { sourceOf, TextReader } from "../syntax/textReader";

/**
 * One version of a document: its text and its syntax tree. Immutable; an edit creates a new version that shares
 * unchanged nodes with the old one, so that caches can use a node's identity as a key for its text.
 */
export interface JsonDocument extends SyntaxTree {
  readonly text: DocumentText;
  /** Which containers are lazy nodes. */
  readonly policy: LazyPolicy;
  readonly openLazyNode: OpenLazyNode;
  /**
   * While the root is not well-formed: the tree of the last version whose root was (else of the first version), and
   * which parts of that version's text are unchanged. The parser reuses most of that tree once the user has repaired
   * the text. Undefined for the first version, and while the root is well-formed.
   */
  readonly lastValid: EarlierText | undefined;
}

/** A change (LSP 3.17, TextDocumentContentChangeEvent); without a range, it replaces the whole text. */
export interface DocumentChange {
  readonly range?: { readonly start: LinePosition; readonly end: LinePosition };
  readonly text: string;
}

/** Parses a text as the first version of a document. */
export function readDocument(content: string, policy: LazyPolicy): JsonDocument {
  return withoutYielding(readDocumentYielding(content, policy));
}

export function* readDocumentYielding(content: string, policy: LazyPolicy): Yielding<JsonDocument> {
  const text = DocumentText.of(content);
  const tree = yield* readTree(text, policy, []);
  return { text, policy, ...tree, openLazyNode: cachedTrees(), lastValid: undefined };
}

/**
 * Applies changes in order and returns the new document. Parses only the changed parts again; the tree equals that of
 * `readDocument` for the new text.
 */
export function* changeDocumentYielding(
  document: JsonDocument,
  changes: readonly DocumentChange[],
): Yielding<JsonDocument> {
  const { root, policy, openLazyNode } = document;
  let { text } = document;
  let kept = UnchangedText.all(text.length);
  let keptSinceValid = document.lastValid?.kept;
  for (const { range, text: insert } of changes) {
    const from = range === undefined ? 0 : text.offsetAt(range.start);
    const to = range === undefined ? text.length : Math.max(from, text.offsetAt(range.end));
    text = text.replace(from, to, insert);
    kept = kept.replaced(from, to, insert.length);
    keptSinceValid = keptSinceValid?.replaced(from, to, insert.length);
  }
  const last = { root, kept };
  const lastValid =
    document.lastValid === undefined || keptSinceValid === undefined
      ? last
      : { root: document.lastValid.root, kept: keptSinceValid };
  const tree = yield* readTree(text, policy, lastValid === last ? [last] : [last, lastValid]);
  const isValid = isWellFormed(tree.root.node);
  return { text, policy, ...tree, openLazyNode, lastValid: isValid ? undefined : lastValid };
}

/** Returns the tree of a lazy node; parses the node's text in steps, unless the tree is cached. */
type OpenLazyNode = (node: LazyNode, text: () => string) => Yielding<ContainerNode>;

/** Maximum number of trees to cache. */
const maxTrees = 50;

/** Creates a cache of the most recently opened trees, which the versions of a document share. */
function cachedTrees(): OpenLazyNode {
  const trees = new Map<LazyNode, ContainerNode>();
  return function* (node, text) {
    if (node.tree !== undefined) return node.tree;
    const parsed = trees.get(node) ?? (yield* openLazy(text()));
    // Another caller may have parsed the node in the meantime.
    const tree = trees.get(node) ?? parsed;
    trees.delete(node);
    trees.set(node, tree);
    const [oldest] = trees.keys();
    if (trees.size > maxTrees && oldest !== undefined) trees.delete(oldest);
    return tree;
  };
}

/** The tree of a whole text. */
interface SyntaxTree {
  /** The root value (a missing node if there is none) and its start. */
  readonly root: Placed;
  /** Problems before and after the root value; offsets in the text. */
  readonly problems: readonly SyntaxProblem[];
}

/** Depth in an opened node's tree at which nodes are lazy again. */
const depthOfOpened = 4000;

/** In an opened node longer than this, containers of up to half its length stay lazy until a caller opens them. */
const longText = 50_000;

/** The parser yields after reading this much text. */
const pieceOfText = 10_000;

/** The tree of an earlier text, and the parts of that text that are unchanged. */
interface EarlierText {
  readonly root: Placed;
  readonly kept: UnchangedText;
}

/**
 * Parses a document's text. Never throws.
 * @param policy - Which containers are lazy; the same for each version of a document.
 * @param earlier - Trees to reuse nodes from, the likeliest first.
 */
function* readTree(
  text: DocumentText,
  policy: LazyPolicy,
  earlier: readonly EarlierText[],
): Yielding<SyntaxTree> {
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
  const root = yield* readRoot(parser);
  parser.skipTrivia();
  if (reader.codeAt(parser.at) !== Char.End) problems.push(textAfterEnd(reader, parser.at));
  return { root, problems };
}

function* readRoot(parser: Parser): Yielding<Placed> {
  parser.beginRoot();
  for (;;) {
    const root = parser.readUpTo(parser.at + pieceOfText);
    if (root !== undefined) return root;
    yield pieceOfText;
  }
}

/** Parses the text of a well-formed lazy node: an object or array. */
function* openLazy(text: string): Yielding<ContainerNode> {
  const isLong = text.length > longText;
  const policy: LazyPolicy = (depth) => {
    if (depth >= depthOfOpened) return "lazy";
    return isLong && isDoublingDepth(depth) ? "lazy-if-small" : "eager";
  };
  const parser = new Parser(new TextReader(sourceOf(text)), policy, () => undefined);
  const { node } = yield* readRoot(parser);
  if (node.kind !== "object" && node.kind !== "array")
    throw new TypeError("Only objects and arrays are lazy.");
  return node;
}

/** Finds a few words before the document's first brace, such as `const review =` or the fence of a code block. */
function textBeforeRoot(reader: TextReader, start: number): SyntaxProblem | undefined {
  if (isOpener(reader.codeAt(start))) return undefined;
  const [before] = /^[^{}[\]"]{1,200}(?=\{\s*["}])/.exec(reader.slice(start, start + 300)) ?? [];
  // A sentence on its own line that ends with a colon introduces the document; it is not a property name.
  if (before === undefined || (isKeyAt(reader, start) && !/\s\S+\s.*:\s*[\r\n]\s*$/.test(before)))
    return undefined;
  return replacing("leftover", start, start + before.trimEnd().length, "");
}

function textAfterEnd(reader: TextReader, start: number): SyntaxProblem {
  let end = start + 1;
  while (!isLineEnd(reader.codeAt(end)) && end - start < 200) end++;
  const isAll = reader.skipSpace(end) === reader.length;
  return isAll && /^[\]}\s,;`]+$/.test(reader.slice(start, end))
    ? replacing("text-after-end", start, end, "")
    : { kind: "text-after-end", start, end };
}
