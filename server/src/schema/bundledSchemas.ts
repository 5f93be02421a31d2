import type { bundledSchemaIdentifiers } from "../../../protocol/src/bundledSchemas";
import analyses from "../../../schemas/analyses-1.0.0.schema.json";
import type { Schema } from "./files/schemaValue";
import type { DocumentSchema } from "./schemaContext";

type Identifier = (typeof bundledSchemaIdentifiers)[number];

function bundled(id: Identifier, schema: Schema): DocumentSchema {
  const label = id.slice(id.lastIndexOf(":") + 1);
  return { id, label, uri: id, schema, files: new Map([[id, schema]]), unavailable: undefined };
}

/** The newest of the schemas that ship with the product. */
export const newestSchema = bundled("urn:analyses-registry:analyses:1.0.0", analyses);

/** All of them, the newest first. */
export const bundledSchemas: readonly DocumentSchema[] = [newestSchema];
