import {
  bundledItemSchemas,
  bundledPrefix,
  newestSchemaIdentifier,
  revmanSchemaIdentifier,
} from "@analyses/protocol/documentFormat";
import { URI, Utils } from "vscode-uri";
import { canonical } from "@analyses/json-schema";
import type { AnalysesSettings } from "@analyses/protocol/settings";
import { type AnalysesDocument, schemaIdentifierOf } from "../document/analysesDocument";
import type {
  DocumentSchema,
  ItemSchema,
  SchemaContext,
  SchemaIdentifier,
  SchemaRuntime,
} from "../schema/schemaContext";
import { SchemaFiles, bundledSchemas, fileOfBundled, newestSchema, ofRevman } from "./schemaFiles";
import type { UsableSchema } from "./schemaFiles";
import { unknownBundled } from "./schemaMessages";

type SchemaSettings = Pick<AnalysesSettings, "schemas" | "itemSchema">;

/** Loads and caches schemas: bundled ones, those of the settings, and item schemas. */
export interface SchemaStore {
  /**
   * The schemas for a document; the same object until the settings, the document's identifier or a schema file changes.
   * Relative paths in the settings are relative to `base`, the workspace folder's URI, else to the document's folder.
   * Never rejects: the context contains any failure.
   */
  readonly contextFor: (
    document: AnalysesDocument,
    settings: SchemaSettings,
    base?: string,
  ) => Promise<SchemaContext>;
  /** Drops what the store has read from a file. Returns whether contexts may have changed. */
  readonly fileChanged: (uri: string) => boolean;
  /** Makes the store retry unavailable schemas, because the server may now read more files. */
  readonly mayReadMore: () => void;
  /** The URI of the bundled schema file with an identifier; undefined if there is none. */
  readonly fileOf: (id: string) => string | undefined;
}

const noItemSchema: ItemSchema = { kind: "none" };
const maxCached = 50;

/** Creates a schema store that reads files through the runtime and never uses the network. */
export function createSchemaStore({
  packageUri,
  isItemSchemaForAll = false,
  ...runtime
}: SchemaRuntime): SchemaStore {
  const files = new SchemaFiles(runtime);
  const documentSchemas = new RecentValues<DocumentSchema>(maxCached);
  const contexts = new RecentValues<SchemaContext>(maxCached);

  const documentSchemaOf = async (id: string, path: string, load: Load): Promise<DocumentSchema> => {
    const version = bundledNameIn(path);
    if (version !== undefined) return documentSchemas.of([id, version], () => bundledVersionAs(id, version));
    const loaded = await load(path);
    return documentSchemas.of([id, loaded], () => loadedAs(id, loaded));
  };

  const itemSchemaOf = (path: string, load: Load): ItemSchema | Promise<ItemSchema> => {
    if (path === "") return noItemSchema;
    const name = bundledNameIn(path);
    if (name === undefined) return load(path);
    const bundled = bundledItemSchemas.get(name);
    const own = packageUri?.();
    if (bundled !== undefined && own !== undefined)
      return load(Utils.joinPath(URI.parse(own), bundled.file).toString());
    const reason = unknownBundled([...bundledItemSchemas.keys()]);
    return { kind: "unavailable", uri: path, file: path, reason };
  };

  const contextOf = async (
    uri: string,
    id: string | undefined,
    { schemas, itemSchema: itemSchemaPath }: SchemaSettings,
    base: string | undefined,
  ): Promise<SchemaContext> => {
    const load: Load = (path) => files.at(path, uri, base, schemas);
    const path = schemas.find((schema) => schema.id === id)?.path.trim();
    const itemPath = itemSchemaPath.trim();
    // RevMan's documents have their own item schema; the setting applies to them only if the runtime says so.
    const isOfRevman = id === revmanSchemaIdentifier && path === undefined && !isItemSchemaForAll;
    const [documentSchema, itemSchema] = await Promise.all([
      id === undefined || path === undefined ? bundledSchemaOf(id) : documentSchemaOf(id, path, load),
      isOfRevman ? ofRevman.itemSchema : itemSchemaOf(itemPath, load),
    ]);
    // Completion proposes the first identifier in a new document: RevMan's if the setting names no item schema.
    const bundled = [newestSchemaIdentifier, revmanSchemaIdentifier];
    const identifiers = [
      ...(itemPath === "" ? bundled.reverse() : bundled),
      ...schemas.map((schema) => schema.id),
    ];
    return contexts.of([documentSchema, itemSchema, id, JSON.stringify(identifiers)], () => ({
      documentSchema,
      identifier: identifierAmong(identifiers, id),
      knownIdentifiers: [...new Set(identifiers)],
      itemSchema,
    }));
  };

  // Every edit requests a context, usually the same one as before.
  let requested = new RecentValues<Promise<SchemaContext>>(maxCached);

  return {
    contextFor: (document, settings, base) => {
      const { uri } = document;
      const id = schemaIdentifierOf(document);
      const { schemas, itemSchema } = settings;
      return requested.of([uri, id, schemas, itemSchema, base], () => contextOf(uri, id, settings, base));
    },
    fileOf: (id) => {
      const bundled = fileOfBundled.get(id);
      const own = packageUri?.();
      if (bundled === undefined || own === undefined) return undefined;
      return Utils.joinPath(URI.parse(own), bundled).toString();
    },
    fileChanged: (uri) => {
      const isAffected = files.forget(canonical(uri));
      if (isAffected) requested = new RecentValues(maxCached);
      return isAffected;
    },
    mayReadMore: () => {
      if (files.forgetUnavailable()) requested = new RecentValues(maxCached);
    },
  };
}

type Load = (path: string) => Promise<UsableSchema>;

function bundledSchemaOf(id: string | undefined): DocumentSchema {
  return id === revmanSchemaIdentifier ? ofRevman.documentSchema : newestSchema;
}

function identifierAmong(known: readonly string[], id: string | undefined): SchemaIdentifier {
  if (id === undefined) return { kind: "absent" };
  return { kind: known.includes(id) ? "known" : "unknown", id };
}

/** The name in a path such as `bundled:1.0.0`; undefined for a file path. */
function bundledNameIn(path: string): string | undefined {
  return path.startsWith(bundledPrefix) ? path.slice(bundledPrefix.length) : undefined;
}

/** A bundled schema under an identifier from the settings; the newest one if the version does not exist. */
function bundledVersionAs(id: string, version: string): DocumentSchema {
  const bundled = bundledSchemas.find(({ label }) => label === version);
  if (bundled !== undefined) return { ...bundled, id };
  const reason = unknownBundled(bundledSchemas.map(({ label }) => label));
  return { ...newestSchema, unavailable: { file: bundledPrefix + version, reason } };
}

/** A schema file under an identifier from the settings; the newest bundled schema if the file is unusable. */
function loadedAs(id: string, loaded: UsableSchema): DocumentSchema {
  if (loaded.kind === "unavailable") {
    const { file, reason } = loaded;
    return { ...newestSchema, unavailable: { file, reason } };
  }
  const { uri, schema, files } = loaded;
  return { id, label: Utils.basename(URI.parse(uri)), uri, schema, files, unavailable: undefined };
}

/** Caches the values created last by their inputs, which it compares by identity. */
class RecentValues<Value> {
  #entries: readonly { readonly from: readonly unknown[]; readonly value: Value }[] = [];

  constructor(private readonly most: number) {}

  of(from: readonly unknown[], make: () => Value): Value {
    const known = this.#entries.find((entry) => entry.from.every((part, index) => part === from[index]));
    if (known !== undefined) return known.value;
    const value = make();
    this.#entries = [{ from, value }, ...this.#entries].slice(0, this.most);
    return value;
  }
}
