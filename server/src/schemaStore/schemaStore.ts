import {
  bundledItemSchemas,
  bundledPrefix,
  newestSchemaIdentifier,
  revmanSchemaIdentifier,
} from "@analyses/protocol/documentFormat";
import { URI, Utils } from "vscode-uri";
import { canonical } from "@analyses/json-schema";
import type { AnalysesSettings } from "@analyses/protocol/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import { schemaIdentifierOf } from "../document/writtenText";
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

/** Knows schemas: bundled ones, those of the settings, item schemas; reads and compiles each once. */
export interface SchemaStore {
  /**
   * The schemas in force for a document. The same object as long as nothing that it depends on
   * changed. Relative paths of settings count from `base` (the workspace folder's URI), else from the
   * document. Never rejects: what cannot be read is part of the answer.
   */
  readonly contextFor: (
    document: AnalysesDocument,
    settings: SchemaSettings,
    base?: string,
  ) => Promise<SchemaContext>;
  /** Forgets what was read from a file. True when some context may differ now. */
  readonly fileChanged: (uri: string) => boolean;
  /** Files may be read now that were refused: what could not be read is read again. */
  readonly mayReadMore: () => void;
  /** The file in which the schema of an identifier comes with the product. */
  readonly fileOf: (id: string) => string | undefined;
}

const noItemSchema: ItemSchema = { kind: "none" };
const mostRemembered = 50;

/** A schema store that reads files through the runtime and sends nothing through the network. */
export function createSchemaStore({
  readFile,
  packageUri,
  homeUri,
  isItemSchemaForAll = false,
}: SchemaRuntime): SchemaStore {
  const files = new SchemaFiles(readFile, homeUri);
  const documentSchemas = new Remembered<DocumentSchema>(mostRemembered);
  const contexts = new Remembered<SchemaContext>(mostRemembered);

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
    const path = schemas.find((one) => one.id === id)?.path.trim();
    const itemPath = itemSchemaPath.trim();
    // One item schema for all documents is not meant for RevMan's, unless somebody says so.
    const isRevmans = id === revmanSchemaIdentifier && path === undefined && !isItemSchemaForAll;
    const [documentSchema, itemSchema] = await Promise.all([
      id === undefined || path === undefined ? bundledSchemaOf(id) : documentSchemaOf(id, path, load),
      isRevmans ? ofRevman.itemSchema : itemSchemaOf(itemPath, load),
    ]);
    // Who has no item schema begins a document in RevMan's form.
    const bundled = [newestSchemaIdentifier, revmanSchemaIdentifier];
    const identifiers = [...(itemPath === "" ? bundled.reverse() : bundled), ...schemas.map((one) => one.id)];
    return contexts.of([documentSchema, itemSchema, id, JSON.stringify(identifiers)], () => ({
      documentSchema,
      identifier: identifierAmong(identifiers, id),
      knownIdentifiers: [...new Set(identifiers)],
      itemSchema,
    }));
  };

  // Every edit asks, mostly for what the last one asked for.
  let asked = new Remembered<Promise<SchemaContext>>(mostRemembered);

  return {
    contextFor: (document, settings, base) => {
      const { uri } = document;
      const id = schemaIdentifierOf(document);
      const { schemas, itemSchema } = settings;
      return asked.of([uri, id, schemas, itemSchema, base], () => contextOf(uri, id, settings, base));
    },
    fileOf: (id) => {
      const bundled = fileOfBundled.get(id);
      const own = packageUri?.();
      if (bundled === undefined || own === undefined) return undefined;
      return Utils.joinPath(URI.parse(own), bundled).toString();
    },
    fileChanged: (uri) => {
      const isAffected = files.forget(canonical(uri));
      if (isAffected) asked = new Remembered(mostRemembered);
      return isAffected;
    },
    mayReadMore: () => {
      if (files.forgetUnavailable()) asked = new Remembered(mostRemembered);
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

/** What a path of the settings names of what is bundled, as `bundled:1.0.0` does; undefined for a file's path. */
function bundledNameIn(path: string): string | undefined {
  return path.startsWith(bundledPrefix) ? path.slice(bundledPrefix.length) : undefined;
}

/** A bundled schema under an identifier of the settings; the newest one when there is no such version. */
function bundledVersionAs(id: string, version: string): DocumentSchema {
  const bundled = bundledSchemas.find(({ label }) => label === version);
  if (bundled !== undefined) return { ...bundled, id };
  const reason = unknownBundled(bundledSchemas.map(({ label }) => label));
  return { ...newestSchema, unavailable: { file: bundledPrefix + version, reason } };
}

/** A schema file under an identifier of the settings; the newest bundled schema when it cannot be used. */
function loadedAs(id: string, loaded: UsableSchema): DocumentSchema {
  if (loaded.kind === "unavailable") {
    const { file, reason } = loaded;
    return { ...newestSchema, unavailable: { file, reason } };
  }
  const { uri, schema, files } = loaded;
  return { id, label: Utils.basename(URI.parse(uri)), uri, schema, files, unavailable: undefined };
}

/** Values by what they were made from, compared by identity; the latest ones only. */
class Remembered<Value> {
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
