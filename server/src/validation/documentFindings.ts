import type { AnalysesDocument, Lineage } from "../document/analysesDocument";
import { freeGroupNumber, groupListOf, groupWordsOf, isGroupNode, placeInGroup } from "../document/groups";
import type { GroupNode } from "../document/groups";
import { elementsOf, open, propertyNamed } from "../document/places";
import type { PlacedProperty } from "../document/places";
import type { SchemaContext } from "../schema/schemaContext";
import type { ArrayNode, Placed, SyntaxNode } from "../syntax/nodes";
import type { FindingDraft } from "./finding";
import {
  documentSchemaUnavailable,
  duplicateGroupNumber,
  firstGroupOfNumber,
  itemSchemaUnavailable,
  unknownSchemaVersion,
} from "./messages/documentMessages";
import { changedPart } from "./settledElements";

/** The `$schema` of the document names no schema that is known, or one that cannot be used. */
export function schemaVersionFindings(document: AnalysesDocument, schemas: SchemaContext): FindingDraft[] {
  const property = rootProperty(document, "$schema");
  if (property === undefined) return [];
  const { identifier, knownIdentifiers, documentSchema } = schemas;
  const { node, start } = property.value;
  const range = { start, end: start + node.length };
  const code = "unknown-schema-version";
  if (identifier.kind === "unknown") {
    const message = unknownSchemaVersion(identifier.id, knownIdentifiers);
    return [{ code, message, ...range, related: [], data: { kind: code, known: knownIdentifiers } }];
  }
  const { unavailable } = documentSchema;
  if (unavailable === undefined) return [];
  const message = documentSchemaUnavailable(unavailable.file, unavailable.reason);
  return [{ code, message, ...range, related: [], data: { kind: "none" } }];
}

/** The item schema cannot be used: told once, at the first `analyses`. */
export function itemSchemaFindings(
  document: AnalysesDocument,
  { itemSchema }: SchemaContext,
): FindingDraft[] {
  if (itemSchema.kind !== "unavailable") return [];
  const message = itemSchemaUnavailable(itemSchema.file, itemSchema.reason);
  const range = placeOfAnalyses(document);
  return [{ code: "item-schema-unavailable", message, ...range, related: [], data: { kind: "none" } }];
}

function placeOfAnalyses(document: AnalysesDocument): { readonly start: number; readonly end: number } {
  const groups = groupListOf(document);
  for (const element of groups === undefined ? [] : elementsOf(groups)) {
    const { node, start } = open(document, element);
    const property = node.kind === "object" ? propertyNamed({ node, start }, "analyses") : undefined;
    if (property !== undefined) return { start: property.start, end: property.keyEnd };
  }
  const property = rootProperty(document, "analysis-groups");
  if (property !== undefined) return { start: property.start, end: property.keyEnd };
  const { node, start } = document.root;
  return { start, end: start + Math.min(1, node.length) };
}

/** Two groups of one number: analyses cannot be cited by it. */
export function groupNumberFindings(document: AnalysesDocument): FindingDraft[] {
  const groups = groupListOf(document);
  if (groups === undefined || areNumbersRising(document, groups)) return [];
  const first = new Map<number, Placed<GroupNode>>();
  const later: { readonly number: number; readonly group: Placed<GroupNode> }[] = [];
  for (const { node, start } of elementsOf(groups)) {
    if (!isGroupNode(node)) continue;
    const group = { node, start };
    const number = groupWordsOf(document, group).number;
    if (number === undefined) continue;
    if (first.has(number)) later.push({ number, group });
    else first.set(number, group);
  }
  if (later.length === 0) return [];
  const free = freeGroupNumber([...first.keys()]);
  return later.flatMap(({ number, group }) => {
    const earlier = first.get(number);
    if (earlier === undefined) return [];
    const message = firstGroupOfNumber(number, groupWordsOf(document, earlier).name);
    return [
      {
        code: "duplicate-number",
        message: duplicateGroupNumber(number),
        ...placeInGroup(document, group, "number"),
        related: [{ message, ...placeInGroup(document, earlier, "number") }],
        data: { kind: "duplicate-number", free },
      },
    ];
  });
}

const listsWithRisingNumbers = new WeakMap<Lineage, readonly SyntaxNode[]>();

/** Whether each group has a larger number than those before it, as mostly: then no two are the same. */
function areNumbersRising(document: AnalysesDocument, list: Placed<ArrayNode>): boolean {
  const { elements } = list.node;
  const earlier = listsWithRisingNumbers.get(document.lineage) ?? [];
  const { from, to } = changedPart(document.lineage, earlier, elements);
  const isRising = areRisingAround(document, list, from, to);
  if (isRising) listsWithRisingNumbers.set(document.lineage, elements);
  return isRising;
}

/** The same for a part of the list, the nearest numbers on both sides included. */
function areRisingAround(
  document: AnalysesDocument,
  { node: { elements, starts }, start }: Placed<ArrayNode>,
  from: number,
  to: number,
): boolean {
  const numberAt = (index: number): number | undefined => {
    const node = elements[index];
    if (!isGroupNode(node)) return undefined;
    return groupWordsOf(document, { node, start: start + (starts[index] ?? 0) }).number;
  };
  let last: number | undefined;
  for (let index = from - 1; index >= 0 && last === undefined; index--) last = numberAt(index);
  for (let index = from; index < elements.length; index++) {
    const number = numberAt(index);
    if (number === undefined) continue;
    if (last !== undefined && number <= last) return false;
    if (index >= to) return true;
    last = number;
  }
  return true;
}

function rootProperty({ root: { node, start } }: AnalysesDocument, name: string): PlacedProperty | undefined {
  return node.kind === "object" ? propertyNamed({ node, start }, name) : undefined;
}
