import { readFileSync } from "node:fs";
import bundled from "@analyses/schemas/analyses-1.0.0.schema.json";
import { type JsonValue, isJsonObject, readJson } from "@analyses/json";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";

const identifier = "urn:analyses-registry:analyses:1.0.0";

/** The schemas of a document whose analyses use `item`; `files` are the schemas that it references. */
export function schemaContext(item?: object, files: Readonly<Record<string, object>> = {}): SchemaContext {
  const itemUri = "file:///schemas/item.json";
  const all = new Map<string, JsonValue>();
  for (const [uri, schema] of Object.entries({ ...(item && { [itemUri]: item }), ...files }))
    all.set(uri, readJson(JSON.stringify(schema)));
  const itemSchema = all.get(itemUri);
  return {
    documentSchema: {
      id: identifier,
      label: "1.0.0",
      uri: identifier,
      schema: bundled,
      files: new Map([[identifier, bundled]]),
      unavailable: undefined,
    },
    identifier: { kind: "known", id: identifier },
    knownIdentifiers: [identifier],
    itemSchema: isJsonObject(itemSchema)
      ? { kind: "ready", uri: itemUri, schema: itemSchema, files: all }
      : { kind: "none" },
  };
}

const readSample = (name: string) =>
  JSON.parse(readFileSync(`samples/${name}.schema.json`, "utf8")) as object;

/** The schema of the pairwise meta-analysis sample, and the one that it references. */
export const sampleSchemas = schemaContext(readSample("pairwise-analysis"), {
  "file:///schemas/registry-reference.schema.json": readSample("registry-reference"),
});
