import type { CompletionItem } from "vscode-languageserver-types";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { propertiesOf } from "../../document/places";
import { describeSchemas } from "../../presentation/describe";
import { knownProperties } from "../../guidance/knownProperties";
import type { SchemaGuide } from "../../guidance/schemaGuide";
import type { SuggestedValue } from "../../guidance/skeleton";
import { skeleton } from "../../guidance/skeleton";
import type { Template } from "../../editing/template";
import { text } from "../../editing/template";
import { knowledgeOf } from "../../guidance/valueKnowledge";
import { wayOf } from "../../guidance/ways";
import type { PropertyCaret } from "./caret";
import type { ItemBuilder } from "./itemBuilder";
import { requiredDetail } from "./messages";
import { separatorsOfMember } from "./separators";

/** The properties that the object at the caret does not have yet, the required ones first. */
export function propertyItems(
  document: AnalysesDocument,
  caret: PropertyCaret,
  guide: SchemaGuide,
  suggest: SuggestedValue,
  builder: ItemBuilder,
): CompletionItem[] {
  const schemas = guide.schemasAt(document, caret.steps, caret.current);
  const way = wayOf(caret.steps);
  const taken = namesTaken(caret);
  const separators = separatorsOfMember(document, caret.replaced);
  const options = { guide, suggest, indent: builder.indent };
  return knownProperties(schemas)
    .filter(({ name }) => !taken.has(name))
    .map(({ name, required }) => {
      const valueWay = [...way, name];
      const valueSchemas = guide.schemasOfChild(schemas, valueWay);
      const { deprecated } = knowledgeOf(valueSchemas);
      const key = JSON.stringify(name);
      const template: Template =
        caret.follows === "nothing"
          ? [text(`${key}: `), ...skeleton(valueSchemas, valueWay, options, builder.margin)]
          : [text(caret.follows === "colon" ? key : `${key}:`)];
      return builder.build({
        label: name,
        kind: CompletionItemKind.Property,
        detail: required ? requiredDetail() : undefined,
        documentation: describeSchemas(valueSchemas, name, required),
        template,
        separators: caret.follows === "nothing" ? separators : { ...separators, after: "" },
        deprecated,
      });
    });
}

function namesTaken({ steps, current }: PropertyCaret): ReadonlySet<string> {
  const object = steps.at(-1);
  const names = new Set<string>();
  if (object?.node.kind !== "object") return names;
  for (const { start, property } of propertiesOf({ node: object.node, start: object.start }))
    if (start !== current?.start) names.add(property.name);
  return names;
}
