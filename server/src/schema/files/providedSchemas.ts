import applicator from "ajv/dist/refs/json-schema-2020-12/meta/applicator.json";
import content from "ajv/dist/refs/json-schema-2020-12/meta/content.json";
import core from "ajv/dist/refs/json-schema-2020-12/meta/core.json";
import formatAnnotation from "ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json";
import metadata from "ajv/dist/refs/json-schema-2020-12/meta/meta-data.json";
import unevaluated from "ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json";
import validation from "ajv/dist/refs/json-schema-2020-12/meta/validation.json";
import metaSchema from "ajv/dist/refs/json-schema-2020-12/schema.json";
import analyses from "../../../../schemas/analyses-1.0.0.schema.json";
import type { Schema } from "./schemaValue";

/** What the product brings along, so that schemas can refer to it: the meta-schema and its own schemas. */
const provided: ReadonlyMap<string, Schema> = new Map(
  [metaSchema, core, applicator, unevaluated, validation, metadata, formatAnnotation, content, analyses].map(
    (schema) => [schema.$id, schema] as const,
  ),
);

export function providedSchema(address: string): Schema | undefined {
  return provided.get(address);
}
