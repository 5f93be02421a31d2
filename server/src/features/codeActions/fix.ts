import type { Template } from "../../schemaLookup/template";
import { toPlainText, toSnippet } from "../../schemaLookup/template";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { ArrayNode, ObjectNode, Placed, PlacedProperty, Step, SyntaxProblemKind } from "@analyses/json";
import { indentationOf, pathAt, memberRemoval as removalOf } from "@analyses/json";
import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import { translate } from "../../localisation/translate";
import { oneLine } from "../../references/referenceStatuses";
import type { NumberRepair } from "../../validation/finding";

/** A way to make a finding go away. */
export interface Fix {
  readonly title: string;
  /** In the order of the text, none overlapping another. */
  readonly replacements: readonly Replacement[];
  /** Whether it can only be what the author means, so that it may be applied unseen. */
  readonly certain: boolean;
  /** Whether it is the best of the finding's fixes. */
  readonly preferred: boolean;
}

/** What is to stand between two offsets of the text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly template: Template;
}

export function fix(
  title: string,
  replacements: readonly Replacement[],
  { certain = false, preferred = false }: Partial<Pick<Fix, "certain" | "preferred">>,
): Fix {
  return { title, replacements, certain, preferred };
}

/** The property whose key is at an offset. */
export function propertyAt(document: AnalysesDocument, keyStart: number): PlacedProperty | undefined {
  const { property } = pathAt(document, keyStart);
  return property?.part === "key" ? property.property : undefined;
}

/** The object that starts at an offset. */
export function objectAt(document: AnalysesDocument, start: number): Placed<ObjectNode> | undefined {
  const { steps } = pathAt(document, start + 1);
  const found = steps.findLast((step) => step.node.kind === "object" && step.start === start);
  return found?.node.kind === "object" ? { node: found.node, start } : undefined;
}

/** Whether an element of an array runs from `start` to `end`. */
export function isElement(document: AnalysesDocument, start: number, end: number): boolean {
  const { steps } = pathAt(document, Math.min(start + 1, end));
  return steps.some(
    (step) => step.via.kind === "element" && step.start === start && step.start + step.node.length === end,
  );
}

/** Takes the property or element away that starts at an offset, with the comma and the white space that belong to it. */
export function memberRemoval(document: AnalysesDocument, start: number): readonly Replacement[] {
  const { steps } = pathAt(document, start);
  const container = steps.findLast(
    (step): step is Step & Placed<ObjectNode | ArrayNode> =>
      (step.node.kind === "object" || step.node.kind === "array") &&
      step.node.starts.includes(start - step.start),
  );
  if (container === undefined) return [];
  return removalOf(document.text, container, start).map((removal) => ({ ...removal, template: [] }));
}

/** What edits the client can apply (LSP 3.18, WorkspaceEditClientCapabilities). */
export interface EditOptions {
  /** Whether edits may hold snippets, so that the caret goes where the author writes on. */
  readonly snippetEdits: boolean;
  /** Whether edits may name the version that they are meant for. */
  readonly versionedEdits: boolean;
}

/** Replacements in a document as the client can apply them. */
export function workspaceEdit(
  document: AnalysesDocument,
  replacements: readonly Replacement[],
  { snippetEdits, versionedEdits }: EditOptions,
): WorkspaceEdit {
  const { uri, version } = document;
  const plain = replacements.map((replacement) => plainEdit(document, replacement));
  if (!versionedEdits) return { changes: { [uri]: plain } };
  // A document can have one snippet at a time: with several edits, none is one.
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

/** The client indents the lines of a snippet as deep as the line in which it begins. */
function withoutMargin(template: Template, margin: string): Template {
  return template.map((part) =>
    part.kind === "text" ? { ...part, text: part.text.replaceAll(`\n${margin}`, "\n") } : part,
  );
}

/** The titles of code actions. */
export const fixAllTitle = (): string => translate("Fix all problems that have one certain fix");
export const removeEntry = (): string => translate("Remove this entry");
export const putIntoList = (): string => translate("Put it into a list");
export const putIntoGroup = (): string => translate("Put it into a new group");
export const moveBehindGroup = (): string => translate("Move it behind this group");
export const selectItemSchemaTitle = (): string => translate("Choose an item schema…");

export const explainProblem = (): string => translate("Explain this problem");
export const explainProblemOf = (code: string): string => translate("Explain “{0}”", code);

export const addProperty = (name: string): string => translate("Add “{0}”", name);
export const addProperties = (count: number): string => translate("Add all {0} missing properties", count);
export const renameOther = (from: string, to: string): string => translate("Rename “{0}” to “{1}”", from, to);
export const renameProperty = (name: string): string => translate("Rename to “{0}”", name);
export const changeOther = (name: string, value: string): string =>
  translate("Change “{0}” to {1}", name, value);
export const removeProperty = (name: string): string => translate("Remove “{0}”", name);
export const removeThisProperty = (name: string): string => translate("Remove this “{0}”", name);
export const removeFirstProperty = (name: string): string => translate("Remove the first “{0}”", name);
export const replaceBy = (value: string): string => translate("Replace by {0}", value);
export const fillIn = (value: string): string => translate("Fill in {0}", value);
export const leaveOut = (name: string): string => translate("Leave “{0}” out", name);
export const renumberTo = (number: number): string => translate("Change the number to {0}", number);
export const writeAsRead = (number: string): string =>
  translate("Write the number as it is read: {0}", number);
export const takeFromRegistry = (name: string): string =>
  translate("Take name and link from the registry: “{0}”", oneLine(name));
export const writeLinkOf = (id: string): string => translate("Write the link of “{0}”", oneLine(id));
export const removeReference = (): string => translate("Remove the reference");
export const takeLinkedId = (id: string): string =>
  translate("Refer to “{0}”, as the link does", oneLine(id));

export const writeResults = (): string => translate("Write the results that these numbers give");

/** Of a fix that writes other numbers. */
export function numbersTitle(code: DiagnosticCode, repairs: readonly NumberRepair[]): string {
  const written = repairs.map(({ newText }) => newText).join(", ");
  switch (code) {
    case "standard-error-as-deviation":
      return translate("Write SE·√n: {0}", written);
    case "ratio-not-logged":
      return translate("Write the logarithm: {0}", written);
    case "transposed-arms":
      return translate("Exchange: {0}", written);
    case "unit-slip":
      return translate("Write in the unit of the others: {0}", written);
    default:
      return translate("Write what the data give: {0}", written);
  }
}

export function repairTitle(problem: SyntaxProblemKind, newText: string): string {
  switch (problem) {
    case "colon-missing":
      return translate("Add the colon");
    case "comma-missing":
      return translate("Add the comma");
    case "comma-extra":
      return translate("Remove the comma");
    case "colon-extra":
      return translate("Remove the colon");
    case "comment":
      return translate("Remove the comment");
    case "closer-extra":
      return translate("Remove the bracket");
    case "escape-invalid":
      return translate("Write the backslash as \\\\");
    case "key-not-quoted":
    case "quotes-not-double":
    case "word-not-quoted":
      return translate("Put it in double quotes");
    case "space-not-plain":
      return translate("Make it a plain space");
    case "brace-not-closed":
    case "brace-not-opened":
    case "bracket-not-closed":
    case "bracket-not-opened":
    case "key-expected":
    case "string-not-closed":
      return translate("Add {0}", newText.trim());
    case "escaped":
      return translate("Remove the backslashes");
    case "quote-in-text":
      return translate('Write the quote as \\"');
    case "merge-conflict":
    case "other-side":
    case "closer-wrong":
    case "control-character":
    case "document-empty":
    case "leftover":
    case "not-json":
    case "number-invalid":
    case "text-after-end":
    case "text-not-json":
    case "unread":
    case "value-expected":
    case "decimal-comma":
    case "word-not-json":
      return newText === "" ? translate("Remove it") : replaceBy(newText);
  }
}
