import type { AnalysesDocument } from "../document/analysesDocument";
import type { JsonValue } from "../document/valueOf";
import type { PlacedProperty } from "../document/places";
import { elementsOf, propertiesOf } from "../document/places";
import { valueOf } from "../document/valueOf";
import type { Placed } from "../syntax/nodes";

/** Containers longer than this (UTF-16 units) count as empty; what tells schemas apart is short. */
const longest = 2000;
const mostMembers = 500;

/**
 * What is written at a node, as far as it can tell which schema is meant: its own members, without the
 * inside of long ones. The cost does not grow with the document.
 *
 * @param without the property that the author is just writing
 */
export function writtenValue(
  document: AnalysesDocument,
  placed: Placed,
  without?: PlacedProperty,
): JsonValue | undefined {
  const { node, start } = placed;
  if (node.kind === "object") {
    const value: Record<string, JsonValue> = {};
    let count = 0;
    for (const property of propertiesOf({ node, start })) {
      if (property.start === without?.start) continue;
      if ((count += 1) > mostMembers) break;
      const own = shortValue(document, property.value);
      if (own !== undefined) Object.defineProperty(value, property.property.name, enumerable(own));
    }
    return value;
  }
  if (node.kind === "array") {
    const value: JsonValue[] = [];
    for (const element of elementsOf({ node, start })) {
      if (value.length >= mostMembers) break;
      value.push(shortValue(document, element) ?? null);
    }
    return value;
  }
  return shortValue(document, placed);
}

function shortValue(document: AnalysesDocument, placed: Placed): JsonValue | undefined {
  const { node } = placed;
  if (node.length <= longest) return valueOf(document, placed);
  if (node.kind === "object" || (node.kind === "sealed" && node.opens === "object")) return {};
  if (node.kind === "array" || node.kind === "sealed") return [];
  return valueOf(document, placed);
}

/** Plain assignment would not make a property of `__proto__`. */
function enumerable(value: JsonValue): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
