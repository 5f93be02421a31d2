import { speaksEnglish, translate } from "../../localisation/translate";

/** What completion items say beside what schemas say. */
export const requiredDetail = (): string => translate("required");
export const newThing = (title: string): string =>
  translate("New {0}", speaksEnglish() ? lowerFirst(title) : translate("“{0}”", title));
export const newObject = (): string => translate("New object");
export const newList = (): string => translate("New list");
export const nextNumberDetail = (): string => translate("the next free number");
export const defaultDetail = (): string => translate("default");
export const exampleDetail = (): string => translate("example");

/** "Analysis group" becomes "analysis group"; "PICO question" and "GRADE" stay. */
function lowerFirst(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
