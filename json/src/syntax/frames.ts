import { isContainer, isWellFormed, missingNode, noProblems } from "./nodes";
import type { ArrayNode, ObjectNode, PropertyNode, SyntaxNode } from "./nodes";
import { type SyntaxProblem, inserting, isHarmless, shiftProblem } from "./problems";

/** The result that a frame produces. */
export type FrameUse =
  /** A node of the tree. */
  | "node"
  /** The tree of a lazy node whose text is not well-formed. */
  | "broken-tree"
  /** Only an extent: the container is deeper than the maximum depth of a broken tree. */
  | "extent";

export interface FrameOptions {
  readonly start: number;
  readonly depth: number;
  readonly opened: boolean;
  readonly use: FrameUse;
}

/** Maximum number of problems that an object or array stores; a container with more is not JSON. */
export const maxProblems = 1000;

/** An object or array that the parser is reading. */
abstract class FrameBase {
  readonly start: number;
  readonly depth: number;
  readonly opened: boolean;
  readonly use: FrameUse;
  /** Offset of the last comma while no child follows it. */
  comma: number | undefined;
  /** End of what was read last, apart from commas: the opening bracket, a key, a colon, a child or skipped text. */
  lastEnd: number;
  /** The value of the last child. */
  lastValue: SyntaxNode | undefined;
  /** Offset of `lastValue`. */
  lastValueStart = 0;
  protected wellFormed = true;
  protected starts: number[] = [];
  protected problems: SyntaxProblem[] | undefined;
  #isInDoubt = false;
  /** Index of the missing-comma problem whose repair may become certain. */
  #missingComma: number | undefined;
  #isCommaMended = false;

  constructor({ start, depth, opened, use }: FrameOptions) {
    this.start = start;
    this.depth = depth;
    this.opened = opened;
    this.use = use;
    this.lastEnd = opened ? start + 1 : start;
  }

  /** Whether a problem so far may stem from a missing or an extra bracket. */
  get isInDoubt(): boolean {
    return this.#isInDoubt || !this.opened;
  }

  /** Stores a problem whose positions are offsets in the text. */
  report(problem: SyntaxProblem): void {
    this.wellFormed = false;
    if (!isHarmless(problem.kind)) this.#isInDoubt = true;
    if (this.use === "extent") return;
    this.problems ??= [];
    if (this.problems.length < maxProblems) this.problems.push(shiftProblem(problem, -this.start));
  }

  /**
   * Reports a missing comma after the last child. The next child decides whether the repair is certain.
   * @param mayBeCertain - Whether the text before the next child allows a certain repair.
   */
  lackComma(mayBeCertain: boolean): void {
    if (this.#isCommaMended) return;
    const { lastEnd, lastValue, problems = noProblems } = this;
    const isAfterWhole = lastValue !== undefined && isWellFormed(lastValue);
    this.#missingComma = mayBeCertain && isAfterWhole ? problems.length : undefined;
    this.report(inserting("comma-missing", lastEnd - 1, lastEnd, lastEnd, ","));
  }

  /** Records that the repair of the last child's missing bracket also inserts the missing comma. */
  noteMendedComma(): void {
    this.#isCommaMended = true;
  }

  /** Marks the repair of a problem as certain. */
  protected makeCertain(index: number | undefined): void {
    const problem = index === undefined ? undefined : this.problems?.[index];
    if (index === undefined || problem?.repair === undefined) return;
    this.problems?.splice(index, 1, { ...problem, repair: { ...problem.repair, certain: true } });
  }

  protected noteChild(value: SyntaxNode, start: number, isWhole = true): void {
    if (isWhole && isWellFormed(value)) this.makeCertain(this.#missingComma);
    this.#missingComma = undefined;
    this.#isCommaMended = false;
    this.comma = undefined;
    this.lastValue = value;
    this.lastValueStart = start;
    this.lastEnd = start + value.length;
    if (isWellFormed(value)) return;
    this.wellFormed = false;
    if (isContainer(value) || value.kind === "missing" || (value.kind === "string" && !value.closed)) {
      this.#isInDoubt = true;
    }
  }

  protected endsWellFormed(closed: boolean): boolean {
    return this.wellFormed && this.opened && closed;
  }
}

export type ArrayState = "value" | "after-value";

export class ArrayFrame extends FrameBase {
  readonly kind = "array";
  state: ArrayState = "value";
  readonly #elements: SyntaxNode[] = [];

  add(node: SyntaxNode, start: number): void {
    this.noteChild(node, start);
    this.state = "after-value";
    if (this.use === "extent") return;
    this.#elements.push(node);
    this.starts.push(start - this.start);
  }

  /** Adds elements of an earlier tree; `shift` converts the earlier array's starts to current offsets. */
  addRun(array: ArrayNode, first: number, last: number, shift: number): void {
    for (let index = first; index <= last; index++) {
      const node = array.elements[index];
      if (node !== undefined) this.add(node, (array.starts[index] ?? 0) + shift);
    }
  }

  finish(end: number, closed: boolean): ArrayNode {
    return {
      kind: "array",
      length: end - this.start,
      problems: this.problems ?? noProblems,
      // A copy allocates only the space it needs, a grown array more.
      starts: this.starts.slice(),
      elements: this.#elements.slice(),
      opened: this.opened,
      closed,
      wellFormed: this.endsWellFormed(closed),
      cached: undefined,
    };
  }
}

export type ObjectState = "key" | "colon" | "value" | "after-value";

export class ObjectFrame extends FrameBase {
  readonly kind = "object";
  state: ObjectState = "key";
  /** Start of the key without a value yet, or of the last property's key. */
  keyStart = 0;
  keyEnd = 0;
  keyName = "";
  /** Whether the key has no problem. */
  keyIsWhole = true;
  colon: number | undefined;
  #missingColon: number | undefined;
  readonly #properties: PropertyNode[] = [];

  awaitColon(start: number, end: number, name: string, isWhole: boolean): void {
    this.keyIsWhole = isWhole;
    this.keyStart = start;
    this.keyEnd = end;
    this.keyName = name;
    this.colon = undefined;
    this.comma = undefined;
    this.lastEnd = end;
    this.state = "colon";
  }

  /** Prepares for a value in place of a key. */
  awaitValueWithoutKey(start: number): void {
    this.awaitColon(start, start, "", false);
    this.state = "value";
  }

  /** Reports a missing colon after the key; its repair is certain if both key and value are intact. */
  lackColon(): void {
    this.#missingColon = this.keyIsWhole ? (this.problems?.length ?? 0) : undefined;
    const { keyEnd } = this;
    this.report(inserting("colon-missing", keyEnd - 1, keyEnd, keyEnd, ":"));
    this.state = "value";
  }

  awaitValue(colon: number): void {
    this.colon = colon;
    this.lastEnd = colon + 1;
    this.state = "value";
  }

  add(value: SyntaxNode, start: number): void {
    if (isWellFormed(value)) this.makeCertain(this.#missingColon);
    this.#missingColon = undefined;
    this.noteChild(value, start, this.colon !== undefined && this.keyIsWhole);
    this.state = "after-value";
    if (this.use === "extent") return;
    const { keyStart } = this;
    this.#properties.push({
      length: start + value.length - keyStart,
      name: this.keyName,
      keyLength: this.keyEnd - keyStart,
      colon: this.colon === undefined ? undefined : this.colon - keyStart,
      value,
      valueStart: start - keyStart,
    });
    this.starts.push(keyStart - this.start);
  }

  addMissing(): void {
    this.add(missingNode, this.lastEnd);
  }

  finish(end: number, closed: boolean): ObjectNode {
    return {
      kind: "object",
      length: end - this.start,
      problems: this.problems ?? noProblems,
      starts: this.starts.slice(),
      properties: this.#properties.slice(),
      opened: this.opened,
      closed,
      wellFormed: this.endsWellFormed(closed),
      cached: undefined,
    };
  }
}

export type Frame = ArrayFrame | ObjectFrame;

/** The bracket that closes a container. */
export function closerOf(frame: Frame): string {
  return frame.kind === "object" ? "}" : "]";
}
