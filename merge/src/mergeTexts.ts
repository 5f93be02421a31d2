import { pick } from "./emission";
import { type Renumbered, type SameNumber, type Sides, type ComparedCell, Merger } from "./merger";
import type { Change, Conflict, Piece, Place } from "./pieces";
import { type Side, readSide } from "./side";

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

/** A refused merge: a side is not JSON, so that a merge would have to guess its parts. */
export interface Unreadable {
  readonly kind: "unreadable";
}

/**
 * Merges two versions of a document. With a common base, takes each change of only one version and reports a conflict
 * for each cell that both changed differently. Without a base, reports each difference as a conflict. Keeps all other
 * text.
 */
export function mergeTexts(texts: Texts): Merged | Unreadable {
  const read = readSides(texts);
  return "kind" in read ? read : merged(new Merger(read, undefined), read);
}

function readSides(texts: Texts): Sides | Unreadable {
  const [base, ours, theirs] = [
    texts.base === null ? undefined : readSide(texts.base),
    readSide(texts.ours),
    readSide(texts.theirs),
  ];
  if ((base !== undefined || texts.base === null) && ours !== undefined && theirs !== undefined)
    return { base, ours, theirs };
  return { kind: "unreadable" };
}

function merged(merger: Merger, { base, ours, theirs }: Sides): Merged {
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

/** Two extractions of the same studies: each disagreement is a conflict of the merged document. */
export interface Comparison extends Merged {
  readonly agreement: Agreement;
}

/** The agreement of two extractions, for a methods section. */
export interface Agreement {
  /**
   * Number of compared cells: those in studies that both extractions have, except the studies' names. `sameCells`: how
   * many of these cells are equal.
   */
  readonly cells: number;
  readonly sameCells: number;
  /** Number of studies that both extractions have, counted in each analysis. */
  readonly studies: number;
  readonly judgements: number;
  /** Cohen's kappa of the risk-of-bias judgements (Cohen 1960); null if there are none or all are one category. */
  readonly kappa: number | null;
}

/** Compares two extractions: `ours` is the first, `theirs` the second. */
export function compareExtractions(first: string, second: string): Comparison | Unreadable {
  const sides = readSides({ base: null, ours: first, theirs: second });
  if ("kind" in sides) return sides;
  const cells: ComparedCell[] = [];
  const result = merged(new Merger(sides, (cell) => cells.push(cell)), sides);
  return { ...result, agreement: agreementOf(cells) };
}

function agreementOf(all: readonly ComparedCell[]): Agreement {
  const cells = all.filter((cell) => studyOf(cell.place).length > 0 && !isName(cell));
  const judgements = cells.filter(isJudgement);
  const studies = new Set(cells.flatMap(({ place }) => studyOf(place)));
  return {
    cells: cells.length,
    sameCells: cells.filter(({ isSame }) => isSame).length,
    studies: studies.size,
    judgements: judgements.length,
    kappa: kappaOf(judgements),
  };
}

/** Whether a cell is the name that identifies its study: always equal, since the comparison pairs studies by it. */
function isName({ place: { trail }, ours }: ComparedCell): boolean {
  const around = trail.at(-2);
  return around?.kind === "element" && ours === JSON.stringify(around.name);
}

/** A list with the key of the study that contains a cell; empty for a cell outside of studies. */
function studyOf({ trail }: Place): readonly string[] {
  const at = trail.findIndex((step) => step.kind === "element" && step.what === "study");
  return at === -1 ? [] : [JSON.stringify(trail.slice(0, at + 1))];
}

/** Names of properties that contain a judgement. */
const judgementName = /^(?:judg[e]?ment|rating|risk)$/i;
/** Names of properties that explain a judgement. */
const explanationName = /support|comment|note|quote|reason|text/i;

/** Whether a cell is a risk-of-bias judgement: by its name, or as a direct property of the risk-of-bias object. */
function isJudgement({ place: { trail }, ours, theirs }: ComparedCell): boolean {
  const last = trail.at(-1);
  const isBias = ({ kind, ...step }: Place["trail"][number]): boolean =>
    kind === "property" && "name" in step && /^(?:risk[-_ ]?of[-_ ]?bias|rob)/i.test(step.name);
  if (last?.kind !== "property" || !ours.startsWith('"') || !theirs.startsWith('"')) return false;
  const at = trail.findIndex(isBias);
  if (at === -1 || trail.length - at < 2) return false;
  return judgementName.test(last.name) || (trail.length - at === 2 && !explanationName.test(last.name));
}

function kappaOf(judgements: readonly ComparedCell[]): number | null {
  const count = judgements.length;
  if (count === 0) return null;
  const share = (of: (cell: ComparedCell) => string): ReadonlyMap<string, number> => {
    const shares = new Map<string, number>();
    for (const cell of judgements) shares.set(of(cell), (shares.get(of(cell)) ?? 0) + 1 / count);
    return shares;
  };
  const category = (text: string): string => String(JSON.parse(text)).trim();
  const [first, second] = [share((cell) => category(cell.ours)), share((cell) => category(cell.theirs))];
  const observed = judgements.filter((cell) => category(cell.ours) === category(cell.theirs)).length / count;
  const expected = Array.from(first, ([name, proportion]) => proportion * (second.get(name) ?? 0)).reduce(
    (sum, product) => sum + product,
    0,
  );
  // If all judgements are in one category, kappa is 0 / 0; rounding may leave a small difference.
  return 1 - expected < 1e-12 ? null : (observed - expected) / (1 - expected);
}
