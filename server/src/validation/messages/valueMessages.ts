import { valueName } from "./subject";
import type { Subject } from "./subject";
import { inSentence, listOf, withArticle } from "./wording";

/** Lists of values longer than this help nobody. */
const longestList = 8;

/**
 * @param given - The value as JSON text.
 * @param allowed - The allowed values as JSON text, the likeliest first.
 * @param nearest - How many of them are near.
 */
export function notAllowedValue(
  subject: Subject,
  given: string,
  allowed: readonly string[],
  nearest: number,
): string {
  const kind = subject.title === undefined ? undefined : withArticle(inSentence(subject.title));
  const statement =
    kind === undefined
      ? `${bare(given)} is not allowed for ${inSentence(valueName(subject))}`
      : `${bare(given)} is not ${kind}`;
  if (allowed.length === 0) return `${statement}.`;
  if (allowed.length <= longestList) return `${statement}: use ${listOf(allowed.map(plain), "or")}.`;
  const near = allowed.slice(0, Math.max(1, Math.min(nearest, 3))).map(plain);
  if (nearest === 0)
    return `${statement}: ${allowed.length} values are allowed, such as ${listOf(near, "or")}.`;
  return `${statement}: did you mean ${listOf(near, "or")}?`;
}

export function notTheValue(subject: Subject, expected: string): string {
  return `${valueName(subject)} must be ${plain(expected)}.`;
}

/** Text without its quotes, in code marks; other JSON abridged. */
function bare(json: string): string {
  return `\`${plain(json)}\``;
}

function plain(json: string): string {
  const text = json.startsWith('"') && json.endsWith('"') && json.length > 2 ? json.slice(1, -1) : json;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
