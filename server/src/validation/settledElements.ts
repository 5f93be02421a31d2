import type { AnalysesDocument, Lineage } from "../document/analysesDocument";
import type { SyntaxNode } from "../syntax/nodes";

type Elements = readonly SyntaxNode[];

interface Looked {
  readonly elements: Elements;
  readonly by: readonly unknown[];
  readonly unsettled: readonly number[];
}

/**
 * Which elements of a list of a document need no further look, from version to version. Asking each of a
 * hundred thousand at every key would take longer than all else; comparing the lists takes next to nothing.
 */
export class SettledElements {
  readonly #last = new WeakMap<Lineage, Looked>();

  /**
   * The indexes of those that have to be looked at, ascending.
   * @param by what the look depends on beside the elements, compared by identity
   */
  unsettledIn({ lineage }: AnalysesDocument, elements: Elements, by: readonly unknown[]): readonly number[] {
    const last = this.#last.get(lineage);
    if (last?.by.every((part, index) => part === by[index]) !== true) return indexes(0, elements.length);
    const { from, to } = changedPart(lineage, last.elements, elements);
    const shift = elements.length - last.elements.length;
    return [
      ...last.unsettled.filter((index) => index < from),
      ...indexes(from, to),
      ...last.unsettled.flatMap((index) => (index + shift >= to ? [index + shift] : [])),
    ];
  }

  /** @param unsettled the indexes of those that have to be looked at again; no scalar may be missing */
  settle(
    { lineage }: AnalysesDocument,
    elements: Elements,
    by: readonly unknown[],
    unsettled: readonly number[],
  ): void {
    this.#last.set(lineage, { elements, by, unsettled });
  }
}

interface Compared {
  readonly earlier: Elements;
  readonly later: Elements;
  readonly part: Part;
}

const lastCompared = new WeakMap<Lineage, Compared>();

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Before `from`, and from `to` on (in the later list), two lists of a document have the same elements. */
export function changedPart(lineage: Lineage, earlier: Elements, later: Elements): Part {
  // Several ask about the same two lists in turn.
  const known = lastCompared.get(lineage);
  if (known?.earlier === earlier && known.later === later) return known.part;
  const part = compared(earlier, later);
  lastCompared.set(lineage, { earlier, later, part });
  return part;
}

function compared(earlier: Elements, later: Elements): Part {
  const shorter = Math.min(earlier.length, later.length);
  let from = 0;
  while (from < shorter && earlier[from] === later[from]) from++;
  let kept = 0;
  while (kept < shorter - from && earlier[earlier.length - 1 - kept] === later[later.length - 1 - kept])
    kept++;
  return { from, to: later.length - kept };
}

function indexes(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
