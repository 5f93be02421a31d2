// Parts of the fixes for references to records of a registry.

import { documentJson } from "@analyses/protocol/references";
import { text } from "../../schemaLookup/template";
import { type Placed, type ObjectNode, type JsonValue, propertyNamed, valueOf } from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Replacement, Fix } from "./fix";

/** A fix that editors offer first, but never apply by themselves: only the author knows which record is meant. */
export function preferredFix(title: string, replacements: readonly Replacement[]): Fix {
  const inOrder = [...replacements].sort((one, other) => one.start - other.start);
  return { title, replacements: inOrder, certain: false, preferred: true };
}

/** Returns a function that reads the value of a property of an object; undefined if the object lacks the property. */
export function propertyReader(
  document: AnalysesDocument,
  object: Placed<ObjectNode>,
): (name: string) => JsonValue | undefined {
  return (name) => {
    const property = propertyNamed(object, name);
    return property && valueOf(document, property.value);
  };
}

/** Replaces the value of a property by a text; empty if the object lacks the property. */
export function valueReplacement(
  object: Placed<ObjectNode>,
  name: string,
  value: string,
): readonly Replacement[] {
  const property = propertyNamed(object, name);
  if (property === undefined) return [];
  const { start, node } = property.value;
  return [{ start, end: start + node.length, template: [text(documentJson(value))] }];
}
