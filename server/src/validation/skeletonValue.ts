import type { AnalysesDocument } from "../document/analysesDocument";
import { elementAt, elementsOf, propertiesOf } from "../document/places";
import { valueOf } from "../document/valueOf";
import type { JsonValue } from "../document/valueOf";
import { omitted } from "../schema/omitted";
import type { ArrayNode, ObjectNode, Placed, SyntaxNode } from "../syntax/nodes";
import { NoteKey, remember } from "../syntax/remember";
import { roleOfElements, roleOfProperty } from "./roles";
import type { Role } from "./roles";

/** Values as long as this are not kept: reading them again costs less than holding them. */
const longestKept = 20_000;

const otherValue = new NoteKey<JsonValue>();

interface GroupsToRead {
  readonly list: readonly SyntaxNode[];
  readonly indexes: readonly number[];
}

/**
 * The value of the document with `omitted` in the place of each analysis, and of some groups.
 * @param groups the elements of the list of groups
 * @param toRead the indexes of those that are not left out
 */
export function skeletonValue(
  document: AnalysesDocument,
  groups: readonly SyntaxNode[],
  toRead: readonly number[],
): JsonValue | undefined {
  return valueIn(document, document.root, "document", { list: groups, indexes: toRead });
}

function valueIn(
  document: AnalysesDocument,
  { node, start }: Placed,
  role: Role,
  groups: GroupsToRead,
): JsonValue | undefined {
  if (role === "item") return omitted;
  switch (node.kind) {
    case "object":
      return objectValue(document, { node, start }, role, groups);
    case "array":
      return arrayValue(document, { node, start }, role, groups);
    case "sealed":
      if (role !== "group" && node.wellFormed && node.length < longestKept) {
        return remember(otherValue, node, () => valueOf(document, { node, start }) ?? null);
      }
      return valueOf(document, { node, start });
    default:
      return valueOf(document, { node, start });
  }
}

function objectValue(
  document: AnalysesDocument,
  object: Placed<ObjectNode>,
  role: Role,
  groups: GroupsToRead,
): JsonValue {
  const entries: [string, JsonValue][] = [];
  for (const { property, value } of propertiesOf(object)) {
    if (property.keyLength === 0) continue;
    const read = valueIn(document, value, roleOfProperty(role, property.name), groups);
    if (read !== undefined) entries.push([property.name, read]);
  }
  return Object.fromEntries(entries);
}

function arrayValue(
  document: AnalysesDocument,
  array: Placed<ArrayNode>,
  role: Role,
  groups: GroupsToRead,
): JsonValue {
  if (role === "analyses") return array.node.elements.map(() => omitted);
  const childRole = roleOfElements(role);
  if (array.node.elements === groups.list) {
    const value = array.node.elements.map(() => omitted);
    for (const index of groups.indexes) {
      const element = elementAt(array, index);
      const read = element && valueIn(document, element, childRole, groups);
      if (read !== undefined) value[index] = read;
    }
    return value;
  }
  return Array.from(elementsOf(array), (element) => {
    const value = valueIn(document, element, childRole, groups);
    return value === undefined ? omitted : value;
  });
}
