// Shows results in the text: in a hover, in a code lens above each analysis, in an inlay hint after each study. A text
// with merge conflicts, which has no results, gets a lens at each conflict.

import type { Hover, MarkupKind as Kind, CodeLens, InlayHint, Range } from "vscode-languageserver-types";
import { MarkupKind } from "vscode-languageserver-types";
import type { ComputedItem, ItemEvidence, RoleBinding, RowResult } from "@analyses/evidence";
import { countsFor, keepsEstimate, nameProperties, poolWithout } from "@analyses/evidence";
import type { LinePosition, PlacedElement } from "@analyses/json";
import { conflictsIn, isContainer, isWellFormed, pathOf, valueOf, pointerOfPath } from "@analyses/json";
import { depthOf, partAt } from "@analyses/protocol/documentFormat";
import { filledIn } from "@analyses/protocol/customMessages";
import type { AnalysesDocument } from "../document/analysesDocument";
import { analysisLabel, labelText, analysesOf } from "../document/labels";
import { firstBreak, syntaxFindings } from "../diagnostics/syntax";
import { analysisEvidence, summaryOf, evidenceSummary } from "../evidence/analysisEvidence";
import {
  evidenceNotes,
  notEstimableReason,
  rowEffect,
  summaryLine,
  placeIn,
} from "../evidence/evidenceWords";
import { type AnalysisPlace, type Figures, analysisAt } from "../evidence/reportEvidence";
import { numbersAsRead, translate } from "../localisation/translate";
import { longestRun, plainInMarkdown, withoutIcons } from "../presentation/markdown";
import { type Target, aboveHover, targetAt } from "./hover";
import { fieldsOf } from "@analyses/protocol/message";
import { groupsOf } from "../document/groups";

interface EvidenceHoverOptions {
  readonly format: Kind;
  /** Whether the client renders images; if not, the hover shows a table of text. */
  readonly showsImages: boolean;
}

/** A block of a hover. `verbatim` is text for the user to copy. */
type Block =
  | { readonly kind: "heading" | "sentence" | "verbatim"; readonly text: string }
  | { readonly kind: "figure"; readonly evidence: ComputedItem; readonly label: string };

/** What the hover is about. */
type Subject =
  | { readonly kind: "analysis"; readonly place: AnalysisPlace; readonly evidence: ItemEvidence }
  | { readonly kind: "study"; readonly evidence: ComputedItem; readonly row: RowResult };

/**
 * A hover with the results of an analysis or a study, followed by the schemas' hover. It appears at the brackets, the
 * number and the name of an analysis, and at the brackets and the name of a study; elsewhere, the schemas' hover.
 *
 * @param own the schemas' hover at the position
 * @param load loads the renderers of evidence, for the first hover that needs them
 */
export async function evidenceHover(
  document: AnalysesDocument,
  own: Hover | null,
  position: LinePosition,
  binding: RoleBinding,
  options: EvidenceHoverOptions,
  load: () => Promise<Figures>,
): Promise<Hover | null> {
  const target = targetAt(document, document.text.offsetAt(position));
  const subject = target && subjectAt(document, target, binding);
  if (target === undefined || subject === undefined) return own;
  const figures = await load();
  const blocks = subject.kind === "study" ? aboutStudy(subject) : aboutAnalysis(document, subject, figures);
  const evidence = blocks.map((block) => rendered(block, options, figures)).join("\n\n");
  const range = own?.range ?? document.text.rangeBetween(target.start, target.end);
  return aboveHover(own, evidence, options.format, range);
}

function subjectAt(document: AnalysesDocument, target: Target, binding: RoleBinding): Subject | undefined {
  const path = pathOf([...target.parents, target.value]);
  const [, group, , index] = path;
  if (partAt(path.slice(0, depthOf.analysis)) !== "analysis") return undefined;
  if (typeof group !== "number" || typeof index !== "number") return undefined;
  const place = analysisAt(document, group, index);
  if (place === undefined) return undefined;
  const inner = path.slice(depthOf.analysis);
  const isBracket = target.part === "bracket";
  const [first] = inner;
  const isLabel = inner.length === 1 && (first === "number" || nameProperties.some((name) => name === first));
  const isOfAnalysis = isLabel || (isBracket && inner.length === 0);
  // A study is an element of a list in the analysis, so its path has at least two steps.
  if (!isOfAnalysis && inner.length < 2) return undefined;
  const evidence = analysisEvidence(document, place.analysis, binding);
  if (isOfAnalysis) {
    // Some documents omit studies on purpose: a message at each analysis would be noise.
    const isSilent = evidence.kind === "problem" && evidence.problem.kind === "no-studies";
    return isSilent ? undefined : { kind: "analysis", place, evidence };
  }
  if (evidence.kind === "problem") return undefined;
  const pointer = pointerOfPath(isBracket ? inner : inner.slice(0, -1));
  const row = evidence.result.rows.find(({ id }) => evidence.content.rows?.[id]?.pointer === pointer);
  if (row === undefined) return undefined;
  const value = isBracket || isContainer(target.value.node) ? undefined : valueOf(document, target.value);
  const isName = (typeof value === "string" || typeof value === "number") && String(value) === row.study;
  return isBracket || isName ? { kind: "study", evidence, row } : undefined;
}

function aboutAnalysis(
  document: AnalysesDocument,
  { place: { group, analysis }, evidence }: Extract<Subject, { kind: "analysis" }>,
  figures: Figures,
): readonly Block[] {
  const label = labelText(analysisLabel(document, group, analysis, analysis.index));
  const heading: Block = { kind: "heading", text: label };
  const broken = firstBreak(syntaxFindings(document, analysis));
  if (broken !== undefined) return [heading, sentence(broken.message)];
  if (evidence.kind === "problem") return [heading, sentence(evidence.problem.sentence(translate))];
  const { result, choices } = evidence;
  const { measure } = choices.pooling.choice;
  const summary = summaryLine(summaryOf(evidence));
  const { effect, heterogeneity, subgroupDifferences } = result;
  const blocks: Block[] = [heading, sentence(summary)];
  if (result.rows.length > 0) blocks.push({ kind: "figure", evidence, label: `${label}: ${summary}` });
  const own = figures.cochraneSentence(evidence, asWritten);
  if (own !== null) blocks.push({ kind: "verbatim", text: own });
  blocks.push(sentence(figures.methodSentence(choices, translate)));
  const lines: string[] = [];
  if (heterogeneity !== null)
    lines.push(translate("Heterogeneity: {0}", numbersAsRead(figures.heterogeneityLine(heterogeneity))));
  if (effect !== null)
    lines.push(translate("Test for overall effect: {0}", numbersAsRead(figures.testLine(effect))));
  if (effect?.prediction) {
    const text = numbersAsRead(figures.predictionText(effect.prediction, effect, measure));
    lines.push(translate("Prediction interval: {0}", text));
  }
  if (subgroupDifferences !== null) {
    const line = numbersAsRead(figures.differencesLine(subgroupDifferences));
    lines.push(translate("Test for subgroup differences: {0}", line));
  }
  return [...blocks, ...[...lines, ...evidenceNotes(evidence)].map(sentence)];
}

/** Cochrane's sentence is English, whatever the editor's language. */
function asWritten(text: string, ...values: readonly (string | number)[]): string {
  return filledIn(text, values);
}

function aboutStudy({ evidence, row }: Extract<Subject, { kind: "study" }>): readonly Block[] {
  const { analysis, result, choices } = evidence;
  const { measure } = choices.pooling.choice;
  const { effect, id } = row;
  const isPooled = countsFor(row, null);
  const blocks: Block[] = [{ kind: "heading", text: row.study }];
  if (effect.kind === "not-estimable") blocks.push(sentence(notEstimableReason(effect.reason)));
  else blocks.push(sentence(rowEffect(row, measure)));
  if (effect.kind === "estimable" && effect.corrected)
    blocks.push(
      sentence(
        effect.cells !== null && keepsEstimate(effect.cells, measure)
          ? translate(
              "It has a zero cell: 0.5 was added to each of its cells, but only for the variance of its effect.",
            )
          : translate("It has a zero cell: 0.5 was added to each of its cells."),
      ),
    );
  if (!isPooled) blocks.push(sentence(translate("It is left out of the pool.")));
  const without = result.effect === null || !isPooled ? null : poolWithout(analysis, result, id);
  if (without === null || effect.kind === "not-estimable") return blocks;
  const i2 = without.heterogeneity?.i2 ?? null;
  const pooled = { measure, ...without.effect, i2 };
  const line = summaryLine({ problem: null, pooled, studies: result.studies - 1, participants: null });
  return [...blocks, sentence(translate("Without it: {0}", line))];
}

function sentence(text: string): Block {
  return { kind: "sentence", text };
}

function rendered(block: Block, { format, showsImages }: EvidenceHoverOptions, figures: Figures): string {
  const isMarkdown = format === MarkupKind.Markdown;
  switch (block.kind) {
    case "heading":
      return isMarkdown ? `**${plainInMarkdown(block.text)}**` : block.text;
    case "sentence":
      return isMarkdown ? plainInMarkdown(block.text) : block.text;
    case "verbatim":
      return isMarkdown ? fenced(block.text) : block.text;
    case "figure": {
      const { evidence, label } = block;
      if (!isMarkdown || !showsImages) {
        const table = figures
          .studyTable(evidence, translate, numbersAsRead)
          .slice(0, maxTableLines)
          .join("\n");
        return isMarkdown ? fenced(table) : table;
      }
      const image = figures.smallImage(evidence, label, translate, numbersAsRead);
      return `![${plainInMarkdown(label)}](${dataUri(image)})`;
    }
  }
}

const maxTableLines = 60;

function fenced(text: string): string {
  const longest = longestRun(text, 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** The address that contains an image (RFC 2397). */
function dataUri(svg: string): string {
  const bytes = new TextEncoder().encode(svg);
  return `data:image/svg+xml;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
}

/** The analysis of a lens: the client sends this data back to resolve the lens. */
export interface EvidenceLensData {
  readonly uri: string;
  readonly group: number;
  readonly analysis: number;
}

/** Validates a lens's data, because they come from the client. */
export function readLensData(value: unknown): EvidenceLensData | undefined {
  const { uri, group, analysis } = fieldsOf(value);
  if (typeof uri !== "string" || typeof group !== "number" || typeof analysis !== "number") return undefined;
  return { uri, group, analysis };
}

/** A lens for each analysis (LSP 3.17, `textDocument/codeLens`). Clients request the titles of visible lenses only. */
export function evidenceLenses(document: AnalysesDocument): CodeLens[] {
  return Array.from(groupsOf(document)).flatMap((group) =>
    Array.from(analysesOf(group), ({ start, index }): CodeLens => {
      const data: EvidenceLensData = { uri: document.uri, group: group.index, analysis: index };
      return { range: document.text.rangeBetween(start, start + 1), data };
    }),
  );
}

/**
 * Resolves a lens: sets its title to the analysis's result (LSP 3.17, `codeLens/resolve`).
 *
 * @param showEvidence the client's command that shows the evidence of an analysis; undefined if it has none
 */
export function resolveEvidenceLens(
  document: AnalysesDocument,
  lens: CodeLens,
  { uri, group, analysis }: EvidenceLensData,
  binding: RoleBinding,
  showEvidence: string | undefined,
): CodeLens {
  const place = analysisAt(document, group, analysis);
  const broken = place && firstBreak(syntaxFindings(document, place.analysis));
  const summary =
    broken?.message ??
    (place === undefined ? "" : summaryLine(evidenceSummary(document, place.analysis, binding)));
  const title = withoutIcons(summary);
  const command =
    showEvidence === undefined || title === ""
      ? { title, command: "" }
      : { title, command: showEvidence, arguments: [uri, lens.range.start] };
  return { ...lens, command };
}

/**
 * The effect and weight of each study in a range, at the end of the study's first line (LSP 3.17,
 * `textDocument/inlayHint`). Computes only analyses that overlap the range.
 */
export function evidenceHints(document: AnalysesDocument, range: Range, binding: RoleBinding): InlayHint[] {
  const from = document.text.offsetAt(range.start);
  const to = document.text.offsetAt(range.end);
  const reaches = (start: number, length: number): boolean => start <= to && start + length >= from;
  const hints: InlayHint[] = [];
  for (const group of groupsOf(document)) {
    if (!reaches(group.place.start, group.place.node.length)) continue;
    for (const analysis of analysesOf(group))
      if (reaches(analysis.start, analysis.node.length))
        for (const hint of hintsOf(document, analysis, binding, reaches)) hints.push(hint);
  }
  return hints;
}

function hintsOf(
  document: AnalysesDocument,
  analysis: PlacedElement,
  binding: RoleBinding,
  reaches: (start: number, length: number) => boolean,
): readonly InlayHint[] {
  const evidence = analysisEvidence(document, analysis, binding);
  if (evidence.kind === "problem") return [];
  const { measure } = evidence.choices.pooling.choice;
  return evidence.result.rows.flatMap((row): readonly InlayHint[] => {
    const place = placeIn(document, analysis, evidence.content.rows?.[row.id]?.pointer ?? "");
    if (place === undefined || !reaches(place.start, place.node.length)) return [];
    const text = document.text.slice(place.start, place.start + place.node.length);
    const line = /^[^\r\n]*/.exec(text)?.[0].trimEnd() ?? "";
    const position = document.text.positionAt(place.start + line.length);
    return [{ position, label: rowEffect(row, measure), paddingLeft: true }];
  });
}

/**
 * A lens at each merge conflict in a text (LSP 3.17, `textDocument/codeLens`).
 *
 * @param resolve the client's command that resolves the conflicts; undefined if it has none
 */
export function conflictLenses(document: AnalysesDocument, resolve: string | undefined): readonly CodeLens[] {
  const { text, root, problems, uri } = document;
  const isJson = isWellFormed(root.node) && problems.length === 0;
  if (resolve === undefined || isJson) return [];
  const command = { title: translate("Resolve Merge Conflict…"), command: resolve, arguments: [uri] };
  return conflictsIn(text.toString()).map(({ start }) => ({
    range: text.rangeBetween(start, start + 1),
    command,
  }));
}
