// The content of the evidence panel: the figure of one analysis, the overview of all analyses, and exports.

import type { YieldingHost, PlacedElement } from "@analyses/json";
import {
  runYielding,
  elementAt,
  pathAt,
  pathOf,
  pathOfPointer,
  pointerOfPath,
  valueOf,
} from "@analyses/json";
import type {
  ComputedItem,
  EvidenceProblem,
  FaultyRows,
  ItemEvidence,
  RoleBinding,
} from "@analyses/evidence";
import { checkItem, leavingOut, countText, percentText, documentItem, unpooled } from "@analyses/evidence";
import { depthOf } from "@analyses/protocol/documentFormat";
import type {
  EvidenceView,
  EvidenceViewParams,
  EvidenceOverview,
  OverviewCell,
  OverviewRow,
  EvidenceExport,
  EvidenceExportParams,
  PlacedStudy,
} from "@analyses/protocol/evidencePanel";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { type GroupPlace, groupAt, groupsOf } from "../../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText } from "../../document/labels";
import { analysisEvidence, evidenceSummary } from "../../evidence/analysisEvidence";
import type { AnalysisPlace, Figures } from "../../evidence/reportEvidence";
import { analysisOf, analysisAtPosition } from "../../evidence/reportEvidence";
import { studyAt } from "../../diagnostics/words/numbers";
import { translate, numbersAsRead } from "../../localisation/translate";
import { Piece } from "../../findings/check";
import { firstBreak, firstBreakOf, syntaxFindings } from "../../diagnostics/syntax";
import { type Located, locate, rangeOf } from "../../document/locate";
import { effectOf, evidenceNotes } from "../../evidence/evidenceWords";
import { messageOf } from "../../diagnostics/index";

const nothing: Omit<EvidenceView, "version"> = {
  analysis: null,
  figure: null,
  rows: null,
  problem: null,
  current: null,
  sentence: null,
  leftOut: null,
};

/**
 * The panel's view of one analysis: the first at one of the positions, else the first of the document. If the text is
 * invalid, the view has a problem in place of what cannot be computed.
 *
 * @param params `without` are the start offsets of the rows that the user leaves out of the pool
 */
export function evidenceView(
  document: AnalysesDocument,
  binding: RoleBinding,
  params: Omit<EvidenceViewParams, "textDocument">,
  figures: Pick<Figures, "draw" | "cochraneSentence">,
): EvidenceView {
  const { version } = document;
  const place =
    params.positions
      .map((position) => analysisAtPosition(document, position))
      .find((found) => found !== undefined) ?? firstAnalysis(document);
  if (place === undefined) return { ...nothing, version, problem: unreadable(document) };
  const { group, analysis } = place;
  const read = new Piece(document, analysis.node, analysis.start, "analysis");
  const label = analysisLabel(document, group, analysis, analysis.index, read);
  const { start, end } = rangeOf(analysis);
  const view: EvidenceView = {
    ...nothing,
    version,
    analysis: {
      pointer: `/analysis-groups/${group.index}/analyses/${analysis.index}`,
      start,
      end,
      number: label.number,
      name: label.name,
      group: labelText(groupLabel(group)),
      position: within(document, analysis),
      ...neighbours(document, place),
    },
  };
  const findings = syntaxFindings(document, analysis);
  const [finding] = findings;
  const problem = finding && {
    message: finding.message,
    range: document.text.rangeBetween(finding.start, finding.end),
    isOfRoles: false,
  };
  if (firstBreak(findings) !== undefined) return { ...view, problem: problem ?? null };
  const evidence = analysisEvidence(document, analysis, binding, read);
  return {
    ...view,
    problem: problem ?? null,
    ...resultView(document, place, evidence, labelText(label), params, figures),
  };
}

/** What a panel shows of an analysis's evidence, without the rows that the user leaves out. */
function resultView(
  document: AnalysesDocument,
  place: AnalysisPlace,
  whole: ItemEvidence,
  title: string,
  { cursor, plot, without }: Pick<EvidenceViewParams, "cursor" | "plot" | "without">,
  { draw, cochraneSentence }: Pick<Figures, "draw" | "cochraneSentence">,
): Partial<EvidenceView> {
  const rows = placedRows(document, place.analysis, whole);
  const left = rows.filter((row) => without.includes(row.start));
  const pointers = left.map(({ pointer }) => pointer);
  const pooled = left.length === 0 ? whole : leavingOut(whole, pointers);
  const { evidence, faulty } =
    pooled.kind === "problem" ? unpooled(pooled, pointers) : { evidence: pooled, faulty: undefined };
  const problem =
    pooled.kind === "problem" && reportedProblem(document, place.analysis, whole.content, pooled.problem);
  const shown = { rows, ...(problem && { problem }) };
  if (evidence.kind === "problem") return shown;
  const sentenceRead = (computed: ItemEvidence): string | null => {
    const sentence = computed.kind === "problem" ? null : cochraneSentence(computed, translate);
    return sentence === null ? null : numbersAsRead(sentence);
  };
  return {
    ...shown,
    figure: draw(evidence, plot, title, translate, undefined, faulty),
    current: cursor === null ? null : rowAt(document, place, evidence, document.text.offsetAt(cursor)),
    sentence: faulty === undefined ? sentenceRead(evidence) : notPooled(evidence, faulty),
    leftOut:
      left.length === 0 ? null : { studies: left.map(({ study }) => study), sentence: sentenceRead(whole) },
  };
}

/** The first syntax error, which may be why a text has no analyses; null if there is none or the text is empty. */
function unreadable(document: AnalysesDocument): EvidenceView["problem"] {
  const found = firstBreakOf(document);
  if (found === undefined || (found.data.kind === "syntax" && found.data.problem === "document-empty"))
    return null;
  const range = document.text.rangeBetween(found.start, found.end);
  const line = String(range.start.line + 1);
  const message = translate("The text cannot be read at line {0}: {1}", line, found.message);
  return { message, range, isOfRoles: false };
}

const maxNamed = 5;

/** The sentence that explains why no pooled result is shown: the result would omit faulty rows without notice. */
function notPooled(evidence: ItemEvidence, faulty: FaultyRows): string {
  const named = [...faulty.keys()].map((index) => studyAt(evidence, index));
  const names = named.slice(0, maxNamed).join(", ");
  const more = named.length - maxNamed;
  if (named.length === 0) return translate("No pooled result is shown.");
  return more <= 0
    ? translate("No pooled result is shown: it would be without {0}.", names)
    : translate("No pooled result is shown: it would be without {0} and {1} more.", names, more);
}

function reportedProblem(
  document: AnalysesDocument,
  analysis: PlacedElement,
  content: ItemEvidence["content"],
  problem: EvidenceProblem,
): NonNullable<EvidenceView["problem"]> {
  const { start, node } = locate(document, analysis, pathOfPointer(problem.pointer)) ?? analysis;
  // A problem of a whole object, such as a missing property, has the range of its opening bracket.
  const end = start + (node.kind === "object" || node.kind === "lazy" ? 1 : node.length);
  return {
    message: problem.sentence(translate),
    range: document.text.rangeBetween(start, end),
    isOfRoles: isOfUnknownRoles(problem, content),
  };
}

/** Whether the user must assign a role or meaning, rather than write a number that only some studies lack. */
function isOfUnknownRoles({ kind, role }: EvidenceProblem, { rows }: ItemEvidence["content"]): boolean {
  switch (kind) {
    case "unknown-value":
    case "question":
    case "no-data-type":
    case "no-studies":
      return true;
    case "missing":
      return role !== null && !(rows ?? []).some(({ places }) => places.has(role));
    default:
      return false;
  }
}

/** The text ranges of an analysis's rows. Parses only the lists of rows: parsing each row would be slow. */
function placedRows(
  document: AnalysesDocument,
  analysis: PlacedElement,
  { content }: ItemEvidence,
): readonly PlacedStudy[] {
  // The list of the previous row, which is usually also the list of the next one.
  let [list, located]: [string?, Located?] = [];
  return (content.rows ?? []).flatMap(({ pointer, study }) => {
    const end = pointer.lastIndexOf("/");
    if (list !== pointer.slice(0, end)) {
      list = pointer.slice(0, end);
      located = locate(document, analysis, pathOfPointer(list));
    }
    if (located?.node.kind !== "array") return [];
    const { node, start } = located;
    const found = elementAt({ node, start }, Number(pointer.slice(end + 1)));
    return found === undefined ? [] : { pointer, study, ...rangeOf(found) };
  });
}

function firstAnalysis(document: AnalysesDocument): AnalysisPlace | undefined {
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group)) return { group, analysis };
  return undefined;
}

type NeighbourPositions = Pick<NonNullable<EvidenceView["analysis"]>, "previous" | "next">;

/** Positions in the analyses before and after an analysis, which may be in other groups. */
function neighbours(document: AnalysesDocument, { group, analysis }: AnalysisPlace): NeighbourPositions {
  const find = (step: -1 | 1): PlacedElement | undefined => {
    let at: GroupPlace | undefined = group;
    let index = analysis.index + step;
    while (at !== undefined) {
      const found = at.analyses && elementAt(at.analyses, index);
      if (found !== undefined) return found;
      at = at.index + step < 0 ? undefined : groupAt(document, at.index + step);
      index = step === 1 ? 0 : (at?.analyses?.node.elements.length ?? 0) - 1;
    }
    return undefined;
  };
  const positionOf = (found: PlacedElement | undefined) => found && within(document, found);
  return { previous: positionOf(find(-1)) ?? null, next: positionOf(find(1)) ?? null };
}

/** A position that stays inside an analysis when text is inserted before or after it. */
function within({ text }: AnalysesDocument, { start }: PlacedElement) {
  return text.positionAt(start + 1);
}

/** The pointer to the row at the cursor: the innermost row that contains the offset, or begins or ends there. */
function rowAt(
  document: AnalysesDocument,
  { analysis }: AnalysisPlace,
  { content }: ItemEvidence,
  offset: number,
): string | null {
  if (offset < analysis.start || offset > analysis.start + analysis.node.length) return null;
  for (const near of [offset, offset + 1, offset - 1]) {
    const pointer = pointerOfPath(pathOf(pathAt(document, near).steps).slice(depthOf.analysis));
    const row = content.rows?.findLast((candidate) => `${pointer}/`.startsWith(`${candidate.pointer}/`));
    if (row !== undefined) return row.pointer;
  }
  return null;
}

/**
 * The results of all analyses of a document. Computes only analyses without a cached summary: usually those that were
 * edited since the last call.
 *
 * @returns undefined if cancelled
 */
export async function evidenceOverview(
  document: AnalysesDocument,
  binding: RoleBinding,
  yielding: YieldingHost,
): Promise<EvidenceOverview | undefined> {
  const rows: OverviewRow[] = [];
  const ranges: EvidenceOverview["ranges"][number][] = [];
  function* work(): Generator<number, void> {
    for (const group of groupsOf(document))
      for (const analysis of analysesOf(group)) {
        const { start, end } = rangeOf(analysis);
        rows.push(rowOf(document, group, analysis, binding));
        ranges.push(document.text.rangeBetween(start, end));
        yield analysis.node.length;
      }
  }
  if ((await runYielding(work(), yielding)) === "cancelled") return undefined;
  return { version: document.version, rows, ranges };
}

const none: OverviewCell = { text: "", value: null };

function rowOf(
  document: AnalysesDocument,
  group: GroupPlace,
  analysis: PlacedElement,
  binding: RoleBinding,
): OverviewRow {
  const { number, name } = analysisLabel(document, group, analysis, analysis.index);
  const { problem, pooled, studies, participants } = evidenceSummary(document, analysis, binding);
  const problemText =
    firstBreak(syntaxFindings(document, analysis))?.message ?? problem?.sentence(translate) ?? null;
  const i2 = problemText === null ? (pooled?.i2 ?? null) : null;
  return {
    pointer: `/analysis-groups/${group.index}/analyses/${analysis.index}`,
    number,
    name,
    group: labelText(groupLabel(group)),
    problem: problemText,
    columns: {
      effect:
        problemText !== null
          ? none
          : pooled === null
            ? { text: translate("Not pooled"), value: null }
            : { text: numbersAsRead(effectOf(pooled)), value: pooled.estimate },
      studies: problemText === null ? { text: String(studies), value: studies } : none,
      participants:
        problemText !== null || participants === null
          ? none
          : { text: numbersAsRead(countText(participants)), value: participants },
      i2: i2 === null ? none : { text: `${numbersAsRead(percentText(i2))} %`, value: i2 },
    },
  };
}

/**
 * An analysis's evidence as the text of a file or of the clipboard; null without an analysis at the offset, and, for
 * all formats but notes, if the analysis cannot be computed.
 */
export function evidenceExport(
  document: AnalysesDocument,
  binding: RoleBinding,
  { at, without, ...wanted }: Omit<EvidenceExportParams, "textDocument">,
  { written }: Pick<Figures, "written">,
): EvidenceExport | null {
  const place = analysisOf(document, at);
  if (place === undefined) return null;
  const { group, analysis } = place;
  const whole = analysisEvidence(document, analysis, binding);
  const left =
    without.length === 0
      ? []
      : placedRows(document, analysis, whole)
          .filter((row) => without.includes(row.start))
          .map((row) => row.pointer);
  const evidence = left.length === 0 ? whole : leavingOut(whole, left);
  const name = labelText(analysisLabel(document, group, analysis, analysis.index));
  const { format, plot } = wanted;
  if (format === "notes")
    return { name, text: evidence.kind === "problem" ? "" : notesOn(evidence).join("\n") };
  if (evidence.kind === "problem") return null;
  const item = documentItem(
    { value: { number: group.number, name: group.name }, index: group.index },
    { value: valueOf(document, analysis), index: analysis.index },
    evidence,
  );
  const studies = evidence.result.rows.filter(({ excluded }) => excluded);
  const names = studies.map(({ study }) => study).join(", ");
  const note = names === "" ? "" : translate("Left out of the pool: {0}.", names);
  return { name, text: written({ ...item, evidence }, { format, plot }, name, note, translate) };
}

/** Notes on a result for the user: how the result was computed, and whether it depends on one study. */
function notesOn(evidence: ComputedItem): readonly string[] {
  const fragile = checkItem(evidence, (code) => code === "fragile-result")
    // `evidenceNotes` already contains the finding of an interval narrower than Wald's.
    .filter((finding) => !("reason" in finding) || finding.reason !== "narrower-than-wald")
    .map((finding) => messageOf(finding.code, finding, evidence).message);
  return [...evidenceNotes(evidence), ...fragile].map((note) => note.replace(/\s+/g, " "));
}
