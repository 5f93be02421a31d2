import type { DiagnosticCode } from "../../../../protocol/src/diagnosticCodes";
import { translate } from "../../localisation/translate";
import { oneLine } from "../../references/messages";
import type { SyntaxProblemKind } from "../../../../json/src";
import type { NumberRepair } from "../../validation/finding";

/** The titles of code actions. */
export const fixAllTitle = (): string => translate("Fix all problems that have one certain fix");
export const removeEntry = (): string => translate("Remove this entry");
export const putIntoList = (): string => translate("Put it into a list");
export const selectItemSchemaTitle = (): string => translate("Choose an item schema…");

export const explainProblem = (): string => translate("Explain this problem");
export const explainProblemOf = (code: string): string => translate("Explain “{0}”", code);

export const addProperty = (name: string): string => translate("Add “{0}”", name);
export const addProperties = (count: number): string => translate("Add all {0} missing properties", count);
export const renameOther = (from: string, to: string): string => translate("Rename “{0}” to “{1}”", from, to);
export const renameProperty = (name: string): string => translate("Rename to “{0}”", name);
export const removeProperty = (name: string): string => translate("Remove “{0}”", name);
export const removeThisProperty = (name: string): string => translate("Remove this “{0}”", name);
export const removeFirstProperty = (name: string): string => translate("Remove the first “{0}”", name);
export const joinLines = (): string => translate("Join the lines");
export const escapeLineBreak = (): string => translate("Write the line break as \\n");
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
    case "opener-extra":
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
    case "string-not-closed":
      return translate("Add {0}", newText.trim());
    case "quote-in-text":
      return translate('Write the quote as \\"');
    case "line-break-in-text":
    case "merge-conflict":
    case "other-side":
    case "closer-wrong":
    case "control-character":
    case "document-empty":
    case "key-expected":
    case "leftover":
    case "number-invalid":
    case "table":
    case "text-after-end":
    case "text-not-json":
    case "unread":
    case "value-expected":
    case "decimal-comma":
    case "word-not-json":
    case "yaml":
      return newText === "" ? translate("Remove it") : replaceBy(newText);
  }
}
