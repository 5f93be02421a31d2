import { inSentence, withArticle } from "./wording";

/** What a sentence is about: a value of the document, named as an author would. */
export interface Subject {
  /** The property's name, when it is a property's value. */
  readonly property: string | undefined;
  /** Its place in a list, from 1, and the list's property. */
  readonly entry: { readonly number: number; readonly list: string | undefined } | undefined;
  /** The title that the schema gives the value. */
  readonly title: string | undefined;
  /** What it is when it is neither: the document or an analysis. */
  readonly whole: "analyses document" | "analysis";
}

/** At the beginning of a sentence, as a value: "`name`", "Entry 3 of `studies`", "The analysis". */
export function valueName(subject: Subject): string {
  const { property, entry, whole } = subject;
  if (property !== undefined) return `\`${property}\``;
  if (entry === undefined) return `The ${whole}`;
  return entry.list === undefined ? `Entry ${entry.number}` : `Entry ${entry.number} of \`${entry.list}\``;
}

/** At the beginning of a sentence, as a thing of its kind: "The analysis group", "`effect`". */
export function thingName(subject: Subject): string {
  const { title } = subject;
  return title === undefined ? valueName(subject) : `The ${inSentence(title)}`;
}

/** Its kind, with an article: "an analysis group"; "`effect`" where the kind has no name. */
export function kindName(subject: Subject): string {
  const { title, property, entry, whole } = subject;
  if (title !== undefined) return withArticle(inSentence(title));
  if (property !== undefined) return `\`${property}\``;
  if (entry?.list !== undefined) return `an entry of \`${entry.list}\``;
  return entry === undefined ? withArticle(whole) : "this object";
}
