import type { PlacedObject } from "@analyses/protocol/evidencePanel";
import type { OffsetRange, Replacement } from "../webview/panelDocument";

/** An object within the new text of a replacement. */
export interface ReplacedObject {
  readonly name: string;
  /** The name of the analysis that contains the object; empty if the object is itself an analysis. */
  readonly scope: string;
  /** The index among the replacements of the change. */
  readonly replacement: number;
  /** Counts from the start of the new text. */
  readonly offset: number;
  readonly length: number;
}

/** An object of the current text; for a row, with its study. */
type CurrentObject = PlacedObject & { readonly study?: string };

interface TrackedObject extends OffsetRange {
  readonly scope: string;
  /** The object's text when last named, with the panel's edits since; undefined while unknown. */
  readonly text: string | undefined;
  readonly study: string | undefined;
  /** Whether something other than the panel has changed the text since it was named: it may be another object now. */
  readonly isTouched: boolean;
}

/**
 * Tracks where rows and analyses of a document are, under names that they keep through edits. An analysis's name is its
 * pointer when first seen. A row's name is that of its analysis plus the row's pointer in it when first seen, or plus a
 * name from the page. Names are unique.
 */
export class TrackedPlaces {
  readonly #objects = new Map<string, TrackedObject>();
  /** Objects that are no longer where they were: they may have moved. */
  readonly #lost = new Map<string, TrackedObject>();
  readonly #usedNames = new Set<string>();

  /** Undefined if the object is lost or not in the text. */
  find(name: string): OffsetRange | undefined {
    return this.#objects.get(name);
  }

  /** The name of the row of an analysis that begins at an offset. */
  nameAt(scope: string, start: number): string | undefined {
    return [...this.#objects].find(([, object]) => object.scope === scope && object.start === start)?.[0];
  }

  /** Whether it is unknown until the next call of {@link name} where a row is, or whether it is still the same row. */
  isUnsure(name: string): boolean {
    return this.#lost.has(name) || this.#objects.get(name)?.isTouched === true;
  }

  /** Forgets all places: the document has another text. */
  forget(): void {
    this.#objects.clear();
    this.#lost.clear();
  }

  /**
   * Moves the places with a change of the text.
   *
   * @param replacements in offsets of the old text, none of which overlap
   * @param objects within the new texts; undefined if the panel did not make the change
   */
  change(replacements: readonly Replacement[], objects?: readonly ReplacedObject[]): void {
    const inOrder = replacements.toSorted((left, right) => left.start - right.start);
    for (const [name, object] of this.#objects) {
      const after = afterChange(object, inOrder, objects !== undefined);
      if (after !== undefined) this.#objects.set(name, after);
      else {
        this.#objects.delete(name);
        this.#lost.set(name, object);
      }
    }
    const starts = startsAfter(inOrder);
    for (const { name, scope, replacement, offset, length } of objects ?? []) {
      const start = (starts[replacement] ?? 0) + offset;
      const text = inOrder[replacement]?.text.slice(offset, offset + length);
      this.#lost.delete(name);
      this.#usedNames.add(name);
      this.#objects.set(name, { ...unknown, scope, text, start, end: start + length });
    }
  }

  /** The objects within texts to be replaced: an edit that restores these texts restores the objects too. */
  within(replacements: readonly Replacement[]): readonly ReplacedObject[] {
    return [...this.#objects].flatMap(([name, { scope, start, end }]) => {
      const index = replacements.findIndex(
        (replacement) => replacement.start <= start && end <= replacement.end,
      );
      const offset = start - (replacements[index]?.start ?? 0);
      return index === -1 ? [] : { name, scope, replacement: index, offset, length: end - start };
    });
  }

  /**
   * Assigns names to the objects of a table in the current text.
   *
   * @param scope the name of the table's analysis; empty for analyses
   * @param textOf returns the text between two offsets
   * @returns the names by pointer
   */
  name(
    scope: string,
    current: readonly CurrentObject[],
    textOf: (start: number, end: number) => string,
  ): ReadonlyMap<string, string> {
    const tracked = [...this.#objects].filter(([, object]) => object.scope === scope);
    const untouched = new Map(
      tracked.flatMap(([, object]) => (object.isTouched ? [] : [[object.start, object] as const])),
    );
    const byStart = new Map(
      current.map(({ study, pointer, start, end }) => {
        const before = untouched.get(start);
        const text = before?.end === end ? before.text : undefined;
        return [start, { pointer, start, end, study, text: text ?? textOf(start, end) }];
      }),
    );
    const known = new Map<number, string>();
    for (const [name, object] of tracked) {
      const atStart = byStart.get(object.start);
      // Of the analyses, the caller passes only the shown one: others stay where they are.
      if (atStart === undefined && scope === "") continue;
      if (atStart?.end === object.end && (scope === "" || isSameRow(object, atStart)))
        known.set(object.start, name);
      else {
        this.#objects.delete(name);
        this.#lost.set(name, object);
      }
    }
    for (const keyOf of [({ text }: Content) => withoutSpaces(text), studyName]) {
      const lost = [...this.#lost].filter(([, object]) => object.scope === scope);
      const unnamed = [...byStart.values()].filter(({ start }) => !known.has(start));
      for (const [name, { start }] of uniquePairs(lost, unnamed, keyOf)) {
        known.set(start, name);
        this.#lost.delete(name);
      }
    }
    const names = new Map<string, string>();
    for (const [start, { pointer, end, text, study }] of byStart) {
      const name = known.get(start) ?? this.#newName(scope + pointer);
      names.set(pointer, name);
      this.#objects.set(name, { scope, start, end, text, study, isTouched: false });
    }
    // `current` has all rows of the analysis: rows that are still lost are gone.
    for (const [name, object] of this.#lost)
      if (object.scope === scope && scope !== "") this.#lost.delete(name);
    return names;
  }

  #newName(pointer: string): string {
    let name = pointer;
    // No JSON Pointer contains `~2` (RFC 6901): such a name is in use only if this method has returned it before.
    for (let count = 2; this.#usedNames.has(name); count += 1) name = `${pointer}~${count}`;
    this.#usedNames.add(name);
    return name;
  }
}

const unknown = { text: undefined, study: undefined, isTouched: false };

type Content = Pick<TrackedObject, "text" | "study">;

/** A study's name; undefined for a study without a name, whose `study` is its position in the list. */
function studyName({ study }: Content): string | undefined {
  return study !== undefined && /\D/.test(study) ? study : undefined;
}

function withoutSpaces(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, "");
}

/** The pairs of a lost and a current object with the same key, if no other lost or current object has this key. */
function uniquePairs<Current extends Content>(
  lost: readonly (readonly [string, Content])[],
  current: readonly Current[],
  keyOf: (object: Content) => string | undefined,
): readonly (readonly [string, Current])[] {
  return lost.flatMap(([name, lostObject]) => {
    const key = keyOf(lostObject);
    if (key === undefined) return [];
    const [match, ...further] = current.filter((object) => keyOf(object) === key);
    const isUnique = further.length === 0 && lost.filter(([, object]) => keyOf(object) === key).length === 1;
    return match !== undefined && isUnique ? [[name, match] as const] : [];
  });
}

/** Whether the object that stands where a row was is this row: its study is the same, or at most one value differs. */
function isSameRow(row: TrackedObject, current: Content): boolean {
  const name = studyName(row);
  if (!row.isTouched || (name !== undefined && name === studyName(current))) return true;
  const [before, after] = [withoutSpaces(row.text), withoutSpaces(current.text)];
  if (before === undefined || after === undefined) return false;
  const shorterLength = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorterLength && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorterLength - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // One changed value differs without its quotes; if members were only added or removed, the differing part of one text
  // is empty. Any other change has quotes in both texts.
  return [before, after].some((text) => !text.slice(start, text.length - end).includes('"'));
}

/**
 * An object after a change; undefined if a replacement covers its first or last character.
 *
 * @param isOwn whether the panel made the change
 */
function afterChange(
  object: TrackedObject,
  replacements: readonly Replacement[],
  isOwn: boolean,
): TrackedObject | undefined {
  let { start, end, text, isTouched } = object;
  // The last replacement comes first, so that the offsets of earlier ones still hold.
  for (const replacement of replacements.toReversed()) {
    const growth = replacement.text.length - (replacement.end - replacement.start);
    if (replacement.start >= object.end) continue;
    if (replacement.end <= object.start) start += growth;
    else if (replacement.start <= object.start || replacement.end >= object.end) return undefined;
    else if (isOwn && !isTouched)
      text =
        text &&
        text.slice(0, replacement.start - object.start) +
          replacement.text +
          text.slice(replacement.end - object.start);
    else isTouched = true;
    end += growth;
  }
  return { ...object, start, end, text, isTouched };
}

/** The start of each replacement's new text, in the changed text. @param replacements in text order */
export function startsAfter(replacements: readonly Replacement[]): readonly number[] {
  let growth = 0;
  return replacements.map(({ start, end, text }) => {
    const newStart = start + growth;
    growth += text.length - (end - start);
    return newStart;
  });
}
