import { readArray } from "./arraySteps";
import { Char, isDigit, isForeignSpace, isSpace, startsWord } from "./characters";
import type { EarlierTree } from "./earlierTree";
import { ArrayFrame, closerOf, ObjectFrame } from "./frames";
import type { Frame, FrameOptions, FrameUse } from "./frames";
import { missingNode, noStarts, stringNode } from "./makeNodes";
import { isWellFormed } from "./nodes";
import type { ContainerNode, Placed, SealedNode, SyntaxNode } from "./nodes";
import { readObject } from "./objectSteps";
import type { SyntaxProblem } from "./problems";
import { isKeyAt } from "./keyAt";
import { scanComment, scanNonsense, scanNumber, scanWord, startsComment } from "./scanBare";
import { scanString } from "./scanString";
import { longestFlat, scanFlat, scanStrictly } from "./strictScan";
import type { ScanFacts } from "./strictScan";
import type { TextReader } from "./textReader";

/**
 * Which objects and arrays of a tree are sealed, by depth (the root's is 0) and kind; "if-small" those
 * that are well-formed and no longer than half of the text, "if-flat" short objects that hold nothing but
 * scalars and empty lists.
 */
export type Seals = (depth: number, kind: "object" | "array") => "yes" | "no" | "if-small" | "if-flat";

/**
 * Whether a container at a depth may be scanned before it is known whether it will be sealed. At every
 * depth that would read the same text again and again; at 2, 4, 8 and 16 it does so a few times.
 */
export function isDoublingDepth(depth: number): boolean {
  return depth >= 2 && depth <= 16 && (depth & (depth - 1)) === 0;
}

/** Trees of text that is not well-formed go this much deeper than the node that holds them. */
const deepestBrokenTree = 500;

/** How many nodes one document keeps of text that is not well-formed; a comment to the end is none. */
const mostBrokenNodes = 400_000;

/** After more problems than this the rest of a text is not read: it is no JSON. */
const mostProblems = 100_000;

/** Nested more deeply than this neither: each level takes memory until it is closed. */
const mostFrames = 200_000;

/** How much text is put together at first to find a container's end: most analyses are shorter. */
const smallestScan = 8192;

/**
 * Reads JSON and whatever half-written text stands for it. What comes out follows from the text alone:
 * earlier trees only save work. Never throws; the stack does not grow with the nesting.
 */
export class Parser {
  readonly reader: TextReader;
  /** Containers being read, the innermost last. */
  readonly frames: Frame[] = [];
  at = 0;
  readonly #seals: Seals;
  readonly #earlier: readonly EarlierTree[];
  readonly #outside: (problem: SyntaxProblem) => void;
  #root: Placed = { node: missingNode, start: 0 };
  /** Depth of the sealed node whose broken text is being read. */
  #brokenAt: number | undefined;
  #brokenNodes = 0;
  #problemCount = 0;
  #endReported = false;

  /** @param outside - Takes the problems outside the root, with offsets in the text. */
  constructor(
    reader: TextReader,
    seals: Seals,
    outside: (problem: SyntaxProblem) => void,
    earlier: readonly EarlierTree[] = [],
  ) {
    this.reader = reader;
    this.#seals = seals;
    this.#outside = outside;
    this.#earlier = earlier;
  }

  /** Reads the root from `at` on, where neither space nor the end may be; `at` is behind it then. */
  readRoot(): Placed {
    const start = this.at;
    if (startsWithKey(this.reader, start)) {
      const repair = { start, end: start, newText: "{", certain: false };
      this.openUnwrittenObject(start).report({ kind: "brace-not-opened", start, end: start + 1, repair });
    } else this.beginValue(0);
    for (let frame = this.#innermost(); frame !== undefined; frame = this.#innermost()) {
      if (this.#problemCount > mostProblems || this.frames.length > mostFrames) this.#giveUp(frame);
      else if (frame.kind === "object") readObject(this, frame);
      else readArray(this, frame);
    }
    return this.#root;
  }

  report(problem: SyntaxProblem): void {
    this.#problemCount++;
    const frame = this.#innermost();
    if (frame === undefined) this.#outside(problem);
    else frame.report(problem);
  }

  /** Depth of the innermost container; the root's is 0. */
  get depth(): number {
    return this.#innermost()?.depth ?? -1;
  }

  /** Skips space and comments. */
  skipTrivia(): void {
    for (;;) {
      const code = this.reader.codeAt(this.at);
      if (isSpace(code)) this.at++;
      else if (code === Char.Slash && startsComment(this.reader, this.at)) {
        const comment = scanComment(this.reader, this.at);
        this.report(comment);
        this.at = comment.end;
      } else if (isForeignSpace(code)) this.#skipForeignSpace();
      else return;
    }
  }

  /** Reads the scalar or opens the container at `at`. */
  beginValue(depth: number): void {
    const { reader, at } = this;
    const code = reader.codeAt(at);
    if (code === Char.OpenBrace) this.#beginContainer("object", depth);
    else if (code === Char.OpenBracket) this.#beginContainer("array", depth);
    else if (code === Char.Quote || code === Char.Apostrophe) {
      const { end, closed, problems } = scanString(reader, at, "value");
      this.deliver(stringNode(end - at, closed, problems), at);
    } else if (isDigit(code) || code === Char.Minus || code === Char.Plus || code === Char.Dot) {
      this.deliver(scanNumber(reader, at), at);
    } else if (startsWord(code)) this.deliver(scanWord(reader, at), at);
    else this.deliver(scanNonsense(reader, at), at);
  }

  /** Hands a finished node to the container around it and goes on behind it. */
  deliver(node: SyntaxNode, start: number): void {
    this.at = start + node.length;
    if (!isWellFormed(node)) this.#problemCount++;
    if (this.#brokenAt !== undefined) this.#brokenNodes++;
    const frame = this.#innermost();
    if (frame === undefined) this.#root = { node, start };
    else frame.add(node, start);
  }

  /** Takes as many elements as it can from the earlier tree, and says whether there were any. */
  reuseElements(frame: ArrayFrame): boolean {
    if (this.#brokenAt !== undefined) return false;
    for (const tree of this.#earlier) {
      const run = tree.elements(this.at, frame.depth);
      if (run === undefined) continue;
      frame.addRun(run.array, run.first, run.last, run.shift);
      this.at = frame.lastEnd;
      return true;
    }
    return false;
  }

  /** Opens an object whose opening bracket is only understood. */
  openUnwrittenObject(start: number): ObjectFrame {
    const frame = new ObjectFrame(this.#unwritten("object", start));
    this.#push(frame);
    return frame;
  }

  /** Opens an array whose opening bracket is only understood. */
  openUnwrittenArray(start: number): ArrayFrame {
    const frame = new ArrayFrame(this.#unwritten("array", start));
    this.#push(frame);
    return frame;
  }

  /** Ends the innermost container at an offset. */
  close(end: number, closed: boolean): void {
    const frame = this.frames.pop();
    if (frame === undefined) return;
    const node = frame.finish(end, closed);
    if (frame.depth === this.#brokenAt) this.#brokenAt = undefined;
    const parentUse = this.#innermost()?.use;
    const isSealed = frame.use === "broken-tree" || (frame.use === "extent" && parentUse !== "extent");
    this.deliver(isSealed ? this.#sealBroken(node) : node, frame.start);
  }

  /** Ends the innermost container, whose closing bracket is missing. */
  closeUnfinished(end: number): void {
    const frame = this.#innermost();
    if (frame === undefined) return;
    if (frame.opened) {
      const repair = { start: frame.lastEnd, end: frame.lastEnd, newText: closerOf(frame), certain: false };
      frame.report({ kind: notClosed(frame), start: frame.start, end: frame.start + 1, repair });
    }
    this.close(end, false);
  }

  /** The text ends inside the innermost container. Of all that are open only this one says so. */
  closeAtEnd(): void {
    const frame = this.#innermost();
    if (frame === undefined) return;
    if (!this.#endReported && frame.use !== "extent") {
      this.#endReported = true;
      const closers = this.frames.slice(-100).map(closerOf).reverse().join("");
      const repair = { start: frame.lastEnd, end: frame.lastEnd, newText: closers, certain: false };
      const start = frame.opened ? frame.start : frame.lastEnd - 1;
      frame.report({ kind: notClosed(frame), start, end: start + 1, repair });
    }
    this.close(this.reader.length, false);
  }

  /** Facts about the container at an offset if it is well-formed. */
  #scanStrictly(start: number): ScanFacts | undefined {
    const { reader } = this;
    let chunk = reader.stretchFrom(start, smallestScan);
    for (let size = 4 * smallestScan; ; size *= 4) {
      const facts = scanStrictly(chunk.text, start - chunk.start);
      if (typeof facts === "object") return facts;
      const atEnd = chunk.start + chunk.text.length >= reader.length;
      if (facts === "not-json" || atEnd) return undefined;
      chunk = { text: reader.slice(start, start + size), start };
    }
  }

  #scanFlat(start: number): ScanFacts | undefined {
    const stretch = this.reader.stretchFrom(start, longestFlat);
    return scanFlat(stretch.text, start - stretch.start, longestFlat);
  }

  #innermost(): Frame | undefined {
    return this.frames[this.frames.length - 1];
  }

  #beginContainer(kind: "object" | "array", depth: number): void {
    const start = this.at;
    const use = this.#useAt(depth, kind);
    const isFlatSealed = this.#brokenAt === undefined && this.#seals(depth, kind) === "if-flat";
    if (this.#brokenAt === undefined && depth > 0) {
      for (const tree of this.#earlier) {
        const node = tree.container(start, depth, isFlatSealed ? "either" : use === "broken-tree");
        if (node === undefined) continue;
        this.deliver(node, start);
        return;
      }
    }
    const longest = isFlatSealed ? longestFlat : this.#longestSealed(depth, kind, use);
    const facts = isFlatSealed ? this.#scanFlat(start) : longest > 0 ? this.#scanStrictly(start) : undefined;
    if (facts !== undefined && facts.length <= longest) {
      this.deliver(sealedNode(kind, facts), start);
      return;
    }
    const options = { start, depth, opened: true, use };
    this.#push(kind === "object" ? new ObjectFrame(options) : new ArrayFrame(options));
    this.at = start + 1;
  }

  #unwritten(kind: "object" | "array", start: number): FrameOptions {
    const depth = this.depth + 1;
    return { start, depth, opened: false, use: this.#useAt(depth, kind) };
  }

  /** How long a well-formed container may be to be sealed; 0 if it is not. */
  #longestSealed(depth: number, kind: "object" | "array", use: FrameUse): number {
    if (use === "broken-tree") return Infinity;
    if (use === "extent") return this.#innermost()?.use === "extent" ? 0 : Infinity;
    if (this.#brokenAt !== undefined) return isDoublingDepth(depth - this.#brokenAt) ? Infinity : 0;
    return this.#seals(depth, kind) === "if-small" ? this.reader.length / 2 : 0;
  }

  #useAt(depth: number, kind: "object" | "array"): FrameUse {
    if (this.#brokenAt !== undefined) return depth - this.#brokenAt < deepestBrokenTree ? "node" : "extent";
    return this.#seals(depth, kind) === "yes" ? "broken-tree" : "node";
  }

  #push(frame: Frame): void {
    if (frame.use === "broken-tree") this.#brokenAt = frame.depth;
    this.frames.push(frame);
  }

  /** Leaves the rest of the text unread. */
  #giveUp(frame: Frame): void {
    if (!this.#endReported && frame.use !== "extent") {
      this.#endReported = true;
      frame.report({ kind: "unread", start: this.at, end: this.at + 1 });
    }
    this.close(this.reader.length, false);
  }

  #sealBroken(node: ContainerNode): SealedNode {
    const isKept = this.#brokenNodes <= mostBrokenNodes && this.#brokenAt === undefined;
    const tree = isKept ? node : withoutChildren(node);
    return {
      kind: "sealed",
      length: node.length,
      opens: node.kind,
      wellFormed: false,
      tree,
      keyCount: 0,
      longNumbers: false,
      notes: undefined,
    };
  }

  #skipForeignSpace(): void {
    const start = this.at;
    while (isForeignSpace(this.reader.codeAt(this.at))) this.at++;
    const repair = { start, end: this.at, newText: " ", certain: true };
    this.report({ kind: "space-not-plain", start, end: this.at, repair });
  }
}

function startsWithKey(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  return (code === Char.Quote || startsWord(code)) && isKeyAt(reader, at);
}

function sealedNode(opens: "object" | "array", facts: ScanFacts): SealedNode {
  const { length, keyCount, longNumbers } = facts;
  return {
    kind: "sealed",
    length,
    opens,
    wellFormed: true,
    tree: undefined,
    keyCount,
    longNumbers,
    notes: undefined,
  };
}

function withoutChildren(node: ContainerNode): ContainerNode {
  const problems: SyntaxProblem[] = [{ kind: "unread", start: 0, end: 1 }];
  const bare = { ...node, starts: noStarts, problems };
  return bare.kind === "object" ? { ...bare, properties: [] } : { ...bare, elements: [] };
}

function notClosed(frame: Frame): "brace-not-closed" | "bracket-not-closed" {
  return frame.kind === "object" ? "brace-not-closed" : "bracket-not-closed";
}
