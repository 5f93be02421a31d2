import { mostProblems } from "./frames";
import type { KeptStretch, KeptText } from "./keptText";
import { isContainer, isWellFormed } from "./nodes";
import type { ArrayNode, ContainerNode, Placed, SealedNode, SyntaxNode } from "./nodes";

/** Elements of an earlier array that can be taken as they are. */
export interface ElementRun {
  readonly array: ArrayNode;
  readonly first: number;
  readonly last: number;
  /** Add it to a start in the earlier array for the offset in the new text. */
  readonly shift: number;
}

/**
 * The tree of the text before some changes, to take nodes from. A well-formed node follows from its
 * own text alone (and from its depth), so that it can be taken wherever that text was left alone;
 * of a scalar also what follows must be the same, since a colon would make it a key.
 */
export class EarlierTree {
  readonly #root: Placed;
  readonly #kept: KeptText;

  constructor(root: Placed, kept: KeptText) {
    this.#root = root;
    this.#kept = kept;
  }

  /**
   * The object or array that starts at an offset of the new text, if nothing in it changed.
   * @param sealed - Whether it must be sealed or must not, where its text alone does not say.
   */
  container(
    offset: number,
    depth: number,
    sealed: boolean | "either",
  ): ContainerNode | SealedNode | undefined {
    const stretch = this.#kept.stretchAt(offset);
    if (stretch === undefined) return undefined;
    const found = this.#descend(offset + stretch.toOld, depth);
    if (found === undefined || !isContainer(found.node)) return undefined;
    const { node } = found;
    if (sealed === "either" ? isMisplaced(found.array, found.index) : (node.kind === "sealed") !== sealed)
      return undefined;
    return node.wellFormed && offset + node.length <= stretch.end ? node : undefined;
  }

  /**
   * The unchanged elements in a row, from the one that starts at an offset of the new text.
   * @param depth - Depth of the array that holds them.
   */
  elements(offset: number, depth: number): ElementRun | undefined {
    const stretch = this.#kept.stretchAt(offset);
    if (stretch === undefined) return undefined;
    const found = this.#descend(offset + stretch.toOld, depth + 1);
    if (found?.array === undefined) return undefined;
    const { array, arrayStart, index } = found;
    const shift = arrayStart - stretch.toOld;
    const last = this.#lastUnchanged(array, index, shift, stretch);
    return last < index ? undefined : { array, first: index, last, shift };
  }

  #lastUnchanged(array: ArrayNode, first: number, shift: number, stretch: KeptStretch): number {
    if (isMisplaced(array, first) || array.problems.length >= mostProblems) return -1;
    const problem = firstProblemFrom(array, array.starts[first] ?? 0);
    const end = Math.min(stretch.end - shift, problem);
    const endsBoth = this.#kept.endsBoth(stretch) && problem === Infinity;
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
  if (isContainer(node) || endsBoth) return start + node.length <= end;
  const next = array.starts[index + 1];
  if (next !== undefined) return next < end;
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
