import { translate } from "../../localisation/translate";
import { oneLine } from "../../references/messages";
import type { SyntaxProblemKind } from "../../syntax/problems";

/** The titles of code actions. */
export const fixAllTitle = (): string => translate("Fix all problems that have one certain fix");
export const removeEntry = (): string => translate("Remove this entry");
export const putIntoList = (): string => translate("Put it into a list");
export const selectItemSchemaTitle = (): string => translate("Choose an item schema…");

export const addProperty = (name: string): string => translate("Add “{0}”", name);
export const addProperties = (count: number): string => translate("Add all {0} missing properties", count);
export const renameProperty = (name: string): string => translate("Rename to “{0}”", name);
export const removeProperty = (name: string): string => translate("Remove “{0}”", name);
export const removeThisProperty = (name: string): string => translate("Remove this “{0}”", name);
export const removeFirstProperty = (name: string): string => translate("Remove the first “{0}”", name);
export const replaceBy = (value: string): string => translate("Replace by {0}", value);
export const renumberTo = (number: number): string => translate("Change the number to {0}", number);
export const writeAsRead = (number: string): string =>
  translate("Write the number as it is read: {0}", number);
export const takeFromRegistry = (name: string): string =>
  translate("Take name and link from the registry: “{0}”", oneLine(name));
export const writeLinkOf = (id: string): string => translate("Write the link of “{0}”", oneLine(id));
export const takeLinkedId = (id: string): string =>
  translate("Refer to “{0}”, as the link does", oneLine(id));

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
    case "closer-wrong":
    case "control-character":
    case "document-empty":
    case "key-expected":
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
