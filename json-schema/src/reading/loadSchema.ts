import type { JsonObject, JsonValue } from "../../../json/src";
import type { Schema } from "../jsonValue";
import { isJsonArray, isJsonObject } from "../../../json/src";
import { isSchema } from "../jsonValue";
import { canonical, isOfSameHost } from "./addresses";
import { inModernWords } from "./dialects";
import type { FileFault, FoundSchema, SchemaPlace } from "./schemaFile";
import { pointerOf } from "./schemaFile";
import { SchemaSet, rememberSet } from "./schemaSet";

/** A schema file that was read, or why it cannot be used. */
export type LoadedSchema =
  | {
      readonly kind: "ready";
      readonly uri: string;
      readonly schema: Schema;
      /** Every schema file that it reaches by `$ref`, itself included, by URI. */
      readonly files: ReadonlyMap<string, JsonValue>;
    }
  /** `file`: URI of the file at fault, the schema itself or one that it refers to. */
  | {
      readonly kind: "unavailable";
      readonly uri: string;
      readonly file: string;
      readonly fault: SchemaFault;
    };

/** Why a schema file cannot be used. A `pointer` is a JSON Pointer as a fragment, such as `#/items`. */
export type SchemaFault =
  /** `reason` is what the host says. */
  | { readonly kind: "unreadable" | "not-json"; readonly reason: string }
  /** A file that another one refers to cannot be read. */
  | {
      readonly kind: "referred";
      readonly reason: string;
      readonly referring: string;
      readonly pointer: string;
    }
  | { readonly kind: "no-schema" }
  | { readonly kind: "keyword"; readonly fault: FileFault }
  | {
      readonly kind: "fragment-unknown" | "address-unknown";
      readonly reference: string;
      readonly pointer: string;
    }
  | { readonly kind: "endless-reference"; readonly pointer: string }
  | { readonly kind: "too-many-files"; readonly most: number };

/** What came of reading a JSON file; `reason` is for people. */
export type JsonFileReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "not-json"; readonly reason: string };

/** What reading schemas needs from outside. */
export interface SchemaHost {
  /** Reads a file by its URI. */
  readonly readJson: (uri: string) => Promise<JsonFileReading>;
  /** Schemas by address that files may refer to beside the meta-schemas. */
  readonly provided: ReadonlyMap<string, Schema>;
}

const mostFiles = 500;

/**
 * Reads a schema file and the files that it refers to, and makes sure that it can be used. Only files
 * of the same scheme and host are read, never the network.
 *
 * @param uri as `canonical` writes it
 */
export async function loadSchema(uri: string, { readJson, provided }: SchemaHost): Promise<LoadedSchema> {
  const files = new Map<string, JsonValue>();
  const unavailable = (file: string, fault: SchemaFault): LoadedSchema => ({
    kind: "unavailable",
    uri,
    file,
    fault,
  });
  const set = new SchemaSet(provided);
  const referring: FoundSchema[] = [];
  const unread = new Map<string, string>();
  let waiting: readonly string[] = [uri];
  while (waiting.length > 0) {
    const readings = await Promise.all(waiting.map(async (file) => [file, await readJson(file)] as const));
    for (const [file, reading] of readings) {
      if (reading.kind === "unreadable") {
        unread.set(file, reading.reason);
        continue;
      }
      if (reading.kind === "not-json") return unavailable(file, reading);
      const { value } = reading;
      if (!isSchema(value)) return unavailable(file, { kind: "no-schema" });
      files.set(file, value);
      const { fault, referring: more } = set.add(file, value);
      if (fault !== undefined) return unavailable(file, { kind: "keyword", fault });
      for (const one of more) referring.push(one);
    }
    const wanted = referring.flatMap((schema) => filesWantedBy(schema, set, uri));
    waiting = [...new Set(wanted)].filter((file) => !files.has(file) && !unread.has(file));
    if (files.size + waiting.length > mostFiles)
      return unavailable(uri, { kind: "too-many-files", most: mostFiles });
  }
  const reason = unread.get(uri);
  if (reason !== undefined) return unavailable(uri, { kind: "unreadable", reason });
  const fault = findFault(referring, set, unread);
  if (fault !== undefined) return unavailable(fault.file, fault.fault);
  const schema = files.get(uri);
  if (!isSchema(schema)) return unavailable(uri, { kind: "no-schema" });
  rememberSet(files, set);
  return { kind: "ready", uri, schema, files };
}

function referencesOf({ schema }: FoundSchema): readonly string[] {
  return [schema.$ref, schema.$dynamicRef].filter((reference) => typeof reference === "string");
}

/** The files in which the references may lead on that lead nowhere yet. */
function filesWantedBy(found: FoundSchema, set: SchemaSet, root: string): readonly string[] {
  return referencesOf(found).flatMap((reference) => {
    const target = set.resolve(found, reference);
    if (target.kind !== "address-unknown") return [];
    return [target.address, target.besideIt].flatMap((file) =>
      file !== undefined && isOfSameHost(file, root) ? [canonical(file)] : [],
    );
  });
}

function findFault(
  referring: readonly FoundSchema[],
  set: SchemaSet,
  unread: ReadonlyMap<string, string>,
): { readonly file: string; readonly fault: SchemaFault } | undefined {
  for (const found of referring) {
    for (const reference of referencesOf(found)) {
      const target = set.resolve(found, reference);
      if (target.kind === "found") continue;
      const { file } = found.resource;
      const pointer = pointerOf(found.way);
      if (target.kind === "fragment-unknown")
        return { file, fault: { kind: "fragment-unknown", reference, pointer } };
      const wanted = canonical(target.address);
      const reason = unread.get(wanted);
      if (reason !== undefined)
        return { file: wanted, fault: { kind: "referred", reason, referring: file, pointer } };
      return { file, fault: { kind: "address-unknown", reference, pointer } };
    }
  }
  const endless = findEndlessReference(referring, set);
  if (endless === undefined) return undefined;
  const pointer = pointerOf(endless.way);
  return { file: endless.resource.file, fault: { kind: "endless-reference", pointer } };
}

/**
 * A schema that leads back to itself for the same value, so that no check would end (core 2020-12,
 * section 9.4.1); undefined if there is none. `properties` and the like lead to other values and may
 * well come round.
 *
 * @param referring the schemas that have `$ref` or `$dynamicRef`; each circle has one
 */
function findEndlessReference(referring: readonly FoundSchema[], set: SchemaSet): FoundSchema | undefined {
  const finished = new Set<Schema>();
  for (const start of referring) {
    const open = new Set<Schema>();
    // Each place comes twice: to go on from it, and, after all that it leads to, to leave it.
    const pending: { readonly place: SchemaPlace; readonly leave: boolean }[] = [
      { place: start, leave: false },
    ];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { place, leave } = next;
      const { schema: written, resource } = place;
      const schema = typeof written === "boolean" ? written : inModernWords(written, resource.dialect);
      if (leave) {
        open.delete(schema);
        finished.add(schema);
        continue;
      }
      if (typeof schema === "boolean" || finished.has(schema)) continue;
      if (open.has(schema)) return start;
      open.add(schema);
      pending.push({ place, leave: true });
      for (const inner of forSameValue(place, schema, set)) pending.push({ place: inner, leave: false });
    }
  }
  return undefined;
}

function forSameValue(place: SchemaPlace, schema: JsonObject, set: SchemaSet): readonly SchemaPlace[] {
  const { allOf, anyOf, oneOf, dependentSchemas, $ref, $dynamicRef } = schema;
  const lists = [allOf, anyOf, oneOf].flatMap((list) => (isJsonArray(list) ? list : []));
  const single = [schema.not, ...(schema.if === undefined ? [] : [schema.if, schema.then, schema.else])];
  const dependent = isJsonObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
  const inner = [...lists, ...single, ...dependent].filter(isSchema).map((one) => set.inside(place, one));
  const targets = [$ref, $dynamicRef].flatMap((reference) => {
    const target = typeof reference === "string" ? set.resolve(place, reference) : undefined;
    return target?.kind === "found" ? [target] : [];
  });
  return [...inner, ...targets];
}
