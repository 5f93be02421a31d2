import { knownName } from "./values";

/** A location, by the names on the path to it. */
export interface Place {
  readonly trail: readonly Step[];
}

export type Step =
  | { readonly kind: "property"; readonly name: string }
  /**
   * An element of a list, identified by its name or number, which may be empty. In a comparison, elements with the same
   * name and number are counted, see {@link withOccurrence}.
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

/**
 * A location where only the authors can resolve the differences, with the text of each version; null for a version that
 * has nothing there.
 */
export interface Conflict {
  readonly id: number;
  readonly kind: "cell" | "removed-and-changed" | "one-side-only";
  readonly place: Place;
  /**
   * Whether the value is a result that RevMan stored with the data, which must be recalculated after a merge of data.
   */
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
interface Comma {
  readonly kind: "comma";
  /** The conflict that decides whether the member before the comma exists; null if it always does. */
  readonly own: Conflict | null;
  /** The conflicts that decide whether a member follows; null if one certainly does. */
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

/** The text of the result with a resolution of each conflict. */
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
      // Only a cell can have a text that neither side has; for a whole member, such an answer keeps the member.
      if (piece.conflict.kind === "cell") return answer.text;
      return piece.ours === "" ? piece.theirs : piece.ours;
    })
    .join("");
}

/** The location of a cell in the document's own names; a part is empty if it does not apply. */
interface PlaceWords {
  /** Number and name: `1.2 Mortality`. */
  readonly analysis: string;
  readonly subgroup: string;
  readonly study: string;
  /** The properties from the outside in: `experimental, events`. */
  readonly cell: string;
}

const listsByName = new Set(["analysis-groups", "analyses", "subgroups", "studies", "data-rows"]);

export function placeWords({ trail }: Place): PlaceWords {
  const element = (what: string) =>
    trail.find(
      (step): step is Extract<Step, { kind: "element" }> => step.kind === "element" && step.what === what,
    );
  const [group, analysis, study] = [element("group"), element("analysis"), element("study")];
  const own = analysis ?? group;
  const numbers = [group, analysis].flatMap((step) => (step === undefined ? [] : [step.number]));
  const last = trail.findLastIndex((step) => step.kind === "element" && step.what !== "other");
  return {
    analysis: own === undefined ? "" : `${numbers.join(".")} ${own.name}`.trim(),
    subgroup: element("subgroup")?.name ?? "",
    study: study === undefined ? "" : `${study.name}${study.number === "" ? "" : ` (${study.number})`}`,
    cell: trail
      .slice(last + 1)
      .map((step) => (step.kind === "property" ? step.name : `${step.number} ${step.name}`.trim()))
      .filter((word) => !listsByName.has(word))
      .join(", "),
  };
}

/** The location in one line, for a report: `1.2 Mortality, Abara 2014, experimental, events`. */
export function placeLine(place: Place): string {
  const { analysis, subgroup, study, cell } = placeWords(place);
  return [analysis, subgroup, study, cell].filter((word) => word !== "").join(", ");
}

/** By the name of a list: the properties of its elements in which RevMan stores results. */
const storedNames: ReadonlyMap<string, readonly string[]> = new Map([
  ["data-rows", ["weight", "estimate"]],
  ["subgroups", ["control-group", "experimental-group", "weight", "estimate", "heterogeneity"]],
  ["analyses", ["estimate", "heterogeneity", "subgroup-differences"]],
]);
/** The properties of an analysis's arms that RevMan sums up. */
const sums = ["cases", "sample-size"];

/** Whether a cell of a document in RevMan's form contains a result, not data. */
export function isStoredResult(trail: readonly Step[]): boolean {
  const at = trail.findLastIndex(({ kind }) => kind === "element");
  const [element, ...properties] = trail.slice(Math.max(0, at));
  if (element?.kind !== "element") return false;
  const [first = "", second = ""] = properties.map((step) => (step.kind === "property" ? step.name : ""));
  if (storedNames.get(element.list)?.includes(first) === true) return true;
  return (
    element.list === "analyses" && /^(?:control|experimental)-group$/.test(first) && sums.includes(second)
  );
}

/**
 * Counts elements with the same number and name, from the second on, so that their places differ: a decision is stored
 * by the words of its place.
 */
export function withOccurrence(place: Place, occurrences: Map<string, number>): Place {
  const last = place.trail.at(-1);
  if (last?.kind !== "element") return place;
  const { number, name } = last;
  const key = `${number} ${knownName(name)}`;
  const occurrence = (occurrences.get(key) ?? 0) + 1;
  occurrences.set(key, occurrence);
  if (occurrence === 1) return place;
  const counted = number === "" ? { number: String(occurrence) } : { name: `${name} (${occurrence})` };
  return { trail: [...place.trail.slice(0, -1), { ...last, ...counted }] };
}

/** Whether two texts are names of the same study, apart from white space and case. */
export function isSameStudy({ trail }: Place, ours: string, theirs: string): boolean {
  const around = trail.at(-2);
  if (around?.kind !== "element" || around.what !== "study" || around.name === "") return false;
  const nameIn = (text: string): string => (text.startsWith('"') ? knownName(String(JSON.parse(text))) : "");
  return nameIn(ours) === knownName(around.name) && nameIn(theirs) === knownName(around.name);
}
