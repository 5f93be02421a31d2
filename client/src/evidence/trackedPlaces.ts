// Rows and analyses by names of their own, which they keep while the text around them and in them is edited.
import type { PlacedObject } from "@analyses/protocol/evidencePanel";
import type { Replacement } from "../webview/panelDocument";

/** An object whose text is in the new text of one of several replacements, at an offset of that. */
export interface WrittenPlace {
  readonly name: string;
  /** The name of its analysis; empty for one. */
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
  /** Its text without white space, by which it is found again; undefined while that is not known. */
  readonly text: string | undefined;
}

/**
 * Where rows and analyses of a document are. The name of an analysis is the pointer that it had when it was first seen;
 * the name of a row is that of its analysis, and the pointer that the row had in it or what the page calls it. No name is
 * given twice.
 */
export class TrackedPlaces {
  readonly #places = new Map<string, Place>();
  /** Those whose first or last character was replaced: they may stand elsewhere now. */
  readonly #lost = new Map<string, Place>();
  readonly #given = new Set<string>();

  /** Undefined for what is not in the text, as far as is known. */
  find(name: string): Extent | undefined {
    return this.#places.get(name);
  }

  /** What the row is called that begins at an offset. */
  nameAt(start: number): string | undefined {
    return [...this.#places].find(([, place]) => place.start === start)?.[0];
  }

  /** Whether only the next {@link name naming} tells where it is. */
  isLost(name: string): boolean {
    return this.#lost.has(name);
  }

  /** Follows an offset that belongs to no table yet. */
  follow(name: string, start: number): void {
    this.#places.set(name, { start, end: start + 1, scope: name, text: undefined });
  }

  /** Another text has come in place of the one that was known. */
  forget(): void {
    this.#places.clear();
    this.#lost.clear();
  }

  /**
   * The text has changed.
   *
   * @param replacements of the text before, none of which overlap
   * @param written which objects are in the new texts
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

  /** Which objects lie in texts that are replaced: what puts the texts back puts them back too. */
  within(replacements: readonly Replacement[]): readonly WrittenPlace[] {
    return [...this.#places].flatMap(([name, { scope, start, end }]) => {
      const index = replacements.findIndex((one) => one.start <= start && end <= one.end);
      const offset = start - (replacements[index]?.start ?? 0);
      return index === -1 ? [] : { name, scope, replacement: index, offset, length: end - start };
    });
  }

  /**
   * Names the objects of a table, as the text has them now.
   *
   * @param scope the name of the table's analysis; empty for analyses
   * @param textOf what stands from one offset to another
   * @returns their names, by their pointers
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
    // What is not among them is gone.
    for (const [name, place] of this.#lost)
      if (place.scope === scope && scope !== "") this.#lost.delete(name);
    return names;
  }

  /** Lost objects that stand elsewhere now: the only one that has such a text. @returns their names, by where they begin */
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
    // No pointer has a ~ before such a number (RFC 6901).
    for (let count = 2; this.#given.has(name); count += 1) name = `${pointer}~${count}`;
    this.#given.add(name);
    return name;
  }
}

/** Undefined where its first or last character is replaced. */
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

/** Where the new text of each replacement begins. @param replacements from the first to the last of the text */
export function startsAfter(replacements: readonly Replacement[]): readonly number[] {
  let growth = 0;
  return replacements.map(({ start, end, text }) => {
    const begins = start + growth;
    growth += text.length - (end - start);
    return begins;
  });
}
