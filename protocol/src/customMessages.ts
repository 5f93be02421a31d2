// The protocol beyond LSP: the client's commands that the server may offer, the capabilities that a client
// declares in its `initializationOptions`, and messages about schemas and files. Messages about references
// and evidence have files of their own.

import {
  type ClientRequest,
  type RequestMessage,
  anyOf,
  fieldsOf,
  objectOf,
  oneOf,
  readText,
  type ReadBy,
  list,
  orNull,
  readNumber,
} from "./message";
import {
  readDocument,
  readVersionedDocument,
  type DocumentParams,
  type TextPosition,
  type TextRange,
  type VersionedDocumentParams,
} from "./referenceMessages";
import type { JsonValue } from "@analyses/json";

/** The client's command that lets an author choose an item schema. */
export const selectItemSchemaCommand = "analysesRegistry.selectItemSchema";
/** The client's command that shows the page about a diagnostic code, its argument. */
export const explainCodeCommand = "analysesRegistry.explainCode";

/** The client's command that shows the results of an analysis; its arguments are a document's URI and a position. */
export const showEvidenceCommand = "analysesRegistry.showEvidence";

/** Reads what a client declares in its `initializationOptions` beyond the settings and {@link readTexts}. */
export function readDeclared(initializationOptions: unknown) {
  const { commands, packageUri, problemPages, ...others } = fieldsOf(initializationOptions);
  const template = readText(problemPages);
  return {
    /** The client commands that quick fixes may use. Without them, the server offers only fixes that are edits. */
    commands: Array.isArray(commands) ? commands.filter((name) => typeof name === "string") : [],
    /** The address of the page about a diagnostic code. Without it, diagnostics have no links. */
    problemPages: template === undefined ? undefined : (code: string) => template.replaceAll("{code}", code),
    /** The URI of the product's own files, for a server without them. */
    packageUri: readText(packageUri),
    /** Whether the client answers the requests of referenceMessages.ts. */
    answersReferenceRequests: others.answersReferenceRequests === true,
    /** Whether the client answers {@link readFileRequest}. */
    readsFiles: others.readsFiles === true,
    /** Whether the client draws images in hovers. */
    showsImages: others.showsImages === true,
    /** Whether the server checks the documents of the workspace that are not open. */
    validateWorkspace: others.validateWorkspace === true,
  };
}

/**
 * Translations of the server's sentences into the client's language: the object `texts` of its
 * `initializationOptions`, in the form of `l10n/bundle.l10n.*.json`. Empty for English.
 */
export function readTexts(initializationOptions: unknown): ReadonlyMap<string, string> {
  const { texts } = fieldsOf(initializationOptions);
  if (Array.isArray(texts)) return new Map();
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  return new Map(Object.entries(fieldsOf(texts)).filter(isText));
}

/** Replaces the placeholders of a sentence with values: `{0}` with the first. */
export function filledIn(sentence: string, values: readonly (string | number)[]): string {
  if (values.length === 0) return sentence;
  return sentence.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
    String(values[Number(index)] ?? placeholder),
  );
}

export interface SchemasInForce {
  /** The document's URI. */
  readonly uri: string;
  /** The version of the format for display: "1.0.0", or a file name. */
  readonly documentSchema: string;
  /** Whether the document's `$schema` is known; the server may validate the document against another version. */
  readonly identifier: "absent" | "known" | "unknown";
  readonly itemSchema: ItemSchemaInForce;
  /** The configuration file that applies, if any. */
  readonly configuration?: ConfigurationInForce | undefined;
}

interface ConfigurationInForce {
  readonly uri: string;
  /** The settings that the file overrides, by their names in the editor: `evidence.roles`. */
  readonly names: readonly string[];
}

export type ItemSchemaInForce =
  | { readonly kind: "none" }
  | { readonly kind: "ready"; readonly uri: string; readonly title: string | undefined }
  | { readonly kind: "unavailable"; readonly uri: string; readonly reason: string };

/**
 * Notification from server to client, with {@link SchemasInForce}: soon after a document opens, and whenever its
 * schemas or its configuration file's settings change. Clients may ignore it (LSP 3.17, `$/` messages).
 */
export const schemasInForceNotification = { method: "$/analyses/schemasInForce" } as const;

/** Request from client to server for the {@link SchemasInForce}. Result: null if the document is not open. */
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

/** The text of a file, or the reason why reading it failed: the end of a sentence, for display. */
export type FileReading =
  /** `mark`: the byte order mark before the text, if known. */
  | { readonly kind: "read"; readonly text: string; readonly mark?: string }
  /** `isAbsent`: the file certainly does not exist. */
  | { readonly kind: "failed"; readonly reason: string; readonly isAbsent?: boolean };

/**
 * Request from server to client: read a schema file that is not on the server's disk, as in a browser or in workspaces
 * that another extension provides. The server sends it only to clients with `readsFiles: true` in their
 * `initializationOptions`.
 */
export const readFileRequest: ClientRequest<FileToRead, FileReading> = {
  method: "analyses/readFile",
  readResult: anyOf(
    objectOf({ kind: oneOf(["read"]), text: readText }),
    objectOf({ kind: oneOf(["failed"]), reason: readText }),
  ),
};

/** The item schema of a document, the schemas it refers to, and the roles from the settings. */
interface ItemShapeInForce {
  readonly uri: string;
  /** The schema and every schema file that it reaches by `$ref`, by URI. */
  readonly files: Readonly<Record<string, JsonValue>>;
  /** The setting `evidence.roles`. */
  readonly roles: unknown;
}

/**
 * Request from client to server: the item schema and roles, to import and export other programs' files. Result: null
 * without an item schema.
 */
export const itemShapeRequest: RequestMessage<
  { readonly textDocument: DocumentParams },
  ItemShapeInForce | null
> = {
  method: "analyses/itemShape",
  readParams: objectOf({ textDocument: readDocument }),
};

/*
 * Merging versions of a document, or comparing two extractions. The server keeps no state: each request contains all
 * decisions made so far, and the server merges anew.
 */

/** The client's command that resolves the conflicts of a document; its argument is the document's URI. */
export const resolveConflictCommand = "analysesRegistry.resolveMergeConflict";

const readSource = anyOf(
  /** The conflict markers in the document. */
  objectOf({ kind: oneOf(["markers"]) }),
  /** The document is one extraction, `other` the second. */
  objectOf({ kind: oneOf(["extractions"]), other: readText }),
  /** The three versions in Git. */
  objectOf({ kind: oneOf(["versions"]), base: orNull(readText), ours: readText, theirs: readText }),
);
export type MergeSource = ReadBy<typeof readSource>;

const readDecision = objectOf({
  /**
   * The conflict: its place, which is unique, and the values of both sides. A decision on other values does not hold.
   */
  place: readText,
  ours: orNull(readText),
  theirs: orNull(readText),
  /** `other` takes `text`. */
  take: oneOf(["base", "ours", "theirs", "other"]),
  /** A cell value to write, as JSON, if the decision takes neither side. */
  text: orNull(readText),
});
export type MergeDecision = ReadBy<typeof readDecision>;

const readMerge = objectOf({
  textDocument: readDocument,
  source: readSource,
  decisions: list(readDecision),
});
export type MergeParams = ReadBy<typeof readMerge>;

export type MergeAnswer =
  | { readonly kind: "no-markers" }
  /** A side is not JSON, or a marker is missing. */
  | { readonly kind: "unreadable" }
  | {
      readonly kind: "merged";
      /** The version of the document. */
      readonly version: number;
      /** The merged text, with conflict markers around undecided conflicts. */
      readonly text: string;
      readonly conflicts: readonly OpenConflict[];
      /** Further notes for the user, in sentences. */
      readonly notes: readonly string[];
      /** For two extractions: their agreement, as sentences for a methods section. */
      readonly agreement: readonly string[];
    };

/**
 * A conflict about a cell, or about a study or an analysis that only one side has. Texts are as in the documents; null
 * for no value.
 */
export interface OpenConflict {
  readonly isDecided: boolean;
  /** Whether a decision may write a value that neither side has. */
  readonly isCell: boolean;
  readonly isStoredResult: boolean;
  /** The number and name of the analysis with the conflict. */
  readonly analysis: string;
  /** The full location, on one line: identical in every merge of the same texts. */
  readonly place: string;
  readonly base: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** The result of the analysis with our text; empty if it cannot be computed, or if both results are the same. */
  readonly ourResult: string;
  /** The result of the analysis with their text; empty in the same cases as `ourResult`. */
  readonly theirResult: string;
}

/**
 * Request from client to server: the merged text after the decisions so far. Result: null if the document is not open.
 */
export const mergeRequest: RequestMessage<MergeParams, MergeAnswer | null> = {
  method: "analyses/merge",
  readParams: readMerge,
};

interface GroupIdentity {
  readonly number: number;
  readonly name: string;
}

/** The facts about one version of a document that an import needs. */
export interface ImportTarget {
  readonly version: number;
  /** The method of the document's risk-of-bias judgements, as the document names it. */
  readonly riskOfBiasMethod: string | null;
  readonly isOnOneLine: boolean;
  /** The numbers of the document's groups. */
  readonly groups: readonly number[];
  /** The groups with a list of analyses that have the number and name of a group to import. */
  readonly same: readonly (GroupIdentity & { readonly analyses: readonly number[] })[];
}

/**
 * Request from client to server: what an import into a document needs to know. Result: null if the document has no list
 * of groups.
 */
export const importTargetRequest: RequestMessage<
  { readonly textDocument: DocumentParams; readonly groups: readonly GroupIdentity[] },
  ImportTarget | null
> = {
  method: "analyses/importTarget",
  readParams: objectOf({
    textDocument: readDocument,
    groups: list(objectOf({ number: readNumber, name: readText })),
  }),
};

/** Edits of one version of a document, and the position of the first added analysis after these edits. */
export interface AddedAnalyses {
  readonly edits: readonly { readonly range: TextRange; readonly newText: string }[];
  readonly first: TextPosition;
}

/**
 * Request from client to server: the edits that add a text's groups to a document. Result: null if the document is not
 * open in that version.
 */
export const additionsRequest: RequestMessage<
  { readonly textDocument: VersionedDocumentParams; readonly written: string },
  AddedAnalyses | null
> = {
  method: "analyses/additions",
  readParams: objectOf({ textDocument: readVersionedDocument, written: readText }),
};
