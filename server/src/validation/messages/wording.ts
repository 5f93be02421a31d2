import { speaksEnglish, translate } from "../../localisation/translate";

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
 * A title in the middle of a sentence: "Group name" becomes "group name", "GRADE rating" stays. Schemas are
 * English: sentences in other languages quote what they call a thing.
 */
export function inSentence(title: string): string {
  if (!speaksEnglish()) return translate("“{0}”", title);
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}
