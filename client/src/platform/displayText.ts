import { unseenInTitles } from "@analyses/protocol/references";
import { fieldsOf, listOf, textOf } from "@analyses/protocol/message";

/** The maximum length of a registry's text on one line, in UTF-16 code units. */
const lineLimit = 300;

/** The maximum length processed for a line: a registry may send megabytes. */
const readLimit = 10 * lineLimit;

/** Prepares a registry's text for display on one line: see {@link withoutControls}; truncates long text. */
export function displayText(text: string): string {
  return shortened(withoutControls(shortened(text, readLimit)), lineLimit);
}

/**
 * Replaces control characters and line separators by spaces; removes zero-width characters and bidirectional controls
 * (UAX #9).
 */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(unseen, "");
}

/** The file name of a URI. */
export function nameOf({ path }: { readonly path: string }): string {
  return path.split("/").at(-1) ?? "";
}

/** Returns a name, or if it is blank a fallback, such as the identifier. */
export function nameOr(name: string, fallback: string): string {
  return visible.test(name) ? name : fallback;
}

const unseen = new RegExp(`[${unseenInTitles}]`, "g");
const visible = new RegExp(String.raw`[^\s\p{Cc}${unseenInTitles}]`, "u");

/** Truncates text to `limit` UTF-16 code units, with an ellipsis. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/**
 * Prepares a registry's text for one line in which VS Code draws `$(name)` as an icon: quick picks and the status bar.
 */
export function iconFreeText(text: string): string {
  return displayText(text).replaceAll("$(", "\\$(");
}

/** Prepares a registry's text for a message, in which VS Code makes links of `[text](address)`. */
export function messageText(text: string): string {
  return messageSentences(displayText(text));
}

/** Prepares sentences, which may quote a registry, for a message; does not truncate them. */
export function messageSentences(text: string): string {
  return withoutControls(text).replaceAll("](", "] (");
}

/** Prepares text for a language status or an input box's message, where VS Code makes links and draws icons. */
export function statusText(text: string): string {
  return iconFreeText(messageText(text));
}

/** Escapes all Markdown markup in a text (CommonMark 0.31, section 2.4), and makes it one line. */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&$:@]/g, "\\$&").replace(/\s+/g, " ");
}

/** A command's title in the user's language, from the manifest, into which VS Code inserts `package.nls` texts. */
export function commandTitle(manifest: unknown, id: string): string {
  const commands = listOf(fieldsOf(fieldsOf(manifest).contributes).commands, fieldsOf) ?? [];
  const title = commands.find(({ command }) => command === id)?.title;
  // A translated title is an object with `value` and the English `original`.
  return textOf(title) || textOf(fieldsOf(title).value) || id;
}

/** The maximum displayed length of a value, which may be the text of a whole study or analysis. */
const maxValueLength = 160;
/** The length of the text that is displayed before the first difference. */
const shownBefore = 40;

/**
 * The values of a cell in several documents, each on one line. Long values are cut so that their difference is visible.
 *
 * @param absent the text for a value that a document does not have
 */
export function shownValues(values: readonly (string | null)[], absent: string): readonly string[] {
  const lines = values.map((value) => value?.replace(/\s+/g, " "));
  const present = lines.filter((line) => line !== undefined);
  const isLong = present.some(({ length }) => length > maxValueLength);
  const from = isLong && present.length > 1 ? Math.max(0, firstDifference(present) - shownBefore) : 0;
  return lines.map((line) => {
    if (line === undefined) return absent;
    const shown = line.slice(from, from + maxValueLength);
    return `${from > 0 ? "…" : ""}${shown}${from + maxValueLength < line.length ? "…" : ""}`;
  });
}

function firstDifference(lines: readonly string[]): number {
  const [first = ""] = lines;
  let at = 0;
  while (at < first.length && lines.every((line) => line[at] === first[at])) at += 1;
  return at;
}
