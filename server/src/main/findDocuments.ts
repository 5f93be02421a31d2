import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { translate } from "../localisation/translate";

/** The names that documents have; what lies in a folder of packages or of a tool is nobody's review. */
const documentNames = ["**/*.analyses.json", "**/analyses.json"];
const common = { ignore: ["**/node_modules/**"], expandDirectories: false, followSymbolicLinks: false };

export interface FoundDocuments {
  /** As they were named, or from the folder that was named on; each once. */
  readonly names: readonly string[];
  readonly failures: readonly { readonly name: string; readonly reason: string }[];
  /** Folders in which a document may appear. */
  readonly folders: readonly string[];
}

/**
 * What files, folders and globs stand for. Names of folders that begin with a dot, and `node_modules`, are
 * passed over unless they are named.
 */
export async function findDocuments(named: readonly string[]): Promise<FoundDocuments> {
  const names = new Map<string, string>();
  const failures: { name: string; reason: string }[] = [];
  const folders: string[] = [];
  for (const name of named) {
    const found = await documentsOf(name);
    if (found.names.length === 0) failures.push({ name, reason: translate("there is no analyses document") });
    for (const one of found.names) if (!names.has(resolve(one))) names.set(resolve(one), one);
    folders.push(...found.folders);
  }
  return { names: [...names.values()], failures, folders };
}

async function documentsOf(name: string): Promise<Pick<FoundDocuments, "names" | "folders">> {
  const facts = await stat(name).catch(() => undefined);
  if (facts?.isDirectory() === true) {
    const inside = await glob(documentNames, { ...common, cwd: name });
    const around = await glob("**", { ...common, cwd: name, onlyDirectories: true });
    const here = (path: string): string => join(name, path);
    return { names: inside.sort().map(here), folders: [name, ...around.map(here)] };
  }
  if (facts !== undefined || !isDynamicPattern(name)) return { names: [name], folders: [] };
  const pattern = process.platform === "win32" ? name.replaceAll("\\", "/") : name;
  return { names: (await glob(pattern, common)).sort(), folders: [] };
}
