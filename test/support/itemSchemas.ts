import { readJson } from "@analyses/json";
import { schemaSetOf, subschemasOf } from "@analyses/json-schema";

const uri = "file:///item.schema.json";

/** The subschemas of an item schema without other files. */
export function subschemasIn(itemSchema: unknown): ReturnType<typeof subschemasOf> {
  const schema = readJson(JSON.stringify(itemSchema) ?? "null");
  return subschemasOf(schemaSetOf(new Map(schema === undefined ? [] : [[uri, schema]])), uri);
}
