import type { Span } from "../document/locate";
import { speaksEnglish, translate } from "../localisation/translate";

/** The subject of a message: a value of the document, with the names that an author would use. */
export interface Subject {
  /** The property's name, if the subject is a property's value. */
  readonly property: string | undefined;
  /** The position in a list, from 1, and the list's property. */
  readonly entry: { readonly number: number; readonly list: string | undefined } | undefined;
  readonly title: string | undefined;
  /** The fallback without property and entry: the document or an analysis. */
  readonly whole: "document" | "analysis";
}

/** A property whose value makes a rule apply. */
export interface Reason extends Span {
  readonly name: string;
  /** The value, formatted for a message. */
  readonly value: string;
}

/** The value's name at the start of a sentence: "`name`", "Entry 3 of `studies`", "The analysis". */
export function valueName(subject: Subject): string {
  const { property, entry, whole } = subject;
  if (property !== undefined) return `\`${property}\``;
  if (entry === undefined)
    return whole === "analysis" ? translate("The analysis") : translate("The analyses document");
  return entry.list === undefined
    ? translate("Entry {0}", entry.number)
    : translate("Entry {0} of `{1}`", entry.number, entry.list);
}

/** The value's name within a sentence: "`name`", "entry 3 of `studies`", "the analysis". */
export function valueNameInside(subject: Subject): string {
  const { property, entry, whole } = subject;
  if (property !== undefined) return `\`${property}\``;
  if (entry === undefined)
    return whole === "analysis" ? translate("the analysis") : translate("the analyses document");
  return entry.list === undefined
    ? translate("entry {0}", entry.number)
    : translate("entry {0} of `{1}`", entry.number, entry.list);
}

/** The value's kind at the start of a sentence: "The analysis group"; without a title, its name: "`effect`". */
export function thingName(subject: Subject): string {
  const { title } = subject;
  return title === undefined ? valueName(subject) : translate("The {0}", inSentence(title));
}

/** The value's kind with an article: "an analysis group"; without a title, its name: "`effect`". */
export function kindName(subject: Subject): string {
  const { title, property, entry, whole } = subject;
  if (title !== undefined) return withArticle(title);
  if (property !== undefined) return `\`${property}\``;
  if (entry?.list !== undefined) return translate("an entry of `{0}`", entry.list);
  if (entry !== undefined) return translate("this object");
  return whole === "analysis" ? translate("an analysis") : translate("an analyses document");
}

/** Joins words for a sentence: "a", "a or b", "a, b or c". */
export function listOf(words: readonly string[], last: "or" | "and"): string {
  const end = words.at(-1);
  if (end === undefined || words.length === 1) return end ?? "";
  const others = words.slice(0, -1).join(", ");
  return last === "or" ? translate("{0} or {1}", others, end) : translate("{0} and {1}", others, end);
}

/** A title with its article, as the name of a kind. */
export function withArticle(title: string): string {
  const word = inSentence(title);
  if (!speaksEnglish()) return word;
  return `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`;
}

/**
 * Adapts a title for the middle of a sentence: "Group name" becomes "group name"; "GRADE rating", "GitHub file" and
 * "Citation File Format" stay. Other languages quote the title, because its case, gender and number are unknown.
 */
export function inSentence(title: string): string {
  if (!speaksEnglish()) return translate("“{0}”", title);
  const [first = "", ...others] = title.split(" ");
  const isName = others.length > 0 && others.every((word) => /^\p{Lu}\p{Ll}/u.test(word));
  return /^\p{Lu}\p{Ll}\P{Lu}*$/u.test(first) && !isName
    ? title.charAt(0).toLowerCase() + title.slice(1)
    : title;
}

/** The longest list of names or values that a message includes. */
export const maxListLength = 9;

/** Removes the quotes of a text, puts it on one line, and abridges long values. */
export function plain(json: string): string {
  const whole = json.startsWith('"') && json.endsWith('"') && json.length > 2 ? json.slice(1, -1) : json;
  const text = whole.replace(/\s*\n\s*/g, " ");
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** @param choices - Titles of the schemas, or other distinguishing names. */
export function fitsNone(subject: Subject, choices: readonly string[]): string {
  if (choices.length === 0 || choices.length > maxListLength)
    return translate("{0} has none of the forms that it can have.", valueName(subject));
  return translate(
    "{0} has none of the forms that it can have: it can be {1}.",
    valueName(subject),
    listOf(choices, "or"),
  );
}

export function looksLike(is: Subject, wanted: Subject): string {
  return translate("This looks like {0}, but {1} is expected here.", kindName(is), kindName(wanted));
}

/**
 * Whether two texts look the same but differ in the form of accents (UAX #15), invisible characters or kinds of space.
 */
export function isSameText(one: string, other: string): boolean {
  return one !== other && asSeen(one) === asSeen(other);
}

function asSeen(text: string): string {
  return text
    .normalize()
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, "")
    .replace(/\s/gu, " ")
    .trim();
}

/**
 * The sentence for a text that looks like the intended one, but has other characters: accents of their own, invisible
 * characters or other spaces.
 *
 * @param given the text in the document
 */
export function otherCharacters(given: string, intended: string): string {
  return given.normalize() === intended.normalize()
    ? translate(
        "This looks like `{0}`, but its accents are characters of their own: write it with one character each.",
        intended,
      )
    : translate("This looks like `{0}`, but has an invisible character or another space.", intended);
}
