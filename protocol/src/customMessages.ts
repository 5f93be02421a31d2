/**
 * Sent by the server whenever other schemas are in force for an open document than before, the first
 * time soon after it was opened. Clients that do not know it may ignore it (LSP 3.17, `$/` messages).
 */
export const schemasInForceNotification = "$/analyses/schemasInForce";

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
