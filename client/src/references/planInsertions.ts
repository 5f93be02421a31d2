import type { RegistryReference } from "@analyses/protocol/references";
import { containerAt, isJson, jsonPlaceAt } from "./jsonCaret";
import type { Span, TextChange } from "./jsonReading";
import { type Insertion, type Layout, planJsonInsertion } from "./jsonInsertion";
import { linkAlone, referenceText } from "./referencesInText";

/** How far before a caret the HTML tag around it may begin, in UTF-16 code units. */
const farthestOpening = 1000;

/** Whether every reference has room at every place. */
export function haveRoom({ changes, refused, leftOut }: Insertions): boolean {
  return changes.length > 0 && refused + leftOut === 0;
}

/** The properties of a document that determine how to insert references. */
export interface InsertionTarget {
  readonly text: string;
  readonly languageId: string;
  readonly isJson: boolean;
  readonly layout: Layout;
  /** The name of new properties; default: a name that the object does not have. */
  readonly property?: string;
}

/** The changes by the offsets of the target's text, in their order, without overlaps. */
export interface Insertions extends Insertion {
  /** The number of carets and selections at which the text allows no reference. */
  readonly refused: number;
}

/**
 * Plans the insertion of references at each caret or selection, from the end of the text to its beginning, so that each
 * step takes the commas and names of the insertions after it into account.
 */
export function planInsertions(
  target: InsertionTarget,
  selections: readonly Span[],
  references: readonly RegistryReference[],
): Insertions {
  let state = unedited(target.text);
  let waiting = [...selections].sort((a, b) => a.start - b.start);
  let refused = 0;
  let leftOut = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const plan = target.isJson
      ? planInJson(target, state, next, references)
      : planInText(target, next, references);
    if (plan === undefined) {
      refused += 1;
      continue;
    }
    leftOut = Math.max(leftOut, plan.leftOut);
    state = edited(state, plan.changes);
    waiting = waiting.map(({ start, end }) => ({
      start: movedBy(plan.changes, start),
      end: movedBy(plan.changes, end),
    }));
  }
  return { changes: state.changes, refused, leftOut };
}

function planInText(
  { text, languageId }: InsertionTarget,
  selection: Span,
  references: readonly RegistryReference[],
): Insertion {
  const before = text.slice(Math.max(0, selection.start - farthestOpening), selection.start);
  const [first] = references;
  const link = first && linkAlone(first, before, languageId);
  const newText = link ?? references.map((each) => referenceText(each, languageId)).join(", ");
  const leftOut = link === undefined ? 0 : references.length - 1;
  return { changes: [{ ...selection, newText }], leftOut };
}

/** Replaces the selection if JSON allows it, else inserts at its end. */
function planInJson(
  { layout, property }: InsertionTarget,
  { text }: EditedText,
  { start, end }: Span,
  references: readonly RegistryReference[],
): Insertion | undefined {
  const removal = edited(unedited(text), [{ start, end, newText: "" }]);
  const isReplaceable = text.slice(start, end).trim() !== "" && isRemovable(text, { start, end });
  // Before a colon only a name is valid, so nothing can replace the selection.
  if (isReplaceable && jsonPlaceAt(removal.text, start).kind !== "other") {
    const plan = planJsonInsertion(removal.text, start, references, layout, property);
    if (plan !== undefined) {
      const { text: result, changes } = edited(removal, plan.changes);
      // A valid document must stay valid.
      if (!isJson(text) || isJson(result)) return { ...plan, changes };
    }
  }
  return planJsonInsertion(text, end, references, layout, property);
}

/** Whether both ends are in the same container: else a removal would merge objects, arrays or numbers. */
function isRemovable(text: string, { start, end }: Span): boolean {
  const container = containerAt(text, start);
  return container !== undefined && container === containerAt(text, end);
}

/**
 * The text after successive changes, and the equivalent single set of changes to the original text, which do not
 * overlap and keep the text between them.
 */
export interface EditedText {
  readonly text: string;
  /** In the order of the original text, with offsets in that text. */
  readonly changes: readonly TextChange[];
}

export function unedited(text: string): EditedText {
  return { text, changes: [] };
}

/** @param changes with offsets of the edited text, without overlaps */
export function edited(before: EditedText, changes: readonly TextChange[]): EditedText {
  return [...changes].sort((a, b) => b.start - a.start).reduce(withChange, before);
}

/** An offset's position after changes; text inserted at the offset itself comes after it. */
export function movedBy(changes: readonly TextChange[], offset: number): number {
  let moved = offset;
  for (const { start, end, newText } of changes) {
    if (start < offset) moved += newText.length - (Math.min(end, offset) - start);
  }
  return moved;
}

/** Adds a change with offsets of the edited text; merges it with the earlier changes that it touches. */
function withChange({ text, changes }: EditedText, { start, end, newText }: TextChange): EditedText {
  let shift = 0;
  const earlier = changes.map((change) => {
    const from = change.start + shift;
    shift += change.newText.length - (change.end - change.start);
    return { change, from, to: from + change.newText.length, shift };
  });
  const before = earlier.filter(({ to }) => to < start);
  const after = earlier.filter(({ from }) => from > end);
  const touched = earlier.slice(before.length, earlier.length - after.length);
  const from = Math.min(start, touched[0]?.from ?? start);
  const to = Math.max(end, touched.at(-1)?.to ?? end);
  const shiftBefore = before.at(-1)?.shift ?? 0;
  const merged = {
    start: from - shiftBefore,
    end: to - (touched.at(-1)?.shift ?? shiftBefore),
    newText: text.slice(from, start) + newText + text.slice(end, to),
  };
  return {
    text: text.slice(0, start) + newText + text.slice(end),
    changes: [...before.map(({ change }) => change), merged, ...after.map(({ change }) => change)],
  };
}
