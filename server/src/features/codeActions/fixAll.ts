import { mayHaveCertainFix, fixesFor } from "../../diagnostics/index";
import type { Replacement, Fix } from "../../diagnostics/fixes/fix";
import { type AnalysesDocument, updateDocument } from "../../document/analysesDocument";
import { text, toPlainText } from "../../schemaLookup/template";
import type { SchemaContext } from "../../schema/schemaContext";
import type { Finding } from "../../findings/finding";
import { type Conflict, conflictsIn, type YieldingHost, runYielding } from "@analyses/json";

/** The maximum number of passes, because a fix may make further fixes possible; ESLint has the same limit. */
const maxPasses = 10;

/** Finds a document's findings: only those that the editor shows, or all; undefined if cancelled. */
export type Validation = (
  document: AnalysesDocument,
  howMuch: "shown" | "all",
) => Promise<readonly Finding[] | undefined>;

/**
 * The replacements of all certain fixes, in text order. Applies fixes in passes until none is left, so that a second
 * “fix all” changes nothing.
 *
 * @param findings the findings shown to the user
 */
export async function fixAll(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  validate: Validation,
  yielding: YieldingHost,
): Promise<readonly Replacement[]> {
  const { node } = document.root;
  // A text that does not begin with a brace may be in another format, such as YAML.
  if (node.kind === "object" && !node.opened) return [];
  let pieces: readonly Piece[] = [{ start: 0, end: document.text.length }];
  let now = document;
  // If the editor shows only some of the findings (`more`), fixes still need all.
  const allOf = (changed: AnalysesDocument, shown: readonly Finding[] | undefined) =>
    shown?.some(({ data }) => data.kind === "more") === true ? validate(changed, "all") : shown;
  let found = (await allOf(document, findings)) ?? [];
  for (let pass = 0; pass < maxPasses; pass++) {
    const replacements = await runYielding(certainReplacements(now, schemas, found), yielding);
    if (replacements === "cancelled") return [];
    if (replacements.length === 0) break;
    const changed = withReplacements(now, replacements);
    const remaining = await allOf(changed, await validate(changed, "shown"));
    // Discards a pass that makes the syntax worse.
    if (remaining === undefined || countSyntax(remaining) > countSyntax(found)) break;
    pieces = replacedPieces(pieces, replacements);
    now = changed;
    found = remaining;
  }
  return replacementsOf(pieces, document.text.length);
}

function countSyntax(findings: readonly Finding[]): number {
  return findings.filter(({ code }) => code === "syntax").length;
}

/**
 * The replacements of one pass. Of overlapping fixes, it contains the first; a later pass may apply the others.
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
  const compatible: Replacement[] = [];
  let end = -1;
  for (const replacements of certain) {
    // Fixes that only touch overlap too: the order of two insertions at one offset would be ambiguous.
    if ((replacements[0]?.start ?? -1) <= end) continue;
    for (const replacement of replacements) compatible.push(replacement);
    end = Math.max(end, replacements.at(-1)?.end ?? end);
  }
  return compatible;
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

/** The document after replacements, which must be in text order. */
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

/** A piece of a changed text: a range of the original text, or new text. */
type Piece = { readonly start: number; readonly end: number } | { readonly newText: string };

function lengthOf(piece: Piece): number {
  return "newText" in piece ? piece.newText.length : piece.end - piece.start;
}

/** Applies replacements, in text order and by offsets in the changed text, to the pieces of that text. */
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

/**
 * The replacements that change the original text to the text of the pieces.
 *
 * @param length of the original text
 */
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

const conflictsCache = new WeakMap<AnalysesDocument, readonly Conflict[]>();

/**
 * The fixes that do not touch a merge conflict: only the user knows which side is right.
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
  const cached = conflictsCache.get(document);
  if (cached !== undefined) return cached;
  const hasConflict = findings.some(
    ({ data }) => data.kind === "syntax" && data.problem === "merge-conflict",
  );
  const conflicts = hasConflict ? conflictsIn(document.text.toString()) : [];
  conflictsCache.set(document, conflicts);
  return conflicts;
}
