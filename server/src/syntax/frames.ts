import { missingNode, noProblems, noStarts } from "./makeNodes";
import { isWellFormed } from "./nodes";
import type { ArrayNode, ObjectNode, PropertyNode, SyntaxNode } from "./nodes";
import { shiftProblem } from "./problems";
import type { SyntaxProblem } from "./problems";

/** What a frame does with what it reads. */
export type FrameUse =
  /** It becomes a node of the tree. */
  | "node"
  /** It becomes the tree of a sealed node whose text is not well-formed. */
  | "broken-tree"
  /** It lies deeper than trees go: only its extent counts. */
  | "extent";

export interface FrameOptions {
  readonly start: number;
  readonly depth: number;
  readonly opened: boolean;
  readonly use: FrameUse;
}

/** How many problems one object or array reports; what is so broken is no JSON at all. */
export const mostProblems = 1000;

const noElements: readonly SyntaxNode[] = [];
const noProperties: readonly PropertyNode[] = [];

/** An object or array that is being read. */
abstract class FrameBase {
  readonly start: number;
  readonly depth: number;
  readonly opened: boolean;
  readonly use: FrameUse;
  /** Offset of a comma after which nothing stands yet. */
  comma: number | undefined;
  /** End of the last child, or of the opening bracket. */
  lastEnd: number;
  /** The last child's value and where it starts. */
  lastValue: SyntaxNode | undefined;
  lastValueStart = 0;
  firstValue: SyntaxNode | undefined;
  firstValueStart = 0;
  protected wellFormed = true;
  protected readonly starts: number[] = [];
  readonly #problems: SyntaxProblem[] = [];

  constructor({ start, depth, opened, use }: FrameOptions) {
    this.start = start;
    this.depth = depth;
    this.opened = opened;
    this.use = use;
    this.lastEnd = opened ? start + 1 : start;
  }

  /** Whether nothing was wrong so far. */
  get isWellFormed(): boolean {
    return this.wellFormed && this.opened;
  }

  /** Takes a problem whose places are offsets in the text. */
  report(problem: SyntaxProblem): void {
    this.wellFormed = false;
    if (this.use === "extent" || this.#problems.length >= mostProblems) return;
    this.#problems.push(shiftProblem(problem, -this.start));
  }

  protected noteChild(value: SyntaxNode, start: number): void {
    this.comma = undefined;
    if (this.firstValue === undefined) {
      this.firstValue = value;
      this.firstValueStart = start;
    }
    this.lastValue = value;
    this.lastValueStart = start;
    this.lastEnd = start + value.length;
    if (!isWellFormed(value)) this.wellFormed = false;
  }

  protected base(end: number, closed: boolean) {
    return {
      length: end - this.start,
      problems: this.#problems.length === 0 ? noProblems : this.#problems,
      starts: this.starts.length === 0 ? noStarts : this.starts,
      opened: this.opened,
      closed,
      wellFormed: this.wellFormed && this.opened && closed,
      notes: [],
    };
  }
}

export type ArrayState = "value" | "after-value";

export class ArrayFrame extends FrameBase {
  readonly kind = "array";
  state: ArrayState = "value";
  /** The first element's value, once somebody asked for it. */
  example: { readonly value: unknown } | undefined;
  readonly #elements: SyntaxNode[] = [];

  add(node: SyntaxNode, start: number): void {
    this.noteChild(node, start);
    this.state = "after-value";
    if (this.use === "extent") return;
    this.#elements.push(node);
    this.starts.push(start - this.start);
  }

  /** Adds elements of an earlier tree; `shift` leads from the earlier array's starts to offsets now. */
  addRun(array: ArrayNode, first: number, last: number, shift: number): void {
    if (this.firstValue === undefined) {
      this.firstValue = array.elements[first];
      this.firstValueStart = (array.starts[first] ?? 0) + shift;
    }
    for (let index = first; index < last; index++) {
      const node = array.elements[index];
      const start = array.starts[index];
      if (node === undefined || start === undefined) return;
      this.#elements.push(node);
      this.starts.push(start + shift - this.start);
    }
    const node = array.elements[last];
    const start = array.starts[last];
    if (node !== undefined && start !== undefined) this.add(node, start + shift);
  }

  finish(end: number, closed: boolean): ArrayNode {
    const elements = this.#elements.length === 0 ? noElements : this.#elements;
    return { kind: "array", ...this.base(end, closed), elements };
  }
}

export type ObjectState = "key" | "colon" | "value" | "after-value";

interface Key {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

export class ObjectFrame extends FrameBase {
  readonly kind = "object";
  state: ObjectState = "key";
  /** The key whose value is awaited. */
  key: Key = { start: 0, end: 0, name: "" };
  colon: number | undefined;
  readonly #properties: PropertyNode[] = [];

  awaitColon(start: number, end: number, name: string): void {
    this.key = { start, end, name };
    this.colon = undefined;
    this.comma = undefined;
    this.lastEnd = end;
    this.state = "colon";
  }

  /** A value stands where a key should. */
  awaitValueWithoutKey(start: number): void {
    this.awaitColon(start, start, "");
    this.state = "value";
  }

  awaitValue(colon: number): void {
    this.colon = colon;
    this.lastEnd = colon + 1;
    this.state = "value";
  }

  add(value: SyntaxNode, start: number): void {
    this.noteChild(value, start);
    this.state = "after-value";
    if (this.use === "extent") return;
    const { start: keyStart, end: keyEnd, name } = this.key;
    this.#properties.push({
      length: start + value.length - keyStart,
      name,
      keyLength: keyEnd - keyStart,
      colon: this.colon === undefined ? undefined : this.colon - keyStart,
      value,
      valueStart: start - keyStart,
    });
    this.starts.push(keyStart - this.start);
  }

  addMissing(): void {
    this.add(missingNode, this.lastEnd);
  }

  /** Takes the last property's value back, to be the first element of an array. */
  takeBackValue(): { readonly value: SyntaxNode; readonly start: number } | undefined {
    const value = this.lastValue;
    if (value === undefined) return undefined;
    this.#properties.pop();
    this.starts.pop();
    this.state = "value";
    return { value, start: this.lastValueStart };
  }

  finish(end: number, closed: boolean): ObjectNode {
    const properties = this.#properties.length === 0 ? noProperties : this.#properties;
    return { kind: "object", ...this.base(end, closed), properties };
  }
}

export type Frame = ArrayFrame | ObjectFrame;
