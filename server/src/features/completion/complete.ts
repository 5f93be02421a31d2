import type { CompletionList } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { SchemaContext } from "../../schema/schemaContext";
import type { LinePosition } from "../../text/documentText";
import { guideTo } from "../../guidance/schemaGuide";
import { suggestedValues } from "../../guidance/suggestedValues";
import { caretAt } from "./caret";
import type { CompletionOptions } from "./completionOptions";
import { ItemBuilder } from "./itemBuilder";
import { propertyItems } from "./propertyItems";
import { valueItems } from "./valueItems";

/** After these characters a client asks for completion by itself. */
export const triggerCharacters = ['"', ":", "{", "["] as const;

/** What can be written at a position (LSP 3.17, `textDocument/completion`). */
export function complete(
  document: AnalysesDocument,
  schemas: SchemaContext,
  position: LinePosition,
  options: CompletionOptions,
): CompletionList {
  const caret = caretAt(document, document.text.offsetAt(position));
  if (caret === undefined) return { isIncomplete: false, items: [] };
  const guide = guideTo(schemas);
  const suggest = suggestedValues(document, schemas);
  const builder = new ItemBuilder(document, caret.replaced, options);
  const items =
    caret.kind === "property"
      ? propertyItems(document, caret, guide, suggest, builder)
      : valueItems(document, schemas, caret, guide, suggest, builder);
  return { isIncomplete: false, items };
}
