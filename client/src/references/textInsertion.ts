import type { RegistryReference } from "../../../protocol/src/references";

/** A reference as it is written in a language that is not JSON. */
export function referenceText(reference: RegistryReference, languageId: string): string {
  const named = { link: reference.link, name: reference.name === "" ? reference.id : reference.name };
  if (languageId === "markdown") return markdownLink(named);
  if (isMarkup(languageId)) return `<a href="${escapedHtml(named.link)}">${escapedHtml(named.name)}</a>`;
  return `${named.name} <${named.link}>`.replace(/\s+/g, " ");
}

/**
 * The link alone, for a caret where only an address can stand: in the parentheses of a Markdown link, in its
 * definition, in an attribute of HTML. Undefined elsewhere.
 *
 * @param before what stands before the caret, at least its line
 */
export function linkAlone(
  { link }: RegistryReference,
  before: string,
  languageId: string,
): string | undefined {
  const isMarkdown = languageId === "markdown";
  if ((isMarkdown || isMarkup(languageId)) && inAttribute.test(before)) return escapedHtml(link);
  return isMarkdown && inMarkdownLink.test(before) ? markdownTarget(link) : undefined;
}

const inAttribute = /<[a-z][^<>]*=\s*(?:"[^"<>]*|'[^'<>]*)$/i;

/** CommonMark 0.31, sections 6.3 (inline links), 4.7 (link reference definitions), 6.5 (autolinks). */
const inMarkdownLink = /\]\([^()\s]*$|(?:^|\n) {0,3}\[[^\]\n]+\]:[ \t]*\S*$|<(?:https?:[^\s<>]*)?$/;

function isMarkup(languageId: string): boolean {
  return ["html", "xml", "vue", "svelte"].includes(languageId);
}

/** A link whose text shows the name to the letter, whatever Markdown its characters would mean. */
export function markdownLink({ name, link }: Pick<RegistryReference, "name" | "link">): string {
  return `[${escapedMarkdown(name)}](${markdownTarget(link)})`;
}

function markdownTarget(link: string): string {
  return link.replace(/[\s<>\\]/g, encodeURIComponent).replace(/[()]/g, percentEncoded);
}

/** Text in which no character is markup to Markdown (CommonMark 0.31, section 2.4). */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~&$:@]/g, "\\$&").replace(/\s+/g, " ");
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

function escapedHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
