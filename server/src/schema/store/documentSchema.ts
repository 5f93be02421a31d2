import { URI, Utils } from "vscode-uri";
import { bundledSchemas, newestSchema } from "../bundledSchemas";
import type { LoadedSchema } from "../files/loadSchema";
import type { DocumentSchema } from "../schemaContext";
import { unknownBundled } from "../schemaMessages";

const bundledPrefix = "bundled:";

/** The version that a path of the settings names, such as `bundled:1.0.0`; undefined for a file's path. */
export function bundledVersionIn(path: string): string | undefined {
  return path.startsWith(bundledPrefix) ? path.slice(bundledPrefix.length) : undefined;
}

/** A bundled schema under an identifier of the settings; the newest one when there is no such version. */
export function bundledVersionAs(id: string, version: string): DocumentSchema {
  const bundled = bundledSchemas.find(({ label }) => label === version);
  if (bundled !== undefined) return { ...bundled, id };
  const reason = unknownBundled(bundledSchemas.map(({ label }) => label));
  return { ...newestSchema, unavailable: { file: bundledPrefix + version, reason } };
}

/** A schema file under an identifier of the settings; the newest bundled schema when it cannot be used. */
export function loadedAs(id: string, loaded: LoadedSchema): DocumentSchema {
  if (loaded.kind === "unavailable") {
    const { file, reason } = loaded;
    return { ...newestSchema, unavailable: { file, reason } };
  }
  const { uri, schema, files } = loaded;
  return { id, label: Utils.basename(URI.parse(uri)), uri, schema, files, unavailable: undefined };
}
