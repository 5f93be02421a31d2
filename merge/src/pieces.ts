/** A location, by the names on the path to it. */
export interface Place {
  readonly trail: readonly Step[];
}

export type Step =
  | { readonly kind: "property"; readonly name: string }
  /**
   * An element of a list, identified by its name or number, which may be empty. For several of one name in a comparison,
   * `number` counts them from 2.
   */
  | {
      readonly kind: "element";
      readonly list: string;
      readonly what: ElementKind;
      readonly number: string;
      readonly name: string;
    };

export type ElementKind = "group" | "analysis" | "subgroup" | "study" | "other";

export const sides = ["base", "ours", "theirs"] as const;
export type SideName = (typeof sides)[number];

/** The values of the texts at a location that only the authors can resolve; null if a text has none there. */
export interface Conflict {
  readonly id: number;
  readonly kind: "cell" | "removed-and-changed" | "one-side-only";
  readonly place: Place;
  /** Whether it is a result that RevMan stored with the data, which must be recalculated after a merge of data. */
  readonly isStoredResult: boolean;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** A part of the result that depends on the resolution of a conflict. */
export interface Choice {
  readonly kind: "choice";
  readonly conflict: Conflict;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** A comma that the result contains only between two members. */
export interface Comma {
  readonly kind: "comma";
  readonly own: Conflict | null;
  /** Null if a member certainly follows. */
  readonly later: readonly Conflict[] | null;
}

export type Piece = string | Choice | Comma;

/** The resolution of a conflict: a side, or the text to write. */
export type Answer = SideName | { readonly text: string };

/** A change by one version, or the same change by both, that the result contains. */
export interface Change {
  readonly by: "ours" | "theirs" | "both";
  readonly kind: "added" | "removed" | "changed";
  readonly place: Place;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the text of pieces, with each conflict resolved. */
export function textOfPieces(pieces: readonly Piece[], answerTo: (conflict: Conflict) => Answer): string {
  const isThere = (conflict: Conflict): boolean => {
    const answer = answerTo(conflict);
    return typeof answer === "string" ? conflict[answer] !== null : true;
  };
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if (piece.kind === "comma") {
        const isNeeded = piece.own === null || isThere(piece.own);
        return isNeeded && (piece.later === null || piece.later.some(isThere)) ? "," : "";
      }
      const answer = answerTo(piece.conflict);
      if (typeof answer === "string") return piece[answer];
      if (piece.conflict.kind === "cell") return answer.text;
      return piece.ours === "" ? piece.theirs : piece.ours;
    })
    .join("");
}
