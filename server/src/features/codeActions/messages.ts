import type { SyntaxProblemKind } from "../../syntax/problems";

/** The titles of code actions. */
export const fixAllTitle = "Fix all problems that have one certain fix";
export const removeEntry = "Remove this entry";
export const selectItemSchemaTitle = "Choose an item schema…";

export const addProperty = (name: string): string => `Add “${name}”`;
export const addProperties = (count: number): string => `Add all ${count} missing properties`;
export const renameProperty = (name: string): string => `Rename to “${name}”`;
export const removeProperty = (name: string): string => `Remove “${name}”`;
export const removeThisProperty = (name: string): string => `Remove this “${name}”`;
export const removeFirstProperty = (name: string): string => `Remove the first “${name}”`;
export const replaceBy = (value: string): string => `Replace by ${value}`;
export const renumberTo = (number: number): string => `Change the number to ${number}`;
export const writeAsRead = (number: string): string => `Write the number as it is read: ${number}`;

export function repairTitle(problem: SyntaxProblemKind, newText: string): string {
  switch (problem) {
    case "colon-missing":
      return "Add the colon";
    case "comma-missing":
      return "Add the comma";
    case "comma-extra":
      return "Remove the comma";
    case "colon-extra":
      return "Remove the colon";
    case "comment":
      return "Remove the comment";
    case "closer-extra":
    case "opener-extra":
      return "Remove the bracket";
    case "key-not-quoted":
    case "quotes-not-double":
    case "word-not-quoted":
      return "Put it in double quotes";
    case "space-not-plain":
      return "Make it a plain space";
    case "brace-not-closed":
    case "brace-not-opened":
    case "bracket-not-closed":
    case "bracket-not-opened":
    case "string-not-closed":
      return `Add ${newText.trim()}`;
    case "closer-wrong":
    case "control-character":
    case "document-empty":
    case "escape-invalid":
    case "key-expected":
    case "number-invalid":
    case "text-after-end":
    case "text-not-json":
    case "unread":
    case "value-expected":
    case "word-not-json":
      return newText === "" ? "Remove it" : replaceBy(newText);
  }
}
