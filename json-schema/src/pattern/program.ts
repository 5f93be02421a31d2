import type { CharacterSet, PatternPosition, PatternTree } from "./readPattern";

/** A regular expression compiled to the steps of a backtracking machine. */
export interface Program {
  readonly steps: readonly ProgramStep[];
  /** Reading direction: lookbehind reads backward. */
  readonly direction: Direction;
  /** Whether a match must start at the start of the text. */
  readonly fromStart: boolean;
}

/** 1 reads towards the end of the text, -1 towards its start. */
export type Direction = 1 | -1;

/** A step continues with the next one unless it is a jump, a split or the end. */
export type ProgramStep =
  | { readonly kind: "character"; readonly set: CharacterSet }
  /** Reads `least` to `most` characters of the set, and tries to continue after each of them. */
  | {
      readonly kind: "characters";
      readonly set: CharacterSet;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  /** Continues at `first` and, if that fails, at `second`. */
  | { readonly kind: "split"; readonly first: number; readonly second: number }
  | { readonly kind: "jump"; readonly to: number }
  | { readonly kind: "position"; readonly at: PatternPosition }
  | { readonly kind: "look"; readonly program: Program; readonly negative: boolean }
  /** Saves the start or end offset of a group that a backreference names. */
  | { readonly kind: "save"; readonly slot: number }
  | { readonly kind: "forget"; readonly slots: readonly number[] }
  /** Reads the text saved between slots `slot` and `slot + 1`. */
  | { readonly kind: "backreference"; readonly slot: number }
  | { readonly kind: "accept" };

const mostSteps = 10_000;
const mostCopies = 8;

/**
 * Compiles a regular expression.
 *
 * @param groupNames the numbers of the named groups
 * @returns undefined if the program is too large: nested counted repetitions multiply
 */
export function writeProgram(
  tree: PatternTree,
  groupNames: ReadonlyMap<string, number>,
): Program | undefined {
  const numberOf = (group: number | string) =>
    (typeof group === "number" ? group : groupNames.get(group)) ?? 0;
  const size = { left: mostSteps };
  const referenced = new Set<number>();
  visit(tree, (part) => {
    if (part.kind === "backreference") referenced.add(numberOf(part.group));
  });
  const slots = new Map([...referenced].map((group, index) => [group, 2 * index] as const));
  try {
    return programOf(tree, 1, { size, slotOf: (group) => slots.get(numberOf(group)) });
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

class TooLarge extends Error {}

interface Shared {
  readonly size: { left: number };
  /** Only groups that a backreference refers to have a slot. */
  readonly slotOf: (group: number | string) => number | undefined;
}

function programOf(tree: PatternTree, direction: Direction, shared: Shared): Program {
  const steps: ProgramStep[] = [];
  write(tree, { steps, direction, shared });
  steps.push({ kind: "accept" });
  const [first] = steps;
  return { steps, direction, fromStart: first?.kind === "position" && first.at === "start" };
}

interface Writing {
  readonly steps: ProgramStep[];
  readonly direction: Direction;
  readonly shared: Shared;
}

function write(tree: PatternTree, writing: Writing): void {
  const { steps, direction, shared } = writing;
  if (--shared.size.left < 0) throw new TooLarge();
  switch (tree.kind) {
    case "characters":
      steps.push({ kind: "character", set: tree.set });
      return;
    case "position":
      steps.push({ kind: "position", at: tree.at });
      return;
    case "sequence":
      for (const part of direction === 1 ? tree.parts : tree.parts.toReversed()) write(part, writing);
      return;
    case "choice": {
      writeChoice(tree.branches, writing);
      return;
    }
    case "repeat": {
      writeRepeat(tree, writing);
      return;
    }
    case "look":
      steps.push({
        kind: "look",
        program: programOf(tree.part, tree.direction === "ahead" ? 1 : -1, shared),
        negative: tree.negative,
      });
      return;
    case "capture": {
      const slot = shared.slotOf(tree.number);
      if (slot === undefined) {
        write(tree.part, writing);
        return;
      }
      steps.push({ kind: "save", slot: direction === 1 ? slot : slot + 1 });
      write(tree.part, writing);
      steps.push({ kind: "save", slot: direction === 1 ? slot + 1 : slot });
      return;
    }
    case "backreference":
      steps.push({ kind: "backreference", slot: shared.slotOf(tree.group) ?? 0 });
  }
}

function writeChoice(branches: readonly PatternTree[], writing: Writing): void {
  const { steps } = writing;
  const jumps: number[] = [];
  for (const [index, branch] of branches.entries()) {
    if (index === branches.length - 1) {
      write(branch, writing);
      break;
    }
    const split = steps.push({ kind: "accept" }) - 1;
    write(branch, writing);
    jumps.push(steps.push({ kind: "accept" }) - 1);
    steps[split] = { kind: "split", first: split + 1, second: steps.length };
  }
  for (const jump of jumps) steps[jump] = { kind: "jump", to: steps.length };
}

function writeRepeat({ part, least, most, lazy }: PatternTree & { kind: "repeat" }, writing: Writing): void {
  const { steps } = writing;
  const optional = most === Infinity ? 0 : most - least;
  if (part.kind === "characters" && (least > mostCopies || optional > mostCopies)) {
    steps.push({ kind: "characters", set: part.set, least, most: most === Infinity ? least : most, lazy });
  } else {
    for (let copy = 0; copy < least; copy++) writeAnew(part, writing);
    const splits: number[] = [];
    for (let copy = 0; copy < optional; copy++) {
      splits.push(steps.push({ kind: "accept" }) - 1);
      writeAnew(part, writing);
    }
    for (const split of splits) steps[split] = splitAt(split, steps.length, lazy);
  }
  if (most !== Infinity) return;
  const split = steps.push({ kind: "accept" }) - 1;
  writeAnew(part, writing);
  steps.push({ kind: "jump", to: split });
  steps[split] = splitAt(split, steps.length, lazy);
}

function splitAt(split: number, end: number, lazy: boolean): ProgramStep {
  return lazy
    ? { kind: "split", first: end, second: split + 1 }
    : { kind: "split", first: split + 1, second: end };
}

/** Each iteration of a repetition first clears its groups (ECMA-262, RepeatMatcher). */
function writeAnew(part: PatternTree, writing: Writing): void {
  const slots: number[] = [];
  visit(part, (tree) => {
    const slot = tree.kind === "capture" ? writing.shared.slotOf(tree.number) : undefined;
    if (slot !== undefined) slots.push(slot, slot + 1);
  });
  if (slots.length > 0) writing.steps.push({ kind: "forget", slots });
  write(part, writing);
}

function visit(tree: PatternTree, visitor: (tree: PatternTree) => void): void {
  visitor(tree);
  if (tree.kind === "sequence") for (const part of tree.parts) visit(part, visitor);
  if (tree.kind === "choice") for (const branch of tree.branches) visit(branch, visitor);
  if (tree.kind === "repeat" || tree.kind === "capture" || tree.kind === "look") visit(tree.part, visitor);
}
