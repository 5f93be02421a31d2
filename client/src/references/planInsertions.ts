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

/** An insertion at all carets. Its changes are in offsets of the target's text, in text order, without overlaps. */
export interface Insertions extends Insertion {
  /** The number of carets and selections at which the text allows no reference. */
  readonly refused: number;
}

/**
 * Plans the insertion of references at each caret or selection, from the end of the text to its beginning, so that each
 * step takes the commas and names of the insertions further down into account.
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
      ? planInJson(target, textOf(state), next, references)
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
  return { changes: changesOf(state, target.text.length), refused, leftOut };
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

/** Replaces the selection by references if the text allows it, else inserts them at the selection's end. */
function planInJson(
  { layout, property }: InsertionTarget,
  text: string,
  { start, end }: Span,
  references: readonly RegistryReference[],
): Insertion | undefined {
  const removal = edited(unedited(text), [{ start, end, newText: "" }]);
  const remaining = textOf(removal);
  const isReplaceable = text.slice(start, end).trim() !== "" && isRemovable(text, { start, end });
  // Before a colon only a name is valid, so nothing can replace the selection.
  if (isReplaceable && jsonPlaceAt(remaining, start).kind !== "other") {
    const plan = planJsonInsertion(remaining, start, references, layout, property);
    if (plan !== undefined) {
      const result = edited(removal, plan.changes);
      // A valid document must stay valid.
      if (!isJson(text) || isJson(textOf(result)))
        return { ...plan, changes: changesOf(result, text.length) };
    }
  }
  return planJsonInsertion(text, end, references, layout, property);
}

/** Whether both ends are in the same container: else a removal would merge objects, arrays or numbers. */
function isRemovable(text: string, { start, end }: Span): boolean {
  const container = containerAt(text, start);
  return container !== undefined && container === containerAt(text, end);
}

/** A text after successive changes, in pieces: new, or kept from an offset of the original text. */
type EditedText = readonly { readonly text: string; readonly keptFrom: number | undefined }[];

export function unedited(text: string): EditedText {
  return [{ text, keptFrom: 0 }];
}

export function textOf(edited: EditedText): string {
  return edited.map(({ text }) => text).join("");
}

/** @param changes in offsets of the text in `before`, without overlaps */
export function edited(before: EditedText, changes: readonly TextChange[]): EditedText {
  const inOrder = [...changes].sort((a, b) => b.start - a.start);
  return inOrder.reduce(
    (text, { start, end, newText }) => [
      ...piecesBetween(text, 0, start),
      { text: newText, keptFrom: undefined },
      ...piecesBetween(text, end, Infinity),
    ],
    before,
  );
}

function piecesBetween(edited: EditedText, from: number, to: number): EditedText {
  let end = 0;
  return edited.flatMap(({ text, keptFrom }) => {
    const start = end;
    end += text.length;
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, text.length)];
    return first < last
      ? { text: text.slice(first, last), keptFrom: keptFrom === undefined ? undefined : keptFrom + first }
      : [];
  });
}

/** The changes of the original text, in its order, without overlaps, and with the text between them kept. */
function changesOf(edited: EditedText, length: number): readonly TextChange[] {
  const changes: TextChange[] = [];
  let [start, newText] = [0, ""];
  for (const { text, keptFrom } of [...edited, { text: "", keptFrom: length }])
    if (keptFrom === undefined) newText += text;
    else {
      if (keptFrom > start || newText !== "") changes.push({ start, end: keptFrom, newText });
      [start, newText] = [keptFrom + text.length, ""];
    }
  return changes;
}

/** An offset's position after changes; text inserted at the offset itself comes after it. */
function movedBy(changes: readonly TextChange[], offset: number): number {
  let moved = offset;
  for (const { start, end, newText } of changes) {
    if (start < offset) moved += newText.length - (Math.min(end, offset) - start);
  }
  return moved;
}
