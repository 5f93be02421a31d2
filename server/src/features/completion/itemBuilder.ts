import type { CompletionItem, CompletionItemKind, MarkupKind, Range } from "vscode-languageserver-types";
import { CompletionItemTag, InsertTextFormat, InsertTextMode } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { type Documentation, render } from "../../presentation/documentation";
import { type Template, text, toPlainText, toSnippet } from "../../schemaLookup/template";
import { indentationOf, indentationStep, stringPattern } from "@analyses/json";
import type { Span } from "../../document/locate";
import type { Separators } from "./caret";

/** The client's support for completion items (LSP 3.17, CompletionClientCapabilities). */
export interface CompletionOptions {
  readonly snippets: boolean;
  /** Whether the client can leave the indentation of inserted lines as it is. */
  readonly insertsAsIs: boolean;
  readonly documentation: MarkupKind;
  /** The client's command for choosing an item schema, where it has one. */
  readonly selectItemSchema?: string | undefined;
}

/** The content of a completion item, independent of the client's capabilities. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionItemKind;
  readonly detail: string | undefined;
  readonly documentation: Documentation;
  readonly template: Template;
  readonly separators: Separators;
  readonly deprecated?: boolean;
  /** The sort key; if undefined, items sort in the order in which they were built. */
  readonly sortText?: string | undefined;
  /** The text that the template writes in quotes, if the template contains nothing else. */
  readonly quoted?: string;
}

/** Builds completion items for one caret, in the order in which the list shows them. */
export class ItemBuilder {
  /** One step of indentation. */
  readonly indent: string;
  /** The indentation of inserted lines after the first; empty if the client indents them itself. */
  readonly margin: string;
  private readonly range: Range;
  /** The range between the quotes, if the caret is inside a closed string. */
  private readonly betweenQuotes: Range | undefined;
  /** The quote at the start of the range; empty if there is none. */
  private readonly quote: string;
  /** The range without its opening quote, if the caret is after that quote and not after the closing one. */
  private readonly afterQuote: Range | undefined;
  /** The `null` that items replace, else empty: clients compare `filterText` with this `null` too. */
  private readonly placeholder: string;
  private count = 0;

  /** @param offset the caret's offset in the document */
  constructor(
    document: AnalysesDocument,
    { start, end }: Span,
    offset: number,
    private readonly options: CompletionOptions,
  ) {
    this.range = document.text.rangeBetween(start, end);
    const written = document.text.slice(start, end);
    const isBetweenQuotes = written.startsWith('"') && start < offset && offset < end && isClosed(written);
    this.betweenQuotes = isBetweenQuotes ? document.text.rangeBetween(start + 1, end - 1) : undefined;
    const isAfterQuote = written.startsWith('"') && start < offset && !(isClosed(written) && offset === end);
    this.afterQuote = isAfterQuote ? document.text.rangeBetween(start + 1, end) : undefined;
    this.quote = written.startsWith('"') || written.startsWith("'") ? written.charAt(0) : "";
    this.placeholder = written === "null" ? written : "";
    this.indent = indentationStep(document.text);
    this.margin = this.clientIndents ? "" : indentationOf(document.text, this.range.start.line);
  }

  /** Snippet engines indent inserted text unless `insertTextMode` is `asIs`. */
  private get clientIndents(): boolean {
    return this.options.snippets && !this.options.insertsAsIs;
  }

  build(offer: Offer): CompletionItem {
    const { range, template, filterText } = this.editOf(offer);
    const isSnippet =
      this.options.snippets && template.some((part) => part.kind !== "text" || part.text.includes("\n"));
    const item: CompletionItem = {
      label: offer.label,
      kind: offer.kind,
      sortText: offer.sortText ?? String((this.count += 1)).padStart(4, "0"),
      documentation: render(offer.documentation, this.options.documentation),
      insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: { range, newText: isSnippet ? toSnippet(template) : toPlainText(template) },
    };
    if (filterText !== offer.label) item.filterText = filterText;
    if (offer.detail !== undefined) item.detail = offer.detail;
    if (this.options.insertsAsIs) item.insertTextMode = InsertTextMode.asIs;
    if (offer.separators.apart !== undefined) item.additionalTextEdits = [offer.separators.apart];
    if (offer.deprecated === true) item.tags = [CompletionItemTag.Deprecated];
    return item;
  }

  /**
   * The range that an item replaces, the new text, and the text that clients compare with the text before the caret:
   *
   * - The range between the quotes of a string, for an item that is only a text: inside a snippet, an edit of a tab
   *   stop's quotes would end the snippet.
   * - The range after an opening quote, for any other item that begins with a quote: some clients compare the text in
   *   the range with the label, which has no quote.
   * - Else the whole range, with its quote.
   */
  private editOf(offer: Offer): {
    readonly range: Range;
    readonly template: Template;
    readonly filterText: string;
  } {
    const { label, quoted, separators } = offer;
    if (this.betweenQuotes !== undefined && quoted !== undefined && separators.after === "") {
      const template = [text(JSON.stringify(quoted).slice(1, -1))];
      return { range: this.betweenQuotes, template, filterText: label };
    }
    const whole: Template = [text(separators.before), ...offer.template, text(separators.after)];
    const unquoted = withoutOpeningQuote(whole);
    if (this.afterQuote !== undefined && unquoted !== undefined)
      return { range: this.afterQuote, template: unquoted, filterText: label };
    const isQuoted = toPlainText(offer.template).trimStart().startsWith('"');
    const compared = isQuoted ? this.quote + label + this.quote : label;
    return { range: this.range, template: whole, filterText: this.placeholder + compared };
  }
}

/** Maximum number of items: typing narrows a longer list. */
const maxOffered = 500;

/**
 * The items to offer. A list over the maximum is cut to the items whose labels contain the typed letters in order;
 * `isCut` then makes clients request the list again at each letter.
 */
export function offeredOf<Each>(
  all: readonly Each[],
  labelOf: (each: Each) => string,
  typed: string,
): { readonly offered: readonly Each[]; readonly isCut: boolean } {
  if (all.length <= maxOffered) return { offered: all, isCut: false };
  const letters = Array.from(typed.toLowerCase());
  const offered: Each[] = [];
  for (const each of all) {
    if (!hasInOrder(labelOf(each).toLowerCase(), letters)) continue;
    if (offered.length === maxOffered) break;
    offered.push(each);
  }
  return { offered, isCut: true };
}

/** Whether a text contains the letters in order, possibly with others in between. */
export function hasInOrder(text: string, letters: readonly string[]): boolean {
  let at = 0;
  return letters.every((letter) => (at = text.indexOf(letter, at) + 1) > 0);
}

function withoutOpeningQuote(template: Template): Template | undefined {
  const first = template.findIndex((part) => part.kind !== "text" || part.text !== "");
  const part = template[first];
  if (part?.kind !== "text" || !part.text.startsWith('"')) return undefined;
  return [text(part.text.slice(1)), ...template.slice(first + 1)];
}

const closedString = new RegExp(`^${stringPattern}$`);

function isClosed(written: string): boolean {
  return closedString.test(written);
}
