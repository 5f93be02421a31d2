import { valueName } from "./subject";
import type { Subject } from "./subject";
import { inSentence, listOf } from "./wording";
import { translate } from "../../localisation/translate";

/** @param choices - Titles of the schemas, or what tells them apart. */
export function fitsNone(subject: Subject, choices: readonly string[]): string {
  if (choices.length === 0)
    return translate("{0} has none of the forms that it can have.", valueName(subject));
  return translate(
    "{0} has none of the forms that it can have: it can be {1}.",
    valueName(subject),
    listOf(choices, "or"),
  );
}

export function fitsSeveral(subject: Subject, choices: readonly string[]): string {
  return translate(
    "{0} fits {1} at once: it must fit only one of them.",
    valueName(subject),
    listOf(choices, "and"),
  );
}

export function mustNotBe(subject: Subject, title: string | undefined): string {
  return title === undefined
    ? translate("{0} has a form that is ruled out here.", valueName(subject))
    : translate("{0} must not be {1}.", valueName(subject), inSentence(title));
}

export function notAllowedAtAll(subject: Subject): string {
  return translate("{0} is not allowed here.", valueName(subject));
}

export function failsKeyword(subject: Subject, keyword: string): string {
  return translate("{0} does not meet the schema's condition `{1}`.", valueName(subject), keyword);
}
