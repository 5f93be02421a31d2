import type { CompletionItem, CompletionItemKind, Range, TextEdit } from "vscode-languageserver-types";
import { CompletionItemTag, InsertTextFormat, InsertTextMode } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Documentation } from "../../presentation/documentation";
import { render } from "../../presentation/documentation";
import { indentationOf, indentationStep } from "../../editing/indentation";
import { rangeBetween } from "../../presentation/rangeBetween";
import type { Template } from "../../editing/template";
import { text, toPlainText, toSnippet } from "../../editing/template";
import type { Span } from "./caret";
import type { CompletionOptions } from "./completionOptions";
import type { Separators } from "./separators";

/** What a completion item offers, before the client's abilities are considered. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionItemKind;
  readonly detail: string | undefined;
  readonly documentation: Documentation;
  readonly template: Template;
  readonly separators: Separators;
  readonly deprecated?: boolean;
}

/** Makes completion items for one caret, in the order in which they are offered. */
export class ItemBuilder {
  /** One step of indentation, and the indentation of inserted lines after the first. */
  readonly indent: string;
  readonly margin: string;
  private readonly range: Range;
  private readonly written: string;
  private count = 0;

  constructor(
    document: AnalysesDocument,
    replaced: Span,
    private readonly options: CompletionOptions,
  ) {
    this.range = rangeBetween(document, replaced.start, replaced.end);
    this.written = document.text.slice(replaced.start, replaced.start + 1);
    this.indent = indentationStep(document.text);
    this.margin = this.clientIndents ? "" : indentationOf(document.text, this.range.start.line);
  }

  /** Snippet engines indent what they insert unless they are told not to. */
  private get clientIndents(): boolean {
    return this.options.snippets && !this.options.insertsAsIs;
  }

  build(offer: Offer): CompletionItem {
    const template: Template = [...offer.template, text(offer.separators.after)];
    const isSnippet =
      this.options.snippets && template.some((part) => part.kind !== "text" || part.text.includes("\n"));
    const item: CompletionItem = {
      label: offer.label,
      kind: offer.kind,
      sortText: String((this.count += 1)).padStart(4, "0"),
      filterText: this.filterText(offer.label, template),
      documentation: render(offer.documentation, this.options.documentation),
      insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      textEdit: {
        range: this.range,
        newText: isSnippet ? toSnippet(template) : toPlainText(template),
      } satisfies TextEdit,
    };
    if (offer.detail !== undefined) item.detail = offer.detail;
    if (this.options.insertsAsIs) item.insertTextMode = InsertTextMode.asIs;
    if (offer.separators.before !== undefined) item.additionalTextEdits = [offer.separators.before];
    if (offer.deprecated === true) item.tags = [CompletionItemTag.Deprecated];
    return item;
  }

  /** Clients match what is written in the range, its quote included, with this text. */
  private filterText(label: string, template: Template): string {
    const quote = this.written === '"' || this.written === "'" ? this.written : "";
    const plain = toPlainText(template);
    const startsQuoted = plain.startsWith('"');
    return startsQuoted ? quote + label + quote : label;
  }
}
