import type { AnalysesDocument, DocumentId } from "../document/analysesDocument";
import type { SyntaxNode } from "../../../json/src";

type Elements = readonly SyntaxNode[];

interface Version {
  readonly elements: Elements;
  readonly by: readonly unknown[];
  readonly dirty: readonly number[];
}

/**
 * Knows which elements of a document's list of groups have to be looked at again, from version to version. To ask each
 * of a hundred thousand after every key would take longer than all else; to compare two lists takes next to nothing.
 */
export class IncrementalList {
  readonly #last = new WeakMap<DocumentId, Version>();

  /**
   * The indexes of the elements that changed since they were marked as clean, ascending.
   * @param by what looking at an element depends on besides the element, compared by identity
   */
  dirtyIndexes({ id }: AnalysesDocument, elements: Elements, by: readonly unknown[]): readonly number[] {
    const last = this.#last.get(id);
    if (last === undefined || !areSame(last.by, by)) return indexes(0, elements.length);
    const { from, to } = changedPart(last.elements, elements);
    const shift = elements.length - last.elements.length;
    return [
      ...last.dirty.filter((index) => index < from),
      ...indexes(from, to),
      ...last.dirty.flatMap((index) => (index + shift >= to ? [index + shift] : [])),
    ];
  }

  /** @param dirty the indexes of all elements that have to be looked at again even if they do not change */
  markClean(
    { id }: AnalysesDocument,
    elements: Elements,
    by: readonly unknown[],
    dirty: readonly number[],
  ): void {
    this.#last.set(id, { elements, by, dirty });
  }
}

/** Whether two lists have the same members, by identity. */
export function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}

/** Before `from` and from `to` on, counted in the later list, both lists have the same elements. */
function changedPart(earlier: Elements, later: Elements): { readonly from: number; readonly to: number } {
  const shorter = Math.min(earlier.length, later.length);
  let from = 0;
  while (from < shorter && earlier[from] === later[from]) from++;
  let same = 0;
  while (same < shorter - from && earlier[earlier.length - 1 - same] === later[later.length - 1 - same])
    same++;
  return { from, to: later.length - same };
}

function indexes(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
