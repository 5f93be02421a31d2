import { pointerOfPath } from "@analyses/json";

/** Where something stands: by what people call it, and in each text by its path, which is null where that has it not. */
export interface Place {
  readonly trail: readonly Step[];
  readonly base: Path | null;
  readonly ours: Path | null;
  readonly theirs: Path | null;
}

type Path = readonly (string | number)[];

export type Step =
  | { readonly kind: "property"; readonly name: string }
  /** An element of a list that is known by its name or number, which may be empty. */
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

/** What the texts say at a place where nobody but the authors can decide; null where a text has nothing there. */
export interface Conflict {
  readonly id: number;
  readonly kind: "cell" | "removed-and-changed" | "one-side-only";
  readonly place: Place;
  /** Whether it is a result that RevMan stored with the data: after a merge of data it is to be calculated anew. */
  readonly isStoredResult: boolean;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** What of the result depends on how a conflict is decided. */
export interface Choice {
  readonly kind: "choice";
  readonly conflict: Conflict;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Where it is the cell itself, in whose place something else may be written. */
  readonly isCell: boolean;
}

/** A comma that stands only where a member stands before it, and one behind it. */
export interface Comma {
  readonly kind: "comma";
  readonly own: Conflict | null;
  /** Null where a member certainly follows. */
  readonly later: readonly Conflict[] | null;
}

export type Piece = string | Choice | Comma;

/** A side, or the text to write. */
export type Answer = SideName | { readonly text: string };

/** Something that one version, or both alike, had done, and that stands in the result. */
export interface Change {
  readonly by: "ours" | "theirs" | "both";
  readonly kind: "added" | "removed" | "changed";
  readonly place: Place;
  readonly before: string | null;
  readonly after: string | null;
}

/** The text of pieces, with each conflict decided. */
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
      return piece.isCell ? answer.text : piece.ours === "" ? piece.theirs : piece.ours;
    })
    .join("");
}

/** Where a place is in the text that has it: of the sides in this order. */
export function pointerOf(place: Place): string {
  return pointerOfPath(place.ours ?? place.theirs ?? place.base ?? []);
}
