import {
  type Connection,
  type Diagnostic,
  type Disposable,
  type FileSystemWatcher,
  DiagnosticSeverity,
  DidChangeWatchedFilesNotification,
} from "vscode-languageserver";
import { URI, Utils } from "vscode-uri";
import { byKey } from "@analyses/evidence";
import {
  type FileReading,
  type ItemSchemaInForce,
  type SchemasInForce,
  readFileRequest,
} from "@analyses/protocol/customMessages";
import { isFileAddress } from "@analyses/json-schema";
import type { ItemSchema, SchemaContext, SchemaRuntime } from "../schema/schemaContext";
import { type Configuration, decidedBy } from "../configuration/configurationFile";
import { acceptedFileOf } from "../validation/acceptedFindings";
import { diagnosticOfFile } from "../presentation/diagnostics";
import type { ContextInForce } from "./documentContext";
import type { ConnectionRuntime } from "./runtime";
import { ask } from "@analyses/protocol/message";
import { schemaText, translate } from "../localisation/translate";

/** How the client can watch files for the server. */
export type WatchSupport = "none" | "patterns" | "relative-patterns";

/** Minimum milliseconds from one look at files that the client does not watch to the next, except on saving. */
const betweenLooks = 1000;

/**
 * Notices changed schema files and files of accepted findings: the client watches them, or, if it cannot, the server
 * re-reads them when the user saves or types, and before it answers a request that needs them.
 */
export class SchemaFileWatcher {
  private support: WatchSupport = "none";
  private readonly filesOfDocument = new Map<string, readonly string[]>();
  /** A fingerprint of each file's text at the last look, or at the first reading if no look followed. */
  private readonly seen = new Map<string, string>();
  /** When the files were last looked at, in milliseconds on the monotonic clock. */
  private lookedAt = 0;
  private watched: readonly string[] = [];
  private registration: Promise<Disposable> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly runtime: ConnectionRuntime,
    private readonly changed: (uri: string) => void,
    /** Called for a file no longer watched: its cached text may become stale. */
    private readonly unwatched: (uri: string) => void,
  ) {}

  initialize(support: WatchSupport): void {
    this.support = support;
  }

  /** Stores the schemas in force for a document; `context` is undefined once the document is closed. */
  async note(documentUri: string, context: SchemaContext | undefined): Promise<void> {
    if (context === undefined) this.filesOfDocument.delete(documentUri);
    else this.filesOfDocument.set(documentUri, filesOf(documentUri, context));
    const files = [...new Set([...this.filesOfDocument.values()].flat())].sort();
    const before = this.watched;
    if (files.join("\n") === before.join("\n")) return;
    this.watched = files;
    for (const file of before) if (!files.includes(file)) this.unwatched(file);
    // The server has just read these files.
    if (this.support === "none") this.lookedAt = this.runtime.now();
    else await this.watch(files);
  }

  /**
   * Stores what the server first read of a file. The first look compares with this text, and so notices a change since
   * the reading.
   */
  noteRead(uri: string, reading: FileReading): void {
    if (this.support === "none" && !this.seen.has(uri)) this.seen.set(uri, fingerprint(reading));
  }

  /**
   * Like {@link lookAgain}, but at most once a second: for requests and text changes.
   *
   * @returns whether it looked
   */
  async lookBeforeAnswer(): Promise<boolean> {
    if (this.support !== "none" || this.runtime.now() - this.lookedAt < betweenLooks) return false;
    await this.lookAgain();
    return true;
  }

  /** If the client does not watch the files, re-reads them and reports those that changed. */
  async lookAgain(): Promise<void> {
    if (this.support !== "none") return;
    this.lookedAt = this.runtime.now();
    const readings = await Promise.all(
      this.watched.map(async (uri) => [uri, fingerprint(await this.runtime.readFile(uri))] as const),
    );
    const before = new Map(this.seen);
    this.seen.clear();
    for (const [uri, text] of readings) this.seen.set(uri, text);
    for (const [uri, text] of readings) if ((before.get(uri) ?? text) !== text) this.changed(uri);
  }

  private async watch(files: readonly string[]): Promise<void> {
    const before = this.registration;
    const watchers = files.map((file) => this.watcherOf(file));
    this.registration =
      watchers.length === 0
        ? undefined
        : this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    await this.registration;
    (await before)?.dispose();
  }

  private watcherOf(file: string): FileSystemWatcher {
    const uri = URI.parse(file);
    // Glob patterns in LSP have no escape: `?` stands for each special character.
    const pattern = Utils.basename(uri).replace(/[*?{}[\]]/g, "?");
    if (this.support === "patterns") return { globPattern: `**/${pattern}` };
    return { globPattern: { baseUri: Utils.dirname(uri).toString(), pattern } };
  }
}

function filesOf(documentUri: string, { documentSchema, itemSchema }: SchemaContext): readonly string[] {
  const files = [...documentSchema.files.keys()];
  if (documentSchema.unavailable !== undefined) files.push(documentSchema.unavailable.file);
  if (itemSchema.kind === "unavailable") files.push(itemSchema.uri, itemSchema.file);
  if (itemSchema.kind === "ready") for (const file of itemSchema.files.keys()) files.push(file);
  const accepted = acceptedFileOf(documentUri);
  if (accepted !== undefined) files.push(accepted);
  return files.filter(isFileAddress);
}

function fingerprint(reading: FileReading): string {
  return reading.kind === "read" ? `read ${reading.text}` : `failed ${reading.reason}`;
}

/** Publishes in a schema or configuration file why it, or a part of it, is not used. */
export class SchemaFileDiagnostics {
  /** The faults in the schemas of each document, by file. */
  private readonly schemas = new Map<string, ReadonlyMap<string, readonly Diagnostic[]>>();
  private readonly configurations = new Map<string, Extract<Configuration, { kind: "failed" }>>();
  private readonly published = new Map<string, string>();

  constructor(
    private readonly connection: Connection,
    private readonly runtime: ConnectionRuntime,
    /** Whether a configuration file is open: its own diagnostics then replace the one published here. */
    private readonly isOpen: (uri: string) => boolean,
  ) {}

  /** Stores the schemas in force for a document; `context` is undefined once the document is closed. */
  noteSchemas(documentUri: string, context: SchemaContext | undefined): Promise<void> {
    if (context === undefined) this.schemas.delete(documentUri);
    else {
      const { itemSchema, documentSchema } = context;
      const parts = itemSchema.kind === "ready" ? (itemSchema.faults ?? []) : [];
      const faults = new Map<string, readonly Diagnostic[]>();
      const code = "item-schema-unavailable";
      for (const [file, own] of byKey(parts, (part) => part.file))
        faults.set(
          file,
          own.map(({ reason }) => {
            const message = translate("A part of this schema is not used: {0}.", reason);
            return diagnosticOfFile(message, { code, severity: DiagnosticSeverity.Warning });
          }),
        );
      const failure = itemSchema.kind === "unavailable" ? itemSchema : documentSchema.unavailable;
      if (failure !== undefined) {
        const message = translate("Analyses documents cannot follow this schema: {0}.", failure.reason);
        faults.set(failure.file, [diagnosticOfFile(message, { code })]);
      }
      this.schemas.set(documentUri, faults);
    }
    return this.publishAll();
  }

  /** Stores the configuration in force for a document; undefined once the document is closed. */
  noteConfiguration(documentUri: string, configuration: Configuration | undefined): Promise<void> {
    if (configuration?.kind === "failed") this.configurations.set(documentUri, configuration);
    else this.configurations.delete(documentUri);
    return this.publishAll();
  }

  /** Publishes the current faults of each file. */
  async publishAll(): Promise<void> {
    const diagnostics = new Map([...this.schemas.values()].flatMap((faults) => [...faults]));
    for (const { uri, reason } of this.configurations.values())
      if (!this.isOpen(uri))
        diagnostics.set(uri, [diagnosticOfFile(translate("These settings are not obeyed: {0}.", reason))]);
    for (const file of new Set([...this.published.keys(), ...diagnostics.keys()]))
      await this.publish(file, diagnostics.get(file) ?? []);
  }

  private async publish(uri: string, diagnostics: readonly Diagnostic[]): Promise<void> {
    const print = JSON.stringify(diagnostics);
    if ((this.published.get(uri) ?? "[]") === print) return;
    this.published.set(uri, print);
    // An editor cannot show a problem in a file that it cannot read.
    if (diagnostics.length === 0 || (await this.runtime.readFile(uri)).kind === "read")
      await this.connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] });
  }
}

/** The schemas in force for a document, in the form that the client displays. */
export function schemasInForce(
  uri: string,
  { schemas: { documentSchema, identifier, itemSchema }, configuration }: ContextInForce,
): SchemasInForce {
  return {
    uri,
    documentSchema: documentSchema.label,
    identifier: identifier.kind,
    itemSchema: itemSchemaInForce(itemSchema),
    configuration:
      configuration.kind === "read" ? { uri: configuration.uri, names: decidedBy(configuration) } : undefined,
  };
}

function itemSchemaInForce(itemSchema: ItemSchema): ItemSchemaInForce {
  switch (itemSchema.kind) {
    case "none":
      return { kind: "none" };
    case "unavailable":
      return { kind: "unavailable", uri: itemSchema.uri, reason: itemSchema.reason };
    case "ready": {
      const { uri, schema } = itemSchema;
      const title =
        typeof schema === "object" && typeof schema.title === "string" ? schemaText(schema.title) : undefined;
      return { kind: "ready", uri, title };
    }
  }
}

/**
 * Reads `file:` URIs from disk, and all others through the client if it supports that.
 *
 * @param offered whether the client answers {@link readFileRequest}
 */
export function filesOfClient(
  connection: Connection,
  disk: SchemaRuntime["readFile"],
  offered: () => boolean,
): SchemaRuntime["readFile"] {
  return async (uri) => {
    if (URI.parse(uri).scheme === "file" || !offered()) return disk(uri);
    const reading = await ask(connection, readFileRequest, { uri });
    return reading ?? { kind: "failed", reason: translate("the editor did not send its text") };
  };
}
