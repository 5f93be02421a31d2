import { DocumentText } from "../text/documentText";
import type { LinePosition } from "../text/documentText";
import { UnchangedText, EarlierTree } from "../syntax/earlierTree";
import { isWellFormed, isDoublingDepth, missingNode } from "../syntax/nodes";
import type { ContainerNode, LazyNode, LazyPolicy, Placed } from "../syntax/nodes";
import { Char, isLineEnd, isOpener } from "../syntax/characters";
import { Parser } from "../syntax/parser";
import { leftover } from "../syntax/problems";
import type { SyntaxProblem } from "../syntax/problems";
import { isKeyAt } from "../syntax/scanString";
import { sourceOf, TextReader } from "../syntax/textReader";

/**
 * One version of a document: its text and the tree read from it. Immutable; an edit makes a new version that shares
 * with the old one whatever the edit left alone, so that a node's identity can stand for its text in caches.
 */
export interface JsonDocument extends SyntaxTree {
  readonly text: DocumentText;
  /** How deep the tree goes. */
  readonly policy: LazyPolicy;
  readonly openedNodes: OpenedNodes;
  /**
   * While the text is not JSON: the version before it was broken, and what of its text still stands.
   * Most of its nodes come back when the text is mended.
   */
  readonly lastValid: EarlierText | undefined;
}

/** A change as LSP sends it (LSP 3.17, TextDocumentContentChangeEvent); without a range, the whole text. */
export interface DocumentChange {
  readonly range?: { readonly start: LinePosition; readonly end: LinePosition };
  readonly text: string;
}

/** Work on a text that yields how much of it each piece looked at, so that others may have their turn in between. */
export type InTurns<Result> = Generator<number, Result, undefined>;

/** What comes of work where nobody waits for a turn. */
export function inOneTurn<Result>(work: Iterator<number, Result>): Result {
  for (;;) {
    const piece = work.next();
    if (piece.done === true) return piece.value;
  }
}

/** Reads a document for the first time. */
export function readDocument(content: string, policy: LazyPolicy): JsonDocument {
  return inOneTurn(readDocumentInTurns(content, policy));
}

export function* readDocumentInTurns(content: string, policy: LazyPolicy): InTurns<JsonDocument> {
  const text = DocumentText.of(content);
  const openedNodes = createOpenedNodes();
  return { text, policy, ...(yield* readTree(text, policy, [])), openedNodes, lastValid: undefined };
}

/**
 * The document after the changes, applied in order. Only what the changes touch is read again; the result is what
 * `readDocument` would make of the new text.
 */
export function changeDocument(document: JsonDocument, changes: readonly DocumentChange[]): JsonDocument {
  return inOneTurn(changeDocumentInTurns(document, changes));
}

export function* changeDocumentInTurns(
  document: JsonDocument,
  changes: readonly DocumentChange[],
): InTurns<JsonDocument> {
  const { root, policy, openedNodes } = document;
  let { text } = document;
  let kept = UnchangedText.all(text.length);
  let keptLonger = document.lastValid?.kept;
  for (const { range, text: insert } of changes) {
    const from = range === undefined ? 0 : text.offsetAt(range.start);
    const to = range === undefined ? text.length : Math.max(from, text.offsetAt(range.end));
    text = text.replace(from, to, insert);
    kept = kept.replaced(from, to, insert.length);
    keptLonger = keptLonger?.replaced(from, to, insert.length);
  }
  const last = { root, kept };
  const lastValid =
    document.lastValid === undefined || keptLonger === undefined
      ? last
      : { root: document.lastValid.root, kept: keptLonger };
  const tree = yield* readTree(text, policy, lastValid === last ? [last] : [last, lastValid]);
  const isMended = isWellFormed(tree.root.node);
  return { text, policy, ...tree, openedNodes, lastValid: isMended ? undefined : lastValid };
}

/** Trees of lazy nodes that were opened lately; shared by the versions of a document. */
interface OpenedNodes {
  readonly treeOf: (node: LazyNode, text: () => string) => ContainerNode;
  /** The same for a long node, others having their turn. */
  readonly treeInTurns: (node: LazyNode, text: () => string) => InTurns<ContainerNode>;
}

const mostNodes = 50;
const mostText = 1_000_000;
/** However long they are: to look up one place after the other in a long node opens it and some in it again and again. */
const fewestNodes = 8;

/** Keeps the trees opened last, as many as a screenful of work needs. */
function createOpenedNodes(): OpenedNodes {
  const trees = new Map<LazyNode, ContainerNode>();
  let textLength = 0;
  const known = (node: LazyNode): ContainerNode | undefined => {
    const tree = trees.get(node);
    if (tree === undefined) return undefined;
    trees.delete(node);
    trees.set(node, tree);
    return tree;
  };
  const kept = (node: LazyNode, tree: ContainerNode): ContainerNode => {
    // Another may have read it meanwhile.
    const other = known(node);
    if (other !== undefined) return other;
    trees.set(node, tree);
    textLength += node.length;
    for (const oldest of trees.keys()) {
      if (trees.size <= fewestNodes || (trees.size <= mostNodes && textLength <= mostText)) break;
      trees.delete(oldest);
      textLength -= oldest.length;
    }
    return tree;
  };
  function* read(node: LazyNode, text: string): InTurns<ContainerNode> {
    return kept(node, yield* openLazy(text));
  }
  return {
    treeOf(node, text) {
      return node.tree ?? known(node) ?? inOneTurn(read(node, text()));
    },
    *treeInTurns(node, text) {
      return node.tree ?? known(node) ?? (yield* read(node, text()));
    },
  };
}

/** The tree of a whole text. */
interface SyntaxTree {
  /** The value (a missing node when there is none) and where it starts. */
  readonly root: Placed;
  /** What is wrong before and after the value; offsets in the text. */
  readonly problems: readonly SyntaxProblem[];
}

/** How deep the tree of an opened node goes before nodes are lazy again. */
const depthOfOpened = 4000;

/** In a text longer than this, the smaller parts are lazy again until they are looked at. */
const longText = 50_000;

/** How much text is read before others may have their turn. */
const pieceOfText = 10_000;

/** A tree read from an earlier text, and what of that text was kept. */
interface EarlierText {
  readonly root: Placed;
  readonly kept: UnchangedText;
}

/**
 * Reads a document's text. Never throws.
 * @param policy - How deep to read; the same for each version of a document.
 * @param earlier - Trees to take nodes from; the likeliest first.
 */
function* readTree(
  text: DocumentText,
  policy: LazyPolicy,
  earlier: readonly EarlierText[],
): InTurns<SyntaxTree> {
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

function* readRoot(parser: Parser): InTurns<Placed> {
  parser.beginRoot();
  for (;;) {
    const root = parser.readUpTo(parser.at + pieceOfText);
    if (root !== undefined) return root;
    yield pieceOfText;
  }
}

/** Reads the text of a lazy node that is well-formed: an object or array. */
export function* openLazy(text: string): InTurns<ContainerNode> {
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

/** A few words before the document's first brace, as `const review =` or the fence of a code block. */
function textBeforeRoot(reader: TextReader, start: number): SyntaxProblem | undefined {
  if (isOpener(reader.codeAt(start))) return undefined;
  const [before] = /^[^{}[\]"]{1,200}(?=\{\s*["}])/.exec(reader.slice(start, start + 300)) ?? [];
  // A sentence that ends with a colon, on a line of its own, is no property's name.
  if (before === undefined || (isKeyAt(reader, start) && !/\s\S+\s.*:\s*[\r\n]\s*$/.test(before)))
    return undefined;
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
