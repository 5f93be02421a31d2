/** Values by what they were made from, compared by identity; the latest ones only. */
export class Remembered<Value> {
  #entries: readonly { readonly from: readonly unknown[]; readonly value: Value }[] = [];

  constructor(private readonly most: number) {}

  of(from: readonly unknown[], make: () => Value): Value {
    const known = this.#entries.find((entry) => entry.from.every((part, index) => part === from[index]));
    if (known !== undefined) return known.value;
    const value = make();
    this.#entries = [{ from, value }, ...this.#entries].slice(0, this.most);
    return value;
  }
}
