import { outsideConflicts } from "./outsideConflicts";
import { mayHaveCertainFix, fixesFor } from "../../diagnostics/index";
import type { Replacement, Fix } from "../../diagnostics/fixes/fix";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { updateDocument } from "../../document/analysesDocument";
import { workThrough } from "../../document/yielding";
import type { Yielding } from "../../document/yielding";
import { text, toPlainText } from "../../schemaLookup/template";
import type { SchemaContext } from "../../schema/schemaContext";
import type { Finding } from "../../findings/finding";

/** What a fix brings may have a certain fix of its own; ESLint gives up after as many passes. */
const mostPasses = 10;

/** Finds what there is to tell about a document, as much as the author sees or all of it; undefined when cancelled. */
export type Validation = (
  document: AnalysesDocument,
  howMuch: "shown" | "all",
) => Promise<readonly Finding[] | undefined>;

/**
 * What all certain fixes replace, in the order of the text: again and again until none is left, so that a
 * second time there is nothing to do.
 *
 * @param findings those that the author sees
 */
export async function fixAll(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  validate: Validation,
  yielding: Yielding,
): Promise<readonly Replacement[]> {
  let pieces: readonly Piece[] = [{ start: 0, end: document.text.length }];
  let now = document;
  // How many problems are shown is no limit to what is mended.
  const allOf = (changed: AnalysesDocument, shown: readonly Finding[] | undefined) =>
    shown?.some(({ data }) => data.kind === "more") === true ? validate(changed, "all") : shown;
  let found = (await allOf(document, findings)) ?? [];
  for (let pass = 0; pass < mostPasses; pass++) {
    const replacements = await workThrough(certainReplacements(now, schemas, found), yielding);
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
 * Of fixes that overlap the first is taken; the others come when the document is looked at again.
 *
 * @returns a generator that yields, between pieces of work, how much text was looked at
 */
function* certainReplacements(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
): Generator<number, readonly Replacement[]> {
  const certain: Replacement[][] = [];
  for (const finding of findings) {
    if (!mayHaveCertainFix(document, finding)) continue;
    const fix = outsideConflicts(document, findings, fixesFor(document, schemas, finding)).find(isCertain);
    if (fix !== undefined) certain.push([...fix.replacements].sort(byStart));
    yield finding.end - finding.start;
  }
  certain.sort(([one], [other]) => (one?.start ?? 0) - (other?.start ?? 0));
  const taken: Replacement[] = [];
  let end = -1;
  for (const replacements of certain) {
    // Two insertions at one place overlap: their order would be open.
    if ((replacements[0]?.start ?? -1) <= end) continue;
    for (const replacement of replacements) taken.push(replacement);
    end = Math.max(end, replacements.at(-1)?.end ?? end);
  }
  return taken;
}

function isCertain({ certain, replacements }: Fix): boolean {
  return certain && replacements.length > 0;
}

function byStart(one: Replacement, other: Replacement): number {
  return one.start - other.start;
}

function withReplacements(
  document: AnalysesDocument,
  replacements: readonly Replacement[],
): AnalysesDocument {
  const changes = [...replacements].reverse().map(({ start, end, template }) => ({
    range: document.text.rangeBetween(start, end),
    text: toPlainText(template),
  }));
  return updateDocument(document, changes, document.version);
}

/** A piece of a changed text: a stretch of the text before all changes, or new text. */
type Piece = { readonly start: number; readonly end: number } | { readonly newText: string };

function lengthOf(piece: Piece): number {
  return "newText" in piece ? piece.newText.length : piece.end - piece.start;
}

/** @param replacements by offsets in the text that the pieces make, in its order */
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
