import { valueName, valueNameInside } from "./subject";
import type { Subject } from "./subject";
import { listOf, withArticle } from "./wording";
import { translate } from "../../localisation/translate";

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
  const statement =
    subject.title === undefined
      ? translate("`{0}` is not allowed for {1}", plain(given), valueNameInside(subject))
      : translate("`{0}` is not {1}", plain(given), withArticle(subject.title));
  if (allowed.length === 0) return `${statement}.`;
  if (allowed.length <= longestList)
    return translate("{0}: use {1}.", statement, listOf(allowed.map(plain), "or"));
  const near = listOf(allowed.slice(0, Math.max(1, Math.min(nearest, 3))).map(plain), "or");
  if (nearest === 0)
    return translate("{0}: {1} values are allowed, such as {2}.", statement, allowed.length, near);
  return translate("{0}: did you mean {1}?", statement, near);
}

export function notTheValue(subject: Subject, expected: string): string {
  return translate("{0} must be {1}.", valueName(subject), plain(expected));
}

/** Text without its quotes; other JSON abridged. */
export function plain(json: string): string {
  const text = json.startsWith('"') && json.endsWith('"') && json.length > 2 ? json.slice(1, -1) : json;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
