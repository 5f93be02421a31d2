import type { FileReading } from "../../../protocol/src/customMessages";
import type { JsonObject, JsonValue } from "../../../json/src";

/** What the server needs from outside to read schema files: never the network. */
export interface SchemaRuntime {
  /** Reads a file by its `file:` URI (or what the host's file system knows). */
  readonly readFile: (uri: string) => Promise<FileReading>;
  /** The URI of the folder that holds the product's own files, where that is known. */
  readonly packageUri?: () => string | undefined;
}

/** Everything about schemas that holds for one document with its settings. */
export interface SchemaContext {
  readonly documentSchema: DocumentSchema;
  /** What the document's own `$schema` says. */
  readonly identifier: SchemaIdentifier;
  /** Identifiers that `$schema` may name, the newest bundled version first. */
  readonly knownIdentifiers: readonly string[];
  readonly itemSchema: ItemSchema;
}

export type SchemaIdentifier =
  | { readonly kind: "absent" }
  | { readonly kind: "known"; readonly id: string }
  | { readonly kind: "unknown"; readonly id: string };

/** The schema of the whole document in force: a bundled version, or a file of the setting `schemas`. */
export interface DocumentSchema {
  readonly id: string;
  /** For people: "1.0.0" of a bundled version, the file's name otherwise. */
  readonly label: string;
  readonly uri: string;
  readonly schema: JsonObject | boolean;
  /** Every schema file that it reaches by `$ref`, itself included, by URI. */
  readonly files: ReadonlyMap<string, JsonValue>;
  /** Why the file that `$schema` names through the settings is not used, when it is not. */
  readonly unavailable: SchemaFailure | undefined;
}

/** The schema that each analysis follows (setting `itemSchema`). */
export type ItemSchema =
  | { readonly kind: "none" }
  | ({ readonly kind: "unavailable"; readonly uri: string } & SchemaFailure)
  | {
      readonly kind: "ready";
      readonly uri: string;
      readonly schema: JsonObject | boolean;
      /** Every schema file that it reaches by `$ref`, itself included, by URI. */
      readonly files: ReadonlyMap<string, JsonValue>;
    };

/** Why a schema cannot be used; for people. */
interface SchemaFailure {
  /** URI of the file at fault: the schema itself or a file that it refers to. */
  readonly file: string;
  readonly reason: string;
}
