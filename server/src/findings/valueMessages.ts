import { kindName, listOf, thingName, valueName } from "./subject";
import type { Subject } from "./subject";
import { translate } from "../localisation/translate";

/** The maximum length of a list in a message. */
export const longestList = 8;

/** Removes the quotes of a text, puts it on one line, and abridges long values. */
export function plain(json: string): string {
  const whole = json.startsWith('"') && json.endsWith('"') && json.length > 2 ? json.slice(1, -1) : json;
  const text = whole.replace(/\s*\n\s*/g, " ");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** @param choices - Titles of the schemas, or other distinguishing names. */
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

/** @param unwanted the ruled-out kind, as in a sentence; undefined without a name */
export function mustNotBe(subject: Subject, unwanted: string | undefined): string {
  return unwanted === undefined || unwanted === ""
    ? translate("{0} has a form that is ruled out here.", valueName(subject))
    : translate("{0} must not be {1}.", valueName(subject), unwanted);
}

/** @param names of properties that the object must not have together */
export function mustNotHave(object: Subject, names: readonly string[]): string {
  const quoted = listOf(
    names.map((name) => `\`${name}\``),
    "and",
  );
  return names.length === 1
    ? translate("{0} must not have {1}.", thingName(object), quoted)
    : translate("{0} must not have {1} together.", thingName(object), quoted);
}

export function mustNotFollow(subject: Subject, pattern: string): string {
  return translate("{0} must not have the form `{1}`.", valueName(subject), pattern);
}

export function notAllowedAtAll(subject: Subject): string {
  return translate("{0} is not allowed here.", valueName(subject));
}

export function looksLike(is: Subject, wanted: Subject): string {
  return translate("This looks like {0}, but {1} is expected here.", kindName(is), kindName(wanted));
}

/** Whether two texts look the same but have different characters (Unicode Standard Annex 15, NFC). */
export function isSameText(one: string, other: string): boolean {
  return one !== other && one.normalize() === other.normalize();
}

export const otherCharacters = (meant: string): string =>
  translate(
    "This looks like `{0}`, but its accents are characters of their own: write it with one character each.",
    meant,
  );
