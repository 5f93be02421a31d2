import type { NotificationMessage, RequestMessage } from "./message";
import { fieldsOf } from "./message";

export interface SchemasInForce {
  /** The document. */
  readonly uri: string;
  /** The version of the format, for people: "1.0.0", or a file's name. */
  readonly documentSchema: string;
  /** What the document's own `$schema` says: a document may be checked against another version. */
  readonly identifier: "absent" | "known" | "unknown";
  readonly itemSchema: ItemSchemaInForce;
}

export type ItemSchemaInForce =
  | { readonly kind: "none" }
  | { readonly kind: "ready"; readonly uri: string; readonly title: string | undefined }
  | { readonly kind: "unavailable"; readonly uri: string; readonly reason: string };

/**
 * Sent by the server whenever other schemas are in force for an open document than before, the first
 * time soon after it was opened. Clients that do not know it may ignore it (LSP 3.17, `$/` messages).
 */
export const schemasInForceNotification: NotificationMessage<SchemasInForce> = {
  method: "$/analyses/schemasInForce",
  readParams(value) {
    const { uri, documentSchema, identifier, itemSchema } = fieldsOf(value);
    const item = readItemSchema(itemSchema);
    if (typeof uri !== "string" || typeof documentSchema !== "string" || item === undefined) return undefined;
    if (identifier !== "absent" && identifier !== "known" && identifier !== "unknown") return undefined;
    return { uri, documentSchema, identifier, itemSchema: item };
  },
};

function readItemSchema(value: unknown): ItemSchemaInForce | undefined {
  const { kind, uri, title, reason } = fieldsOf(value);
  if (kind === "none") return { kind };
  if (typeof uri !== "string") return undefined;
  if (kind === "ready") return { kind, uri, title: typeof title === "string" ? title : undefined };
  return kind === "unavailable" && typeof reason === "string" ? { kind, uri, reason } : undefined;
}

export interface FileToRead {
  readonly uri: string;
}

/** The text of a file, or why it cannot be read: the end of a sentence, for people. */
export type FileReading =
  | { readonly kind: "read"; readonly text: string }
  /** `isAbsent`: it is known that there is no such file. */
  | { readonly kind: "failed"; readonly reason: string; readonly isAbsent?: boolean };

/**
 * Asked by the server for a schema file that is not on the disk of its own machine: in a browser, and in
 * workspaces that some extension of the editor provides. Only of clients that say `readsFiles: true` in their
 * `initializationOptions`.
 */
export const readFileRequest: RequestMessage<FileToRead, FileReading> = {
  method: "analyses/readFile",
  readParams(value) {
    const { uri } = fieldsOf(value);
    return typeof uri === "string" ? { uri } : undefined;
  },
  readResult(value) {
    const { kind, text, reason } = fieldsOf(value);
    if (kind === "read" && typeof text === "string") return { kind, text };
    return kind === "failed" && typeof reason === "string" ? { kind, reason } : undefined;
  },
};
