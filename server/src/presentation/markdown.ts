import MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";

/** The maximum length of a schema's description: longer ones are cut, because a hover should show a few sentences. */
const maxLength = 20_000;

const parser = new MarkdownIt("commonmark", { html: false });

/**
 * Rebuilds a schema description from parsed CommonMark, keeping only emphasis, code, paragraphs and lists. The output
 * never contains links, images or HTML: a schema can come from anyone, and rendering it must not fetch or run anything.
 */
export function safeMarkdown(markdown: string): string {
  return blocksOf(parser.parse(markdown.slice(0, maxLength), {})).trim();
}

/** As {@link safeMarkdown}, but on one line, for entries of lists. */
export function safeMarkdownLine(markdown: string): string {
  return inlineOf(parser.parseInline(markdown.slice(0, maxLength), {})).replace(/\s+/g, " ");
}

/** The indentation of the contents of a list entry. */
const step = "    ";

function blocksOf(tokens: readonly Token[]): string {
  /** For each enclosing list, innermost last: the next entry's number, or undefined for bullets. */
  const lists: (number | undefined)[] = [];
  let text = "";
  /** The bullet or number to write before the next block; empty within an entry. */
  let mark = "";
  const write = (block: string): void => {
    const margin = step.repeat(lists.length);
    const first = mark === "" ? margin : step.repeat(lists.length - 1) + mark.padEnd(step.length);
    text += `${first}${block.replaceAll("\n", `\n${margin}`)}\n\n`;
    mark = "";
  };
  for (const token of tokens) {
    switch (token.type) {
      case "bullet_list_open":
        lists.push(undefined);
        break;
      case "ordered_list_open":
        lists.push(Number(token.attrGet("start") ?? 1));
        break;
      case "bullet_list_close":
      case "ordered_list_close":
        lists.pop();
        break;
      case "list_item_open": {
        const number = lists.at(-1);
        mark = number === undefined ? "-" : `${number}.`;
        if (number !== undefined) lists[lists.length - 1] = number + 1;
        break;
      }
      case "list_item_close":
        mark = "";
        break;
      case "inline":
        write(inlineOf(token.children ?? []));
        break;
      case "fence":
      case "code_block": {
        const fence = "`".repeat(longestRun(token.content, 2) + 1);
        write(`${fence}\n${token.content.replace(/\n$/, "")}\n${fence}`);
        break;
      }
    }
  }
  return text;
}

function inlineOf(tokens: readonly Token[]): string {
  let text = "";
  let isAfterCode = false;
  for (const token of wordsOf(tokens)) {
    const piece = pieceOf(token);
    const isCode = token.type === "code_inline";
    // A space keeps adjoining code spans apart: their backticks would join to a longer run, and the code become markup.
    if (isCode && isAfterCode) text += " ";
    if (piece !== "") isAfterCode = isCode;
    text += piece;
  }
  return text;
}

/** The tokens of a text; an image is replaced by those of its description. */
function wordsOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) =>
    token.type === "inline" || token.type === "image" ? wordsOf(token.children ?? []) : [token],
  );
}

function pieceOf({ type, content }: Token): string {
  switch (type) {
    case "em_open":
    case "em_close":
      return "*";
    case "strong_open":
    case "strong_close":
      return "**";
    case "code_inline":
      return codeSpan(content);
    case "softbreak":
      return "\n";
    case "hardbreak":
      return "\\\n";
    default:
      return plainInMarkdown(content);
  }
}

/** Formats text as a code span with more backticks than the text contains (CommonMark 0.31, section 6.1). */
export function codeSpan(code: string): string {
  const oneLine = code.replace(/\s+/g, " ");
  const longest = longestRun(oneLine, 0);
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? fence + oneLine + fence : `${fence} ${oneLine} ${fence}`;
}

/** The length of the longest run of backticks, but at least `least`. */
export function longestRun(text: string, least: number): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), least);
}

/** Escapes all markup in a text. */
export function plainInMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+\-.!|~&:@$]/g, "\\$&").replace(/\s+/g, " ");
}

/** Breaks `$(name)` in a document's text, which VS Code renders as an icon in code lenses and lists of symbols. */
export function withoutIcons(text: string): string {
  return text.replaceAll("$(", "$\u2060(");
}
