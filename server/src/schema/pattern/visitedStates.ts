/** Remembers the states of a program that were tried. */
export interface VisitedStates {
  /** Whether the state was tried before; from now on it was. */
  readonly visit: (step: number, at: number, saved: readonly number[]) => boolean;
}

const pageBits = 1 << 14;

/** @param length the text's length: positions run from 0 to it */
export function visitedStates(length: number): VisitedStates {
  // Bits in pages, made where they are needed: of a large program and a long text few states are tried.
  const pages = new Map<number, Uint32Array>();
  const withSaved = new Set<string>();
  const visitBit = (bit: number): boolean => {
    const number = Math.floor(bit / pageBits);
    let page = pages.get(number);
    if (page === undefined) pages.set(number, (page = new Uint32Array(pageBits / 32)));
    const within = bit % pageBits;
    const word = page[within >>> 5] ?? 0;
    const mask = 1 << (within & 31);
    page[within >>> 5] = word | mask;
    return (word & mask) !== 0;
  };
  return {
    visit: (step, at, saved) => {
      if (saved.length === 0) return visitBit(step * (length + 1) + at);
      const state = `${step} ${at} ${saved.join()}`;
      if (withSaved.has(state)) return true;
      withSaved.add(state);
      return false;
    },
  };
}
