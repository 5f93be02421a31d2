import type { Location, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import type { LinePosition } from "../../../json/src";
import type { AnalysesDocument } from "../document/analysesDocument";
import { groupsOf } from "../document/groups";
import { analysesOf, partsOf } from "../document/labels";
import type { AnalysisRow } from "../document/labels";

/*
 * A study is the same one wherever its name stands in a document: in several analyses, and in several subgroups.
 */

/** Where a study's name stands, without its quotes. */
interface StudyName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** All places of the study whose name is at a position (LSP 3.17, `textDocument/references`). */
export function studyReferences(document: AnalysesDocument, position: LinePosition): Location[] {
  return placesOf(document, position).map((place) => ({
    uri: document.uri,
    range: rangeOf(document, place),
  }));
}

/** The same as marks in the text (LSP 3.17, `textDocument/documentHighlight`). */
export function studyHighlights(document: AnalysesDocument, position: LinePosition): { range: Range }[] {
  return placesOf(document, position).map((place) => ({ range: rangeOf(document, place) }));
}

/** Whether a study can be renamed at a position, and what its name is (LSP 3.17, `textDocument/prepareRename`). */
export function prepareStudyRename(
  document: AnalysesDocument,
  position: LinePosition,
): { readonly range: Range; readonly placeholder: string } | null {
  const study = studyAt(document, position);
  return study === undefined ? null : { range: rangeOf(document, study), placeholder: study.name };
}

/** Renames the study at a position in all analyses of the document (LSP 3.17, `textDocument/rename`). */
export function renameStudy(
  document: AnalysesDocument,
  position: LinePosition,
  newName: string,
  versioned: boolean,
): WorkspaceEdit | null {
  const newText = JSON.stringify(newName).slice(1, -1);
  const edits = placesOf(document, position).map((place): TextEdit => ({
    range: rangeOf(document, place),
    newText,
  }));
  if (edits.length === 0) return null;
  const { uri, version } = document;
  return versioned
    ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
    : { changes: { [uri]: edits } };
}

function placesOf(document: AnalysesDocument, position: LinePosition): readonly StudyName[] {
  const study = studyAt(document, position);
  return study === undefined ? [] : [...studiesIn(document)].filter(({ name }) => name === study.name);
}

function studyAt(document: AnalysesDocument, position: LinePosition): StudyName | undefined {
  const offset = document.text.offsetAt(position);
  for (const study of studiesIn(document)) if (study.start <= offset && offset <= study.end) return study;
  return undefined;
}

function* studiesIn(document: AnalysesDocument): Generator<StudyName, void> {
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group))
      yield* studiesAmong(partsOf(document, analysis).rows, analysis.start);
}

/** What has rows of its own is a subgroup. */
function* studiesAmong(rows: readonly AnalysisRow[], from: number): Generator<StudyName, void> {
  for (const { name, nameRange, nameClosed, rows: inner } of rows) {
    if (inner.length > 0) yield* studiesAmong(inner, from);
    else yield { name, start: from + nameRange.start + 1, end: from + nameRange.end - (nameClosed ? 1 : 0) };
  }
}

function rangeOf({ text }: AnalysesDocument, { start, end }: StudyName): Range {
  return text.rangeBetween(start, end);
}
