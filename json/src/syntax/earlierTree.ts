import { mostProblems } from "./frames";
import { isContainer, isWellFormed } from "./nodes";
import type { ArrayNode, ContainerNode, LazyNode, Placed, SyntaxNode } from "./nodes";

/** A span of the new text that also stands in the old one. */
interface UnchangedSpan {
  readonly start: number;
  readonly end: number;
  /** Add it to an offset in the new text for the one in the old text. */
  readonly toOld: number;
}

/** With more changes than this at once, reading anew is quicker than keeping books. */
const mostSpans = 1000;

/** Which parts of an old text still stand in the text after some changes, and where. */
export class UnchangedText {
  readonly #spans: readonly UnchangedSpan[];
  readonly oldLength: number;
  readonly newLength: number;

  private constructor(spans: readonly UnchangedSpan[], oldLength: number, newLength: number) {
    this.#spans = spans;
    this.oldLength = oldLength;
    this.newLength = newLength;
  }

  static all(length: number): UnchangedText {
    return new UnchangedText([{ start: 0, end: length, toOld: 0 }], length, length);
  }

  /** After a further change: the text between two offsets (of the text as it is now) replaced. */
  replaced(from: number, to: number, insertedLength: number): UnchangedText {
    const delta = insertedLength - (to - from);
    const spans: UnchangedSpan[] = [];
    for (const { start, end, toOld } of this.#spans) {
      if (start < from) spans.push({ start, end: Math.min(end, from), toOld });
      if (end > to) {
        const rest = Math.max(start, to);
        spans.push({ start: rest + delta, end: end + delta, toOld: toOld - delta });
      }
    }
    const kept = spans.length > mostSpans ? [] : spans;
    return new UnchangedText(kept, this.oldLength, this.newLength + delta);
  }

  /** The kept span that holds the unit at an offset of the new text. */
  spanAt(offset: number): UnchangedSpan | undefined {
    let low = 0;
    let high = this.#spans.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const span = this.#spans[middle];
      if (span === undefined) return undefined;
      if (offset < span.start) high = middle - 1;
      else if (offset >= span.end) low = middle + 1;
      else return span;
    }
    return undefined;
  }

  /** Whether a span goes to the end of both texts. */
  endsBoth(span: UnchangedSpan): boolean {
    return span.end === this.newLength && span.end + span.toOld === this.oldLength;
  }
}

/** Elements of an earlier array that can be taken as they are. */
interface ElementRun {
  readonly array: ArrayNode;
  readonly first: number;
  readonly last: number;
  /** Add it to a start in the earlier array for the offset in the new text. */
  readonly shift: number;
}

/**
 * The tree of the text before some changes, to take nodes from. A well-formed node follows from its
 * own text alone (and from its depth), so that it can be taken wherever that text was left alone;
 * of an element also what follows must be the same, since a colon would make it a key.
 */
export class EarlierTree {
  readonly #root: Placed;
  readonly #kept: UnchangedText;

  constructor(root: Placed, kept: UnchangedText) {
    this.#root = root;
    this.#kept = kept;
  }

  /**
   * The object or array that starts at an offset of the new text, if nothing in it changed.
   * @param lazy - Whether it must be lazy or must not, where its text alone does not say.
   */
  container(offset: number, depth: number, lazy: boolean | "either"): ContainerNode | LazyNode | undefined {
    const span = this.#kept.spanAt(offset);
    if (span === undefined) return undefined;
    const found = this.#descend(offset + span.toOld, depth);
    if (found === undefined || !isContainer(found.node)) return undefined;
    const { node, array, index } = found;
    if (lazy === "either" ? isMisplaced(array, index) : (node.kind === "lazy") !== lazy) return undefined;
    return node.wellFormed && offset + node.length <= span.end ? node : undefined;
  }

  /**
   * The unchanged elements in a row, from the one that starts at an offset of the new text.
   * @param depth - Depth of the array that holds them.
   */
  elements(offset: number, depth: number): ElementRun | undefined {
    const span = this.#kept.spanAt(offset);
    if (span === undefined) return undefined;
    const found = this.#descend(offset + span.toOld, depth + 1);
    if (found?.array === undefined) return undefined;
    const { array, arrayStart, index } = found;
    const shift = arrayStart - span.toOld;
    const last = this.#lastUnchanged(array, index, shift, span);
    return last < index ? undefined : { array, first: index, last, shift };
  }

  #lastUnchanged(array: ArrayNode, first: number, shift: number, span: UnchangedSpan): number {
    if (isMisplaced(array, first) || array.problems.length >= mostProblems) return -1;
    const problem = firstProblemFrom(array, array.starts[first] ?? 0);
    const end = Math.min(span.end - shift, problem);
    const endsBoth = this.#kept.endsBoth(span) && problem === Infinity;
    let last = array.wellFormed ? lastStartBefore(array.starts, end) : first;
    if (!array.wellFormed) {
      while (isUnchanged(array, last, end, endsBoth)) last++;
      return last - 1;
    }
    while (last >= first && !isUnchanged(array, last, end, endsBoth)) last--;
    return last;
  }

  /** The node that starts at an old offset at a depth, with the array that it is an element of. */
  #descend(
    offset: number,
    depth: number,
  ): { node: SyntaxNode; array?: ArrayNode; arrayStart: number; index: number } | undefined {
    let { node, start } = this.#root;
    for (let level = 0; level < depth; level++) {
      if (node.kind !== "object" && node.kind !== "array") return undefined;
      const index = lastStartBefore(node.starts, offset - start + 1);
      const childStart = node.starts[index];
      if (childStart === undefined) return undefined;
      if (node.kind === "array") {
        const element = node.elements[index];
        if (element === undefined) return undefined;
        if (level === depth - 1) {
          return start + childStart === offset
            ? { node: element, array: node, arrayStart: start, index }
            : undefined;
        }
        start += childStart;
        node = element;
      } else {
        const property = node.properties[index];
        if (property === undefined) return undefined;
        start += childStart + property.valueStart;
        node = property.value;
      }
      if (offset < start) return undefined;
    }
    return start === offset ? { node, arrayStart: 0, index: 0 } : undefined;
  }
}

/** The first element of a list without its bracket was read one level higher up. */
function isMisplaced(array: ArrayNode | undefined, index: number): boolean {
  return array?.opened === false && index === 0;
}

/** Where the next problem of the array itself lies. */
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
  // Beside what is not punctuation, a scalar is read together with what follows it.
  if (!isContainer(node) && !array.wellFormed) return false;
  const startOfNext = array.starts[index + 1];
  if (startOfNext !== undefined) return startOfNext < end;
  return array.closed && array.length <= end;
}

/** Index of the last start that is smaller than `before`; -1 when none is. */
function lastStartBefore(starts: readonly number[], before: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) < before) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
