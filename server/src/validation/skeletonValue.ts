import type { AnalysesDocument } from "../document/analysesDocument";
import { elementsOf, propertiesOf } from "../document/places";
import { valueOf } from "../document/valueOf";
import type { JsonValue } from "../document/valueOf";
import { omitted } from "../schema/omitted";
import type { ArrayNode, ObjectNode, Placed } from "../syntax/nodes";
import { NoteKey, remember } from "../syntax/remember";
import { roleOfElements, roleOfProperty } from "./roles";
import type { Role } from "./roles";

/** An object with more properties than this is no document that anybody wrote: the rest is left out. */
const mostProperties = 20_000;

/** Values as long as this are not kept: reading them again costs less than holding them. */
const longestKept = 20_000;

const groupValue = new NoteKey<JsonValue>();
const otherValue = new NoteKey<JsonValue>();

/** The value of the document with `omitted` in the place of each analysis. */
export function skeletonValue(document: AnalysesDocument): JsonValue | undefined {
  return valueIn(document, document.root, "document");
}

function valueIn(document: AnalysesDocument, { node, start }: Placed, role: Role): JsonValue | undefined {
  if (role === "item") return omitted;
  switch (node.kind) {
    case "object": {
      const make = () => objectValue(document, { node, start }, role);
      return role === "group" ? remember(groupValue, node, make) : make();
    }
    case "array":
      return arrayValue(document, { node, start }, role);
    case "sealed":
      if (node.wellFormed && node.length < longestKept) {
        return remember(otherValue, node, () => valueOf(document, { node, start }) ?? null);
      }
      return valueOf(document, { node, start });
    default:
      return valueOf(document, { node, start });
  }
}

function objectValue(document: AnalysesDocument, object: Placed<ObjectNode>, role: Role): JsonValue {
  const entries: [string, JsonValue][] = [];
  for (const { property, index, value } of propertiesOf(object)) {
    const childRole = roleOfProperty(role, property.name);
    const isLeftOut = property.keyLength === 0 || (index >= mostProperties && childRole === "other");
    const read = isLeftOut ? undefined : valueIn(document, value, childRole);
    if (read !== undefined) entries.push([property.name, read]);
  }
  return Object.fromEntries(entries);
}

function arrayValue(document: AnalysesDocument, array: Placed<ArrayNode>, role: Role): JsonValue {
  if (role === "analyses") return array.node.elements.map(() => omitted);
  const childRole = roleOfElements(role);
  return Array.from(elementsOf(array), (element) => valueIn(document, element, childRole) ?? omitted);
}
