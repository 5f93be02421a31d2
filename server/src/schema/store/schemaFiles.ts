import type { LoadedSchema, ReadFile } from "../files/loadSchema";
import { loadSchema } from "../files/loadSchema";
import type { SchemaLocation } from "../files/schemaLocation";

interface Load {
  readonly schema: Promise<LoadedSchema>;
  /** Every file that it asked for, by URI. */
  readonly files: ReadonlySet<string>;
}

/** Schema files by location: each is read once, until one of its files changes. */
export class SchemaFiles {
  readonly #loads = new Map<string, Load>();

  constructor(private readonly readFile: ReadFile) {}

  at(location: SchemaLocation): Promise<LoadedSchema> {
    const known = this.#loads.get(location.uri);
    if (known !== undefined) return known.schema;
    const files = new Set<string>();
    const load = { schema: this.#load(location, files), files };
    this.#loads.set(location.uri, load);
    return load.schema;
  }

  /** Forgets the schemas that a file is part of; whether there were any. */
  forget(file: string): boolean {
    const affected = [...this.#loads].filter(([, { files }]) => files.has(file));
    for (const [uri] of affected) this.#loads.delete(uri);
    return affected.length > 0;
  }

  async #load(location: SchemaLocation, files: Set<string>): Promise<LoadedSchema> {
    const { uri } = location;
    if (location.kind === "nowhere") return { kind: "unavailable", uri, file: uri, reason: location.reason };
    return loadSchema(uri, (file) => {
      files.add(file);
      return this.readFile(file);
    });
  }
}
