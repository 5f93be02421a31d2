import type { RegistryReference } from "../../../protocol/src/references";
import { identifierProperty } from "../../../protocol/src/references";
import type { LinePosition } from "../../../json/src";
import { pathAt, pathOf, propertyNamed } from "../../../json/src";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import { knownProperties, namesInOrder } from "../schemaLookup/valueKnowledge";

/** The properties of the object at a position that are not there yet and whose schema takes a reference of a kind. */
export function referenceProperties(
  document: AnalysesDocument,
  schemas: SchemaContext,
  position: LinePosition,
  kind: RegistryReference["kind"],
): readonly string[] {
  const { steps } = pathAt(document, document.text.offsetAt(position));
  const depth = steps.findLastIndex(({ node }) => node.kind === "object");
  const object = steps[depth];
  if (object?.node.kind !== "object") return [];
  const present = { node: object.node, start: object.start };
  const lookup = schemaLookup(schemas);
  const ways = steps.slice(0, depth + 1);
  const own = lookup.schemasAt(document, ways);
  return knownProperties(own)
    .map(({ name }) => name)
    .filter((name) => propertyNamed(present, name) === undefined)
    .filter((name) =>
      namesInOrder(lookup.schemasOfChild(own, [...pathOf(ways), name])).includes(identifierProperty[kind]),
    );
}
