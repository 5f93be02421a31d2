import type { ItemSchemaInForce, SchemasInForce } from "../../../protocol/src/customMessages";
import type { ItemSchema, SchemaContext } from "../schema/schemaContext";

/** What the client can show of the schemas in force for a document. */
export function schemasInForce(
  uri: string,
  { documentSchema, identifier, itemSchema }: SchemaContext,
): SchemasInForce {
  return {
    uri,
    documentSchema: documentSchema.label,
    identifier: identifier.kind,
    itemSchema: itemSchemaInForce(itemSchema),
  };
}

function itemSchemaInForce(itemSchema: ItemSchema): ItemSchemaInForce {
  switch (itemSchema.kind) {
    case "none":
      return { kind: "none" };
    case "unavailable":
      return { kind: "unavailable", uri: itemSchema.uri, reason: itemSchema.reason };
    case "ready": {
      const { uri, schema } = itemSchema;
      const title = typeof schema === "object" && typeof schema.title === "string" ? schema.title : undefined;
      return { kind: "ready", uri, title };
    }
  }
}
