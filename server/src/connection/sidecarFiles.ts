import type { AnalysesDocument } from "../document/analysesDocument";
import type { SidecarService } from "../sidecars/sidecarService";
import { translate } from "../localisation/translate";
import type { ConnectionRuntime } from "./runtime";

/** A team's JSON files next to its documents, and their schemas in the package. */
const sidecarSchemas: Readonly<Record<string, string>> = {
  "analyses.config.json": "dist/analyses.config.schema.json",
  "accepted-findings.json": "schemas/accepted-findings.schema.json",
  "decisions.json": "schemas/decisions.schema.json",
};

/**
 * Recognizes JSON files next to documents by the names in {@link sidecarSchemas}, and loads their service with the
 * first one. VS Code sends the server none of these files, because its own JSON features serve them.
 */
export class SidecarFiles {
  #service: Promise<SidecarService> | undefined;

  constructor(
    private readonly runtime: Pick<ConnectionRuntime, "readFile" | "packageUri" | "loadSidecars">,
  ) {}

  has(uri: string): boolean {
    const name = uri.slice(uri.lastIndexOf("/") + 1);
    return this.runtime.loadSidecars !== undefined && Object.hasOwn(sidecarSchemas, name);
  }

  /** The service for a JSON file next to documents; undefined for any other document. */
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
