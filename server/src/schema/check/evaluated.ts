/** Up to so many names looking through a list is quicker than a set. */
const mostInList = 16;

/**
 * Which properties and elements of a value some schema has looked at (the annotations that
 * `unevaluatedProperties` and `unevaluatedItems` ask for; core 2020-12, sections 11.2 and 11.3).
 */
export class Evaluated {
  #everything = false;
  // Made when needed: every object of some schemas gets an `Evaluated`, and most hold a few names.
  #names: string[] | Set<string> | undefined;
  #indices: Set<number> | undefined;
  /** All elements before this index. */
  #leading = 0;

  has(step: string | number): boolean {
    if (this.#everything) return true;
    if (typeof step === "number") return step < this.#leading || this.#indices?.has(step) === true;
    const names = this.#names;
    return names !== undefined && (Array.isArray(names) ? names.includes(step) : names.has(step));
  }

  addEverything(): void {
    this.#everything = true;
  }

  add(step: string | number): void {
    if (typeof step === "number") (this.#indices ??= new Set()).add(step);
    else if (this.#names instanceof Set) this.#names.add(step);
    else if (this.#names === undefined) this.#names = [step];
    else if (this.#names.length < mostInList) this.#names.push(step);
    else this.#names = new Set(this.#names).add(step);
  }

  addLeading(count: number): void {
    this.#leading = Math.max(this.#leading, count);
  }

  addAll(other: Evaluated): void {
    this.#everything ||= other.#everything;
    this.addLeading(other.#leading);
    for (const name of other.#names ?? []) this.add(name);
    for (const index of other.#indices ?? []) this.add(index);
  }
}
