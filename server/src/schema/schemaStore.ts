import type { AnalysesSettings } from "../../../protocol/src/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import { bundledSchemas, newestSchema } from "./bundledSchemas";
import { canonical } from "./files/addresses";
import type { LoadedSchema } from "./files/loadSchema";
import { locateSchema } from "./files/schemaLocation";
import type {
  DocumentSchema,
  ItemSchema,
  SchemaContext,
  SchemaIdentifier,
  SchemaRuntime,
} from "./schemaContext";
import { bundledVersionAs, bundledVersionIn, loadedAs } from "./store/documentSchema";
import { identifierOf } from "./store/identifierOf";
import { Remembered } from "./store/remembered";
import { SchemaFiles } from "./store/schemaFiles";

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
}

const noItemSchema: ItemSchema = { kind: "none" };
const mostRemembered = 50;

/** A schema store that reads files through the runtime and sends nothing through the network. */
export function createSchemaStore({ readFile }: SchemaRuntime): SchemaStore {
  const files = new SchemaFiles(readFile);
  const documentSchemas = new Remembered<DocumentSchema>(mostRemembered);
  const contexts = new Remembered<SchemaContext>(mostRemembered);

  const documentSchemaOf = async (id: string, path: string, load: Load): Promise<DocumentSchema> => {
    const version = bundledVersionIn(path);
    if (version !== undefined) return documentSchemas.of([id, version], () => bundledVersionAs(id, version));
    const loaded = await load(path);
    return documentSchemas.of([id, loaded], () => loadedAs(id, loaded));
  };

  const contextOf = async (
    uri: string,
    id: string | undefined,
    { schemas, itemSchema: itemPath }: SchemaSettings,
    base: string | undefined,
  ): Promise<SchemaContext> => {
    const load: Load = (path) => files.at(locateSchema(path, uri, base));
    const path = schemas.find((one) => one.id === id)?.path.trim();
    const [documentSchema, itemSchema] = await Promise.all([
      id === undefined || path === undefined ? bundledSchemaOf(id) : documentSchemaOf(id, path, load),
      itemPath.trim() === "" ? noItemSchema : load(itemPath),
    ]);
    const identifiers = [...bundledSchemas, ...schemas].map((one) => one.id);
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
      const id = identifierOf(document);
      const { schemas, itemSchema } = settings;
      return asked.of([uri, id, schemas, itemSchema, base], () => contextOf(uri, id, settings, base));
    },
    fileChanged: (uri) => {
      const isAffected = files.forget(canonical(uri));
      if (isAffected) asked = new Remembered(mostRemembered);
      return isAffected;
    },
  };
}

type Load = (path: string) => Promise<LoadedSchema>;

function bundledSchemaOf(id: string | undefined): DocumentSchema {
  return bundledSchemas.find((bundled) => bundled.id === id) ?? newestSchema;
}

function identifierAmong(known: readonly string[], id: string | undefined): SchemaIdentifier {
  if (id === undefined) return { kind: "absent" };
  return { kind: known.includes(id) ? "known" : "unknown", id };
}
