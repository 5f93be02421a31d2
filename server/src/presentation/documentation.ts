import type { MarkupContent } from "vscode-languageserver-types";
import { MarkupKind } from "vscode-languageserver-types";

/** What a hover or a completion tells, independent of how the client shows it. */
export interface Documentation {
  readonly title: string | undefined;
  /** Behind the title, for example "required"; may be empty. */
  readonly remark: string;
  /** Paragraphs in the Markdown that schema descriptions use. */
  readonly paragraphs: readonly string[];
  /** What holds for the value as it is written, beside what holds in any case. */
  readonly kinds: readonly Kind[];
  /** Sentences about the document; they may quote it. */
  readonly facts: readonly string[];
  readonly list: { readonly heading: string; readonly entries: readonly ListEntry[] } | undefined;
}

/** One of the kinds of value that a schema tells apart. */
export interface Kind {
  readonly title: string;
  readonly description: string | undefined;
}

export interface ListEntry {
  /** Shown as code. */
  readonly code: string;
  readonly text: string | undefined;
}

/** Whether there is nothing to tell. */
export function isEmpty({ title, facts, paragraphs, list }: Documentation): boolean {
  return title === undefined && facts.length === 0 && paragraphs.length === 0 && list === undefined;
}

/** Renders documentation in the way that the client can show (LSP 3.17, MarkupContent). */
export function render(documentation: Documentation, kind: MarkupKind): MarkupContent {
  const markdown = kind === MarkupKind.Markdown;
  const { title, remark, facts, paragraphs, kinds, list } = documentation;
  const blocks: string[] = [];
  const heading = [
    title === undefined ? undefined : markdown ? `**${plainInMarkdown(title)}**` : title,
    remark === "" ? undefined : `(${markdown ? plainInMarkdown(remark) : remark})`,
  ];
  const first = heading.filter((part) => part !== undefined).join(" ");
  if (first !== "") blocks.push(first);
  blocks.push(...facts.map((fact) => (markdown ? plainInMarkdown(fact) : fact)));
  blocks.push(...paragraphs.map((paragraph) => (markdown ? safeMarkdown(paragraph) : paragraph)));
  blocks.push(...kinds.map((one) => renderKind(one, markdown)));
  if (list !== undefined)
    blocks.push([list.heading, ...list.entries.map((entry) => renderEntry(entry, markdown))].join("\n"));
  return { kind, value: blocks.join("\n\n") };
}

function renderKind({ title, description }: Kind, markdown: boolean): string {
  const name = markdown ? `*${plainInMarkdown(title)}*` : title;
  if (description === undefined) return name;
  return `${name}: ${markdown ? safeMarkdown(description) : description}`;
}

function renderEntry({ code, text }: ListEntry, markdown: boolean): string {
  const shown = markdown ? codeSpan(code) : code;
  const explained = text === undefined ? "" : ` – ${markdown ? safeMarkdown(text) : text}`;
  return `- ${shown}${explained}`;
}

/** Text as code, whatever backticks it holds (CommonMark 0.31, section 6.1). */
export function codeSpan(code: string): string {
  const oneLine = code.replace(/\s+/g, " ");
  const longest = Math.max(0, ...[...oneLine.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? fence + oneLine + fence : `${fence} ${oneLine} ${fence}`;
}

/** Text in which nothing is markup. */
export function plainInMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+\-.!|~&:@$]/g, "\\$&").replace(/\s+/g, " ");
}

/**
 * The Markdown of a schema's description with emphasis, code and paragraphs, but without links, images
 * and HTML: a schema comes from anybody, and showing it must fetch and run nothing.
 */
export function safeMarkdown(markdown: string): string {
  return markdown.replace(keptOrMarkup, (found) => (found.length > 1 ? found : `\\${found}`));
}

/** What stays as it is, an escaped character or a code span in a line, or what begins a link or HTML. */
const keptOrMarkup = /\\[^]|(?<![`\\])(`+)(?!`)[^`\n]+\1(?!`)|[<>[\]&]/g;
