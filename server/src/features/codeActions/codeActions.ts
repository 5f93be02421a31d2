import type { CodeAction, Range } from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { toDiagnostic } from "../../presentation/toDiagnostic";
import type { SchemaContext } from "../../schema/schemaContext";
import type { Finding } from "../../validation/finding";
import { addPropertiesTo } from "./addProperties";
import { certainReplacements } from "./certainReplacements";
import type { Fix } from "./fix";
import { fixesFor } from "./fixesFor";
import * as messages from "./messages";
import type { EditOptions } from "./workspaceEdit";
import { workspaceEdit } from "./workspaceEdit";

/** The kind of the action that applies every certain fix of a document. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.analyses`;

/** What the client asks for and what it can do with the answer. */
export interface CodeActionOptions extends EditOptions {
  /** The kinds asked for (LSP 3.17, CodeActionContext.only); undefined for all. */
  readonly only: readonly string[] | undefined;
  /** The client's command for choosing an item schema, where it has one. */
  readonly selectItemSchema: string | undefined;
}

/**
 * The fixes for findings that touch a range, and one for all certain fixes of the document (LSP 3.17,
 * `textDocument/codeAction`).
 *
 * @param findings all findings of the document
 */
export function codeActions(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  range: Range,
  options: CodeActionOptions,
): CodeAction[] {
  const actions: CodeAction[] = [];
  if (isWanted(CodeActionKind.QuickFix, options)) {
    const start = document.text.offsetAt(range.start);
    const end = document.text.offsetAt(range.end);
    const touched = findings.filter((finding) => finding.start <= end && start <= finding.end);
    for (const finding of touched) actions.push(...quickFixes(document, schemas, finding, options));
    actions.push(...addAllMissing(document, schemas, findings, touched, options));
  }
  if (isWanted(fixAllKind, options)) {
    const replacements = certainReplacements(findings.map((finding) => fixesFor(document, schemas, finding)));
    if (replacements.length > 0)
      actions.push({
        title: messages.fixAllTitle(),
        kind: fixAllKind,
        edit: workspaceEdit(document, replacements, { ...options, snippetEdits: false }),
      });
  }
  return actions;
}

function quickFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  finding: Finding,
  options: CodeActionOptions,
): CodeAction[] {
  const diagnostics = [toDiagnostic(document, finding)];
  const actions = fixesFor(document, schemas, finding)
    .filter(({ replacements }) => replacements.length > 0)
    .map((fix): CodeAction => ({ ...quickFix(document, fix, options), diagnostics }));
  const command = options.selectItemSchema;
  if (finding.code === "item-schema-unavailable" && command !== undefined) {
    const title = messages.selectItemSchemaTitle();
    actions.push({ title, kind: CodeActionKind.QuickFix, diagnostics, command: { title, command } });
  }
  return actions;
}

/** Where an object touched lacks several properties, one action that adds them all. */
function addAllMissing(
  document: AnalysesDocument,
  schemas: SchemaContext,
  findings: readonly Finding[],
  touched: readonly Finding[],
  options: CodeActionOptions,
): CodeAction[] {
  const objects = new Set(
    touched.flatMap(({ data }) => (data.kind === "missing-property" ? [data.object] : [])),
  );
  return [...objects].flatMap((object) => {
    const missing = findings.flatMap((finding) =>
      finding.data.kind === "missing-property" && finding.data.object === object
        ? [{ finding, name: finding.data.name }]
        : [],
    );
    if (missing.length < 2) return [];
    const names = missing.map(({ name }) => name);
    const fix: Fix = {
      title: messages.addProperties(missing.length),
      replacements: addPropertiesTo(document, schemas, object, names),
      certain: false,
      preferred: false,
    };
    const diagnostics = missing.map(({ finding }) => toDiagnostic(document, finding));
    return [{ ...quickFix(document, fix, options), diagnostics }];
  });
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
