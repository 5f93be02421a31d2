import type { RegistryReference } from "../../../protocol/src/references";

/** A reference as it is written in a language that is not JSON. */
export function referenceText(reference: RegistryReference, languageId: string): string {
  switch (languageId) {
    case "markdown":
      return markdownLink(reference);
    case "html":
    case "xml":
    case "vue":
    case "svelte":
      return `<a href="${escapedHtml(reference.link)}">${escapedHtml(reference.name)}</a>`;
    default:
      return `${reference.name} <${reference.link}>`.replace(/\s+/g, " ");
  }
}

/** A link whose text shows the name to the letter, whatever Markdown its characters would mean. */
export function markdownLink({ name, link }: Pick<RegistryReference, "name" | "link">): string {
  const target = link.replace(/[\s<>\\]/g, encodeURIComponent).replace(/[()]/g, percentEncoded);
  return `[${escapedMarkdown(name)}](${target})`;
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
