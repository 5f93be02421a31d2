import { type ApplyingSchema, knownProperties, stringsIn } from "@analyses/json-schema";
import { type CompletionItem, type CompletionList, CompletionItemKind } from "vscode-languageserver-types";
import { depthOf, partAt } from "@analyses/protocol/documentFormat";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { SchemaContext } from "../../schema/schemaContext";
import { type LinePosition, isJsonObject, pathOf, propertiesOf } from "@analyses/json";
import { translate } from "../../localisation/translate";
import { describeSchemas, noText } from "../../presentation/documentation";
import { type SchemaLookup, schemaLookup } from "../../schemaLookup/schemaLookup";
import { type RiskOfBias, namesOfOther, riskOfBiasOf, schemasForMethod } from "../../schemaLookup/riskOfBias";
import { type SuggestedValue, type Template, snippetsOf, skeleton, text } from "../../schemaLookup/template";
import { suggestedValues } from "../../schemaLookup/suggestedValues";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";
import { type Caret, type PropertyCaret, caretAt, noSeparators, separatorsOfMember } from "./caret";
import { type CompletionOptions, ItemBuilder, offeredOf } from "./itemBuilder";
import { valueItems } from "./valueItems";

/**
 * Characters after which clients request completion automatically. Brackets are not among them: after a bracket the
 * user usually types a line break, and the Enter key would accept the first item.
 */
export const triggerCharacters = ['"', ":"] as const;

/**
 * The completion items at a position (LSP 3.17, `textDocument/completion`).
 *
 * @param isRequested whether the user invoked completion, so that the list may contain examples: in a list that the
 * client opened, Tab or Enter may accept the first item unintentionally
 */
export function complete(
  document: AnalysesDocument,
  schemas: SchemaContext,
  position: LinePosition,
  options: CompletionOptions,
  isRequested = true,
): CompletionList {
  const offset = document.text.offsetAt(position);
  const caret = caretAt(document, offset);
  if (caret === undefined) return { isIncomplete: false, items: [] };
  const lookup = schemaLookup(schemas);
  const suggest = suggestedValues(document, schemas);
  const builder = new ItemBuilder(document, caret.replaced, offset, options);
  const list =
    caret.kind === "property"
      ? propertyItems(document, caret, lookup, suggest, riskOfBiasOf(document, schemas), builder)
      : valueItems({ document, schemas, caret, lookup, suggest, builder, isRequested });
  if (list.items.length > 0 || !isRequested || schemas.itemSchema.kind === "ready") return list;
  return {
    isIncomplete: true,
    items: missingSchemaItems(document, caret, schemas.itemSchema, options, builder),
  };
}

/**
 * An item that says that no item schema is in force. Accepting the item opens the choice of a schema and leaves the
 * text as it is.
 */
function missingSchemaItems(
  { text: written }: AnalysesDocument,
  { steps, replaced, kind }: Caret,
  { kind: state }: SchemaContext["itemSchema"],
  { selectItemSchema: command }: CompletionOptions,
  builder: ItemBuilder,
): CompletionItem[] {
  const part = partAt(pathOf(steps).slice(0, depthOf.analysis));
  const isInside = part === "analysis" || (part === "analyses" && kind === "value");
  const present = written.slice(replaced.start, replaced.end);
  // Once the user has typed something, Enter or Tab must not accept this item.
  if (!isInside || (present !== "" && present !== '""')) return [];
  const item = builder.build({
    label:
      state === "none"
        ? translate("Analyses have no item schema: choose one…")
        : translate("The item schema of analyses is not in force: choose another…"),
    kind: CompletionItemKind.Text,
    detail: undefined,
    documentation: noText,
    template: [text(present)],
    separators: noSeparators,
  });
  item.filterText = present;
  return [
    command === undefined
      ? item
      : { ...item, command: { title: translate("Choose an item schema…"), command } },
  ];
}

/** The missing properties of the object at the caret, the required ones first. */
function propertyItems(
  document: AnalysesDocument,
  caret: PropertyCaret,
  lookup: SchemaLookup,
  suggest: SuggestedValue,
  riskOfBias: RiskOfBias | undefined,
  builder: ItemBuilder,
): CompletionList {
  const schemas = lookup.schemasAt(document, caret.steps, caret.current);
  const path = pathOf(caret.steps);
  const taken = namesTaken(caret);
  const separators = separatorsOfMember(document, caret, builder.margin);
  const isDomain = (name: string): boolean => riskOfBias?.isDomain(name) === true;
  const options = { lookup, suggest, indent: builder.indent, riskOfBias };
  const schemasOf = (name: string) => schemasForMethod(lookup, schemas, [...path, name], riskOfBias);
  const all = knownProperties(schemas, taken);
  const names = all.map(({ name }) => name);
  const ofOther = new Set(riskOfBias === undefined ? [] : namesOfOther(riskOfBias, names));
  const known = [...all, ...exampleNames(schemas, names)].filter(
    ({ name }) => !taken.has(name) && !ofOther.has(name),
  );
  const typed = document.text.slice(caret.replaced.start, caret.replaced.end).replaceAll('"', "");
  const { offered, isCut } = offeredOf(known, ({ name }) => name, typed);
  const domains = known.flatMap(({ name }) => (isDomain(name) ? [name] : []));
  const together = caret.follows === "nothing" && domains.length > 1 ? allDomains() : [];
  const others = offered.flatMap(({ name, required }) => {
    const valuePath = [...path, name];
    const valueSchemas = schemasOf(name);
    const { deprecated, isHidden, sortText } = knowledgeOf(valueSchemas);
    if (isHidden && typed !== name) return [];
    const key = JSON.stringify(name);
    const [snippet, ...moreSnippets] =
      caret.follows === "nothing" ? snippetsOf(valueSchemas, builder.indent, builder.margin) : [];
    const value =
      snippet !== undefined && moreSnippets.length === 0
        ? snippet.template
        : skeleton(valueSchemas, valuePath, options, builder.margin);
    const template: Template =
      caret.follows === "nothing"
        ? [text(`${key}: `), ...value]
        : [text(caret.follows === "colon" ? key : `${key}:`)];
    return builder.build({
      label: name,
      kind: CompletionItemKind.Property,
      detail: required ? translate("required") : undefined,
      documentation: describeSchemas(valueSchemas, name, required),
      template,
      separators: caret.follows === "nothing" ? separators : { ...separators, after: "" },
      deprecated,
      sortText,
    });
  });
  // The item of all domains depends on the typed letters, so the client must request it again at each keystroke.
  return { isIncomplete: isCut || together.length > 0, items: [...together, ...others] };

  /**
   * The item that inserts all missing domains of the document's risk-of-bias method. If the user has typed the first
   * letter of a judgement for each domain, it inserts those judgements, else placeholders.
   */
  function allDomains(): readonly CompletionItem[] {
    const { text: written } = document;
    const { line } = written.positionAt(caret.replaced.start);
    const before = written.slice(written.offsetAt({ line, character: 0 }), caret.replaced.start);
    const gap = before.trim() === "" ? `,\n${builder.margin}` : ", ";
    const judged = domains.map((name, index) => judgementBy(name, typed.charAt(index)));
    const isJudged = typed.length === domains.length && !judged.includes(undefined);
    const template = domains.flatMap((name, index): Template => [
      text(`${index === 0 ? "" : gap}${JSON.stringify(name)}: `),
      ...(isJudged
        ? [text(JSON.stringify(judged[index]))]
        : skeleton(schemasOf(name), [...path, name], options, builder.margin)),
    ]);
    const label = translate("All {0} domains", domains.length);
    const offer = { kind: CompletionItemKind.Struct, template, separators };
    if (isJudged) return [builder.build({ ...offer, label: typed, detail: label, documentation: noText })];
    const facts = [translate("Or type the first letter of each judgement, one after the other.")];
    const documentation = { ...noText, facts };
    return [builder.build({ ...offer, label, detail: riskOfBias?.method, documentation })];
  }

  /** The judgement of a domain that begins with a letter; undefined if none or several do. */
  function judgementBy(name: string, letter: string): string | undefined {
    const texts = knowledgeOf(schemasOf(name)).values.flatMap(({ value }) =>
      typeof value === "string" ? [value] : [],
    );
    const [only, ...others] = texts.filter((value) => value.charAt(0).toLowerCase() === letter.toLowerCase());
    return others.length === 0 ? only : undefined;
  }
}

/** Names for further properties, by the `examples` of `propertyNames` in the schemas. */
function exampleNames(
  schemas: readonly ApplyingSchema[],
  listed: readonly string[],
): ReturnType<typeof knownProperties> {
  const names = schemas.flatMap(({ schema: { propertyNames } }) =>
    isJsonObject(propertyNames) ? stringsIn(propertyNames.examples) : [],
  );
  return [...new Set(names)]
    .filter((name) => !listed.includes(name))
    .map((name) => ({ name, required: false }));
}

function namesTaken({ steps, current, next }: PropertyCaret): ReadonlySet<string> {
  const object = steps.at(-1);
  const names = new Set(next === undefined ? [] : [next]);
  if (object?.node.kind !== "object") return names;
  for (const { start, property } of propertiesOf({ node: object.node, start: object.start }))
    if (start !== current?.start) names.add(property.name);
  return names;
}
