import type { PatternPosition, PatternTree } from "./readPattern";
import type { Work } from "../work";

/** 1 reads towards the end of the text, -1 towards its start. */
type Direction = 1 | -1;

type Repeat = Extract<PatternTree, { readonly kind: "repeat" }>;
type Look = Extract<PatternTree, { readonly kind: "look" }>;

/** Whether a match can only start at the start of the text. */
export function isFromStart(tree: PatternTree): boolean {
  const first = tree.kind === "sequence" ? tree.parts[0] : tree;
  return first?.kind === "position" && first.at === "start";
}

/**
 * Whether an expression without backreferences matches somewhere in a text. Follows all matches at once: each part of
 * the expression turns the list of offsets at which it may start into the list of those at which it may end, so that
 * nothing is tried twice.
 *
 * @throws WorkExceeded
 */
export function matchesByPositions(tree: PatternTree, text: string, work: Work): boolean {
  const matching = new Matching(text, work);
  return matching.ends(tree, isFromStart(tree) ? [0] : matching.all, 1).length > 0;
}

class Matching {
  /** For each part of the expression that joins lists: by offset, the number of the last list with that offset. */
  readonly #listed = new Map<PatternTree, { readonly lists: Uint32Array; last: number }>();
  /** For each lookaround: by offset, 1 if the lookaround holds there. */
  readonly #holding = new Map<Look, Uint8Array>();
  #all: readonly number[] | undefined;

  constructor(
    private readonly text: string,
    private readonly work: Work,
  ) {}

  /** The offsets between characters and at both ends of the text. */
  get all(): readonly number[] {
    if (this.#all !== undefined) return this.#all;
    this.work.spend(this.text.length);
    const all = [0];
    for (let at = 0; at < this.text.length; all.push(at)) at = next(this.text, at, 1);
    return (this.#all = all);
  }

  /** Returns the offsets, each once, at which a match that begins at one of `starts` may end. */
  ends(tree: PatternTree, starts: readonly number[], direction: Direction): readonly number[] {
    const { text } = this;
    this.work.spend(1 + 2 * starts.length);
    switch (tree.kind) {
      case "characters": {
        const ends: number[] = [];
        for (const at of starts) {
          const end = endOfCharacter(text, at, direction, tree);
          if (end !== undefined) ends.push(end);
        }
        return ends;
      }
      case "sequence": {
        let ends = starts;
        for (const part of direction === 1 ? tree.parts : tree.parts.toReversed()) {
          if (ends.length === 0) break;
          ends = this.ends(part, ends, direction);
        }
        return ends;
      }
      case "choice": {
        const isNew = this.#newList(tree);
        return tree.branches.flatMap((branch) => this.ends(branch, starts, direction).filter(isNew));
      }
      case "repeat":
        return this.#repeated(tree, starts, direction);
      case "position":
        return starts.filter((at) => isPosition(text, at, tree.at));
      case "look": {
        const holding = this.#holdingAt(tree);
        return starts.filter((at) => (holding[at] === 1) !== tree.negative);
      }
      case "backreference":
        return [];
    }
  }

  #repeated(tree: Repeat, starts: readonly number[], direction: Direction): readonly number[] {
    const { part, least, most } = tree;
    let ends = starts;
    for (let count = 0; count < least && ends.length > 0; count++) ends = this.ends(part, ends, direction);
    if (most === least) return ends;
    const isNew = this.#newList(tree);
    if (most === Infinity && part.kind === "characters") {
      const all: number[] = [];
      for (const start of ends)
        for (let at: number | undefined = start; at !== undefined && isNew(at);) {
          all.push(at);
          at = endOfCharacter(this.text, at, direction, part);
        }
      this.work.spend(2 * all.length);
      return all;
    }
    const all = ends.filter(isNew);
    for (let count = least; count < most && ends.length > 0; count++) {
      ends = this.ends(part, ends, direction).filter(isNew);
      for (const end of ends) all.push(end);
    }
    return all;
  }

  /** Starts a list. Returns a function that adds an offset to the list and tells whether the offset is new. */
  #newList(tree: PatternTree): (at: number) => boolean {
    const listed = this.#listed.get(tree) ?? { lists: new Uint32Array(this.text.length + 1), last: 0 };
    this.#listed.set(tree, listed);
    const { lists } = listed;
    const list = ++listed.last;
    return (at) => {
      if (lists[at] === list) return false;
      lists[at] = list;
      return true;
    };
  }

  /** Finds all offsets at which a lookaround holds, by reading from its other end. */
  #holdingAt(look: Look): Uint8Array {
    const known = this.#holding.get(look);
    if (known !== undefined) return known;
    const holding = new Uint8Array(this.text.length + 1);
    for (const at of this.ends(look.part, this.all, look.direction === "ahead" ? -1 : 1)) holding[at] = 1;
    this.#holding.set(look, holding);
    return holding;
  }
}

/** The offset after the character that starts at `at` or, towards the start, before the character that ends there. */
function next(text: string, at: number, direction: Direction): number {
  const isPair = (text.codePointAt(direction === 1 ? at : at - 2) ?? 0) > 0xffff;
  return at + (isPair ? 2 : 1) * direction;
}

/** The offset after the character at `at`; undefined if the set does not contain it, or if the text ends. */
function endOfCharacter(
  text: string,
  at: number,
  direction: Direction,
  { has }: Extract<PatternTree, { readonly kind: "characters" }>,
): number | undefined {
  const end = next(text, at, direction);
  const character = text.codePointAt(direction === 1 ? at : end);
  return end >= 0 && character !== undefined && has(character) ? end : undefined;
}

/** ECMA-262, Assertion. */
function isPosition(text: string, at: number, position: PatternPosition): boolean {
  switch (position) {
    case "start":
      return at === 0;
    case "end":
      return at === text.length;
    case "word-boundary":
      return isWord(text, at - 1) !== isWord(text, at);
    case "no-word-boundary":
      return isWord(text, at - 1) === isWord(text, at);
  }
}

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text.charAt(at));
}
