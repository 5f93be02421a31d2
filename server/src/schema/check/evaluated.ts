/**
 * Which properties and elements of a value some schema has looked at (the annotations that
 * `unevaluatedProperties` and `unevaluatedItems` ask for; core 2020-12, sections 11.2 and 11.3).
 */
export class Evaluated {
  #everything = false;
  readonly #names = new Set<string>();
  readonly #indices = new Set<number>();
  /** All elements before this index. */
  #leading = 0;

  has(step: string | number): boolean {
    if (this.#everything) return true;
    return typeof step === "string" ? this.#names.has(step) : step < this.#leading || this.#indices.has(step);
  }

  addEverything(): void {
    this.#everything = true;
  }

  add(step: string | number): void {
    if (typeof step === "string") this.#names.add(step);
    else this.#indices.add(step);
  }

  addLeading(count: number): void {
    this.#leading = Math.max(this.#leading, count);
  }

  addAll(other: Evaluated): void {
    this.#everything ||= other.#everything;
    this.addLeading(other.#leading);
    for (const name of other.#names) this.#names.add(name);
    for (const index of other.#indices) this.#indices.add(index);
  }
}
