import { maxProblems } from "./frames";
import { isContainer, isWellFormed } from "./nodes";
import { lastUpTo } from "../text/documentText";
import type { ArrayNode, ContainerNode, LazyNode, Placed, SyntaxNode } from "./nodes";

/** A span of the new text that the old text also contains. */
interface UnchangedSpan {
  readonly start: number;
  readonly end: number;
  /** Converts an offset in the new text to one in the old text, by addition. */
  readonly toOld: number;
}

/** With more spans than this, parsing again is faster than tracking them. */
const maxSpans = 1000;

/** Tracks which parts of an old text remain after changes, and at which offsets. */
export class UnchangedText {
  private constructor(
    private readonly spans: readonly UnchangedSpan[],
    readonly oldLength: number,
    readonly newLength: number,
  ) {}

  static all(length: number): UnchangedText {
    return new UnchangedText([{ start: 0, end: length, toOld: 0 }], length, length);
  }

  /** Returns the unchanged text after a further change: a replacement between two offsets of the current text. */
  replaced(from: number, to: number, insertedLength: number): UnchangedText {
    const delta = insertedLength - (to - from);
    const spans: UnchangedSpan[] = [];
    for (const { start, end, toOld } of this.spans) {
      if (start < from) spans.push({ start, end: Math.min(end, from), toOld });
      if (end > to) {
        const rest = Math.max(start, to);
        spans.push({ start: rest + delta, end: end + delta, toOld: toOld - delta });
      }
    }
    const kept = spans.length > maxSpans ? [] : spans;
    return new UnchangedText(kept, this.oldLength, this.newLength + delta);
  }

  /** Returns the unchanged span that contains the unit at an offset of the new text. */
  spanAt(offset: number): UnchangedSpan | undefined {
    let low = 0;
    let high = this.spans.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const span = this.spans[middle];
      if (span === undefined) return undefined;
      if (offset < span.start) high = middle - 1;
      else if (offset >= span.end) low = middle + 1;
      else return span;
    }
    return undefined;
  }

  /** Whether a span extends to the end of both texts. */
  endsBoth(span: UnchangedSpan): boolean {
    return span.end === this.newLength && span.end + span.toOld === this.oldLength;
  }
}

/** Reusable elements of an earlier array. */
interface ElementRun {
  readonly array: ArrayNode;
  readonly first: number;
  readonly last: number;
  /** Converts a start in the earlier array to an offset in the new text, by addition. */
  readonly shift: number;
}

/**
 * The tree of an earlier text, whose nodes the parser reuses. A well-formed node depends on its own text
 * (and its depth) alone, so the parser can reuse it wherever that text is unchanged; for an element, the
 * next token must also be unchanged, since a colon would turn the element into a key.
 */
export class EarlierTree {
  constructor(
    private readonly root: Placed,
    private readonly kept: UnchangedText,
  ) {}

  /**
   * Returns the object or array at an offset of the new text, if it is well-formed and unchanged. The parser would make
   * the same node: in a document's policy, depth and kind alone decide whether a node is lazy.
   */
  container(offset: number, depth: number): ContainerNode | LazyNode | undefined {
    const span = this.kept.spanAt(offset);
    if (span === undefined) return undefined;
    const found = this.#descend(offset + span.toOld, depth);
    if (found === undefined || !isContainer(found.node)) return undefined;
    const { node } = found;
    return node.wellFormed && offset + node.length <= span.end ? node : undefined;
  }

  /**
   * Returns consecutive unchanged elements, from the one that starts at an offset of the new text.
   * @param depth - Depth of the array that contains them.
   */
  elements(offset: number, depth: number): ElementRun | undefined {
    const span = this.kept.spanAt(offset);
    if (span === undefined) return undefined;
    const found = this.#descend(offset + span.toOld, depth + 1);
    if (found?.array === undefined) return undefined;
    const { array, arrayStart, index } = found;
    const shift = arrayStart - span.toOld;
    const last = this.#lastUnchanged(array, index, shift, span);
    return last < index ? undefined : { array, first: index, last, shift };
  }

  #lastUnchanged(array: ArrayNode, first: number, shift: number, span: UnchangedSpan): number {
    if (array.problems.length >= maxProblems) return -1;
    const problem = firstProblemFrom(array, array.starts[first] ?? 0);
    const end = Math.min(span.end - shift, problem);
    const endsBoth = this.kept.endsBoth(span) && problem === Infinity;
    let last = array.wellFormed ? lastUpTo(array.starts, end - 1) : first;
    if (!array.wellFormed) {
      while (isUnchanged(array, last, end, endsBoth)) last++;
      return last - 1;
    }
    while (last >= first && !isUnchanged(array, last, end, endsBoth)) last--;
    return last;
  }

  /** Returns the node at an old offset and a depth and, if it is an element, the array that contains it. */
  #descend(
    offset: number,
    depth: number,
  ): { node: SyntaxNode; array?: ArrayNode; arrayStart: number; index: number } | undefined {
    let { node, start } = this.root;
    for (let level = 0; level < depth; level++) {
      if (node.kind !== "object" && node.kind !== "array") return undefined;
      const index = lastUpTo(node.starts, offset - start);
      const property = node.kind === "object" ? node.properties[index] : undefined;
      const child = node.kind === "array" ? node.elements[index] : property?.value;
      if (child === undefined) return undefined;
      const childStart = start + (node.starts[index] ?? 0) + (property?.valueStart ?? 0);
      if (node.kind === "array" && level === depth - 1)
        return childStart === offset ? { node: child, array: node, arrayStart: start, index } : undefined;
      if (offset < childStart) return undefined;
      node = child;
      start = childStart;
    }
    return start === offset ? { node, arrayStart: 0, index: 0 } : undefined;
  }
}

/** Offset of the first problem of the array itself at or after an offset; Infinity if there is none. */
function firstProblemFrom(array: ArrayNode, from: number): number {
  return array.problems.reduce(
    (first, { start }) => (start >= from ? Math.min(first, start) : first),
    Infinity,
  );
}

function isUnchanged(array: ArrayNode, index: number, end: number, endsBoth: boolean): boolean {
  const node = array.elements[index];
  const start = array.starts[index];
  if (node === undefined || start === undefined || !isWellFormed(node)) return false;
  if (endsBoth) return start + node.length <= end;
  // In a broken array, a scalar may depend on the text next to it, which the scanner reads together with the scalar.
  if (!isContainer(node) && !array.wellFormed) return false;
  const startOfNext = array.starts[index + 1];
  if (startOfNext !== undefined) return startOfNext < end;
  return array.closed && array.length <= end;
}
