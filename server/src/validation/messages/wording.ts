/** "a", "a or b", "a, b or c". */
export function listOf(words: readonly string[], last: "or" | "and"): string {
  const end = words.at(-1);
  if (end === undefined) return "";
  return words.length === 1 ? end : `${words.slice(0, -1).join(", ")} ${last} ${end}`;
}

/** The word with its article. */
export function withArticle(word: string): string {
  return `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`;
}

/** A title in the middle of a sentence: "Group name" becomes "group name", "GRADE rating" stays. */
export function inSentence(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

export function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** "1 entry", "2 entries". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
