import type { AnalysesDocument } from "../languageService";
import type { SidecarService } from "../sidecars/sidecarService";
import { translate } from "../localisation/translate";
import type { ConnectionRuntime } from "./runtime";

/** JSON files of a team next to its documents, and their schemas in the package. */
const sidecarSchemas: Readonly<Record<string, string>> = {
  "analyses.config.json": "dist/analyses.config.schema.json",
  "accepted-findings.json": "schemas/accepted-findings.schema.json",
  "decisions.json": "schemas/decisions.schema.json",
};

/**
 * The open files next to documents, which an editor sends under the names of {@link sidecarSchemas}. VS Code sends none: its
 * own JSON features answer there. What answers is loaded with the first such file.
 */
export class SidecarFiles {
  #service: Promise<SidecarService> | undefined;

  constructor(
    private readonly runtime: Pick<ConnectionRuntime, "readFile" | "packageUri" | "loadSidecars">,
  ) {}

  /** Whether a document is such a file, and no analyses document. */
  has(uri: string): boolean {
    const name = uri.slice(uri.lastIndexOf("/") + 1);
    return this.runtime.loadSidecars !== undefined && Object.hasOwn(sidecarSchemas, name);
  }

  /** @returns undefined for any other document */
  of({ uri }: AnalysesDocument): Promise<SidecarService> | undefined {
    const { loadSidecars } = this.runtime;
    return loadSidecars !== undefined && this.has(uri)
      ? (this.#service ??= this.#load(loadSidecars))
      : undefined;
  }

  async #load(load: NonNullable<ConnectionRuntime["loadSidecars"]>): Promise<SidecarService> {
    const { SidecarService } = await load();
    const base = this.runtime.packageUri?.() ?? "";
    const schemas = Object.entries(sidecarSchemas).map(([name, path]) => ({ name, uri: `${base}/${path}` }));
    return new SidecarService(schemas, async (uri) => {
      const reading = await this.runtime.readFile(uri);
      if (reading.kind === "read") return reading.text;
      throw new Error(translate("{0} cannot be read: {1}", uri, reading.reason));
    });
  }
}
