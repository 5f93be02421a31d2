import type { CompletionItem } from "vscode-languageserver-types";
import { CompletionItemKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { JsonValue } from "../../document/valueOf";
import type { SchemaContext } from "../../schema/schemaContext";
import type { ApplicableSchema } from "../../guidance/applicableSchemas";
import { describeKnownValue, describeSchemas } from "../../presentation/describe";
import type { Documentation } from "../../presentation/documentation";
import { jsonEquals } from "../../document/json";
import type { SchemaGuide, Variant } from "../../guidance/schemaGuide";
import type { SuggestedValue } from "../../guidance/skeleton";
import { skeleton } from "../../guidance/skeleton";
import type { Template } from "../../editing/template";
import { text } from "../../editing/template";
import { knowledgeOf } from "../../guidance/valueKnowledge";
import type { Way } from "../../guidance/ways";
import { wayOf } from "../../guidance/ways";
import type { ValueCaret } from "./caret";
import type { ItemBuilder, Offer } from "./itemBuilder";
import { defaultDetail, exampleDetail, newList, newObject, newThing, nextNumberDetail } from "./messages";
import type { Separators } from "./separators";
import { separatorsOfMember, separatorsOfValue } from "./separators";

/** The values that schemas name for the place at the caret, and skeletons of objects and lists. */
export function valueItems(
  document: AnalysesDocument,
  schemas: SchemaContext,
  caret: ValueCaret,
  guide: SchemaGuide,
  suggest: SuggestedValue,
  builder: ItemBuilder,
): CompletionItem[] {
  const parents = guide.schemasAt(document, caret.steps, caret.current);
  const parentWay = wayOf(caret.steps);
  const way: Way = caret.key === undefined ? [] : [...parentWay, caret.key];
  const separators =
    typeof caret.key === "string"
      ? separatorsOfValue(document, caret.replaced)
      : separatorsOfMember(document, caret.replaced);
  const options = { guide, suggest, indent: builder.indent };
  const identifiers = isSchemaIdentifier(way) ? schemas.knownIdentifiers : [];
  const offers = [
    ...valueOffers(guide.schemasOfChild(parents, way), identifiers, suggest(way), separators),
    ...guide.variantsOfChild(parents, way).flatMap((variant) => skeletonOffers(variant, separators)),
  ];
  return offers.map((offer) => builder.build(offer));

  function skeletonOffers({ title, schemas: own }: Variant, around: Separators): readonly Offer[] {
    const { types } = knowledgeOf(own);
    const isObject = types.includes("object");
    if (!isObject && !types.includes("array")) return [];
    return [
      {
        label: title === undefined ? (isObject ? newObject() : newList()) : newThing(title),
        kind: CompletionItemKind.Struct,
        detail: undefined,
        documentation: { ...describeSchemas(own, undefined, false), title },
        template: skeleton(own, way, options, builder.margin),
        separators: around,
      },
    ];
  }
}

function isSchemaIdentifier(way: Way): boolean {
  return way.length === 1 && way[0] === "$schema";
}

/** A value to offer, why it is offered, and what is said about it. */
interface Candidate {
  readonly value: JsonValue;
  readonly detail: string | undefined;
  readonly documentation: Documentation;
}

function valueOffers(
  schemas: readonly ApplicableSchema[],
  identifiers: readonly string[],
  suggested: JsonValue | undefined,
  separators: Separators,
): readonly Offer[] {
  const { title, values, types, default: preset, examples } = knowledgeOf(schemas);
  const documentation = describeSchemas(schemas, undefined, false);
  const plain = (value: JsonValue, detail?: string): Candidate => ({ value, detail, documentation });
  const simple = [
    ...(types.includes("boolean") ? [true, false] : []),
    ...(types.includes("null") ? [null] : []),
  ];
  const candidates: readonly Candidate[] = [
    ...values.map((known) => ({
      value: known.value,
      detail: known.title ?? title,
      documentation: describeKnownValue(known, documentation),
    })),
    ...identifiers.map((identifier) => plain(identifier)),
    ...(typeof suggested === "number" ? [plain(suggested, nextNumberDetail())] : []),
    ...(preset === undefined ? [] : [plain(preset, defaultDetail())]),
    ...(values.length > 0 ? [] : simple.map((value) => plain(value))),
    ...examples.map((example) => plain(example, exampleDetail())),
  ];
  return candidates
    .filter(({ value }, index) => candidates.findIndex((one) => jsonEquals(one.value, value)) === index)
    .map(({ value, detail, documentation: about }) => ({
      label: typeof value === "string" ? value : JSON.stringify(value),
      kind: values.length > 0 ? CompletionItemKind.EnumMember : CompletionItemKind.Value,
      detail,
      documentation: about,
      template: writtenOut(value),
      separators,
    }));
}

function writtenOut(value: JsonValue): Template {
  return [text(JSON.stringify(value))];
}
