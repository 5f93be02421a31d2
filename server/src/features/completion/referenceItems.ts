import { knownProperties, namesInOrder } from "@analyses/json-schema";
import type { CompletionItem, CompletionList, TextEdit } from "vscode-languageserver-types";
import { CompletionItemKind } from "vscode-languageserver-types";
import type {
  ProblemsAfterParams,
  ReferenceProperties,
  ReferenceSuggestion,
  SuggestionsAnswer,
} from "@analyses/protocol/referenceMessages";
import type { RegistryReference } from "@analyses/protocol/references";
import { documentJson, identifierProperty, isCalledAsRecord } from "@analyses/protocol/references";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { LinePosition, ObjectNode, Placed } from "@analyses/json";
import {
  indentationOf,
  indentationStep,
  isContainer,
  isEmptyText,
  isWellFormed,
  pathOf,
  previousSignificant,
  propertyNamed,
  unescapeString,
  pathAt,
} from "@analyses/json";
import { text } from "../../schemaLookup/template";
import { translate } from "../../localisation/translate";
import { noText } from "../../presentation/documentation";
import { oneLine } from "../../references/referenceStatuses";
import { type CompletionOptions, ItemBuilder } from "./itemBuilder";
import { type ValueCaret, caretAt, noSeparators, separatorsOfValue } from "./caret";
import { depthOf, partAt } from "@analyses/protocol/documentFormat";
import type { SchemaContext } from "../../schema/schemaContext";
import { schemaLookup } from "../../schemaLookup/schemaLookup";

const parts = ["id", "name", "link"] as const;
type ReferencePart = (typeof parts)[number];

export const maxSuggestions = 50;

/**
 * The items at a place of a reference: first the schemas' items, then the registries' items, each of which fills in the
 * whole reference. The client requests the list again as the user types.
 *
 * @param own the schemas' items
 * @param answer the registries' suggestions; undefined if they did not arrive in time
 */
export function withReferences(
  document: AnalysesDocument,
  place: ReferencePlace,
  own: CompletionList,
  answer: SuggestionsAnswer | undefined,
  options: CompletionOptions,
): CompletionList {
  if (answer === undefined) return { ...own, isIncomplete: true };
  const builder = new ItemBuilder(document, place.caret.replaced, place.offset, options);
  const { suggestions, note } = answer;
  const items: CompletionItem[] = [];
  if (suggestions.length > 0 && place.typed !== "") items.push(typedItem(document, place, builder));
  for (const suggestion of suggestions.slice(0, maxSuggestions))
    if (place.kinds.includes(suggestion.kind))
      items.push(referenceItem(document, place, suggestion, note, builder));
  // The note of a registry explains why it suggests no more items, for example that it is not reachable.
  if (note !== undefined) items.push(unchangedItem(document, place, note, undefined, builder));
  return { isIncomplete: true, items: [...own.items, ...items.map(afterOwn)] };

  /**
   * Sorts an item after the schemas' items. Its filter text is what is typed: clients must not hide a record that the
   * registry found by other words.
   */
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
  const { additionalTextEdits, value } = editsFor(document, place, suggestion, builder.margin);
  const item = builder.build({
    label: oneLine(name === "" ? id : name),
    kind: CompletionItemKind.Reference,
    detail: [id, detail, registry]
      .map(oneLine)
      .filter((part) => part !== "")
      .join(" · "),
    documentation: note === undefined ? noText : { ...noText, facts: [note] },
    template: [text(value)],
    separators: separatorsOfValue(document, place.caret.replaced),
  });
  if (additionalTextEdits.length > 0) item.additionalTextEdits = [...additionalTextEdits];
  return item;
}

/**
 * An item that keeps the typed text. It is preselected, so that Tab or Enter inserts no record that the user did not
 * choose.
 */
function typedItem(document: AnalysesDocument, place: ReferencePlace, builder: ItemBuilder): CompletionItem {
  const item = unchangedItem(document, place, place.typed, translate("as typed"), builder);
  return { ...item, preselect: true };
}

function unchangedItem(
  document: AnalysesDocument,
  { caret: { replaced } }: ReferencePlace,
  label: string,
  detail: string | undefined,
  builder: ItemBuilder,
): CompletionItem {
  return builder.build({
    label: oneLine(label),
    kind: CompletionItemKind.Text,
    detail,
    documentation: noText,
    template: [text(document.text.slice(replaced.start, replaced.end))],
    separators: noSeparators,
  });
}

/**
 * The text that a suggestion writes at the caret, with missing properties of the reference after it, and the edits that
 * replace the reference's other properties. A name that is the object's own rather than the record's stays.
 */
function editsFor(
  document: AnalysesDocument,
  { caret, object, property, kinds }: ReferencePlace,
  suggestion: ReferenceSuggestion,
  margin: string,
): { readonly additionalTextEdits: readonly TextEdit[]; readonly value: string } {
  const edits: TextEdit[] = [];
  const gap = gapBefore(document, caret.current?.start ?? caret.replaced.start, margin);
  const keyOf = (part: ReferencePart) => (part === "id" ? identifierProperty[suggestion.kind] : part);
  if (property === "whole") {
    const inner = gap === " " ? gap : gap + indentationStep(document.text);
    const members = parts.map((part) => `${inner}"${keyOf(part)}": ${documentJson(suggestion[part])}`);
    return { additionalTextEdits: edits, value: `{${members.join(",")}${gap}}` };
  }
  let value = documentJson(suggestion[property]);
  // A link alone may belong to either kind of reference: fill in nothing else.
  if (kinds.length > 1) return { additionalTextEdits: edits, value };
  const isText = (name: string): boolean => propertyNamed(object, name)?.value.node.kind === "string";
  const hasOwnName = !isCalledAsRecord(
    object.node.properties.map(({ name }) => name),
    isText,
  );
  for (const part of parts) {
    if (part === property) continue;
    const key = keyOf(part);
    const existing = propertyNamed(object, key);
    const newText = documentJson(suggestion[part]);
    if (existing === undefined) {
      value += `,${gap}"${key}": ${newText}`;
      continue;
    }
    const { node, start } = existing.value;
    const isScalar = node.kind !== "object" && node.kind !== "array" && node.kind !== "lazy";
    const isOwnName = part === "name" && hasOwnName && node.kind === "string" && !isEmptyText(node);
    if (isScalar && isWellFormed(node) && !isOwnName)
      edits.push({ range: document.text.rangeBetween(start, start + node.length), newText });
  }
  return { additionalTextEdits: edits, value };
}

/** The white space before a new property: a line break if the property at the caret begins its line, else a space. */
function gapBefore({ text: written }: AnalysesDocument, propertyStart: number, margin: string): string {
  const previous = previousSignificant(written, propertyStart);
  const { line } = written.positionAt(propertyStart);
  const isOwnLine = previous === undefined || written.positionAt(previous.at).line !== line;
  if (!isOwnLine) return " ";
  return `\n${margin === "" ? "" : indentationOf(written, line)}`;
}

/** A value at the caret that belongs to a reference, or may become one. */
interface ReferencePlace {
  readonly caret: ValueCaret;
  readonly offset: number;
  readonly object: Placed<ObjectNode>;
  /** The property of a reference that has the value; `whole` if the value itself is to become a reference. */
  readonly property: ReferencePart | "whole";
  /** The kinds of record to which the reference can refer. */
  readonly kinds: readonly RegistryReference["kind"][];
  readonly typed: string;
}

/** The place of a reference, or of a part of one, at a position inside an analysis. */
export function referencePlaceAt(
  document: AnalysesDocument,
  schemas: SchemaContext,
  position: LinePosition,
): ReferencePlace | undefined {
  const offset = document.text.offsetAt(position);
  const caret = caretAt(document, offset);
  if (caret?.kind !== "value" || !isInAnalysis(caret)) return undefined;
  const step = caret.steps.at(-1);
  if (step?.node.kind !== "object" || typeof caret.key !== "string") return undefined;
  const object = { node: step.node, start: step.start };
  const part = partOf(object, caret.key) ?? wholeAt(document, schemas, caret, caret.key);
  if (part === undefined) return undefined;
  return { caret, offset, object, ...part, typed: typedText(document, caret, offset) };
}

function isInAnalysis({ steps }: ValueCaret): boolean {
  return partAt(pathOf(steps).slice(0, depthOf.analysis)) === "analysis";
}

/**
 * The property of a reference that has the key. `name` and `link` belong to a reference only next to an identifier of
 * one kind; `link` also without any identifier.
 */
function partOf(
  object: Placed<ObjectNode>,
  key: string,
): Pick<ReferencePlace, "property" | "kinds"> | undefined {
  if (key === identifierProperty.group) return { property: "id", kinds: ["group"] };
  if (key === identifierProperty.person) return { property: "id", kinds: ["person"] };
  if (key !== "name" && key !== "link") return undefined;
  const kinds = (["group", "person"] as const).filter(
    (kind) => propertyNamed(object, identifierProperty[kind]) !== undefined,
  );
  if (kinds.length === 1) return { property: key, kinds };
  // The user may still add an identifier of either kind.
  return kinds.length === 0 && key === "link" ? { property: key, kinds: ["group", "person"] } : undefined;
}

/** A whole reference, if the value is no container and the property's schema accepts a reference. */
function wholeAt(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { steps, current }: ValueCaret,
  key: string,
): Pick<ReferencePlace, "property" | "kinds"> | undefined {
  if (current !== undefined && isContainer(current.value.node)) return undefined;
  const lookup = schemaLookup(schemas);
  const names = namesInOrder(
    lookup.schemasOfChild(lookup.schemasAt(document, steps), [...pathOf(steps), key]),
  );
  const kinds = (["group", "person"] as const).filter((kind) => names.includes(identifierProperty[kind]));
  return kinds.length === 0 ? undefined : { property: "whole", kinds };
}

function typedText({ text }: AnalysesDocument, { replaced }: ValueCaret, offset: number): string {
  const written = text.slice(replaced.start, Math.min(offset, replaced.end));
  return written.startsWith('"') ? unescapeString(written.slice(1).replace(/(?<!\\)"$/, "")) : written;
}

/** The properties that can hold a reference, in the innermost object that has any; null outside analyses. */
export function referenceProperties(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { position, kind }: ProblemsAfterParams["reference"],
): ReferenceProperties | null {
  const { steps } = pathAt(document, document.text.offsetAt(position));
  const lookup = schemaLookup(schemas);
  const innermost = steps.findLastIndex(({ node }) => node.kind === "object");
  for (let depth = innermost; depth >= depthOf.analysis; depth -= 1) {
    const { node, start = 0 } = steps[depth] ?? {};
    if (node?.kind !== "object") continue;
    const objectSteps = steps.slice(0, depth + 1);
    const own = lookup.schemasAt(document, objectSteps);
    const fitting = knownProperties(own)
      .map(({ name }) => ({ name, existing: propertyNamed({ node, start }, name)?.value }))
      .filter(({ name }) =>
        namesInOrder(lookup.schemasOfChild(own, [...pathOf(objectSteps), name])).includes(
          identifierProperty[kind],
        ),
      );
    const names = fitting.flatMap(({ name, existing }) => (existing === undefined ? name : []));
    const [taken] = fitting.flatMap(({ name, existing }) =>
      existing?.node.kind === "object"
        ? { name, position: document.text.positionAt(existing.start + 1) }
        : [],
    );
    if (names.length === 0 && taken === undefined) continue;
    const last = propertyNamed({ node, start }, node.properties.at(-1)?.name ?? "");
    return {
      names,
      taken: names.length === 0 ? (taken ?? null) : null,
      outside: depth === innermost || last === undefined ? null : positionAfter(document, last.value),
      elsewhere: [],
    };
  }
  const analysisSteps = steps.slice(0, depthOf.analysis + 1);
  if (analysisSteps.length <= depthOf.analysis) return null;
  const analysis = { path: pathOf(analysisSteps), schemas: lookup.schemasAt(document, analysisSteps) };
  return { names: [], taken: null, outside: null, elsewhere: namesWithin(lookup, analysis, kind) };
}

/** The maximum number of object schemas to search: recursive schemas nest without end. */
const maxObjects = 200;
const maxNames = 5;

/** The names of properties anywhere in an analysis that can hold a reference, those of outer objects first. */
function namesWithin(
  lookup: ReturnType<typeof schemaLookup>,
  analysis: SchemaPlace,
  kind: RegistryReference["kind"],
): readonly string[] {
  const found = new Set<string>();
  const objects = [analysis];
  for (const [count, { path, schemas }] of objects.entries()) {
    if (count >= maxObjects || found.size >= maxNames) break;
    for (const { name } of knownProperties(schemas)) {
      const child = { path: [...path, name], schemas: lookup.schemasOfChild(schemas, [...path, name]) };
      const first = [...child.path, 0];
      if (namesInOrder(child.schemas).includes(identifierProperty[kind])) found.add(name);
      else objects.push(child, { path: first, schemas: lookup.schemasOfChild(child.schemas, first) });
    }
  }
  return [...found].slice(0, maxNames);
}

interface SchemaPlace {
  readonly path: ReturnType<typeof pathOf>;
  readonly schemas: ReturnType<ReturnType<typeof schemaLookup>["schemasAt"]>;
}

function positionAfter({ text }: AnalysesDocument, { node, start }: Placed): LinePosition {
  return text.positionAt(start + node.length);
}
