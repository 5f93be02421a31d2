import type { ClientRequest, RequestMessage } from "./message";
import { anyOf, fieldsOf, objectOf, oneOf, readText } from "./message";
import { readDocument } from "./referenceMessages";
import type { DocumentParams } from "./referenceRequests";

/*
 * What client and server say to each other beyond LSP: the client's commands that the server may offer, what a client
 * says of itself in its `initializationOptions`, and messages about schemas and files. What is about references and
 * about evidence has files of its own.
 */

/** The client's command by which an author chooses an item schema. */
export const selectItemSchemaCommand = "analysesRegistry.selectItemSchema";
/** The client's command that shows the page about a diagnostic code, its argument. */
export const explainCodeCommand = "analysesRegistry.explainCode";

/** The client's command that shows what an analysis comes to; with a document's URI and a position in it. */
export const showEvidenceCommand = "analysesRegistry.showEvidence";

/**
 * The commands that a client lets the server offer in quick fixes: the list `commands` of its
 * `initializationOptions`, beside the settings. A client that sends none gets fixes that are edits.
 */
export function readClientCommands(initializationOptions: unknown): readonly string[] {
  const { commands } = fieldsOf(initializationOptions);
  return Array.isArray(commands) ? commands.filter((name) => typeof name === "string") : [];
}

/**
 * Whether the client answers the requests of referenceRequests.ts: `answersReferenceRequests: true` in its
 * `initializationOptions`.
 */
export function readAnswersReferenceRequests(initializationOptions: unknown): boolean {
  return fieldsOf(initializationOptions).answersReferenceRequests === true;
}

/** Whether the client answers {@link readFileRequest}: `readsFiles: true` in its `initializationOptions`. */
export function readReadsFiles(initializationOptions: unknown): boolean {
  return fieldsOf(initializationOptions).readsFiles === true;
}

/** Whether the client draws images in hovers: `showsImages: true` in its `initializationOptions`. */
export function readShowsImages(initializationOptions: unknown): boolean {
  return fieldsOf(initializationOptions).showsImages === true;
}

/** Where the product's own files lie, for a server that does not: the URI `packageUri` of its `initializationOptions`. */
export function readPackageUri(initializationOptions: unknown): string | undefined {
  return readText(fieldsOf(initializationOptions).packageUri);
}

/**
 * Where the page about a diagnostic code is read: the address `problemPages` of its `initializationOptions`, in which
 * `{code}` stands for the code. Without one, diagnostics have no links.
 */
export function readProblemPages(initializationOptions: unknown): ((code: string) => string) | undefined {
  const template = readText(fieldsOf(initializationOptions).problemPages);
  return template === undefined ? undefined : (code) => template.replaceAll("{code}", code);
}

/**
 * What the server's sentences are in the client's language: the object `texts` of its
 * `initializationOptions`, in the form of `l10n/bundle.l10n.*.json`. Empty for English.
 */
export function readTexts(initializationOptions: unknown): ReadonlyMap<string, string> {
  const { texts } = fieldsOf(initializationOptions);
  if (Array.isArray(texts)) return new Map();
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return new Map(Object.entries(fieldsOf(texts)).filter(isText));
}

/** A sentence with its values: `{0}` stands for the first of them. */
export function filledIn(sentence: string, values: readonly (string | number)[]): string {
  if (values.length === 0) return sentence;
  return sentence.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
    String(values[Number(index)] ?? placeholder),
  );
}

export interface SchemasInForce {
  /** The document. */
  readonly uri: string;
  /** The version of the format, for people: "1.0.0", or a file's name. */
  readonly documentSchema: string;
  /** What the document's own `$schema` says: a document may be checked against another version. */
  readonly identifier: "absent" | "known" | "unknown";
  readonly itemSchema: ItemSchemaInForce;
  /** The configuration file that is obeyed, where there is one. */
  readonly configuration?: ConfigurationInForce | undefined;
}

export interface ConfigurationInForce {
  readonly uri: string;
  /** Which settings it decides, in place of the editor's: as it has them, `evidence.roles`. */
  readonly names: readonly string[];
}

export type ItemSchemaInForce =
  | { readonly kind: "none" }
  | { readonly kind: "ready"; readonly uri: string; readonly title: string | undefined }
  | { readonly kind: "unavailable"; readonly uri: string; readonly reason: string };

/**
 * Sent by the server, with {@link SchemasInForce}, whenever other schemas are in force for an open document than before, or its configuration file
 * says something else, the first time soon after it was opened. Clients that do not know it may ignore it (LSP 3.17,
 * `$/` messages).
 */
export const schemasInForceNotification = { method: "$/analyses/schemasInForce" } as const;

/** The same when the client asks for it. Answer: null where the document is not open. */
export const schemasInForceRequest: RequestMessage<
  { readonly textDocument: DocumentParams },
  SchemasInForce | null
> = {
  method: "analyses/schemasInForce",
  readParams: objectOf({ textDocument: readDocument }),
};

export interface FileToRead {
  readonly uri: string;
}

/** The text of a file, or why it cannot be read: the end of a sentence, for people. */
export type FileReading =
  /** `mark`: the byte order mark that stood before the text, where that is known. */
  | { readonly kind: "read"; readonly text: string; readonly mark?: string }
  /** `isAbsent`: it is known that there is no such file. */
  | { readonly kind: "failed"; readonly reason: string; readonly isAbsent?: boolean };

/**
 * Asked by the server for a schema file that is not on the disk of its own machine: in a browser, and in
 * workspaces that some extension of the editor provides. Only of clients that say `readsFiles: true` in their
 * `initializationOptions`.
 */
export const readFileRequest: ClientRequest<FileToRead, FileReading> = {
  method: "analyses/readFile",
  readResult: anyOf<FileReading>(
    objectOf({ kind: oneOf(["read"]), text: readText }),
    objectOf({ kind: oneOf(["failed"]), reason: readText }),
  ),
};
