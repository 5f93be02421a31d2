import type { WorkspaceFolder } from "vscode-languageserver";
import type { AnalysesSettings } from "../../../protocol/src/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import type { SchemaStore } from "../schema/schemaStore";
import type { OpenDocuments } from "./openDocuments";
import type { SettingsStore } from "./settingsStore";

/** What holds for a document beside its text. */
export interface Surroundings {
  readonly settings: AnalysesSettings;
  readonly schemas: SchemaContext;
}

/** Told of the schemas in force for a document when they change; of `undefined` when it is closed. */
export type ContextListener = (documentUri: string, context: SchemaContext | undefined) => void;

/** Finds out what holds for a document: the user's settings for it and the schemas that they name. */
export class DocumentSurroundings {
  private readonly contexts = new Map<string, SchemaContext>();
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

  async of(document: AnalysesDocument): Promise<Surroundings> {
    const { uri } = document;
    const settings = await this.settings.get(uri);
    const schemas = await this.schemas.contextFor(document, settings, this.folderOf(uri));
    if (this.contexts.get(uri) !== schemas && this.documents.get(uri) !== undefined) {
      this.contexts.set(uri, schemas);
      this.listener(uri, schemas);
    }
    return { settings, schemas };
  }

  forget(uri: string): void {
    this.contexts.delete(uri);
    this.listener(uri, undefined);
  }

  /** The innermost workspace folder that a document lies in; for one that lies in none the first. */
  private folderOf(uri: string): string | undefined {
    const around = this.folders
      .filter((folder) => uri.startsWith(folder.endsWith("/") ? folder : `${folder}/`))
      .sort((one, other) => other.length - one.length);
    return around[0] ?? this.folders[0];
  }
}
