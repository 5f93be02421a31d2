import {
  type JsonObject,
  type JsonValue,
  isJsonArray,
  isJsonObject,
  type Yielding,
  runYielding,
  withoutYielding,
} from "@analyses/json";
import { type Schema, isSchema } from "../jsonValue";
import { canonical, isOfSameHost } from "./addresses";
import { upgraded } from "./dialects";
import { type KeywordFault, keywordForms } from "./keywords";
import type { FileIndex, FoundSchema, SchemaPlace } from "./schemaFile";
import { indexFile, pointerOf, stepsOf } from "./schemaFile";
import { SchemaSet, rememberSet } from "./schemaSet";

/** A loaded schema file, or why the file is unusable. */
export type LoadedSchema =
  | {
      readonly kind: "ready";
      readonly uri: string;
      readonly schema: Schema;
      /** The schema's own file and each file that it reaches by references, by URI; without unusable parts. */
      readonly files: ReadonlyMap<string, JsonValue>;
      /** The unusable parts of the files. */
      readonly faults: readonly PlacedFault[];
    }
  | ({ readonly kind: "unavailable"; readonly uri: string } & PlacedFault);

/** A fault and the URI of the faulty file: the schema's own, or one that the schema refers to. */
export interface PlacedFault {
  readonly file: string;
  readonly fault: SchemaFault;
}

/** Why a schema file, or a part of it, is unusable. A `pointer` is a JSON Pointer as a fragment, such as `#/items`. */
export type SchemaFault =
  /** `reason` is the host's message. */
  | { readonly kind: "unreadable" | "not-json"; readonly reason: string }
  /** A referenced file is unreadable. */
  | { readonly kind: "referred"; readonly reason: string; readonly wanted: string; readonly pointer: string }
  | { readonly kind: "no-schema" }
  | { readonly kind: "keyword"; readonly fault: KeywordFault; readonly pointer: string }
  | {
      readonly kind: "fragment-unknown" | "address-unknown";
      readonly reference: string;
      readonly pointer: string;
    }
  | { readonly kind: "endless-reference"; readonly pointer: string }
  | { readonly kind: "too-many-files"; readonly most: number };

/** The result of reading a JSON file; `reason` is human-readable. */
export type JsonFileReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "not-json"; readonly reason: string };

/** The environment of the schema loader. */
export interface SchemaHost {
  /** Reads a file by its URI. */
  readonly readJson: (uri: string) => Promise<JsonFileReading>;
  /** Yields to other work while a large file is read. */
  readonly pause?: () => Promise<void>;
  /** Schemas by address that files may refer to in addition to the meta-schemas. */
  readonly provided: ReadonlyMap<string, Schema>;
  /** Files by the addresses that the user's settings assign to them. */
  readonly mapped?: ReadonlyMap<string, string>;
}

const maxFiles = 500;

/** Maximum number of rounds that disable unresolved or endless references; then the loader rejects the schema. */
const maxRounds = 100;

/**
 * Reads a schema file and the files that it refers to. Disables each unusable part and returns it among the faults.
 * Reads only files of the same scheme and host, or files that the settings name; never uses the network.
 *
 * @param uri in the form of `canonical`
 */
export async function loadSchema(uri: string, host: SchemaHost): Promise<LoadedSchema> {
  const files = new Map<string, Schema>();
  const faults: PlacedFault[] = [];
  const unread = new Map<string, SchemaFault>();
  let set = new SchemaSet(host.provided, host.mapped);
  let waiting: readonly string[] = [uri];
  while (waiting.length > 0) {
    const readings = await Promise.all(
      waiting.map(async (file) => [file, await host.readJson(file)] as const),
    );
    for (const [file, reading] of readings) {
      // Pauses, because the parser has just read a whole text without a pause.
      await host.pause?.();
      if (reading.kind !== "value") unread.set(file, reading);
      else if (!isSchema(reading.value)) unread.set(file, { kind: "no-schema" });
      else {
        const index = await inSteps(indexFile(file, reading.value), host);
        const usable = withoutFaults(file, reading.value, index, faults);
        files.set(file, usable);
        set.add(file, usable, usable === reading.value ? index : undefined);
      }
    }
    const wanted = await inSteps(
      forEachOf(set.referring, (schema) => filesWantedBy(schema, set, uri, host)),
      host,
    );
    waiting = [...new Set(wanted)].filter((file) => !files.has(file) && !unread.has(file));
    if (files.size + waiting.length > maxFiles)
      return { kind: "unavailable", uri, file: uri, fault: { kind: "too-many-files", most: maxFiles } };
  }
  const fault = unread.get(uri);
  if (fault !== undefined) return { kind: "unavailable", uri, file: uri, fault };
  for (let round = 0; ; round++) {
    const unresolved = await inSteps(
      forEachOf(set.referring, (schema) => faultsOfReferences(schema, set, unread)),
      host,
    );
    const more = unresolved.length > 0 ? unresolved : await inSteps(endlessIn(set), host);
    const [first] = more;
    if (first === undefined) break;
    if (round === maxRounds)
      return { kind: "unavailable", uri, file: first.found.resource.file, fault: first.fault };
    for (const { fault, found, keyword } of more) {
      const { file } = found.resource;
      faults.push({ file, fault });
      const schema = files.get(file);
      if (isJsonObject(schema)) files.set(file, turnedOff(schema, [...stepsOf(found.path), keyword]));
    }
    set = new SchemaSet(host.provided, host.mapped);
    for (const [file, schema] of files) set.add(file, schema);
  }
  rememberSet(files, set);
  return { kind: "ready", uri, schema: files.get(uri) ?? true, files, faults };
}

/** The number of schemas, entries or references after which to pause. */
const slice = 10_000;

async function inSteps<Result>(work: Yielding<Result>, { pause }: SchemaHost): Promise<Result> {
  if (pause === undefined) return withoutYielding(work);
  const result = await runYielding(work, { pause, isCancelled: () => false }, slice);
  if (result === "cancelled") throw new Error("Reading a schema is never cancelled.");
  return result;
}

function* forEachOf<One, Found>(
  list: readonly One[],
  find: (one: One) => readonly Found[],
): Yielding<readonly Found[]> {
  const found: Found[] = [];
  for (const one of list) {
    for (const each of find(one)) found.push(each);
    yield 1;
  }
  return found;
}

/** Returns a file's schema without malformed keyword values; adds a fault for each to `faults`. */
function withoutFaults(file: string, schema: Schema, index: FileIndex, faults: PlacedFault[]): Schema {
  let usable = schema;
  for (const { fault, path } of index.faults) {
    faults.push({ file, fault: { kind: "keyword", fault, pointer: pointerOf(path) } });
    if (isJsonObject(usable)) usable = turnedOff(usable, stepsOf(path));
  }
  return usable;
}

const referenceKeywords = ["$ref", "$dynamicRef"] as const;

/** Returns the files that may contain the targets of a schema's unresolved references. */
function filesWantedBy(
  { schema, resource }: FoundSchema,
  set: SchemaSet,
  root: string,
  { mapped }: SchemaHost,
): readonly string[] {
  return referenceKeywords.flatMap((keyword) => {
    const reference = schema[keyword];
    const target = typeof reference === "string" ? set.resolve({ schema, resource }, reference) : undefined;
    if (target?.kind !== "address-unknown") return [];
    const named = mapped?.get(target.address);
    const siblings = [target.address, ...target.siblings].filter((file) => isOfSameHost(file, root));
    return [...(named === undefined ? [] : [named]), ...siblings].map(canonical);
  });
}

/** A fault of a referring keyword. */
interface ReferenceFault {
  readonly found: FoundSchema;
  readonly keyword: string;
  readonly fault: SchemaFault;
}

function faultsOfReferences(
  found: FoundSchema,
  set: SchemaSet,
  unread: ReadonlyMap<string, SchemaFault>,
): readonly ReferenceFault[] {
  return referenceKeywords.flatMap((keyword): readonly ReferenceFault[] => {
    const reference = found.schema[keyword];
    const target = typeof reference === "string" ? set.resolve(found, reference) : undefined;
    if (typeof reference !== "string" || target === undefined || target.kind === "found") return [];
    const pointer = pointerOf(found.path);
    if (target.kind === "fragment-unknown")
      return [{ found, keyword, fault: { kind: "fragment-unknown", reference, pointer } }];
    const wanted = [target.address, ...target.siblings].map(canonical).find((file) => unread.has(file));
    const why = wanted === undefined ? undefined : unread.get(wanted);
    const isUnexplained = why === undefined || !("reason" in why) || wanted === undefined;
    const fault: SchemaFault = isUnexplained
      ? { kind: "address-unknown", reference, pointer }
      : { kind: "referred", reason: why.reason, wanted, pointer };
    return [{ found, keyword, fault }];
  });
}

function* endlessIn(set: SchemaSet): Yielding<readonly ReferenceFault[]> {
  const found = yield* findEndlessReference(set.referring, set);
  if (found === undefined) return [];
  const keyword = found.schema.$ref === undefined ? "$dynamicRef" : "$ref";
  return [{ found, keyword, fault: { kind: "endless-reference", pointer: pointerOf(found.path) } }];
}

/**
 * Finds a schema that leads back to itself for the same value, so that no check would end (core 2020-12,
 * section 9.4.1); undefined if there is none. Cycles through `properties` and the like are valid, since
 * they lead to other values.
 *
 * @param referring the schemas that have `$ref` or `$dynamicRef`; each cycle contains one
 */
function* findEndlessReference(
  referring: readonly FoundSchema[],
  set: SchemaSet,
): Yielding<FoundSchema | undefined> {
  const finished = new Set<Schema>();
  for (const start of referring) {
    yield 1;
    const open = new Set<Schema>();
    // The stack contains each place twice: to enter it and, after everything it leads to, to leave it.
    const pending: { readonly place: SchemaPlace; readonly leave: boolean }[] = [
      { place: start, leave: false },
    ];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { place, leave } = next;
      const { schema: written } = place;
      const schema = typeof written === "boolean" ? written : upgraded(written);
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

/** Keywords that do not constrain a value. */
const annotations: readonly unknown[] = [
  ...["title", "description", "$comment", "default", "examples", "deprecated", "readOnly", "writeOnly"],
];

/** By keyword: the sibling keywords that constrain the properties or elements that the keyword does not cover. */
const leftOver: Readonly<Record<string, readonly string[]>> = {
  properties: ["additionalProperties", "unevaluatedProperties"],
  patternProperties: ["additionalProperties", "unevaluatedProperties"],
  items: ["additionalItems", "unevaluatedItems"],
  prefixItems: ["items", "unevaluatedItems"],
  $ref: ["unevaluatedProperties", "unevaluatedItems"],
  $dynamicRef: ["unevaluatedProperties", "unevaluatedItems"],
};

/**
 * Returns a schema with one part disabled, so that the rest is usable: removes a keyword, or replaces one of several
 * schemas by `true`. Also removes whatever would reject more values as a result: enclosing `not`, `if` and `contains`,
 * the exclusivity of `oneOf`, and keywords for remaining properties or elements.
 *
 * @param path to a keyword, or to a schema by name or index under one
 */
function turnedOff(schema: JsonObject, path: readonly (string | number)[]): JsonObject {
  const [first, name, ...inner] = path;
  const keyword = String(first);
  const value = schema[keyword];
  if (name === undefined || value === undefined)
    return without(schema, [keyword, ...(leftOver[keyword] ?? [])]);
  const isSilent = annotations.includes(path.at(-1));
  if (!isSilent && refusesMore.has(keyword)) return without(schema, refusesMore.get(keyword) ?? []);
  if (!holdsSeveral(keyword, value)) {
    const own = isJsonObject(value) ? turnedOff(value, path.slice(1)) : value;
    return { ...schema, [keyword]: own };
  }
  if (inner.length === 0 && keyword === "patternProperties" && isJsonObject(value))
    return { ...without(schema, leftOver[keyword] ?? []), [keyword]: without(value, [String(name)]) };
  const off = (one: JsonValue): JsonValue =>
    inner.length === 0 || !isJsonObject(one) ? true : turnedOff(one, inner);
  const several = isJsonArray(value)
    ? value.map((one, index) => (index === name ? off(one) : one))
    : Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, key === String(name) ? off(one) : one]),
      );
  if (keyword !== "oneOf" || isSilent) return { ...schema, [keyword]: several };
  return { anyOf: several, ...without(schema, ["oneOf"]) };
}

const refusesMore: ReadonlyMap<string, readonly string[]> = new Map([
  ["not", ["not"]],
  ["if", ["if", "then", "else"]],
  ["contains", ["contains", "minContains", "maxContains"]],
]);

/** Whether a keyword contains schemas by name or index. */
function holdsSeveral(keyword: string, value: JsonValue): value is JsonObject | readonly JsonValue[] {
  const form = keywordForms.get(keyword) ?? "any";
  return isJsonArray(value) || (isJsonObject(value) && form.includes("by-"));
}

function without(schema: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}
