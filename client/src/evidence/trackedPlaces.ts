// Tracks rows and analyses under names that they keep through edits of the text.
import type { PlacedObject } from "@analyses/protocol/evidencePanel";
import type { Replacement } from "../webview/panelDocument";

/** An object within the new text of one of several replacements; `offset` counts from that text's start. */
export interface WrittenPlace {
  readonly name: string;
  /** The name of its analysis; empty if it is an analysis. */
  readonly scope: string;
  readonly replacement: number;
  readonly offset: number;
  readonly length: number;
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** An object of the current text; a row with its study. */
type Found = PlacedObject & { readonly study?: string };

interface Place extends Extent {
  readonly scope: string;
  /** Its text when last named, with the panel's edits since; undefined while unknown. */
  readonly text: string | undefined;
  readonly study: string | undefined;
  /** Whether something other than the panel has changed its text since: it may be another object now. */
  readonly isTouched: boolean;
}

/**
 * Where rows and analyses of a document are. An analysis's name is its pointer when first seen. A row's name is that of
 * its analysis plus the row's pointer in it when first seen, or plus a name from the page. Names are unique.
 */
export class TrackedPlaces {
  readonly #places = new Map<string, Place>();
  /** Objects that are not where they were: they may have moved. */
  readonly #lost = new Map<string, Place>();
  readonly #given = new Set<string>();

  /** Undefined if the object is lost or not in the text. */
  find(name: string): Extent | undefined {
    return this.#places.get(name);
  }

  /** The name of the row of an analysis that begins at an offset. */
  nameAt(scope: string, start: number): string | undefined {
    return [...this.#places].find(([, place]) => place.scope === scope && place.start === start)?.[0];
  }

  /** Whether the next call of {@link name} decides where it is, and whether it is still the same row. */
  isUnsure(name: string): boolean {
    return this.#lost.has(name) || this.#places.get(name)?.isTouched === true;
  }

  /** Tracks an offset whose table is unknown yet. */
  follow(name: string, start: number): void {
    this.#places.set(name, { ...unknown, start, end: start + 1, scope: name });
  }

  /** Forgets all places: the document has another text. */
  forget(): void {
    this.#places.clear();
    this.#lost.clear();
  }

  /**
   * Moves the places with a change of the text.
   *
   * @param replacements in offsets of the old text, none of which overlap
   * @param written the objects within the new texts; undefined for a change that is not the panel's
   */
  change(replacements: readonly Replacement[], written?: readonly WrittenPlace[]): void {
    const inOrder = replacements.toSorted((one, other) => one.start - other.start);
    for (const [name, place] of this.#places) {
      const after = placeAfter(place, inOrder, written !== undefined);
      if (after !== undefined) this.#places.set(name, after);
      else {
        this.#places.delete(name);
        this.#lost.set(name, place);
      }
    }
    const starts = startsAfter(inOrder);
    for (const { name, scope, replacement, offset, length } of written ?? []) {
      const start = (starts[replacement] ?? 0) + offset;
      const text = inOrder[replacement]?.text.slice(offset, offset + length);
      this.#lost.delete(name);
      this.#given.add(name);
      this.#places.set(name, { ...unknown, scope, text, start, end: start + length });
    }
  }

  /** The objects within replaced texts: restoring these texts restores them too. */
  within(replacements: readonly Replacement[]): readonly WrittenPlace[] {
    return [...this.#places].flatMap(([name, { scope, start, end }]) => {
      const index = replacements.findIndex((one) => one.start <= start && end <= one.end);
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
    found: readonly Found[],
    textOf: (start: number, end: number) => string,
  ): ReadonlyMap<string, string> {
    const own = [...this.#places].filter(([, place]) => place.scope === scope);
    const untouched = new Map(own.flatMap(([, one]) => (one.isTouched ? [] : [[one.start, one] as const])));
    const byStart = new Map(
      found.map(({ study, ...one }) => {
        const before = untouched.get(one.start);
        const text = before?.end === one.end ? before.text : undefined;
        return [one.start, { ...one, study, text: text ?? textOf(one.start, one.end) }];
      }),
    );
    const known = new Map<number, string>();
    for (const [name, place] of own) {
      const there = byStart.get(place.start);
      // The place of another analysis, which is not among these.
      if (there === undefined && scope === "") continue;
      if (there?.end === place.end && (scope === "" || isSame(place, there))) known.set(place.start, name);
      else {
        this.#places.delete(name);
        this.#lost.set(name, place);
      }
    }
    for (const keyOf of [({ text }: Named) => withoutSpaces(text), nameOf]) {
      const lost = [...this.#lost].filter(([, place]) => place.scope === scope);
      const others = [...byStart.values()].filter(({ start }) => !known.has(start));
      for (const [name, { start }] of pairs(lost, others, keyOf)) {
        known.set(start, name);
        this.#lost.delete(name);
      }
    }
    const names = new Map<string, string>();
    for (const [start, { pointer, end, text, study }] of byStart) {
      const name = known.get(start) ?? this.#newName(scope + pointer);
      names.set(pointer, name);
      this.#places.set(name, { scope, start, end, text, study, isTouched: false });
    }
    // Lost rows that are not among them are gone.
    for (const [name, place] of this.#lost)
      if (place.scope === scope && scope !== "") this.#lost.delete(name);
    return names;
  }

  #newName(pointer: string): string {
    let name = pointer;
    // In a JSON Pointer only 0 or 1 follow a ~ (RFC 6901), so `~2` to `~9` are in none.
    for (let count = 2; this.#given.has(name); count += 1) name = `${pointer}~${count}`;
    this.#given.add(name);
    return name;
  }
}

const unknown = { text: undefined, study: undefined, isTouched: false };

type Named = Pick<Place, "text" | "study">;

/** A study's name; undefined for its position, which a study without a name has instead. */
function nameOf({ study }: Named): string | undefined {
  return study !== undefined && /\D/.test(study) ? study : undefined;
}

function withoutSpaces(text: string | undefined): string | undefined {
  return text?.replace(/\s+/g, "");
}

/** The pairs of lost and found objects with the same key, which no other one has. */
function pairs<There extends Named>(
  lost: readonly (readonly [string, Named])[],
  found: readonly There[],
  keyOf: (one: Named) => string | undefined,
): readonly (readonly [string, There])[] {
  return lost.flatMap(([name, place]) => {
    const key = keyOf(place);
    if (key === undefined) return [];
    const [only, ...more] = found.filter((one) => keyOf(one) === key);
    const isAlone = more.length === 0 && lost.filter(([, one]) => keyOf(one) === key).length === 1;
    return only !== undefined && isAlone ? [[name, only] as const] : [];
  });
}

/** Whether an object at the place of a row is that row: its study is the same, or no more than one value differs. */
function isSame(place: Place, there: Named): boolean {
  const name = nameOf(place);
  if (!place.isTouched || (name !== undefined && name === nameOf(there))) return true;
  const [before, after] = [withoutSpaces(place.text), withoutSpaces(there.text)];
  if (before === undefined || after === undefined) return false;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  // Of members that were only added or removed, one text has none.
  return [before, after].some((one) => !one.slice(start, one.length - end).includes('"'));
}

/** Undefined if a replacement covers its first or last character. @param isOwn whether the panel has replaced it */
function placeAfter(place: Place, replacements: readonly Replacement[], isOwn: boolean): Place | undefined {
  let { start, end, text, isTouched } = place;
  for (const one of replacements.toReversed()) {
    const growth = one.text.length - (one.end - one.start);
    if (one.start >= place.end) continue;
    if (one.end <= place.start) start += growth;
    else if (one.start <= place.start || one.end >= place.end) return undefined;
    else if (isOwn && !isTouched)
      // The last replacement comes first, so that the offsets of the others hold.
      text = text && text.slice(0, one.start - place.start) + one.text + text.slice(one.end - place.start);
    else isTouched = true;
    end += growth;
  }
  return { ...place, start, end, text, isTouched };
}

/** The start of each replacement's new text, in the changed text. @param replacements in text order */
export function startsAfter(replacements: readonly Replacement[]): readonly number[] {
  let growth = 0;
  return replacements.map(({ start, end, text }) => {
    const begins = start + growth;
    growth += text.length - (end - start);
    return begins;
  });
}
