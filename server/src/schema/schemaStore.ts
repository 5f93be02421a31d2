import type { AnalysesSettings } from "../../../protocol/src/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaContext } from "./schemaContext";

/** Knows schemas: bundled ones, those of the settings, item schemas; reads and compiles each once. */
export interface SchemaStore {
  /**
   * The schemas in force for a document. The same object as long as nothing that it depends on
   * changed. Relative paths of settings count from `base` (the workspace folder's URI), else from the
   * document. Never rejects: what cannot be read is part of the answer.
   */
  readonly contextFor: (
    document: AnalysesDocument,
    settings: Pick<AnalysesSettings, "schemas" | "itemSchema">,
    base?: string,
  ) => Promise<SchemaContext>;
  /** Forgets what was read from a file. True when some context may differ now. */
  readonly fileChanged: (uri: string) => boolean;
}
