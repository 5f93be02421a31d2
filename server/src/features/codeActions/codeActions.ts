import { workspaceEdit } from "./workspaceEdit";
import { addPropertiesTo } from "../../diagnostics/fixes/addProperties";
import { changeOther, fix } from "../../diagnostics/fixes/fix";
import type { Fix } from "../../diagnostics/fixes/fix";
import { outsideConflicts } from "./outsideConflicts";
import { fixesFor } from "../../diagnostics/index";
import type { EditOptions } from "./workspaceEdit";
import type { CodeAction, Range } from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisAtPosition } from "../../evidence/reportEvidence";
import type { Yielding } from "../../document/yielding";
import { translate } from "../../localisation/translate";
import { toDiagnostic } from "../../presentation/diagnostics";
import type { SchemaContext } from "../../schema/schemaContext";
import { text } from "../../schemaLookup/template";
import type { Finding } from "../../findings/finding";
import type { WayToAccept } from "../../validation/acceptedFindings";
import { betterValuesAt } from "../../validation/problemsAfter";
import { acceptFinding } from "../../validation/acceptedFindings";
import type { RoleBinding } from "@analyses/evidence";
import { answersAt } from "./answers";
import { calculations } from "./calculate";
import { fixAll } from "./fixAll";
import type { Validation } from "./fixAll";

/** The kind of the action that applies every certain fix of a document. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.analyses`;

export const codeActionKinds: string[] = [
  CodeActionKind.QuickFix,
  CodeActionKind.RefactorRewrite,
  fixAllKind,
];

/** What the client asks for and what it can do with the answer. */
export interface CodeActionOptions extends EditOptions {
  /** The kinds asked for (LSP 3.17, CodeActionContext.only); undefined for all. */
  readonly only: readonly string[] | undefined;
  /** The client's command for choosing an item schema, where it has one. */
  readonly selectItemSchema: string | undefined;
  /** The client's command that shows the page about a code, where it has one. */
  readonly explainCode?: string | undefined;
  /** How findings can be accepted; undefined where they cannot. */
  readonly accept?: WayToAccept | undefined;
  /** The client's command that calculates what a report does not give, where it has one, and what properties mean. */
  readonly calculate?: string | undefined;
  /** The client's command that writes an answer to what the evidence asks, where it has one. */
  readonly answerEvidence?: string | undefined;
  readonly binding?: RoleBinding;
  /** The client's command that resolves the merge conflicts of a document, where it has one. */
  readonly resolveConflict?: string | undefined;
}

/**
 * The fixes for findings that touch a range (LSP 3.17, `textDocument/codeAction`).
 *
 * @param findings all findings of the document
 * @returns a generator that yields, between pieces of work, how much text was looked at
 */
export function* codeActions(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  range: Range,
  options: CodeActionOptions,
): Generator<number, CodeAction[]> {
  const actions: CodeAction[] = [];
  if (isWanted(CodeActionKind.QuickFix, options)) {
    const start = document.text.offsetAt(range.start);
    const end = document.text.offsetAt(range.end);
    const touched = findings.filter((finding) => finding.start <= end && start <= finding.end);
    for (const finding of touched) {
      for (const action of quickFixes(document, schemas, findings, finding, options)) actions.push(action);
      yield finding.end - finding.start;
    }
    for (const action of yield* addAllMissing(document, schemas, findings, touched, options))
      actions.push(action);
    for (const action of explanations(document, touched, options)) actions.push(action);
  }
  const { binding, calculate, answerEvidence } = options;
  if (binding !== undefined && answerEvidence !== undefined && isWanted(CodeActionKind.QuickFix, options))
    for (const answer of answersAt(document, binding, range.start, answerEvidence)) actions.push(answer);
  if (binding !== undefined && calculate !== undefined && isWanted(CodeActionKind.RefactorRewrite, options))
    return [...actions, ...calculations(document, binding, range.start, calculate)];
  return actions;
}

/**
 * One action for all certain fixes of a document, where it has any.
 *
 * @param findings those that the author sees
 */
export async function fixAllActions(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  validate: Validation,
  yielding: Yielding,
  options: CodeActionOptions,
): Promise<CodeAction[]> {
  if (!isWanted(fixAllKind, options)) return [];
  const replacements = await fixAll(document, schemas, findings, validate, yielding);
  if (replacements.length === 0) return [];
  const edit = workspaceEdit(document, replacements, { ...options, snippetEdits: false });
  return [{ title: translate("Fix all problems that have one certain fix"), kind: fixAllKind, edit }];
}

function quickFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  finding: Finding,
  options: CodeActionOptions,
): CodeAction[] {
  const diagnostics = [toDiagnostic(document, finding)];
  const mayBePreferred = !isOfOtherData(document, findings, finding);
  const fixes = fixesFor(document, schemas, finding);
  const actions = outsideConflicts(document, findings, [
    ...(mayBePreferred ? fixes : fixes.map((one) => ({ ...one, preferred: false }))),
    ...fixesOfReason(document, schemas, finding),
  ])
    .filter(({ replacements }) => replacements.length > 0)
    .map((one): CodeAction => ({ ...quickFix(document, one, options), diagnostics }));
  const command = options.selectItemSchema;
  if (finding.code === "item-schema-unavailable" && command !== undefined) {
    const title = translate("Choose an item schema…");
    actions.push({ title, kind: CodeActionKind.QuickFix, diagnostics, command: { title, command } });
  }
  const { resolveConflict: resolve } = options;
  if (finding.data.kind === "syntax" && finding.data.problem === "merge-conflict" && resolve !== undefined) {
    const title = translate("Resolve Merge Conflict…");
    const resolving = { title, command: resolve, arguments: [document.uri] };
    actions.push({ title, kind: CodeActionKind.QuickFix, diagnostics, command: resolving });
  }
  const accepting = acceptFinding(document, finding, options.accept);
  if (accepting !== undefined) actions.push({ ...accepting, diagnostics });
  return actions;
}

/**
 * Whether it is data that are missing in an analysis whose studies have those of another type than it says: which of both
 * is right is open, and there is nothing to be filled in before.
 */
function isOfOtherData(
  document: AnalysesDocument,
  findings: readonly Finding[],
  { start, data }: Finding,
): boolean {
  const mismatches = findings.filter(({ code }) => code === "method-mismatch");
  if (mismatches.length === 0 || data.kind !== "missing-property" || data.unknown !== undefined) return false;
  const place = analysisAtPosition(document, document.text.rangeBetween(start, start).start);
  if (place === undefined || data.object === place.analysis.start) return false;
  const { node, start: from } = place.analysis;
  return mismatches.some((mismatch) => from < mismatch.start && mismatch.end < from + node.length);
}

/**
 * What follows from the value of another property may be mended there, where fewer problems are left then; a choice that
 * does not fit the data, at itself.
 */
function fixesOfReason(document: AnalysesDocument, schemas: SchemaContext, finding: Finding): readonly Fix[] {
  const elsewhere = finding.related.find(({ isReason }) => isReason === true);
  const reason = finding.code === "method-mismatch" ? finding : elsewhere;
  if (reason === undefined || finding.code === "unfinished-value") return [];
  const { start, end } = reason;
  const better = betterValuesAt(document, schemas, start);
  return better.values.map((value) => {
    const template = [text(JSON.stringify(value))];
    const title = changeOther(better.name, typeof value === "string" ? value : JSON.stringify(value));
    return fix(title, [{ start, end, template }], {});
  });
}

/** One action for each code that shows the page about it; after all that change the text. */
function explanations(
  document: AnalysesDocument,
  touched: readonly Finding[],
  { explainCode: command }: CodeActionOptions,
): CodeAction[] {
  if (command === undefined) return [];
  const codes = [...new Set(touched.map(({ code }) => code))];
  return codes.map((code): CodeAction => {
    const title = codes.length === 1 ? translate("Explain this problem") : translate("Explain “{0}”", code);
    const diagnostics = touched.flatMap((one) => (one.code === code ? [toDiagnostic(document, one)] : []));
    const action = { title, command, arguments: [code] };
    return { title, kind: CodeActionKind.QuickFix, diagnostics, command: action };
  });
}

/** Where an object touched lacks several properties, one action that adds them all. */
function* addAllMissing(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  touched: readonly Finding[],
  options: CodeActionOptions,
): Generator<number, CodeAction[]> {
  const objects = new Set(
    touched.flatMap(({ data }) => (data.kind === "missing-property" ? [data.object] : [])),
  );
  const actions: CodeAction[] = [];
  for (const object of objects) {
    const missing = findings.flatMap((finding) =>
      finding.data.kind === "missing-property" && finding.data.object === object
        ? [{ finding, name: finding.data.name }]
        : [],
    );
    if (missing.length < 2) continue;
    const names = missing.map(({ name }) => name);
    const fix: Fix = {
      title: translate("Add all {0} missing properties", missing.length),
      replacements: addPropertiesTo(document, schemas, object, names),
      certain: false,
      preferred: false,
    };
    const diagnostics = missing.map(({ finding }) => toDiagnostic(document, finding));
    actions.push({ ...quickFix(document, fix, options), diagnostics });
    yield 0;
  }
  return actions;
}

function quickFix(document: AnalysesDocument, fix: Fix, options: CodeActionOptions): CodeAction {
  const action: CodeAction = {
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    edit: workspaceEdit(document, fix.replacements, options),
  };
  if (fix.preferred) action.isPreferred = true;
  return action;
}

/** Kinds form a hierarchy: who asks for `source` gets `source.fixAll.analyses`. */
function isWanted(kind: string, { only }: CodeActionOptions): boolean {
  return only === undefined || only.some((asked) => kind === asked || kind.startsWith(`${asked}.`));
}
