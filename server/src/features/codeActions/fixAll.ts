import { mayHaveCertainFix, fixesFor } from "../../diagnostics/index";
import type { Replacement, Fix } from "../../diagnostics/fixes/fix";
import { type AnalysesDocument, updateDocument } from "../../document/analysesDocument";
import { text, toPlainText } from "../../schemaLookup/template";
import type { SchemaContext } from "../../schema/schemaContext";
import type { Finding } from "../../findings/finding";
import { type Conflict, conflictsIn, type YieldingHost, runYielding } from "@analyses/json";

/** A fix may make another certain fix possible; ESLint has the same limit of passes. */
const maxPasses = 10;

/** Finds a document's findings, those shown or all; undefined if cancelled. */
export type Validation = (
  document: AnalysesDocument,
  howMuch: "shown" | "all",
) => Promise<readonly Finding[] | undefined>;

/**
 * The replacements of all certain fixes, in text order: repeats until none is left, so that a second run changes
 * nothing.
 *
 * @param findings those shown to the author
 */
export async function fixAll(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  validate: Validation,
  yielding: YieldingHost,
): Promise<readonly Replacement[]> {
  const { node } = document.root;
  // Text without its first brace may be of another kind, such as YAML.
  if (node.kind === "object" && !node.opened) return [];
  let pieces: readonly Piece[] = [{ start: 0, end: document.text.length }];
  let now = document;
  // The limit on shown findings does not limit the fixes.
  const allOf = (changed: AnalysesDocument, shown: readonly Finding[] | undefined) =>
    shown?.some(({ data }) => data.kind === "more") === true ? validate(changed, "all") : shown;
  let found = (await allOf(document, findings)) ?? [];
  for (let pass = 0; pass < maxPasses; pass++) {
    const replacements = await runYielding(certainReplacements(now, schemas, found), yielding);
    if (replacements === "cancelled") return [];
    if (replacements.length === 0) break;
    const changed = withReplacements(now, replacements);
    const left = await allOf(changed, await validate(changed, "shown"));
    if (left === undefined || countSyntax(left) > countSyntax(found)) break;
    pieces = replacedPieces(pieces, replacements);
    now = changed;
    found = left;
  }
  return replacementsOf(pieces, document.text.length);
}

function countSyntax(findings: readonly Finding[]): number {
  return findings.filter(({ code }) => code === "syntax").length;
}

/**
 * Of overlapping fixes takes the first; the next pass takes the others.
 *
 * @returns a generator that yields, between steps, the length of text processed
 */
function* certainReplacements(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
): Generator<number, readonly Replacement[]> {
  const certain: Replacement[][] = [];
  for (const finding of findings) {
    const fix = certainFix(document, schemas, findings, finding);
    if (fix !== undefined) certain.push([...fix.replacements].sort(byStart));
    yield finding.end - finding.start;
  }
  certain.sort(([one], [other]) => (one?.start ?? 0) - (other?.start ?? 0));
  const taken: Replacement[] = [];
  let end = -1;
  for (const replacements of certain) {
    // Two insertions at one place overlap: their order would be ambiguous.
    if ((replacements[0]?.start ?? -1) <= end) continue;
    for (const replacement of replacements) taken.push(replacement);
    end = Math.max(end, replacements.at(-1)?.end ?? end);
  }
  return taken;
}

/**
 * The fix of a finding that “fix all” applies.
 *
 * @param findings all findings of the document
 */
export function certainFix(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  finding: Finding,
): Fix | undefined {
  if (!mayHaveCertainFix(document, finding)) return undefined;
  const fixes = outsideConflicts(document, findings, fixesFor(document, schemas, finding));
  return fixes.find(({ certain, replacements }) => certain && replacements.length > 0);
}

function byStart(one: Replacement, other: Replacement): number {
  return one.start - other.start;
}

/** The document after replacements in text order. */
export function withReplacements(
  document: AnalysesDocument,
  replacements: readonly Replacement[],
): AnalysesDocument {
  const changes = [...replacements].reverse().map(({ start, end, template }) => ({
    range: document.text.rangeBetween(start, end),
    text: toPlainText(template),
  }));
  return updateDocument(document, changes, document.version);
}

/** A piece of a changed text: a span of the original text, or new text. */
type Piece = { readonly start: number; readonly end: number } | { readonly newText: string };

function lengthOf(piece: Piece): number {
  return "newText" in piece ? piece.newText.length : piece.end - piece.start;
}

/** @param replacements by offsets in the text that the pieces make up, in text order */
function replacedPieces(pieces: readonly Piece[], replacements: readonly Replacement[]): readonly Piece[] {
  const result: Piece[] = [];
  let index = 0;
  let at = 0;
  let usedOfPiece = 0;
  const advance = (to: number, isKept: boolean): void => {
    while (at < to) {
      const piece = pieces[index];
      if (piece === undefined) return;
      const length = Math.min(lengthOf(piece) - usedOfPiece, to - at);
      if (isKept) result.push(partOf(piece, usedOfPiece, usedOfPiece + length));
      at += length;
      usedOfPiece += length;
      if (usedOfPiece < lengthOf(piece)) continue;
      index++;
      usedOfPiece = 0;
    }
  };
  for (const { start, end, template } of replacements) {
    advance(start, true);
    result.push({ newText: toPlainText(template) });
    advance(end, false);
  }
  advance(Infinity, true);
  return result;
}

function partOf(piece: Piece, from: number, to: number): Piece {
  if ("newText" in piece) return { newText: piece.newText.slice(from, to) };
  return { start: piece.start + from, end: piece.start + to };
}

function replacementsOf(pieces: readonly Piece[], length: number): readonly Replacement[] {
  const replacements: Replacement[] = [];
  let at = 0;
  let newText = "";
  const replaceUpTo = (end: number): void => {
    if (newText !== "" || end > at) replacements.push({ start: at, end, template: [text(newText)] });
    newText = "";
  };
  for (const piece of pieces) {
    if ("newText" in piece) newText += piece.newText;
    else if (piece.end > piece.start) {
      replaceUpTo(piece.start);
      at = piece.end;
    }
  }
  replaceUpTo(length);
  return replacements;
}

const known = new WeakMap<AnalysesDocument, readonly Conflict[]>();

/**
 * The fixes that do not touch a merge conflict: only the author knows which side is right.
 *
 * @param findings all findings of the document
 */
export function outsideConflicts(
  document: AnalysesDocument,
  findings: readonly Finding[],
  fixes: readonly Fix[],
): readonly Fix[] {
  const conflicts = conflictsOf(document, findings);
  if (conflicts.length === 0) return fixes;
  return fixes.filter(({ replacements }) =>
    replacements.every(({ start, end }) =>
      conflicts.every((conflict) => end < conflict.start || conflict.end < start),
    ),
  );
}

function conflictsOf(document: AnalysesDocument, findings: readonly Finding[]): readonly Conflict[] {
  const made = known.get(document);
  if (made !== undefined) return made;
  const hasConflict = findings.some(
    ({ data }) => data.kind === "syntax" && data.problem === "merge-conflict",
  );
  const conflicts = hasConflict ? conflictsIn(document.text.toString()) : [];
  known.set(document, conflicts);
  return conflicts;
}
