import type { JsonValue } from "../../document/valueOf";
import { SchemaSet } from "./schemaSet";
import { isSchema } from "./schemaValue";

const sets = new WeakMap<ReadonlyMap<string, JsonValue>, SchemaSet>();

/** The set of some schema files, by URI; made once for each map. */
export function setOf(files: ReadonlyMap<string, JsonValue>): SchemaSet {
  const known = sets.get(files);
  if (known !== undefined) return known;
  const set = new SchemaSet();
  for (const [uri, schema] of files) {
    if (isSchema(schema)) set.add(uri, schema);
  }
  sets.set(files, set);
  return set;
}

/** For a set that was made while the files were read. */
export function rememberSet(files: ReadonlyMap<string, JsonValue>, set: SchemaSet): void {
  sets.set(files, set);
}
