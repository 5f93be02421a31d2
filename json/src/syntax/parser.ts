import { readArray } from "./arraySteps";
import { Char, isDigit, isForeignSpace, isSpace, startsWord } from "./characters";
import { conflictProblems, isConflictMarker, scanComment, startsComment } from "./trivia";
import type { EarlierTree } from "./earlierTree";
import { type Frame, type FrameOptions, type FrameUse, ArrayFrame, closerOf, ObjectFrame } from "./frames";
import {
  isWellFormed,
  missingNode,
  stringNode,
  brokenLazyNode,
  errorNode,
  isDoublingDepth,
  lazyNode,
  withoutChildren,
} from "./nodes";
import type { ContainerNode, LazyPolicy, Placed, LazyNode, SyntaxNode } from "./nodes";
import { readObject } from "./objectSteps";
import { type SyntaxProblem, replacing, unopenedObject } from "./problems";
import { isKeyAt, scanText, startsTypographicText } from "./scanString";
import { notClosed, unclosedByLayout } from "./brackets";
import { isMinusSign } from "./readings";
import {
  endOfForeignText,
  escapedAt,
  isRowAt,
  scanAfterString,
  scanNonsense,
  scanNumber,
  scanWord,
} from "./scanBare";
import type { ValuePlace } from "./scanBare";
import { strictFactsAt } from "./strictScan";
import type { TextReader } from "./textReader";

/** Maximum depth of a broken tree below the lazy node that contains it. */
const maxBrokenTreeDepth = 500;

/** Maximum number of nodes in all broken trees of a document; further broken lazy nodes have no children. */
const maxBrokenNodes = 400_000;

/** After more problems than this the parser stops: the text is not JSON. */
const maxProblemsOfText = 100_000;

/** Maximum nesting: each open level takes memory. */
const maxFrames = 200_000;

/**
 * Parses JSON and incomplete or broken JSON. The result depends on the text alone: earlier trees only
 * save work. Never throws; the stack does not grow with the nesting.
 */
export class Parser {
  /** Containers being read, the innermost last. */
  readonly frames: Frame[] = [];
  at = 0;
  /** The parser yields before it reads a token at or after this offset. */
  readsUpTo = Infinity;
  #root: Placed = { node: missingNode, start: 0 };
  /** Depth of the lazy node whose broken text the parser is reading. */
  #brokenAt: number | undefined;
  #brokenNodes = 0;
  #problemCount = 0;
  #endReported = false;
  /** The problems of the text's conflicts, by the offset of a marker; undefined before the first marker. */
  #conflicts: ReadonlyMap<number, SyntaxProblem> | undefined;

  /** @param outside - Receives the problems outside the root, with offsets in the text. */
  constructor(
    readonly reader: TextReader,
    private readonly policy: LazyPolicy,
    private readonly outside: (problem: SyntaxProblem) => void,
    private readonly earlier: readonly EarlierTree[] = [],
  ) {}

  /** Starts the root at `at`, which must be neither at space nor at the end. */
  beginRoot(): void {
    const start = this.at;
    if (startsWithKey(this.reader, start)) {
      this.openUnwrittenObject(start).report(unopenedObject(start));
    } else this.beginValue(0);
  }

  /**
   * Continues reading the root until `at` reaches or passes the offset.
   *
   * @returns the root if it has ended, with `at` after it; else undefined
   */
  readUpTo(offset: number): Placed | undefined {
    this.readsUpTo = offset;
    for (let frame = this.#innermost(); frame !== undefined; frame = this.#innermost()) {
      if (this.at >= offset) return undefined;
      if (
        this.#problemCount > maxProblemsOfText ||
        this.frames.length > maxFrames ||
        this.reader.codeAt(this.at) === 0
      )
        this.#giveUp(frame);
      else if (frame.kind === "object") readObject(this, frame);
      else readArray(this, frame);
    }
    return this.#root;
  }

  report(problem: SyntaxProblem): void {
    this.#problemCount++;
    const frame = this.#innermost();
    if (frame === undefined) this.outside(problem);
    else frame.report(problem);
  }

  /** Depth of the innermost container: 0 for the root, -1 outside it. */
  get depth(): number {
    return this.#innermost()?.depth ?? -1;
  }

  /** Skips space, comments, and a conflict's markers and further sides; reports all except the space of JSON. */
  skipTrivia(): void {
    for (;;) {
      const code = this.reader.codeAt(this.at);
      if (isSpace(code)) this.at++;
      else if (startsComment(this.reader, this.at)) {
        const comment = scanComment(this.reader, this.at, this.#innermost()?.state === "after-value");
        this.report(comment);
        this.at = comment.end;
      } else if (isForeignSpace(code)) this.#skipForeignSpace();
      else if (isConflictMarker(this.reader, this.at)) {
        const { at: start, reader } = this;
        this.#conflicts ??= conflictProblems(reader.slice(0, reader.length));
        // If the last marker is missing, the marker between the sides has no problem yet: skips only that line.
        const line = { kind: "other-side", start, end: reader.endOfLine(start) } as const;
        const problem = this.#conflicts.get(start) ?? line;
        this.report(problem);
        this.at = problem.end;
      } else return;
    }
  }

  /** Skips text in place of a member, and reports it. */
  skipText(frame: ObjectFrame): void {
    const { at, reader } = this;
    const end = endOfForeignText(reader, at);
    const problem = escapedAt(reader, at) ?? { kind: "not-json" as const, start: at, end };
    // A comma before the text may belong to the member after the text: it must not count as redundant.
    frame.comma = undefined;
    frame.lastEnd = problem.end;
    frame.state = "key";
    this.report(problem);
    this.at = problem.end;
  }

  /** Reads the scalar or opens the container at `at`. */
  beginValue(depth: number): void {
    const { reader, at } = this;
    const code = reader.codeAt(at);
    if (code === Char.OpenBrace) this.#beginContainer("object", depth);
    else if (code === Char.OpenBracket) this.#beginContainer("array", depth);
    else this.deliver(this.#scanScalar(code, at), at);
  }

  #scanScalar(code: number, at: number): SyntaxNode {
    const { reader } = this;
    const frame = this.#innermost();
    if (frame?.kind === "array" && isRowAt(reader, at)) {
      const length = endOfForeignText(reader, at) - at;
      return errorNode(length, { kind: "not-json", start: 0, end: length });
    }
    const place: ValuePlace = frame === undefined ? "root" : frame.kind === "object" ? "member" : "element";
    if (code === Char.Quote || code === Char.Apostrophe) {
      const { end, closed, problems } = scanText(reader, at);
      const withMore = closed ? scanAfterString(reader, at, end, place) : undefined;
      return withMore ?? stringNode(end - at, closed, problems);
    }
    if (isDigit(code) || code === Char.Minus || code === Char.Plus || code === Char.Dot) {
      return scanNumber(reader, at, place);
    }
    if ((startsWord(code) && !isMinusSign(code)) || startsTypographicText(reader, at)) {
      return scanWord(reader, at, place);
    }
    return scanNonsense(reader, at, place);
  }

  /** Adds a finished node to its container and continues after it. */
  deliver(node: SyntaxNode, start: number): void {
    this.at = start + node.length;
    if (!isWellFormed(node)) this.#problemCount++;
    if (this.#brokenAt !== undefined) this.#brokenNodes++;
    const frame = this.#innermost();
    if (frame === undefined) this.#root = { node, start };
    else frame.add(node, start);
  }

  /** Copies as many elements as it can from an earlier tree; returns whether there were any. */
  reuseElements(frame: ArrayFrame): boolean {
    if (this.#brokenAt !== undefined) return false;
    for (const tree of this.earlier) {
      const run = tree.elements(this.at, frame.depth);
      if (run === undefined) continue;
      frame.addRun(run.array, run.first, run.last, run.shift);
      this.at = frame.lastEnd;
      return true;
    }
    return false;
  }

  /** Opens an object whose opening bracket is missing from the text. */
  openUnwrittenObject(start: number): ObjectFrame {
    const depth = this.depth + 1;
    const frame = new ObjectFrame({ start, depth, opened: false, use: this.#useAt(depth, "object") });
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
    const isLazy = frame.use === "broken-tree" || (frame.use === "extent" && parentUse !== "extent");
    this.deliver(isLazy ? this.#brokenLazyNode(node) : node, frame.start);
  }

  /** Ends the innermost container, whose closing bracket is missing. */
  closeUnfinished(end: number): void {
    const frame = this.#innermost();
    if (frame === undefined) return;
    let isCommaMended = false;
    if (frame.opened) {
      const own = { opener: frame.start, at: frame.lastEnd, newText: closerOf(frame) };
      const unclosed = unclosedByLayout(this.reader, frame.start, end);
      isCommaMended = unclosed === undefined && this.#isBeforeNext(frame);
      frame.report(notClosed(unclosed ?? { ...own, newText: own.newText + (isCommaMended ? "," : "") }));
    }
    this.close(end, false);
    if (isCommaMended) this.#innermost()?.noteMendedComma();
  }

  /** Whether the token after the container's last child can only be a sibling of the container. */
  #isBeforeNext({ lastEnd, comma }: Frame): boolean {
    const code = this.reader.codeAt(this.reader.skipSpace(lastEnd));
    return comma === undefined && (code === Char.OpenBrace || code === Char.Quote);
  }

  /** Closes the innermost container at the end of the text; the first to close reports the missing brackets of all. */
  closeAtEnd(): void {
    const frame = this.#innermost();
    if (frame === undefined) return;
    if (!this.#endReported && frame.use !== "extent") {
      this.#endReported = true;
      const newText = this.frames.slice(-100).map(closerOf).reverse().join("");
      const own = { opener: frame.opened ? frame.start : frame.lastEnd - 1, at: frame.lastEnd, newText };
      const isOnlyOne = this.frames.length === 1 && frame.opened;
      const inner = isOnlyOne ? unclosedByLayout(this.reader, frame.start, this.reader.length) : undefined;
      frame.report(notClosed(inner ?? own));
    }
    this.close(this.reader.length, false);
  }

  #innermost(): Frame | undefined {
    return this.frames[this.frames.length - 1];
  }

  #beginContainer(kind: "object" | "array", depth: number): void {
    const start = this.at;
    const use = this.#useAt(depth, kind);
    if (this.#brokenAt === undefined && depth > 0) {
      for (const tree of this.earlier) {
        const node = tree.container(start, depth);
        if (node === undefined) continue;
        this.deliver(node, start);
        return;
      }
    }
    const longest = this.#longestLazy(depth, kind, use);
    const facts = longest > 0 ? strictFactsAt(this.reader, start, longest) : undefined;
    if (facts !== undefined && facts.length <= longest) {
      this.deliver(lazyNode(kind, facts), start);
      return;
    }
    this.#openContainer(kind, { start, depth, opened: true, use });
  }

  #openContainer(kind: "object" | "array", options: FrameOptions): void {
    this.#push(kind === "object" ? new ObjectFrame(options) : new ArrayFrame(options));
    this.at = options.start + 1;
  }

  /** Closes the innermost container with the wrong kind of bracket, and reports it. */
  closeWrongly(frame: Frame): void {
    const { at } = this;
    frame.report(replacing("closer-wrong", at, at + 1, closerOf(frame)));
    this.close(at + 1, true);
  }

  /** Maximum length up to which a well-formed container at a depth becomes lazy; 0 if none may. */
  #longestLazy(depth: number, kind: "object" | "array", use: FrameUse): number {
    if (use === "broken-tree") return Infinity;
    if (use === "extent") return this.#innermost()?.use === "extent" ? 0 : Infinity;
    if (this.#brokenAt !== undefined) return isDoublingDepth(depth - this.#brokenAt) ? Infinity : 0;
    return this.policy(depth, kind) === "lazy-if-small" ? this.reader.length / 2 : 0;
  }

  #useAt(depth: number, kind: "object" | "array"): FrameUse {
    if (this.#brokenAt !== undefined) return depth - this.#brokenAt < maxBrokenTreeDepth ? "node" : "extent";
    return this.policy(depth, kind) === "lazy" ? "broken-tree" : "node";
  }

  #push(frame: Frame): void {
    if (frame.use === "broken-tree") this.#brokenAt = frame.depth;
    this.frames.push(frame);
  }

  /** Stops parsing: the rest of the text stays unread. */
  #giveUp(frame: Frame): void {
    if (!this.#endReported && frame.use !== "extent") {
      this.#endReported = true;
      frame.report({ kind: "unread", start: this.at, end: this.at + 1 });
    }
    this.close(this.reader.length, false);
  }

  #brokenLazyNode(node: ContainerNode): LazyNode {
    const isKept = this.#brokenNodes <= maxBrokenNodes && this.#brokenAt === undefined;
    return brokenLazyNode(isKept ? node : withoutChildren(node));
  }

  #skipForeignSpace(): void {
    const start = this.at;
    while (isForeignSpace(this.reader.codeAt(this.at))) this.at++;
    this.report(replacing("space-not-plain", start, this.at, " ", true));
  }
}

function startsWithKey(reader: TextReader, at: number): boolean {
  const code = reader.codeAt(at);
  return (code === Char.Quote || startsWord(code)) && isKeyAt(reader, at);
}
