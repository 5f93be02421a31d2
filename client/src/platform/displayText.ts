import { unseenInTitles } from "@analyses/protocol/references";
import { fieldsOf, listOf, textOf } from "@analyses/protocol/message";

/** How much of a text from a registry is shown in one line, in UTF-16 code units. */
const lineLimit = 300;

/** How much of a text is looked at for a line: a registry may send megabytes. */
const readLimit = 10 * lineLimit;

/** Makes text from a registry fit to be shown in one line: see {@link withoutControls}; long text is cut. */
export function displayText(text: string): string {
  return shortened(withoutControls(shortened(text, readLimit)), lineLimit);
}

/** Text without control characters and without those that have no width or turn the direction of writing (UAX #9). */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(unseen, "");
}

/** A name, or what stands for it where it is blank: most often the identifier. */
export function nameOr(name: string, other: string): string {
  return visible.test(name) ? name : other;
}

const unseen = new RegExp(`[${unseenInTitles}]`, "g");
const visible = new RegExp(String.raw`[^\s\p{Cc}${unseenInTitles}]`, "u");

/** Text of at most `limit` UTF-16 code units, with an ellipsis where something was cut. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/**
 * One line of text from a registry for where VS Code draws `$(name)` as an icon: quick picks and the status
 * bar.
 */
export function iconFreeText(text: string): string {
  return displayText(text).replaceAll("$(", "\\$(");
}

/** One line of text from a registry for a message, where VS Code makes links of `[text](address)`. */
export function messageText(text: string): string {
  return messageSentences(displayText(text));
}

/** The same for whole sentences that quote a registry, which are not cut. */
export function messageSentences(text: string): string {
  return withoutControls(text).replaceAll("](", "] (");
}

/** One line of text from elsewhere for a language status or below an input box, where VS Code makes links and draws icons. */
export function statusText(text: string): string {
  return iconFreeText(messageText(text));
}

/** Text in which no character is markup to Markdown (CommonMark 0.31, section 2.4). */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&$:@]/g, "\\$&").replace(/\s+/g, " ");
}

/** What menus call a command, in the reader's language: VS Code puts the texts of `package.nls` into the manifest. */
export function commandTitle(manifest: unknown, id: string): string {
  const commands = listOf(fieldsOf(fieldsOf(manifest).contributes).commands, fieldsOf) ?? [];
  const title = commands.find(({ command }) => command === id)?.title;
  // Beside a translation stands the English text.
  return textOf(title) || textOf(fieldsOf(title).value) || id;
}
