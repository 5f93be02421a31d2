import { valueName } from "./subject";
import type { Subject } from "./subject";
import { inSentence, listOf } from "./wording";

/** @param choices - Titles of the schemas, or what tells them apart. */
export function fitsNone(subject: Subject, choices: readonly string[]): string {
  const named = choices.length === 0 ? "" : `: it can be ${listOf(choices.map(inSentence), "or")}`;
  return `${valueName(subject)} has none of the forms that it can have${named}.`;
}

export function fitsSeveral(subject: Subject, choices: readonly string[]): string {
  return `${valueName(subject)} fits ${listOf(choices.map(inSentence), "and")} at once: it must fit only one of them.`;
}

export function mustNotBe(subject: Subject, title: string | undefined): string {
  return title === undefined
    ? `${valueName(subject)} has a form that is ruled out here.`
    : `${valueName(subject)} must not be ${inSentence(title)}.`;
}

export function notAllowedAtAll(subject: Subject): string {
  return `${valueName(subject)} is not allowed here.`;
}

export function failsKeyword(subject: Subject, keyword: string): string {
  return `${valueName(subject)} does not meet the schema's condition \`${keyword}\`.`;
}
