import type { JsonValue } from "../../document/valueOf";
import type { FileReading } from "../../../../protocol/src/fileRequests";
import type { ItemSchema, SchemaFailure } from "../schemaContext";
import * as messages from "../schemaMessages";
import { canonical, isOfSameHost } from "./addresses";
import { findEndlessReference } from "./endlessReferences";
import type { FoundSchema } from "./indexFile";
import { pointerOf } from "./indexFile";
import { readJsonFile } from "./readJson";
import { SchemaSet } from "./schemaSet";
import { rememberSet } from "./schemaSets";
import { isSchema } from "./schemaValue";

/** A schema file that was read, or why it cannot be used. */
export type LoadedSchema = Exclude<ItemSchema, { readonly kind: "none" }>;

export type ReadFile = (uri: string) => Promise<FileReading>;

const mostFiles = 500;

/**
 * Reads a schema file and the files that it refers to, and makes sure that it can be used. Only files
 * of the same scheme and host are read, never the network.
 *
 * @param uri as `canonical` writes it
 */
export async function loadSchema(uri: string, readFile: ReadFile): Promise<LoadedSchema> {
  const files = new Map<string, JsonValue>();
  const unavailable = (file: string, reason: string): LoadedSchema => ({
    kind: "unavailable",
    uri,
    file,
    reason,
  });
  const set = new SchemaSet();
  const referring: FoundSchema[] = [];
  const unread = new Map<string, string>();
  let waiting: readonly string[] = [uri];
  while (waiting.length > 0) {
    const readings = await Promise.all(waiting.map(async (file) => [file, await readFile(file)] as const));
    for (const [file, reading] of readings) {
      if (reading.kind === "failed") {
        unread.set(file, reading.reason);
        continue;
      }
      const json = readJsonFile(file, reading.text);
      if (json.kind === "not-json") return unavailable(file, json.reason);
      if (!isSchema(json.value)) return unavailable(file, messages.noSchema());
      files.set(file, json.value);
      const index = set.add(file, json.value);
      if (index.fault !== undefined) return unavailable(file, messages.faultInSchema(index.fault));
      referring.push(...index.referring);
    }
    const wanted = referring.flatMap((schema) => filesWantedBy(schema, set, uri));
    waiting = [...new Set(wanted)].filter((file) => !files.has(file) && !unread.has(file));
    if (files.size + waiting.length > mostFiles) return unavailable(uri, messages.tooManyFiles(mostFiles));
  }
  const failure = unread.get(uri);
  if (failure !== undefined) return unavailable(uri, failure);
  const fault = findFault(referring, set, unread);
  if (fault !== undefined) return unavailable(fault.file, fault.reason);
  const schema = files.get(uri);
  if (!isSchema(schema)) return unavailable(uri, messages.noSchema());
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
): SchemaFailure | undefined {
  for (const found of referring) {
    for (const reference of referencesOf(found)) {
      const target = set.resolve(found, reference);
      if (target.kind === "found") continue;
      const { file } = found.resource;
      const pointer = pointerOf(found.way);
      if (target.kind === "fragment-unknown")
        return { file, reason: messages.fragmentUnknown(reference, pointer) };
      const wanted = canonical(target.address);
      const reason = unread.get(wanted);
      if (reason !== undefined) return { file: wanted, reason: messages.referredFile(reason, file, pointer) };
      return { file, reason: messages.addressUnknown(reference, pointer) };
    }
  }
  const endless = findEndlessReference(referring, set);
  if (endless === undefined) return undefined;
  return { file: endless.resource.file, reason: messages.endlessReference(pointerOf(endless.way)) };
}
