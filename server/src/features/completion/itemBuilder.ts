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
  /** The range between the quotes of a string, if the caret is inside that string. */
  private readonly inside: Range | undefined;
  /** The quote at the start of the range; empty if there is none. */
  private readonly quote: string;
  /** The range without its opening quote, if it has one before the caret. */
  private readonly afterQuote: Range | undefined;
  /** The `null` of an empty value: clients match it too, so `filterText` starts with it. */
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
    this.inside = isBetweenQuotes ? document.text.rangeBetween(start + 1, end - 1) : undefined;
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
    const { separators } = offer;
    // Inside a snippet, an edit of a tab stop's quotes would end the snippet: edit only the text between them.
    const inside = offer.quoted !== undefined && separators.after === "" ? this.inside : undefined;
    const whole: Template =
      inside === undefined
        ? [text(separators.before), ...offer.template, text(separators.after)]
        : [text(JSON.stringify(offer.quoted).slice(1, -1))];
    // Some clients compare the text in the range with the label, which has no quote: leave the quote out of the range.
    const afterQuote = inside === undefined ? this.afterQuote : undefined;
    const unquoted = afterQuote === undefined ? undefined : withoutOpeningQuote(whole);
    const template = unquoted ?? whole;
    const isAfterQuote = inside !== undefined || unquoted !== undefined;
    const filterText = isAfterQuote ? offer.label : this.filterText(offer);
    const isSnippet =
      this.options.snippets && template.some((part) => part.kind !== "text" || part.text.includes("\n"));
    const item: CompletionItem = {
      label: offer.label,
      kind: offer.kind,
      sortText: offer.sortText ?? String((this.count += 1)).padStart(4, "0"),
      documentation: render(offer.documentation, this.options.documentation),
      insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: {
        range: inside ?? (unquoted === undefined ? undefined : afterQuote) ?? this.range,
        newText: isSnippet ? toSnippet(template) : toPlainText(template),
      },
    };
    if (filterText !== offer.label) item.filterText = filterText;
    if (offer.detail !== undefined) item.detail = offer.detail;
    if (this.options.insertsAsIs) item.insertTextMode = InsertTextMode.asIs;
    if (separators.apart !== undefined) item.additionalTextEdits = [separators.apart];
    if (offer.deprecated === true) item.tags = [CompletionItemTag.Deprecated];
    return item;
  }

  /** The text that clients compare with the text in the range, which includes an opening quote. */
  private filterText({ label, template }: Offer): string {
    const startsQuoted = toPlainText(template).trimStart().startsWith('"');
    return this.placeholder + (startsQuoted ? this.quote + label + this.quote : label);
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
    const label = labelOf(each).toLowerCase();
    let at = 0;
    const isMatch = letters.every((letter) => (at = label.indexOf(letter, at) + 1) > 0);
    if (!isMatch) continue;
    if (offered.length === maxOffered) break;
    offered.push(each);
  }
  return { offered, isCut: true };
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
