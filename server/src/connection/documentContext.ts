import type { YieldingHost } from "@analyses/json";
import type { CancellationToken, Connection, WorkspaceFolder } from "vscode-languageserver";
import { isObject } from "@analyses/protocol/message";
import {
  type AnalysesSettings,
  type SchemaAssociation,
  defaultAnalysesSettings,
  readAnalysesSettings,
  settingsSection,
} from "@analyses/protocol/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import type { SchemaStore } from "../schemaStore/schemaStore";
import type { OpenDocuments } from "./documentMessages";
import {
  type Configuration,
  type ConfigurationFiles,
  leftOutOf,
  withConfiguration,
} from "../configuration/configurationFile";
import { type ConnectionRuntime, describeProblem, yieldingUntil } from "./runtime";

export interface DocumentContext extends ContextInForce {
  readonly settings: AnalysesSettings;
}

/** The part of a document's context that the server reports to the client. */
export interface ContextInForce {
  readonly schemas: SchemaContext;
  readonly configuration: Configuration;
}

/** Called with a document's context when it changes, and with `undefined` when the document is closed. */
type ContextListener = (documentUri: string, context: ContextInForce | undefined) => void;

/** Finds the context of each document: its settings and the schemas that they select. */
export class DocumentContexts {
  private readonly inForce = new Map<string, ContextInForce>();
  private folders: readonly string[] = [];

  constructor(
    private readonly documents: OpenDocuments,
    private readonly settings: SettingsStore,
    private readonly schemas: SchemaStore,
    private readonly listener: ContextListener,
  ) {}

  setFolders(folders: readonly WorkspaceFolder[]): void {
    this.folders = folders.map(({ uri }) => uri);
  }

  changeFolders(added: readonly WorkspaceFolder[], removed: readonly WorkspaceFolder[]): void {
    const gone = new Set(removed.map(({ uri }) => uri));
    this.folders = [...this.folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
  }

  get workspaceFolders(): readonly string[] {
    return this.folders;
  }

  /** The schemas that settings associate with `$schema` identifiers, for a file or folder. */
  async schemasSetFor(uri: string): Promise<readonly SchemaAssociation[]> {
    return (await this.settings.get(uri)).schemas;
  }

  async of(document: AnalysesDocument): Promise<DocumentContext> {
    const { uri } = document;
    const settings = await this.settings.get(uri);
    const configuration = this.settings.configurationOf(uri);
    const schemas = await this.schemas.contextFor(document, settings, this.folderOf(uri));
    const context = { settings, schemas, configuration };
    if (!isSame(this.inForce.get(uri), context) && this.documents.get(uri) !== undefined) {
      this.inForce.set(uri, context);
      this.listener(uri, context);
    }
    return context;
  }

  forget(uri: string): void {
    this.inForce.delete(uri);
    this.listener(uri, undefined);
  }

  /** The innermost workspace folder that contains a document, otherwise the first folder. */
  private folderOf(uri: string): string | undefined {
    const around = this.folders
      .filter((folder) => uri.startsWith(folder.endsWith("/") ? folder : `${folder}/`))
      .sort((one, other) => other.length - one.length);
    return around[0] ?? this.folders[0];
  }
}

/** Whether two contexts are equal; a configuration file that was read again is a new object with equal content. */
function isSame(before: ContextInForce | undefined, { schemas, configuration }: ContextInForce): boolean {
  if (before?.schemas !== schemas) return false;
  return (
    before.configuration === configuration ||
    JSON.stringify(before.configuration) === JSON.stringify(configuration)
  );
}

/** A host for long work on a document: it cancels the work when the request is cancelled or the document changes. */
export function yieldingFor(
  document: AnalysesDocument,
  token: CancellationToken,
  { documents, runtime }: { readonly documents: OpenDocuments; readonly runtime: ConnectionRuntime },
): YieldingHost {
  return yieldingUntil(
    runtime,
    () => token.isCancellationRequested || documents.get(document.uri) !== document,
  );
}

/**
 * The settings of each document: requested by `workspace/configuration` if the client answers it, else as sent with
 * `initialize` or the last `workspace/didChangeConfiguration`. A configuration file in the document's folder or one
 * above overrides them.
 */
export class SettingsStore {
  private readonly answers = new Map<string, Promise<AnalysesSettings>>();
  /** The last settings that the client sent without a request. */
  private sent: AnalysesSettings = defaultAnalysesSettings;
  /** Whether the client answers `workspace/configuration`. */
  private clientAnswers = false;
  private initialOptions: unknown;
  /** The settings about which the log already has a warning. */
  private readonly warnedNames = new Set<string>();
  private readonly inForce = new Map<string, Configuration>();

  /** @param noteConfiguration called with a document's configuration; undefined once the document is closed */
  constructor(
    private readonly connection: Connection,
    private readonly configurations: ConfigurationFiles,
    private readonly noteConfiguration: (uri: string, configuration: Configuration | undefined) => void,
  ) {}

  initialize(initializationOptions: unknown, clientAnswers: boolean): void {
    this.sent = readAnalysesSettings(initializationOptions);
    this.initialOptions = initializationOptions;
    this.clientAnswers = clientAnswers;
  }

  /** Warns about ignored initial settings, now that the client shows log messages. */
  initialized(): void {
    this.read(this.initialOptions);
  }

  /**
   * Stores changed settings.
   *
   * @param pushed the `settings` of `workspace/didChangeConfiguration`: some clients send all settings in it, others
   * nothing
   */
  changed(pushed: unknown): void {
    this.answers.clear();
    // After the user has trusted the workspace, the client reads files for the server that it refused to read before.
    this.configurations.forget();
    const section = isObject(pushed) ? pushed[settingsSection] : undefined;
    if (isObject(section)) this.sent = this.read(section);
  }

  /** Re-reads configuration files; returns whether some document's settings may differ now. */
  async lookAgain(): Promise<boolean> {
    const before = [...this.inForce];
    this.configurations.forget();
    const now = await Promise.all(before.map(([uri]) => this.configurations.of(uri)));
    const differs = before.some(([, one], index) => JSON.stringify(one) !== JSON.stringify(now[index]));
    if (differs) this.answers.clear();
    return differs;
  }

  forget(uri: string): void {
    this.answers.delete(uri);
    this.inForce.delete(uri);
    this.noteConfiguration(uri, undefined);
  }

  get(uri: string): Promise<AnalysesSettings> {
    const known = this.answers.get(uri);
    if (known !== undefined) return known;
    const answer = this.withConfiguration(uri);
    this.answers.set(uri, answer);
    return answer;
  }

  /** The configuration in force for a document whose settings have been read. */
  configurationOf(uri: string): Configuration {
    return this.inForce.get(uri) ?? { kind: "none" };
  }

  /** Ignores values of the wrong type; warns once about each setting. */
  private read(value: unknown): AnalysesSettings {
    const ignored = leftOutOf(value).filter((name) => !this.warnedNames.has(name));
    for (const name of ignored) {
      this.warnedNames.add(name);
      this.connection.console.warn(
        `The setting ${settingsSection}.${name} does not have a value that it can have: it is left out.`,
      );
    }
    return readAnalysesSettings(value);
  }

  private async withConfiguration(uri: string): Promise<AnalysesSettings> {
    const settings = await this.ask(uri);
    const configuration: Configuration = settings.configurationFile
      ? await this.configurations.of(uri)
      : { kind: "none" };
    // The document may have been closed meanwhile.
    if (this.answers.has(uri)) {
      // `lookAgain` reads the configuration files of the documents in this map.
      if (settings.configurationFile) this.inForce.set(uri, configuration);
      else this.inForce.delete(uri);
      this.noteConfiguration(uri, configuration);
    }
    return withConfiguration(settings, configuration);
  }

  private async ask(scopeUri: string): Promise<AnalysesSettings> {
    if (!this.clientAnswers) return this.sent;
    try {
      const answer: unknown = await this.connection.workspace.getConfiguration({
        scopeUri,
        section: settingsSection,
      });
      return isObject(answer) ? this.read(answer) : this.sent;
    } catch (problem) {
      this.connection.console.warn(
        `The editor did not answer with its settings: ${describeProblem(problem)}`,
      );
      return this.sent;
    }
  }
}
