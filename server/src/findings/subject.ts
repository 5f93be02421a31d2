import type { Span } from "../document/locate";
import { speaksEnglish, translate } from "../localisation/translate";

/** What a sentence is about: a value of the document, named as an author would. */
export interface Subject {
  /** The property's name, when it is a property's value. */
  readonly property: string | undefined;
  /** Its place in a list, from 1, and the list's property. */
  readonly entry: { readonly number: number; readonly list: string | undefined } | undefined;
  /** The title that the schema gives the value. */
  readonly title: string | undefined;
  /** What it is when it is neither: the document or an analysis. */
  readonly whole: "document" | "analysis";
}

/** A property that has a value for which there is a rule of its own. */
export interface Reason extends Span {
  readonly name: string;
  /** The value, as in a sentence. */
  readonly value: string;
}

/** At the beginning of a sentence, as a value: "`name`", "Entry 3 of `studies`", "The analysis". */
export function valueName(subject: Subject): string {
  const { property, entry, whole } = subject;
  if (property !== undefined) return `\`${property}\``;
  if (entry === undefined)
    return whole === "analysis" ? translate("The analysis") : translate("The analyses document");
  return entry.list === undefined
    ? translate("Entry {0}", entry.number)
    : translate("Entry {0} of `{1}`", entry.number, entry.list);
}

/** Within a sentence, as a value: "`name`", "entry 3 of `studies`", "the analysis". */
export function valueNameInside(subject: Subject): string {
  const { property, entry, whole } = subject;
  if (property !== undefined) return `\`${property}\``;
  if (entry === undefined)
    return whole === "analysis" ? translate("the analysis") : translate("the analyses document");
  return entry.list === undefined
    ? translate("entry {0}", entry.number)
    : translate("entry {0} of `{1}`", entry.number, entry.list);
}

/** At the beginning of a sentence, as a thing of its kind: "The analysis group", "`effect`". */
export function thingName(subject: Subject): string {
  const { title } = subject;
  return title === undefined ? valueName(subject) : translate("The {0}", inSentence(title));
}

/** Its kind, with an article: "an analysis group"; "`effect`" where the kind has no name. */
export function kindName(subject: Subject): string {
  const { title, property, entry, whole } = subject;
  if (title !== undefined) return withArticle(title);
  if (property !== undefined) return `\`${property}\``;
  if (entry?.list !== undefined) return translate("an entry of `{0}`", entry.list);
  if (entry !== undefined) return translate("this object");
  return whole === "analysis" ? translate("an analysis") : translate("an analyses document");
}

/** "a", "a or b", "a, b or c". */
export function listOf(words: readonly string[], last: "or" | "and"): string {
  const end = words.at(-1);
  if (end === undefined || words.length === 1) return end ?? "";
  const others = words.slice(0, -1).join(", ");
  return last === "or" ? translate("{0} or {1}", others, end) : translate("{0} and {1}", others, end);
}

/** A title as a kind of thing, with its article. */
export function withArticle(title: string): string {
  const word = inSentence(title);
  if (!speaksEnglish()) return word;
  return `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`;
}

/**
 * A title in the middle of a sentence: "Group name" becomes "group name", "GRADE rating" stays. Sentences
 * in other languages quote what a schema calls a thing: its case, gender and number are not known.
 */
export function inSentence(title: string): string {
  if (!speaksEnglish()) return translate("“{0}”", title);
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
