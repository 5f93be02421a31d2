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

interface Place extends Extent {
  readonly scope: string;
  /** Its text without white space, to recognize a moved object; undefined while unknown. */
  readonly text: string | undefined;
}

/**
 * Where rows and analyses of a document are. An analysis's name is its pointer when first seen. A row's name is that of
 * its analysis plus the row's pointer in it when first seen, or plus a name from the page. Names are unique.
 */
export class TrackedPlaces {
  readonly #places = new Map<string, Place>();
  /** Objects whose first or last character an edit replaced: they may have moved. */
  readonly #lost = new Map<string, Place>();
  readonly #given = new Set<string>();

  /** Undefined if the object is lost or not in the text. */
  find(name: string): Extent | undefined {
    return this.#places.get(name);
  }

  /** The name of the object that begins at an offset. */
  nameAt(start: number): string | undefined {
    return [...this.#places].find(([, place]) => place.start === start)?.[0];
  }

  /** Whether its place is unknown until the next call of {@link name}. */
  isLost(name: string): boolean {
    return this.#lost.has(name);
  }

  /** Tracks an offset whose table is unknown yet. */
  follow(name: string, start: number): void {
    this.#places.set(name, { start, end: start + 1, scope: name, text: undefined });
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
   * @param written the objects within the new texts
   */
  change(replacements: readonly Replacement[], written: readonly WrittenPlace[] = []): void {
    const inOrder = replacements.toSorted((one, other) => one.start - other.start);
    for (const [name, place] of this.#places) {
      const after = placeAfter(place, inOrder);
      if (after !== undefined) this.#places.set(name, after);
      else {
        this.#places.delete(name);
        this.#lost.set(name, place);
      }
    }
    const starts = startsAfter(inOrder);
    for (const { name, scope, replacement, offset, length } of written) {
      const start = (starts[replacement] ?? 0) + offset;
      const text = this.#lost.get(name)?.text;
      this.#lost.delete(name);
      this.#given.add(name);
      this.#places.set(name, { scope, text, start, end: start + length });
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
    found: readonly PlacedObject[],
    textOf: (start: number, end: number) => string,
  ): ReadonlyMap<string, string> {
    const starts = new Set(found.map(({ start }) => start));
    const known = new Map<number, string>();
    for (const [name, place] of this.#places) {
      if (place.scope !== scope) continue;
      if (starts.has(place.start)) known.set(place.start, name);
      else if (scope !== "") this.#places.delete(name);
    }
    const texts = new Map<number, string>();
    for (const { start, end } of found) {
      const name = known.get(start);
      const text = name === undefined ? undefined : this.#places.get(name)?.text;
      texts.set(start, text ?? textOf(start, end).replace(/\s+/g, ""));
    }
    const again = this.#foundAgain(
      scope,
      found.filter(({ start }) => !known.has(start)),
      texts,
    );
    const names = new Map<string, string>();
    for (const { pointer, start, end } of found) {
      const name = known.get(start) ?? again.get(start) ?? this.#newName(scope + pointer);
      names.set(pointer, name);
      this.#places.set(name, { scope, start, end, text: texts.get(start) });
      this.#lost.delete(name);
    }
    // Lost rows that are not among them are gone.
    for (const [name, place] of this.#lost)
      if (place.scope === scope && scope !== "") this.#lost.delete(name);
    return names;
  }

  /** Matches lost objects to unknown ones of the same text, if the match is unique. @returns names by start offset */
  #foundAgain(
    scope: string,
    unknown: readonly PlacedObject[],
    texts: ReadonlyMap<number, string>,
  ): ReadonlyMap<number, string> {
    const lost = [...this.#lost].filter(([, place]) => place.scope === scope && place.text !== undefined);
    return new Map(
      lost.flatMap(([name, { text }]) => {
        const alike = unknown.filter(({ start }) => texts.get(start) === text);
        const others = lost.filter(([, one]) => one.text === text);
        const [only] = alike;
        return only !== undefined && alike.length === 1 && others.length === 1 ? [[only.start, name]] : [];
      }),
    );
  }

  #newName(pointer: string): string {
    let name = pointer;
    // In a JSON Pointer only 0 or 1 follow a ~ (RFC 6901), so `~2` to `~9` are in none.
    for (let count = 2; this.#given.has(name); count += 1) name = `${pointer}~${count}`;
    this.#given.add(name);
    return name;
  }
}

/** Undefined if a replacement covers its first or last character. */
function placeAfter(place: Place, replacements: readonly Replacement[]): Place | undefined {
  let { start, end, text } = place;
  for (const one of replacements) {
    const growth = one.text.length - (one.end - one.start);
    if (one.end <= place.start) start += growth;
    else if (one.start >= place.end) break;
    else if (one.start <= place.start || one.end >= place.end) return undefined;
    else text = undefined;
    end += growth;
  }
  return { ...place, start, end, text };
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
