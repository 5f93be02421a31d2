import type { Yielding } from "@analyses/json";
import * as vscode from "vscode";
import { eachStudyOnce, effectText, measureAbbreviation } from "@analyses/evidence";
import type { Analysis, Counts, ItemShape, ReadOutcome, ReportItem, Review } from "@analyses/exchange";
import {
  analysisKey,
  compareResults,
  computed,
  defaultChoices,
  onlyAnalyses,
  whyLeftOut,
  writeReview,
} from "@analyses/exchange";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import {
  analysesLanguage,
  importableExtensions,
  newestSchemaIdentifier,
} from "@analyses/protocol/documentFormat";
import {
  additionsRequest,
  importTargetRequest,
  showEvidenceCommand,
} from "@analyses/protocol/customMessages";
import {
  choose,
  chooseSeveral,
  isReadOnly,
  sayNotWritten,
  showError,
  showInformation,
} from "../platform/editor";
import { nameOf } from "../platform/displayText";
import { rangeOf } from "../webview/panelDocument";
import { renumber } from "./insertion";
import { askAnswers } from "./questions";
import { chooseJudgements } from "./judgements";
import { type SourceFile, inEditor, readInEditor, shapeOf, sourceAt, translate } from "./reading";
import { showReport } from "./report";

/** What an import uses of the extension. */
interface ImportContext {
  readonly languageClient: Pick<AnalysesLanguageClient, "ask">;
  readonly memory: vscode.Memento;
}

/**
 * Imports analyses from a file of another program into a new document, or an open one.
 *
 * @param from the file; undefined to let the user choose
 * @param into the document that the user dropped the file on; undefined to let the user choose
 */
export async function importAnalyses(
  context: ImportContext,
  from?: vscode.Uri,
  into?: vscode.TextDocument,
): Promise<void> {
  const source = from ?? (await chooseFile());
  if (source === undefined) return;
  const files = await sourceAt(source);
  const targets = await targetsOf(into, context);
  const read = await readWithAnswers(files, nameOf(source), context.memory, targets);
  if (read === undefined) return;
  const { review, items } = read;
  if (review.groups.every(({ analyses }) => analyses.length === 0)) {
    await showInformation(vscode.l10n.t("There are no analyses in {0}.", nameOf(source)));
    return;
  }
  const wanted = await chooseAnalyses(review, nameOf(source), targets);
  if (wanted === undefined) return;
  const target = await chooseTarget(targets);
  if (target === undefined) return;
  const judged = await chooseJudgements(wanted, target.riskOfBiasMethod);
  if (judged === undefined) return;
  const result = await write(judged.review, target, judged.method, context);
  if (result === undefined) {
    sayNotWritten();
    return;
  }
  const reportItems = [...items, ...judged.items, ...result.items];
  await showOutcome(wanted, { ...result, items: reportItems }, nameOf(source), files);
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Import Analyses from File"),
    openLabel: vscode.l10n.t("Import"),
    filters: {
      [vscode.l10n.t("Reviews, data packages and tables")]: [...importableExtensions, "txt", "json"],
      "*": ["*"],
    },
  });
  return chosen?.[0];
}

/**
 * Reads a source. Asks the user what a table does not state, and remembers the answers for tables with the same
 * headings.
 */
async function readWithAnswers(
  files: readonly SourceFile[],
  name: string,
  memory: vscode.Memento,
  [target]: readonly Target[],
): Promise<Extract<ReadOutcome, { kind: "read" }> | undefined> {
  let outcome = await readInEditor(files, { asksAll: true });
  if (outcome?.kind === "questions")
    outcome = await askAnswers(outcome.questions, {
      name,
      read: (answers, asksAll) => readInEditor(files, { answers, asksAll }),
      memory,
      defaults: defaultChoices(target?.shape ?? null),
    });
  if (outcome === undefined || outcome.kind === "questions") return undefined;
  if (outcome.kind === "read") return outcome;
  await showError(
    outcome.kind === "refused"
      ? outcome.reason
      : vscode.l10n.t("{0} is an analyses document already: open it.", name),
  );
  return undefined;
}

interface AnalysisRow extends vscode.QuickPickItem {
  readonly key: string;
}

/**
 * Lets the user choose analyses of a review, each shown with its result; those that a target can represent are ticked.
 * A review with only one analysis, which a target can represent, is returned without asking.
 */
async function chooseAnalyses(
  review: Review,
  name: string,
  targets: readonly Target[],
): Promise<Review | undefined> {
  const rows = await inEditor(rowsOf(review, targets));
  const [only, ...others] = rows.filter(({ key }) => key !== "");
  if (only?.picked === true && others.length === 0) return review;
  const chosen = await chooseSeveral(rows, {
    title: vscode.l10n.t("Analyses in {0}", name),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return chosen === undefined || chosen.length === 0
    ? undefined
    : onlyAnalyses(review, new Set(chosen.map(({ key }) => key)));
}

function* rowsOf({ groups }: Review, targets: readonly Target[]): Yielding<readonly AnalysisRow[]> {
  const rows: AnalysisRow[] = [];
  for (const group of groups) {
    const label = `${group.number} ${group.name.value}`;
    rows.push({ label, kind: vscode.QuickPickItemKind.Separator, key: "" });
    for (const analysis of group.analyses) {
      const key = analysisKey(group, analysis);
      const label = `${key} ${analysis.name.value}`;
      const reasons = targets.map(({ shape }) => whyLeftOut(analysis, shape, translate));
      const reason = reasons.includes(null) ? null : reasons[0];
      const row = { label, description: resultOf(analysis), key };
      rows.push(typeof reason === "string" ? { ...row, detail: reason } : { ...row, picked: true });
      yield 0;
    }
  }
  return rows;
}

/** An analysis's result in short, such as `RR 0.69 [0.48, 0.99] · 5 studies`. */
function resultOf(analysis: Analysis): string {
  const studyNames = analysis.rows.map(({ study, year }) => ({
    name: study.value,
    year: year?.value ?? null,
  }));
  const result = computed(analysis);
  // If the analysis can be pooled, its studies are counted as in the code lens of a document.
  const studies =
    result === null
      ? new Set(studyNames.map(({ name }) => name)).size
      : eachStudyOnce(result, studyNames).studies;
  const count = studies === 1 ? vscode.l10n.t("1 study") : vscode.l10n.t("{0} studies", studies);
  const measure = analysis.choices["effect-measure"]?.value;
  const effect = result?.effect;
  if (measure === undefined) return count;
  const abbreviation = measureAbbreviation(measure, translate);
  return effect === undefined || effect === null
    ? `${abbreviation} · ${count}`
    : `${abbreviation} ${effectText(effect.estimate, effect, measure)} · ${count}`;
}

/** A document to import into. */
interface Target {
  readonly document: vscode.TextDocument;
  readonly hasGroups: boolean;
  /** The value of the document's `risk-of-bias-method`; null if it is missing. */
  readonly riskOfBiasMethod: string | null;
  readonly shape: ItemShape | null;
}

/**
 * The documents to choose from: a new one and the active one; or only the document that the user dropped the file on.
 */
async function targetsOf(
  into: vscode.TextDocument | undefined,
  { languageClient }: ImportContext,
): Promise<readonly Target[]> {
  const open = vscode.window.activeTextEditor?.document;
  const targetAt = async (document: vscode.TextDocument): Promise<Target> => {
    const params = { textDocument: { uri: document.uri.toString() }, groups: [] };
    const answer = await languageClient.ask(importTargetRequest, params);
    const { riskOfBiasMethod = null } = answer ?? {};
    const shape = await shapeOf(languageClient, document);
    return { document, shape, hasGroups: Boolean(answer), riskOfBiasMethod };
  };
  if (into !== undefined) return [await targetAt(into)];
  const untitled = await vscode.workspace.openTextDocument({ language: analysesLanguage, content: "" });
  const isWritable = open?.languageId === analysesLanguage && !(await isReadOnly(open.uri, open));
  const active = isWritable ? await targetAt(open) : undefined;
  return [await targetAt(untitled), ...(active?.hasGroups === true ? [active] : [])];
}

async function chooseTarget(targets: readonly Target[]): Promise<Target | undefined> {
  if (targets.length < 2) return targets[0];
  const rows = targets.map((target, index) => ({
    label:
      index === 0 ? vscode.l10n.t("A new document") : vscode.l10n.t("Into {0}", nameOf(target.document.uri)),
    target,
  }));
  const chosen = await choose(rows, { title: vscode.l10n.t("Where to?"), ignoreFocusOut: true });
  return chosen?.target;
}

/** What an import has written. */
interface ImportResult {
  readonly counts: Counts;
  /** What the report lists, such as losses. */
  readonly items: readonly ReportItem[];
}

/**
 * Adds analyses to a document as one edit, and shows the first one with its evidence.
 *
 * @returns undefined if VS Code did not apply the edit
 */
async function write(
  review: Review,
  { document, shape }: Target,
  riskOfBias: 1 | 2,
  { languageClient }: ImportContext,
): Promise<ImportResult | undefined> {
  const uri = document.uri.toString();
  const groups = review.groups.map(({ number, name }) => ({ number, name: name.value }));
  const existing = await languageClient.ask(importTargetRequest, { textDocument: { uri }, groups });
  const { review: renumbered, changed } = existing ? renumber(review, existing) : { review, changed: [] };
  const outcome = await inEditor(
    writeReview(renumbered, {
      translate,
      format: "document",
      name: "",
      shape,
      $schema: newestSchemaIdentifier,
      riskOfBias,
      withoutResults: false,
      rawText: false,
      isMinified: existing?.isOnOneLine ?? false,
    }),
  );
  if (outcome.kind !== "written") throw new Error(outcome.kind === "refused" ? outcome.reason : "");
  const [file] = outcome.files;
  const documentText = new TextDecoder().decode(file?.bytes);
  const edit = new vscode.WorkspaceEdit();
  const added = existing
    ? await languageClient.ask(additionsRequest, {
        textDocument: { uri, version: existing.version },
        written: documentText,
      })
    : undefined;
  for (const { range, newText } of added?.edits ?? []) edit.replace(document.uri, rangeOf(range), newText);
  // Without an answer of the server, which knows where groups are, writes only into an empty document.
  if (!existing && /^\s*$/.test(document.getText()))
    edit.insert(document.uri, new vscode.Position(0, 0), documentText);
  if (edit.size === 0 || !(await vscode.workspace.applyEdit(edit))) return undefined;
  const { line, character } = added?.first ?? document.positionAt(firstAnalysisOffset(documentText));
  const selection = new vscode.Range(line, character, line, character);
  await vscode.window.showTextDocument(document, { selection });
  await vscode.commands.executeCommand(showEvidenceCommand, document.uri, { line, character });
  const changedNumbers = changed.map(([before, now]): ReportItem => ({
    code: "name-changed",
    severity: "changed",
    analysis: now,
    place: null,
    message: vscode.l10n.t("Number {0} was taken: it became {1}.", before, now),
  }));
  return { counts: outcome.counts, items: [...changedNumbers, ...outcome.items] };
}

/**
 * The offset of the first analysis in a document that this extension wrote. The search finds only
 * a property: the quotes of `"analyses"` inside a string would be escaped.
 */
function firstAnalysisOffset(documentText: string): number {
  const [before = ""] = /^.*?"analyses":\s*\[\s*(?=\{)/s.exec(documentText) ?? [];
  return before.length;
}

/** Reports how much was imported and lost, and offers to show the report. */
async function showOutcome(
  review: Review,
  { items, counts: { analyses, rows } }: ImportResult,
  name: string,
  files: readonly SourceFile[],
): Promise<void> {
  const compared = await inEditor(compareResults(review, translate));
  const reportItems = [...items, ...compared.items];
  const lost = reportItems.filter(({ severity }) => severity === "lost").length;
  const imported =
    analyses === 1
      ? rows === 1
        ? vscode.l10n.t("1 analysis, 1 row.")
        : vscode.l10n.t("1 analysis, {0} rows.", rows)
      : vscode.l10n.t("{0} analyses, {1} rows.", analyses, rows);
  const lossSentence =
    lost === 0
      ? vscode.l10n.t("Everything of the analyses was carried over.")
      : lost === 1
        ? vscode.l10n.t("1 thing was not carried over.")
        : vscode.l10n.t("{0} things were not carried over.", lost);
  const show = vscode.l10n.t("Show Report");
  const chosen =
    reportItems.length === 0
      ? await showInformation(`${imported} ${lossSentence}`)
      : await showInformation(`${imported} ${lossSentence}`, show);
  if (chosen === show) await showReport(vscode.l10n.t("Import of {0}", name), imported, reportItems, files);
}
