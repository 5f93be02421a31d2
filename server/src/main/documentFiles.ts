import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, resolve, basename, dirname } from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { translate } from "../localisation/translate";
import { existsSync, statSync, watch } from "node:fs";

/** The names that documents have; what lies in a folder of packages or of a tool is nobody's review. */
const documentNames = ["**/*.analyses.json", "**/analyses.json"];
const common = { ignore: ["**/node_modules/**"], expandDirectories: false, followSymbolicLinks: false };

/** A document as it was named, or from the folder that was named on. */
interface FoundDocument {
  readonly name: string;
  /** The folder that was named, or in which what was named lies. */
  readonly folder: string;
}

interface FoundDocuments {
  /** Each file once, whatever links lead to it: by its own name where that is among them. */
  readonly documents: readonly FoundDocument[];
  readonly failures: readonly { readonly name: string; readonly reason: string }[];
  /** Folders in which a document may appear. */
  readonly folders: readonly string[];
}

/**
 * What files, folders and globs stand for. Names of folders that begin with a dot, and `node_modules`, are
 * passed over unless they are named.
 */
export async function findDocuments(named: readonly string[]): Promise<FoundDocuments> {
  const documents = new Map<string, FoundDocument>();
  const failures: { name: string; reason: string }[] = [];
  const folders: string[] = [];
  for (const name of named) {
    const found = await documentsOf(name);
    if (found.names.length === 0) failures.push({ name, reason: translate("there is no analyses document") });
    const own = new Map<string, string>();
    for (const one of found.names) {
      const file = await realpath(one).catch(() => resolve(one));
      const before = documents.get(file);
      if (before === undefined) own.set(file, own.get(file) ?? one);
      else if ((await isLinkBelow(before.folder, before.name)) && !(await isLinkBelow(found.folder, one)))
        documents.set(file, { name: one, folder: found.folder });
    }
    const inOrder = [...own].sort(([, first], [, second]) => (first < second ? -1 : 1));
    for (const [file, one] of inOrder) documents.set(file, { name: one, folder: found.folder });
    for (const folder of found.folders) folders.push(folder);
  }
  return { documents: [...documents.values()], failures, folders };
}

/** Whether one of the steps from a folder to a file in it is a link. */
export async function isLinkBelow(folder: string, path: string): Promise<boolean> {
  const top = resolve(folder);
  for (let at = resolve(path); at !== top && at !== dirname(at); at = dirname(at)) {
    if ((await lstat(at).catch(() => undefined))?.isSymbolicLink() === true) return true;
  }
  return false;
}

interface Named {
  readonly names: readonly string[];
  readonly folder: string;
  readonly folders: readonly string[];
}

async function documentsOf(name: string): Promise<Named> {
  const facts = await stat(name).catch(() => undefined);
  if (facts?.isDirectory() === true) {
    const inside = await glob(documentNames, { ...common, cwd: name });
    const here = (path: string): string => join(name, path);
    const folders = await foldersIn(name, Infinity);
    const linked = (await Promise.all(folders.map(linkedDocuments))).flat();
    // A document goes before links to it: it counts as what it is where it lies.
    return { names: [...inside.map(here), ...linked], folder: name, folders };
  }
  if (facts !== undefined || !isDynamicPattern(name))
    return { names: [name], folder: dirname(name), folders: [] };
  const pattern = process.platform === "win32" ? name.replaceAll("\\", "/") : name;
  // The parts before the first that may stand for several: all that the glob matches lies below.
  const written = /^(?:[^*?[\]{}()\\/]*\/)*/.exec(pattern)?.[0] ?? "";
  const base = written === "" ? "." : written;
  const rest = pattern.slice(written.length);
  const depth = rest.includes("**") ? Infinity : rest.split("/").length - 1;
  const folders = await foldersIn(base, depth);
  return { names: await glob(pattern, common), folder: base, folders };
}

/** A folder and those in it, down to a depth. */
async function foldersIn(folder: string, depth: number): Promise<readonly string[]> {
  if (depth === 0) return [folder];
  const options = { ...common, cwd: folder, onlyDirectories: true, deep: depth - 1 };
  return [folder, ...(await glob("**", options)).map((path) => join(folder, path))];
}

/** The links to documents in a folder; the search leaves out links, as they may lead in circles. */
async function linkedDocuments(folder: string): Promise<readonly string[]> {
  const links: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isSymbolicLink() || !/^(?:[^.].*\.)?analyses\.json$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if ((await stat(path).catch(() => undefined))?.isFile() === true) links.push(path);
  }
  return links;
}

/** After a change others follow: editors write a file in several steps. In milliseconds. */
const quietTime = 100;

/**
 * Resolves soon after something changed, which may have been before it began to watch.
 *
 * @param paths of files, which need not be there, and of folders, in which files may come and go
 * @param since in milliseconds since 1970
 */
export function watchFolders(paths: readonly string[], since: number): Promise<void> {
  return new Promise((done) => {
    let timer: NodeJS.Timeout | undefined;
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        for (const watcher of watchers) watcher.close();
        done();
      }, quietTime);
    };
    const watchers = [...namesByFolder(paths)].flatMap(([folder, names]) => {
      try {
        const watcher = watch(folder, (_, name) => {
          if (name === null || names === "all" || names.has(name)) changed();
        });
        // The folder went away.
        watcher.on("error", changed);
        return [watcher];
      } catch {
        return [];
      }
    });
    const now = Date.now();
    const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (paths.some((path) => changedAt(path) > since && changedAt(path) <= now)) changed();
  });
}

/** Files are watched in their folders, since editors put a new file in the place of the old one. */
function namesByFolder(paths: readonly string[]): ReadonlyMap<string, Set<string> | "all"> {
  const folders = new Map<string, Set<string> | "all">();
  for (const path of paths.map((one) => resolve(one))) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      folders.set(path, "all");
      continue;
    }
    let [folder, name] = [dirname(path), basename(path)];
    // What is not there may come with the folder that it is to lie in.
    while (folder !== dirname(folder) && !existsSync(folder))
      [folder, name] = [dirname(folder), basename(folder)];
    const names = folders.get(folder) ?? new Set<string>();
    if (names !== "all") folders.set(folder, names.add(name));
  }
  return folders;
}
