import type { Span } from "./jsonCaret";

/** A replacement of a span of a text. */
export interface TextChange extends Span {
  readonly newText: string;
}

/**
 * A text as changes make it, one after the other, and what they come to together: changes of the text that
 * was there first, which do not overlap and keep all that lies between them.
 */
export interface EditedText {
  readonly text: string;
  /** In the order of the first text, by its offsets. */
  readonly changes: readonly TextChange[];
}

export function unedited(text: string): EditedText {
  return { text, changes: [] };
}

/** @param changes by the offsets of the edited text; they do not overlap */
export function edited(before: EditedText, changes: readonly TextChange[]): EditedText {
  return [...changes].sort((a, b) => b.start - a.start).reduce(withChange, before);
}

/** Where an offset of a text is once it has been changed; what is put in at the offset itself comes after it. */
export function movedBy(changes: readonly TextChange[], offset: number): number {
  let moved = offset;
  for (const { start, end, newText } of changes) {
    if (start < offset) moved += newText.length - (Math.min(end, offset) - start);
  }
  return moved;
}

function withChange({ text, changes }: EditedText, { start, end, newText }: TextChange): EditedText {
  const before: TextChange[] = [];
  const after: TextChange[] = [];
  let merged: TextChange | undefined;
  let [mergedText, shift, shiftBefore] = [newText, 0, 0];
  for (const change of changes) {
    const from = change.start + shift;
    const to = from + change.newText.length;
    shift += change.newText.length - (change.end - change.start);
    if (to < start) {
      before.push(change);
      shiftBefore = shift;
    } else if (from > end) after.push(change);
    else {
      mergedText =
        change.newText.slice(0, Math.max(0, start - from)) +
        mergedText +
        change.newText.slice(change.newText.length - Math.max(0, to - end));
      merged = {
        start: merged?.start ?? Math.min(change.start, start - shiftBefore),
        end: Math.max(change.end, end - shift),
        newText: mergedText,
      };
    }
  }
  merged ??= { start: start - shiftBefore, end: end - shiftBefore, newText };
  return {
    text: text.slice(0, start) + newText + text.slice(end),
    changes: [...before, merged, ...after],
  };
}
