import type { PatternPosition } from "./readPattern";
import type { Direction, Program, ProgramStep } from "./program";
import type { Work } from "../work";

/** Start and end offsets of the groups that backreferences refer to, by slot. */
type Saved = readonly number[];
const nothingSaved: Saved = [];
const nowhere = -1;

/** Cost of storing a visited state together with its saved offsets. */
const costWithSaved = 20;

/** A text being matched. */
interface Reading {
  readonly text: string;
  readonly work: Work;
  /** States of lookarounds visited without a match, which the search skips later. */
  readonly visitedInVain: Map<Program, VisitedStates>;
}

/**
 * Whether a program matches somewhere in a text. It continues from each split at each position only once,
 * so the time is at most steps times length; `work` bounds the additional cost of backreferences, counted
 * runs and lookarounds.
 *
 * @throws WorkExceeded
 */
export function findMatch(program: Program, text: string, work: Work): boolean {
  const reading = { text, work, visitedInVain: new Map<Program, VisitedStates>() };
  const visited = visitedStates(text.length);
  if (matchAt(program, reading, 0, nothingSaved, visited) !== undefined) return true;
  if (program.fromStart) return false;
  for (let start = 0; start < text.length;) {
    start = nextPosition(text, start, 1);
    if (matchAt(program, reading, start, nothingSaved, visited) !== undefined) return true;
  }
  return false;
}

const mostStates = 200;
const mostKept = 4096;
/** Characters read per step of work. */
const charactersForWork = 4;

/** A state: the set of program steps reachable after reading a text. */
interface AutomatonState {
  /** The steps that read a character. */
  readonly reading: readonly number[];
  readonly accepts: boolean;
  /** Whether it accepts if nothing follows. */
  readonly acceptsAtEnd: boolean;
  readonly ascii: (AutomatonState | undefined)[];
  readonly others: Map<number, AutomatonState>;
}

/**
 * Finds matches of a program with only characters and the ends of the text, in one pass over the text: a lazily built
 * deterministic automaton, whose states are sets of steps (Aho, Sethi, Ullman: Compilers, section 3.7).
 */
export class Automaton {
  readonly #states = new Map<string, AutomatonState>();

  private constructor(private readonly program: Program) {}

  /** Undefined for a program with other steps. */
  static of(program: Program): Automaton | undefined {
    const isPlain = program.steps.every((step) =>
      step.kind === "position"
        ? step.at === "start" || step.at === "end"
        : step.kind === "character" ||
          step.kind === "split" ||
          step.kind === "jump" ||
          step.kind === "accept",
    );
    return isPlain && program.direction === 1 ? new Automaton(program) : undefined;
  }

  /**
   * Whether the program matches somewhere in a text; undefined if the automaton needs too many states.
   *
   * @throws WorkExceeded
   */
  findMatch(text: string, work: Work): boolean | undefined {
    work.spend(Math.ceil(text.length / charactersForWork));
    let state = this.#stateOf([0], true, work);
    for (let at = 0; at < text.length; at++) {
      if (state === undefined || state.accepts) break;
      const unit = text.charCodeAt(at);
      const known = unit < 128 ? state.ascii[unit] : undefined;
      if (known === undefined) {
        const character = text.codePointAt(at) ?? 0;
        if (character > 0xffff) at++;
        state = this.#next(state, character, work);
      } else state = known;
    }
    return state && (state.accepts || state.acceptsAtEnd);
  }

  #next(state: AutomatonState, character: number, work: Work): AutomatonState | undefined {
    const { ascii, others } = state;
    const known = others.get(character);
    if (known !== undefined) return known;
    const { steps, fromStart } = this.program;
    const reached = state.reading.flatMap((index) => {
      const step = steps[index];
      return step?.kind === "character" && step.set.has(character) ? index + 1 : [];
    });
    work.spend(state.reading.length);
    // A match can start at every character.
    const next = this.#stateOf(fromStart ? reached : [0, ...reached], false, work);
    if (next === undefined) return undefined;
    if (character < 128) ascii[character] = next;
    else if (others.size < mostKept) others.set(character, next);
    return next;
  }

  #stateOf(from: readonly number[], isStart: boolean, work: Work): AutomatonState | undefined {
    const key = `${isStart} ${from.join()}`;
    const known = this.#states.get(key);
    if (known !== undefined || this.#states.size === mostStates) return known;
    const { reading, accepts } = this.#reachable(from, isStart, false, work);
    const acceptsAtEnd = this.#reachable(from, isStart, true, work).accepts;
    const state = { reading, accepts, acceptsAtEnd, ascii: [], others: new Map<number, AutomatonState>() };
    this.#states.set(key, state);
    return state;
  }

  /** Returns the steps reachable without reading a character. */
  #reachable(
    from: readonly number[],
    isStart: boolean,
    isEnd: boolean,
    work: Work,
  ): Pick<AutomatonState, "reading" | "accepts"> {
    const { steps } = this.program;
    const reached = new Set(from);
    // The loop also visits the steps that it adds.
    for (const index of reached) {
      work.spend(1);
      const step = steps[index];
      if (step?.kind === "jump") reached.add(step.to);
      else if (step?.kind === "split") reached.add(step.first).add(step.second);
      else if (step?.kind === "position" && (step.at === "start" ? isStart : isEnd)) reached.add(index + 1);
    }
    const reading = [...reached].filter((index) => steps[index]?.kind === "character");
    return { reading, accepts: [...reached].some((index) => steps[index]?.kind === "accept") };
  }
}

/** A state still to try. */
interface State {
  readonly index: number;
  readonly at: number;
  readonly saved: Saved;
}

/** The saved offsets at the end of a match that starts at `start`; undefined if there is no match. */
function matchAt(
  { steps, direction }: Program,
  reading: Reading,
  start: number,
  savedAtStart: Saved,
  visited: VisitedStates,
): Saved | undefined {
  const states: State[] = [];
  let state: State | undefined = { index: 0, at: start, saved: savedAtStart };
  for (; state !== undefined; state = states.pop()) {
    let { index, at, saved }: State = state;
    for (let fits = true; fits;) {
      reading.work.spend(1);
      const step = steps[index];
      if (step === undefined || step.kind === "accept") return saved;
      switch (step.kind) {
        case "jump":
          index = step.to;
          break;
        case "split":
          if (saved.length > 0) reading.work.spend(costWithSaved);
          fits = !visited.visit(index, at, saved);
          if (fits) states.push({ index: step.second, at, saved });
          index = step.first;
          break;
        case "characters":
          fits = false;
          if (visited.visit(index, at, saved)) break;
          for (const end of endsOfRun(step, reading, at, direction)) {
            states.push({ index: index + 1, at: end, saved });
          }
          break;
        case "save":
          saved = withSaved(saved, step.slot, at);
          index++;
          break;
        case "forget":
          saved = step.slots.reduce((less, slot) => withSaved(less, slot, nowhere), saved);
          index++;
          break;
        case "look": {
          const found = lookFrom(step.program, reading, at, saved);
          fits = (found === undefined) === step.negative;
          saved = found ?? saved;
          index++;
          break;
        }
        default: {
          const end = endOf(step, reading, at, direction, saved);
          fits = end !== undefined;
          at = end ?? at;
          index++;
        }
      }
    }
  }
  return undefined;
}

function lookFrom(program: Program, reading: Reading, at: number, saved: Saved): Saved | undefined {
  const { visitedInVain } = reading;
  const visited = visitedInVain.get(program) ?? visitedStates(reading.text.length);
  const found = matchAt(program, reading, at, saved, visited);
  if (found === undefined) visitedInVain.set(program, visited);
  else visitedInVain.delete(program);
  return found;
}

/** End offset of a deterministic step; undefined if it does not match. */
function endOf(
  step: ProgramStep & { kind: "character" | "position" | "backreference" },
  reading: Reading,
  at: number,
  direction: Direction,
  saved: Saved,
): number | undefined {
  const { text } = reading;
  switch (step.kind) {
    case "character": {
      const character = characterAt(text, at, direction);
      if (character === undefined || !step.set.has(character)) return undefined;
      return nextPosition(text, at, direction);
    }
    case "position":
      return isPosition(text, at, step.at) ? at : undefined;
    case "backreference": {
      const from = saved[step.slot] ?? nowhere;
      const to = saved[step.slot + 1] ?? nowhere;
      // A backreference to a group without a match matches the empty text.
      if (from === nowhere || to === nowhere) return at;
      const again = text.slice(from, to);
      reading.work.spend(again.length);
      const end = at + direction * again.length;
      return end >= 0 && text.startsWith(again, Math.min(at, end)) ? end : undefined;
    }
  }
}

/** Possible end offsets of a counted run; the one to try first is last. */
function endsOfRun(
  { set, least, most, lazy }: ProgramStep & { kind: "characters" },
  { text, work }: Reading,
  start: number,
  direction: Direction,
): readonly number[] {
  const ends: number[] = [];
  let at = start;
  for (let count = 0; ; count++) {
    if (count >= least) ends.push(at);
    const character = characterAt(text, at, direction);
    if (count === most || character === undefined || !set.has(character)) break;
    work.spend(1);
    at = nextPosition(text, at, direction);
  }
  return lazy ? ends.toReversed() : ends;
}

function withSaved(saved: Saved, slot: number, at: number): Saved {
  const changed = [...saved];
  changed[slot] = at;
  return changed;
}

/** The position after the character at `at`, or before the one that ends there. */
function nextPosition(text: string, at: number, direction: Direction): number {
  if (direction === 1) return (text.codePointAt(at) ?? 0) > 0xffff ? at + 2 : at + 1;
  return at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? at - 2 : at - 1;
}

/** The character to read at `at`; undefined at the end of the text. */
function characterAt(text: string, at: number, direction: Direction): number | undefined {
  if (direction === 1) return text.codePointAt(at);
  return at === 0 ? undefined : text.codePointAt(nextPosition(text, at, -1));
}

/** ECMA-262, Assertion. */
export function isPosition(text: string, at: number, position: PatternPosition): boolean {
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

/** The visited states of a program. */
interface VisitedStates {
  /** Marks a state as visited; returns whether it already was. */
  readonly visit: (step: number, at: number, saved: readonly number[]) => boolean;
}

const pageBits = 1 << 14;

/** @param length the text's length: positions range from 0 to `length` */
function visitedStates(length: number): VisitedStates {
  // A bit set in lazily allocated pages: a search in a long text with a large program visits few states.
  const pages = new Map<number, Uint32Array>();
  const withSaved = new Set<string>();
  const visitBit = (bit: number): boolean => {
    const number = Math.floor(bit / pageBits);
    let page = pages.get(number);
    if (page === undefined) pages.set(number, (page = new Uint32Array(pageBits / 32)));
    const within = bit % pageBits;
    const word = page[within >>> 5] ?? 0;
    const mask = 1 << (within & 31);
    page[within >>> 5] = word | mask;
    return (word & mask) !== 0;
  };
  return {
    visit: (step, at, saved) => {
      if (saved.length === 0) return visitBit(step * (length + 1) + at);
      const state = `${step} ${at} ${saved.join()}`;
      if (withSaved.has(state)) return true;
      withSaved.add(state);
      return false;
    },
  };
}
