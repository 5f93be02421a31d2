import type { JsonValue } from "../value";
import { readJson } from "../value";
import type { Placed } from "../syntax/nodes";
import { unescapeString } from "../syntax/scanString";
import type { JsonDocument } from "./jsonDocument";
import { elementsOf, open, propertiesOf } from "./places";

/**
 * The plain value of a node as `JSON.parse` gives it; `undefined` where nothing can be read. In text
 * that is not well-formed, properties without a readable value are left out and elements become null.
 */
export function valueOf(document: JsonDocument, placed: Placed): JsonValue | undefined {
  const { node, start } = placed;
  switch (node.kind) {
    case "missing":
    case "error":
      return undefined;
    case "null":
      return null;
    case "boolean":
      return node.value;
    case "number":
      return Number(document.text.slice(start, start + node.length));
    case "string":
      return stringValue(document, { node, start });
    case "lazy":
    case "object":
    case "array":
      return node.wellFormed
        ? readJson(document.text.slice(start, start + node.length))
        : readableValue(document, placed);
  }
}

/** The value of a string or key node, escapes resolved. */
export function stringValue(
  { text }: JsonDocument,
  { node, start }: Placed<{ readonly kind: "string" } & Placed["node"]>,
): string {
  return unescapeString(text.slice(start + 1, start + node.length - (node.closed ? 1 : 0)));
}

function readableValue(document: JsonDocument, placed: Placed): JsonValue | undefined {
  const { node, start } = open(document, placed);
  if (node.kind === "array") {
    const elements = [...elementsOf({ node, start })];
    return elements.map((element) => valueOf(document, element) ?? null);
  }
  if (node.kind !== "object") return undefined;
  const entries: [string, JsonValue][] = [];
  for (const { property, value } of propertiesOf({ node, start })) {
    const read = property.keyLength === 0 ? undefined : valueOf(document, value);
    if (read !== undefined) entries.push([property.name, read]);
  }
  return Object.fromEntries(entries);
}
