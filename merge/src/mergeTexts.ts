import { pick } from "./emission";
import type { Renumbered, SameNumber, Sides } from "./merger";
import { Merger } from "./merger";
import type { Change, Conflict, Piece, SideName } from "./pieces";
import { sides } from "./pieces";
import type { Side } from "./side";
import { readSide } from "./side";

/** The versions of a document; `base` is the common ancestor, or null. */
export interface Texts {
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
}

export interface Merged {
  readonly kind: "merged";
  readonly pieces: readonly Piece[];
  /** In the order of the result. */
  readonly conflicts: readonly Conflict[];
  readonly changes: readonly Change[];
  /** The analyses that differ between the versions. */
  readonly items: readonly (readonly Piece[])[];
  readonly notes: readonly (Renumbered | SameNumber)[];
}

/** A side is not JSON, so the merge is refused: its parts would be a guess. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly sides: readonly SideName[];
}

/**
 * Merges two versions of a document with a common base. Takes each change of one version; reports a conflict for each
 * cell that both changed differently; keeps all other text.
 */
export function mergeTexts(texts: Texts): Merged | Unreadable {
  const read = readSides(texts);
  return "kind" in read ? read : merged(new Merger(read, undefined), read);
}

export function readSides(texts: Texts): Sides | Unreadable {
  const [base, ours, theirs] = [
    texts.base === null ? undefined : readSide(texts.base),
    readSide(texts.ours),
    readSide(texts.theirs),
  ];
  if ((base !== undefined || texts.base === null) && ours !== undefined && theirs !== undefined)
    return { base, ours, theirs };
  const all = { base, ours, theirs };
  const isUnreadable = (side: SideName): boolean => texts[side] !== null && all[side] === undefined;
  return { kind: "unreadable", sides: sides.filter(isUnreadable) };
}

export function merged(merger: Merger, { base, ours, theirs }: Sides): Merged {
  const roots = {
    base: base?.document.root,
    ours: ours.document.root,
    theirs: theirs.document.root,
  };
  const around = (of: (side: Side) => string): string => pick(base && of(base), of(ours), of(theirs));
  const value = merger.value(roots, { trail: [] }, "");
  const pieces = [
    around(({ text, document }) => text.slice(0, document.root.start)),
    ...value,
    around(({ text, document }) => text.slice(document.root.start + document.root.node.length)),
  ];
  const { conflicts, changes, items, notes } = merger;
  return { kind: "merged", pieces, conflicts, changes, items, notes };
}
