import type { Location, Range, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import type { LinePosition } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { groupsOf } from "../document/groups";
import { analysesOf, analysisLabel, partsOf, studiesIn } from "../document/labels";
import type { AnalysisRow, StudyName } from "../document/labels";
import { translate } from "../localisation/translate";

/* A study's name identifies it throughout a document: in several analyses, and in several subgroups. */

/** All places of the study whose name is at a position (LSP 3.17, `textDocument/references`). */
export function studyReferences(document: AnalysesDocument, position: LinePosition): Location[] {
  return placesOf(document, position).map((place) => ({
    uri: document.uri,
    range: rangeOf(document, place),
  }));
}

/** The same places as highlights (LSP 3.17, `textDocument/documentHighlight`). */
export function studyHighlights(document: AnalysesDocument, position: LinePosition): { range: Range }[] {
  return placesOf(document, position).map((place) => ({ range: rangeOf(document, place) }));
}

/** The name of the study to rename at a position, and its range (LSP 3.17, `textDocument/prepareRename`). */
export function prepareStudyRename(
  document: AnalysesDocument,
  position: LinePosition,
): { readonly range: Range; readonly placeholder: string } | null {
  const study = studyAt(document, position);
  return study === undefined ? null : { range: rangeOf(document, study), placeholder: study.name };
}

/** Why the server refuses a new name, for the reader. */
export interface RefusedRename {
  readonly refused: string;
}

/**
 * Renames the study at a position in all analyses of the document (LSP 3.17, `textDocument/rename`). Refuses an invalid
 * name, and the name of another study in the same list: the two would be indistinguishable. A study with different
 * names in several analyses can get one name.
 */
export function renameStudy(
  document: AnalysesDocument,
  position: LinePosition,
  newName: string,
  versioned: boolean,
): WorkspaceEdit | RefusedRename | null {
  const study = studyAt(document, position);
  if (study === undefined) return null;
  if (newName.trim() === "" || /[\r\n\u2028\u2029]/.test(newName))
    return { refused: translate("The name of a study is one line of text.") };
  // Readers normalize white space in names: a further space distinguishes nothing.
  const name = newName.replace(/\s+/g, " ").trim();
  const both = name === study.name ? undefined : analysisWithBoth(document, study.name, name);
  if (both !== undefined)
    return { refused: translate("Analysis {0} has a study “{1}” already.", both, name) };
  const newText = JSON.stringify(name).slice(1, -1);
  const edits = placesOf(document, position).map((place): TextEdit => ({
    range: rangeOf(document, place),
    newText,
  }));
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

/** The number of the first analysis that has studies of both names in one list. */
function analysisWithBoth(document: AnalysesDocument, one: string, other: string): string | undefined {
  const hasBoth = (rows: readonly AnalysisRow[]): boolean => {
    const names = new Set(rows.filter((row) => !row.isSubgroup).map(({ name }) => name));
    return (names.has(one) && names.has(other)) || rows.some((row) => hasBoth(row.rows));
  };
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group))
      if (hasBoth(partsOf(document, analysis).rows))
        return analysisLabel(document, group, analysis, analysis.index).number;
  return undefined;
}

function rangeOf({ text }: AnalysesDocument, { start, end }: StudyName): Range {
  return text.rangeBetween(start, end);
}
