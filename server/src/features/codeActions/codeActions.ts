import { addPropertiesTo } from "../../diagnostics/fixes/addProperties";
import { type Fix, type Replacement, changeOther, fix } from "../../diagnostics/fixes/fix";
import { type Validation, outsideConflicts, fixAll, withReplacements } from "./fixAll";
import { fixesFor } from "../../diagnostics/index";
import { addAll } from "../../diagnostics/missing-property";
import { syntaxFindings } from "../../diagnostics/syntax";
import type {
  CodeAction,
  Range,
  SnippetTextEdit,
  TextEdit,
  WorkspaceEdit,
} from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisAtPosition, evidenceAtPosition } from "../../evidence/reportEvidence";
import { translate } from "../../localisation/translate";
import { toDiagnostic } from "../../presentation/diagnostics";
import type { SchemaContext } from "../../schema/schemaContext";
import { type Template, text, toPlainText, toSnippet } from "../../schemaLookup/template";
import { type Finding, consequencesOf } from "../../findings/finding";
import { type Acceptance, acceptFinding } from "../../validation/acceptedFindings";
import { allowedValuesAt, betterValuesAt } from "../../validation/problemsAfter";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { RoleBinding } from "@analyses/evidence";
import { calculations } from "./calculate";
import { type LinePosition, indentationOf, type YieldingHost } from "@analyses/json";

/** The kind of the action that applies every certain fix of a document. */
const fixAllKind = `${CodeActionKind.SourceFixAll}.analyses`;

export const codeActionKinds: string[] = [
  CodeActionKind.QuickFix,
  CodeActionKind.RefactorRewrite,
  fixAllKind,
];

export interface CodeActionOptions extends EditOptions, ClientCommands {
  /** The requested kinds (LSP 3.17, CodeActionContext.only); undefined for all. */
  readonly only: readonly string[] | undefined;
  /** The command that accepts findings; undefined where there is none. */
  readonly accept?: Acceptance | undefined;
  readonly binding?: RoleBinding;
}

/** The names of the client's commands; undefined for each that it does not have. */
type ClientCommands = Partial<
  Readonly<
    Record<
      "answerEvidence" | "calculate" | "explainCode" | "resolveConflict" | "selectItemSchema",
      string | undefined
    >
  >
>;

/** The maximum number of findings in a range whose fixes are offered: an editor lists them all in one menu. */
const maxFixed = 100;

/**
 * The quick fixes and calculations for a range (LSP 3.17, `textDocument/codeAction`). Quick fixes are for the first
 * hundred findings that touch the range.
 *
 * @param findings all findings of the document
 * @returns a generator that yields, between steps, the length of text processed
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
    const isInRange = (place: Pick<Finding, "start" | "end">) => place.start <= end && start <= place.end;
    const inRange = findings.filter(isInRange);
    const touched = inRange.slice(0, maxFixed);
    const helps = leavesFewerProblems(document);
    for (const finding of touched) {
      const fixes = quickFixes(document, schemas, findings, finding, helps, options);
      for (const action of fixes) actions.push(action);
      yield finding.end - finding.start;
    }
    for (const action of yield* addAllMissing(document, schemas, findings, touched, options))
      actions.push(action);
    const explained = findings.flatMap((finding) =>
      consequencesOf(finding).filter((consequence) => isInRange(finding) || isInRange(consequence)),
    );
    // Fixes of a consequence do not solve the finding that explains it, so these actions name no diagnostic.
    for (const finding of explained.slice(0, maxFixed))
      for (const fix of fixesFor(document, schemas, { severity: "hint", ...finding }))
        actions.push(quickFix(document, { ...fix, preferred: false }, options));
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
 * One action that applies all certain fixes of a document, if it has any.
 *
 * @param findings the findings shown to the user
 */
export async function fixAllActions(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  validate: Validation,
  yielding: YieldingHost,
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
  helps: (fix: Fix) => boolean,
  options: CodeActionOptions,
): CodeAction[] {
  const diagnostics = [toDiagnostic(document, finding)];
  const mayBePreferred = !mayFollow(document, findings, finding);
  const isHelpful = finding.code === "syntax" ? helps : () => mayBePreferred;
  const actions = outsideConflicts(document, findings, [
    ...fixesFor(document, schemas, finding).map((candidate) => ({
      ...candidate,
      preferred: candidate.preferred && isHelpful(candidate),
    })),
    ...fixesOfReason(document, schemas, finding),
  ])
    .filter(({ replacements }) => replacements.length > 0)
    .map((conflict): CodeAction => ({ ...quickFix(document, conflict, options), diagnostics }));
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

/** The maximum number of syntax fixes to test, because each test parses the text; further fixes are not preferred. */
const maxTried = 10;

/** Returns a test whether a fix leaves fewer syntax findings: a fix may uncover further syntax errors. */
function leavesFewerProblems(document: AnalysesDocument): (fix: Fix) => boolean {
  const count = (text: AnalysesDocument) => text.problems.length + syntaxFindings(text, text.root).length;
  let before: number | undefined;
  let tried = 0;
  return ({ replacements }) =>
    tried++ < maxTried && count(withReplacements(document, replacements)) < (before ??= count(document));
}

/**
 * Whether another finding of the analysis may be the reason for a finding, whose own fix is then not preferred: missing
 * data may follow from a method for another type of data, different stored results from wrong data.
 */
function mayFollow(
  document: AnalysesDocument,
  findings: readonly Finding[],
  { code, start, data }: Finding,
): boolean {
  const isOfResults = code === "result-mismatch";
  // A property that is only misspelled does not follow from the method.
  if (!isOfResults && (data.kind !== "missing-property" || data.unknown !== undefined)) return false;
  const reasons = findings.filter((finding) =>
    isOfResults
      ? finding.code !== code && (finding.severity === "error" || codesOfWrongNumbers.has(finding.code))
      : finding.code === "method-mismatch",
  );
  if (reasons.length === 0) return false;
  const place = analysisAtPosition(document, document.text.rangeBetween(start, start).start);
  // Which properties the analysis itself lacks does not depend on its studies.
  if (place === undefined || ("object" in data && data.object === place.analysis.start)) return false;
  const { node, start: from } = place.analysis;
  return reasons.some((reason) => from <= reason.start && reason.end <= from + node.length);
}

/** The codes of findings that say that a study's numbers may be wrong. */
const codesOfWrongNumbers: ReadonlySet<string> = new Set<DiagnosticCode>([
  "impossible-data",
  "duplicate-row",
  "shared-comparator",
  "standard-error-as-deviation",
  "ratio-not-logged",
  "transposed-arms",
  "unit-slip",
  "totals-disagree",
]);

/**
 * The fixes that change the cause of a finding: the value of another property, if fewer findings remain afterwards; or
 * the choice of a method that does not fit the data.
 */
function fixesOfReason(document: AnalysesDocument, schemas: SchemaContext, finding: Finding): readonly Fix[] {
  const relatedReason = finding.related.find(({ isReason }) => isReason === true);
  // A method that does not fit the data is itself the reason of its finding.
  const reason = finding.code === "method-mismatch" ? finding : relatedReason;
  if (reason === undefined || finding.code === "unfinished-value") return [];
  const changesAt = ({ start, end }: typeof reason, valuesAt: typeof allowedValuesAt) => {
    const { name, values } = valuesAt(document, schemas, start);
    return values.flatMap((value) => {
      const json = JSON.stringify(value);
      if (json === document.text.slice(start, end)) return [];
      const title = changeOther(name, typeof value === "string" ? value : json);
      return fix(title, [{ start, end, template: [text(json)] }], {});
    });
  };
  const [choice] = finding.related;
  // If the finding explains why stored results differ, they may agree with another value of the related choice.
  const explainsResults = consequencesOf(finding).length > 0;
  return [
    ...(explainsResults && choice !== undefined ? changesAt(choice, allowedValuesAt) : []),
    ...changesAt(reason, betterValuesAt),
  ];
}

/** One action per code that shows the documentation page of the code. */
function explanations(
  document: AnalysesDocument,
  touched: readonly Finding[],
  { explainCode: command }: CodeActionOptions,
): CodeAction[] {
  if (command === undefined) return [];
  const codes = [...new Set(touched.map(({ code }) => code))];
  return codes.map((code): CodeAction => {
    const title = codes.length === 1 ? translate("Explain this problem") : translate("Explain “{0}”", code);
    const diagnostics = touched.flatMap((finding) =>
      finding.code === code ? [toDiagnostic(document, finding)] : [],
    );
    const action = { title, command, arguments: [code] };
    return { title, kind: CodeActionKind.QuickFix, diagnostics, command: action };
  });
}

/** For each object that several findings say lacks properties, one action that adds all of these properties. */
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
        ? [{ finding, names: [finding.data.name, ...(finding.data.others ?? [])] }]
        : [],
    );
    if (missing.length < 2) continue;
    const names = missing.flatMap((one) => one.names);
    const adding = fix(addAll(names.length), addPropertiesTo(document, schemas, object, names), {});
    const diagnostics = missing.map(({ finding }) => toDiagnostic(document, finding));
    actions.push({ ...quickFix(document, adding, options), diagnostics });
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

/** Kinds form a hierarchy (LSP 3.17, CodeActionKind): `source` includes `source.fixAll`, the empty kind all kinds. */
function isWanted(kind: string, { only }: CodeActionOptions): boolean {
  return (
    only === undefined ||
    only.some((wanted) => wanted === "" || kind === wanted || kind.startsWith(`${wanted}.`))
  );
}

/**
 * The answers to the question that blocks the computation of an analysis, at any position in the analysis.
 *
 * @param command the client's command that writes the answer to the settings or the schema
 */
function answersAt(
  document: AnalysesDocument,
  binding: RoleBinding,
  position: LinePosition,
  command: string,
): CodeAction[] {
  const evidence = evidenceAtPosition(document, position, binding)?.evidence;
  if (evidence?.kind !== "problem" || !("answers" in evidence.problem)) return [];
  const { problem } = evidence;
  return problem.answers.map((answer): CodeAction => {
    const title = answer.text(translate);
    const target = { textDocument: { uri: document.uri }, position, answer: title };
    return { title, kind: CodeActionKind.QuickFix, command: { title, command, arguments: [target] } };
  });
}

/** The kinds of edits that the client can apply (LSP 3.18, WorkspaceEditClientCapabilities). */
interface EditOptions {
  /** Whether edits may contain snippets, which place the caret where the user continues. */
  readonly snippetEdits: boolean;
  /** Whether edits may name the document version that they apply to. */
  readonly versionedEdits: boolean;
}

/** Converts replacements in a document to an edit that the client can apply. */
function workspaceEdit(
  document: AnalysesDocument,
  replacements: readonly Replacement[],
  { snippetEdits, versionedEdits }: EditOptions,
): WorkspaceEdit {
  const { uri, version } = document;
  const plain = replacements.map((replacement) => plainEdit(document, replacement));
  if (!versionedEdits) return { changes: { [uri]: plain } };
  // A client can run only one snippet per document, so several edits contain plain text.
  const [only] = replacements.length === 1 ? replacements : [];
  const edits = only !== undefined && snippetEdits ? [snippetEdit(document, only)] : plain;
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}

function plainEdit(document: AnalysesDocument, { start, end, template }: Replacement): TextEdit {
  return { range: document.text.rangeBetween(start, end), newText: toPlainText(template) };
}

function snippetEdit(document: AnalysesDocument, replacement: Replacement): TextEdit | SnippetTextEdit {
  const { start, end, template } = replacement;
  if (template.every(({ kind }) => kind === "text")) return plainEdit(document, replacement);
  const range = document.text.rangeBetween(start, end);
  const margin = indentationOf(document.text, range.start.line);
  return { range, snippet: { kind: "snippet", value: toSnippet(withoutMargin(template, margin)) } };
}

/** The client itself indents a snippet's lines to the indentation of its first line. */
function withoutMargin(template: Template, margin: string): Template {
  return template.map((part) =>
    part.kind === "text" ? { ...part, text: part.text.replaceAll(`\n${margin}`, "\n") } : part,
  );
}
