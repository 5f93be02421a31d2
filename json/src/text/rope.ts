/**
 * A balanced tree of short strings. Leaves have between `minLeaf` and `maxLeaf` units (a shorter text is
 * one leaf), so that edits stay fast in long lines and after many edits.
 */
export type Rope = Leaf | Branch;

export class Leaf {
  readonly length: number;
  /** Line breaks ("\n", "\r\n", "\r") of this leaf read by itself. */
  readonly breaks: number;
  readonly startsWithLineFeed: boolean;
  readonly endsWithCarriageReturn: boolean;
  readonly height = 0;
  #breakEnds: readonly number[] | undefined;

  constructor(readonly text: string) {
    this.length = text.length;
    this.breaks = countBreaks(text);
    this.startsWithLineFeed = text.charCodeAt(0) === lineFeed;
    this.endsWithCarriageReturn = text.charCodeAt(text.length - 1) === carriageReturn;
  }

  /** End offsets of its line breaks, cached: callers mostly look up the same leaves again after the next edit. */
  get breakEnds(): readonly number[] {
    return (this.#breakEnds ??= breakEndsOf(this.text));
  }
}

interface Branch {
  readonly left: Rope;
  readonly right: Rope;
  readonly length: number;
  readonly breaks: number;
  readonly startsWithLineFeed: boolean;
  readonly endsWithCarriageReturn: boolean;
  readonly height: number;
}

const maxLeaf = 8192;
const minLeaf = 2048;

const lineFeed = 10;
const carriageReturn = 13;

export function ropeOf(text: string): Rope {
  const leaves = Math.max(1, Math.ceil(text.length / maxLeaf));
  return build(text, leaves, 0, text.length);
}

function build(text: string, leaves: number, from: number, to: number): Rope {
  if (leaves === 1) return new Leaf(text.slice(from, to));
  const leftLeaves = leaves >> 1;
  const middle = from + Math.round(((to - from) * leftLeaves) / leaves);
  return branch(build(text, leftLeaves, from, middle), build(text, leaves - leftLeaves, middle, to));
}

/** Replaces the text between two offsets, which must be ascending and within the rope. */
export function replaceInRope(rope: Rope, from: number, to: number, insert: string): Rope {
  let start = leafAt(rope, from).start;
  const last = leafAt(rope, to);
  let end = last.start + last.leaf.length;
  if (from - start + insert.length + end - to < minLeaf) {
    if (end < rope.length) end += leafAt(rope, end).leaf.length;
    else if (start > 0) start = leafAt(rope, start - 1).start;
  }
  const middle = ropeOf(sliceRope(rope, start, from) + insert + sliceRope(rope, to, end));
  return joinAll(leavesBefore(rope, start), middle, leavesFrom(rope, end));
}

export function sliceRope(rope: Rope, from: number, to: number): string {
  if (isLeaf(rope)) return rope.text.slice(Math.max(0, from), Math.max(0, to));
  const border = rope.left.length;
  if (to <= border) return sliceRope(rope.left, from, to);
  if (from >= border) return sliceRope(rope.right, from - border, to - border);
  return sliceRope(rope.left, from, border) + sliceRope(rope.right, 0, to - border);
}

/** Returns the leaf that contains the unit at an offset (at the rope's end: the last leaf) and its start. */
export function leafAt(rope: Rope, offset: number): { readonly leaf: Leaf; readonly start: number } {
  let node = rope;
  let start = 0;
  while (!isLeaf(node)) {
    const border = start + node.left.length;
    if (offset < border) node = node.left;
    else {
      node = node.right;
      start = border;
    }
  }
  return { leaf: node, start };
}

/** Number of line breaks that end at or before an offset. */
export function breaksBefore(rope: Rope, offset: number): number {
  if (offset <= 0) return 0;
  if (isLeaf(rope)) return countUpTo(rope.breakEnds, offset);
  const border = rope.left.length;
  if (offset < border) return breaksBefore(rope.left, offset);
  const joint = jointBreaks(rope.left, rope.right);
  return rope.left.breaks - joint + (offset === border ? 0 : breaksBefore(rope.right, offset - border));
}

/** End offset of a line break, by its ordinal from 1 to `rope.breaks`. */
export function endOfBreak(rope: Rope, ordinal: number): number {
  let node = rope;
  let start = 0;
  let rest = ordinal;
  while (!isLeaf(node)) {
    const joint = jointBreaks(node.left, node.right);
    const wholeInLeft = node.left.breaks - joint;
    if (rest <= wholeInLeft) node = node.left;
    else {
      start += node.left.length;
      rest -= wholeInLeft;
      node = node.right;
    }
  }
  return start + (node.breakEnds[rest - 1] ?? node.length);
}

function isLeaf(rope: Rope): rope is Leaf {
  return rope.height === 0;
}

function branch(left: Rope, right: Rope): Branch {
  return {
    left,
    right,
    length: left.length + right.length,
    breaks: left.breaks + right.breaks - jointBreaks(left, right),
    startsWithLineFeed: left.startsWithLineFeed,
    endsWithCarriageReturn: right.endsWithCarriageReturn,
    height: Math.max(left.height, right.height) + 1,
  };
}

/** 1 if "\r\n" spans the border of two ropes, which both count it; else 0. */
function jointBreaks(left: Rope, right: Rope): number {
  return left.endsWithCarriageReturn && right.startsWithLineFeed ? 1 : 0;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  for (let at = text.indexOf("\r"); at !== -1; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== lineFeed) count++;
  }
  return count;
}

function breakEndsOf(text: string): readonly number[] {
  const ends: number[] = [];
  const isPlain = !text.includes("\r");
  for (let at = 0; at < text.length; at++) {
    if (isPlain) at = text.indexOf("\n", at);
    if (at === -1) break;
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed))
      ends.push(at + 1);
  }
  return ends;
}

/** Number of ascending numbers that are less than or equal to `most`. */
function countUpTo(ascending: readonly number[], most: number): number {
  let low = 0;
  for (let high = ascending.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the leaves that end at or before an offset, which must be a border between leaves. */
function leavesBefore(rope: Rope, offset: number): Rope | undefined {
  if (offset <= 0) return undefined;
  if (offset >= rope.length || isLeaf(rope)) return rope;
  const border = rope.left.length;
  if (offset <= border) return leavesBefore(rope.left, offset);
  return joinAll(rope.left, leavesBefore(rope.right, offset - border));
}

/** Returns the leaves that start at or after an offset, which must be a border between leaves. */
function leavesFrom(rope: Rope, offset: number): Rope | undefined {
  if (offset >= rope.length) return undefined;
  if (offset <= 0 || isLeaf(rope)) return rope;
  const border = rope.left.length;
  if (offset >= border) return leavesFrom(rope.right, offset - border);
  const left = leavesFrom(rope.left, offset);
  return left === undefined ? rope.right : join(left, rope.right);
}

function joinAll(first: Rope | undefined, ...others: readonly (Rope | undefined)[]): Rope {
  let joined = first;
  for (const rope of others) {
    if (rope === undefined || rope.length === 0) continue;
    joined = joined === undefined || joined.length === 0 ? rope : join(joined, rope);
  }
  return joined ?? new Leaf("");
}

/** Joins two ropes so that the heights of siblings differ by one at most (AVL). */
function join(left: Rope, right: Rope): Rope {
  if (left.height > right.height + 1 && !isLeaf(left)) {
    return balanced(left.left, join(left.right, right));
  }
  if (right.height > left.height + 1 && !isLeaf(right)) {
    return balanced(join(left, right.left), right.right);
  }
  return branch(left, right);
}

function balanced(left: Rope, right: Rope): Rope {
  if (left.height > right.height + 1 && !isLeaf(left)) {
    const inner = left.right;
    return inner.height > left.left.height && !isLeaf(inner)
      ? branch(branch(left.left, inner.left), branch(inner.right, right))
      : branch(left.left, branch(inner, right));
  }
  if (right.height > left.height + 1 && !isLeaf(right)) {
    const inner = right.left;
    return inner.height > right.right.height && !isLeaf(inner)
      ? branch(branch(left, inner.left), branch(inner.right, right.right))
      : branch(branch(left, inner), right.right);
  }
  return branch(left, right);
}
