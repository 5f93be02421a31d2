import type { CompletionItem, CompletionList, TextEdit } from "vscode-languageserver-types";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { ReferenceSuggestion, SuggestionsAnswer } from "../../../../protocol/src/referenceRequests";
import { identifierProperty } from "../../../../protocol/src/references";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { propertyNamed } from "../../document/places";
import { indentationOf } from "../../editing/indentation";
import { previousSignificant } from "../../editing/scan";
import { text } from "../../editing/template";
import type { Documentation } from "../../presentation/documentation";
import { rangeBetween } from "../../presentation/rangeBetween";
import { oneLine } from "../../references/messages";
import { isWellFormed } from "../../syntax/nodes";
import type { CompletionOptions } from "./completionOptions";
import { ItemBuilder } from "./itemBuilder";
import type { ReferencePlace } from "./referencePlace";
import { separatorsOfValue } from "./separators";

/** How many suggestions one list holds at most. */
export const mostSuggestions = 50;

/**
 * What is offered at a place of a reference: the schema's own items first, then what registries know.
 * Each fills in the whole reference. The list is asked for again as the author types.
 *
 * @param answer undefined when it did not come in time
 */
export function withReferences(
  document: AnalysesDocument,
  place: ReferencePlace,
  own: CompletionList,
  answer: SuggestionsAnswer | undefined,
  options: CompletionOptions,
): CompletionList {
  if (answer === undefined) return { ...own, isIncomplete: true };
  const builder = new ItemBuilder(document, place.caret.replaced, options);
  const { suggestions, note } = answer;
  const items = suggestions
    .slice(0, mostSuggestions)
    .filter(({ kind }) => place.kinds.includes(kind))
    .map((suggestion) => referenceItem(document, place, suggestion, note, builder));
  if (note !== undefined) items.push(noteItem(document, place, note, builder));
  return { isIncomplete: true, items: [...own.items, ...items.map(afterOwn)] };

  /** The client's own order of what schemas offer comes first; what was typed has been matched already. */
  function afterOwn(item: CompletionItem): CompletionItem {
    const { start } = place.caret.replaced;
    const isQuoted = document.text.slice(start, start + 1) === '"';
    const filterText = isQuoted ? `"${place.typed}"` : place.typed === "" ? item.label : place.typed;
    return { ...item, filterText, sortText: `r${item.sortText ?? ""}` };
  }
}

function referenceItem(
  document: AnalysesDocument,
  place: ReferencePlace,
  suggestion: ReferenceSuggestion,
  note: string | undefined,
  builder: ItemBuilder,
): CompletionItem {
  const { id, name, detail, registry } = suggestion;
  const { additionalTextEdits, added } = siblings(document, place, suggestion, builder.margin);
  const value = JSON.stringify(suggestion[place.property]);
  const item = builder.build({
    label: oneLine(name === "" ? id : name),
    kind: CompletionItemKind.Reference,
    detail: [id, detail, registry]
      .map(oneLine)
      .filter((part) => part !== "")
      .join(" · "),
    documentation: documentationOf(note),
    template: [text(value + added)],
    separators: separatorsOfValue(document, place.caret.replaced),
  });
  if (additionalTextEdits.length > 0) item.additionalTextEdits = [...additionalTextEdits];
  return item;
}

/** Says why there is not more on offer; choosing it leaves the text as it is. */
function noteItem(
  document: AnalysesDocument,
  { caret: { replaced } }: ReferencePlace,
  note: string,
  builder: ItemBuilder,
): CompletionItem {
  return builder.build({
    label: oneLine(note),
    kind: CompletionItemKind.Text,
    detail: undefined,
    documentation: documentationOf(undefined),
    template: [text(document.text.slice(replaced.start, replaced.end))],
    separators: { before: undefined, after: "" },
  });
}

function documentationOf(fact: string | undefined): Documentation {
  const facts = fact === undefined ? [] : [fact];
  return { title: undefined, remark: "", paragraphs: [], kinds: [], facts, list: undefined };
}

/** What else of the reference changes: values that are there are replaced, properties that lack are added. */
function siblings(
  document: AnalysesDocument,
  { caret, object, property, kinds }: ReferencePlace,
  suggestion: ReferenceSuggestion,
  margin: string,
): { readonly additionalTextEdits: readonly TextEdit[]; readonly added: string } {
  const edits: TextEdit[] = [];
  // A link alone is no reference yet, and need not become one.
  if (kinds.length > 1) return { additionalTextEdits: edits, added: "" };
  let added = "";
  const gap = gapBefore(document, caret.current?.start ?? caret.replaced.start, margin);
  for (const part of ["id", "name", "link"] as const) {
    if (part === property) continue;
    const key = part === "id" ? identifierProperty[suggestion.kind] : part;
    const existing = propertyNamed(object, key);
    const newText = JSON.stringify(suggestion[part]);
    if (existing === undefined) {
      added += `,${gap}${JSON.stringify(key)}: ${newText}`;
      continue;
    }
    const { node, start } = existing.value;
    const isScalar = node.kind !== "object" && node.kind !== "array" && node.kind !== "sealed";
    if (isScalar && isWellFormed(node))
      edits.push({ range: rangeBetween(document, start, start + node.length), newText });
  }
  return { additionalTextEdits: edits, added };
}

/** What stands before a new property: a line of its own where the one at the caret has one. */
function gapBefore({ text: written }: AnalysesDocument, propertyStart: number, margin: string): string {
  const previous = previousSignificant(written, propertyStart);
  const { line } = written.positionAt(propertyStart);
  const isOwnLine = previous === undefined || written.positionAt(previous.at).line !== line;
  if (!isOwnLine) return " ";
  return `\n${margin === "" ? "" : indentationOf(written, line)}`;
}
