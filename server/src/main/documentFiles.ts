import { access, constants, open, readdir, stat } from "node:fs/promises";
import { join, resolve, basename, dirname } from "node:path";
import { glob, isDynamicPattern, escapePath } from "tinyglobby";
import type { SchemaAssociation } from "@analyses/protocol/settings";
import { isDocumentName, namesDocumentSchema, schemaSearchLimit } from "@analyses/protocol/documentFormat";
import { translate } from "../localisation/translate";
import { existsSync, realpathSync, statSync, watch } from "node:fs";
import { URI } from "vscode-uri";
import { type CheckOptions, settingsReader } from "../checker/checkFiles";
import { addressOf, codeOf, linkBelow, readFileOf } from "./files";
import type { FindDocuments } from "../connection/runtime";
import { execFile } from "node:child_process";

const common = { expandDirectories: false, followSymbolicLinks: false };
/** Installed packages contain no reviews. */
const ofPackages = "**/node_modules/**";

interface Search {
  /** Absolute globs to exclude below a named folder. */
  readonly excluded: (folder: string) => Promise<readonly string[]>;
  /** The schemas that the settings of a file associate with `$schema` identifiers. */
  readonly schemas: (file: string) => Promise<readonly SchemaAssociation[]>;
}

/** A search with the settings that also apply to the documents; `exclude` is relative to the current folder. */
export function searchBy(
  options: Pick<CheckOptions, "configuration" | "settings">,
  { exclude }: { readonly exclude: readonly string[] },
): Search {
  const settingsOf = settingsReader(options, readFileOf);
  return {
    async excluded(folder) {
      const { configuration } = await settingsOf(addressOf(join(folder, "analyses.json")));
      const own = excludedBelow(".", exclude);
      if (configuration.kind !== "read") return own;
      return [...own, ...excludedBelow(dirname(URI.parse(configuration.uri).fsPath), configuration.exclude)];
    },
    schemas: async (file) => (await settingsOf(addressOf(file))).settings.schemas,
  };
}

/** A document, with its path as given or starting at the given folder. */
interface FoundDocument {
  readonly name: string;
  /** The given folder, or the folder of the given file. */
  readonly folder: string;
}

interface FoundDocuments {
  /** Each file once, even if several links lead to it; with its own path, if the search found that too. */
  readonly documents: readonly FoundDocument[];
  /** Names that stand for no document. */
  readonly missing: readonly Failure[];
  /** Folders that cannot be read, so that documents in them are not found. */
  readonly unreadable: readonly Failure[];
  /** Folders in which a document may appear. */
  readonly folders: readonly string[];
}

interface Failure {
  readonly name: string;
  readonly reason: string;
}

/**
 * Resolves files, folders and globs to documents. Skips folders whose names begin with a dot, `node_modules`, and
 * excluded or Git-ignored files, unless given explicitly.
 */
export async function findDocuments(named: readonly string[], search: Search): Promise<FoundDocuments> {
  const documents = new Map<string, FoundDocument>();
  const missing: Failure[] = [];
  const unreadable: Failure[] = [];
  const folders: string[] = [];
  for (const name of named) {
    const found = await documentsOf(name, search);
    if (found.names.length === 0) missing.push({ name, reason: translate("there is no analyses document") });
    for (const text of found.unreadable)
      unreadable.push({ name: text, reason: translate("the folder cannot be read") });
    const added = new Map<string, string>();
    for (const path of found.names) {
      const file = realPathAtOnce(path);
      const before = documents.get(file);
      if (before === undefined) added.set(file, added.get(file) ?? path);
      // A path without links replaces one with links.
      else if (
        (await linkBelow(before.folder, before.name)) !== undefined &&
        (await linkBelow(found.folder, path)) === undefined
      )
        documents.set(file, { name: path, folder: found.folder });
    }
    const inOrder = [...added].sort(([, first], [, second]) => (first < second ? -1 : 1));
    for (const [file, path] of inOrder) documents.set(file, { name: path, folder: found.folder });
    for (const folder of found.folders) folders.push(folder);
  }
  return { documents: [...documents.values()], missing, unreadable, folders };
}

/** A path with links resolved; read synchronously, which is faster for thousands of files. */
function realPathAtOnce(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/** The paths that a given file, folder or glob stands for. */
interface Matches {
  readonly names: readonly string[];
  readonly folder: string;
  readonly folders: readonly string[];
  readonly unreadable: readonly string[];
}

async function documentsOf(name: string, search: Search): Promise<Matches> {
  const facts = await stat(name).catch(() => undefined);
  if (facts?.isDirectory() === true) {
    const ignore = [ofPackages, ...(await search.excluded(name))];
    const inside = await glob("**/*.json", { ...common, ignore, cwd: name, caseSensitiveMatch: false });
    const files = await notIgnored(
      name,
      inside.map((path) => join(name, path)),
    );
    const folders = await foldersIn(name, Infinity, ignore);
    const linked = (await Promise.all(folders.map(linkedDocuments))).flat();
    // Documents come before links to them, so that each document is listed with its own path.
    const names = [...(await documentsAmong(files, search)), ...linked];
    return { names, folder: name, folders, unreadable: await unreadableAmong(name, folders) };
  }
  if (facts !== undefined || !isDynamicPattern(name))
    return { names: [name], folder: dirname(name), folders: [], unreadable: [] };
  const pattern = process.platform === "win32" ? name.replaceAll("\\", "/") : name;
  // The leading segments without glob characters: the base folder of all matches.
  const leading = /^(?:[^*?[\]{}()\\/]*\/)*/.exec(pattern)?.[0] ?? "";
  const base = leading === "" ? "." : leading;
  const rest = pattern.slice(leading.length);
  const depth = rest.includes("**") ? Infinity : rest.split("/").length - 1;
  const ignore = [ofPackages, ...(await search.excluded(base))];
  const folders = await foldersIn(base, depth, ignore);
  const names = await notIgnored(base, await glob(pattern, { ...common, ignore }));
  return { names, folder: base, folders, unreadable: await unreadableAmong(base, folders) };
}

/** The folders that cannot be read, unless Git ignores them: the glob search skips such folders without an error. */
async function unreadableAmong(base: string, folders: readonly string[]): Promise<readonly string[]> {
  const unreadable: string[] = [];
  for (const folder of folders) {
    const canBeRead = await access(folder, constants.R_OK | constants.X_OK).then(
      () => true,
      // A folder that was removed meanwhile contains no documents.
      (problem: unknown) => codeOf(problem) === "ENOENT",
    );
    if (!canBeRead) unreadable.push(folder);
  }
  return notIgnored(base, unreadable);
}

/** The files that are documents by name or by `$schema`. */
async function documentsAmong(files: readonly string[], { schemas }: Search): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of files) {
    const isDocument =
      isDocumentName(basename(file)) || namesDocumentSchema(await beginningOf(file), await schemas(file));
    if (isDocument) found.push(file);
  }
  return found;
}

/** The part of a file that may contain `$schema`; empty if unreadable. */
async function beginningOf(file: string): Promise<string> {
  const opened = await open(file).catch(() => undefined);
  try {
    const { bytesRead, buffer } = (await opened?.read({ buffer: Buffer.alloc(schemaSearchLimit) })) ?? {};
    return buffer?.toString("utf8", 0, bytesRead) ?? "";
  } catch {
    return "";
  } finally {
    await opened?.close();
  }
}

/** A folder and its subfolders, down to a depth. */
async function foldersIn(
  folder: string,
  depth: number,
  ignore: readonly string[],
): Promise<readonly string[]> {
  if (depth === 0) return [folder];
  const options = { ...common, ignore, cwd: folder, onlyDirectories: true, deep: depth - 1 };
  return [folder, ...(await glob("**", options)).map((path) => join(folder, path))];
}

/** The links to documents in a folder; the glob search does not follow links, which may form cycles. */
async function linkedDocuments(folder: string): Promise<readonly string[]> {
  const links: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isSymbolicLink() || entry.name.startsWith(".") || !isDocumentName(entry.name)) continue;
    const path = join(folder, entry.name);
    if ((await stat(path).catch(() => undefined))?.isFile() === true) links.push(path);
  }
  return links;
}

/** Milliseconds to wait for further changes: editors write a file in several steps. */
const quietTime = 100;

/**
 * Resolves shortly after a change, including one between `since` and the start of watching.
 *
 * @param paths of files, existing or not, and of folders in which files may appear or disappear
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
        // An error means that the folder was removed.
        watcher.on("error", changed);
        return [watcher];
      } catch {
        return [];
      }
    });
    const now = Date.now();
    const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    // A time stamp in the future does not count: it would trigger one check after another.
    if (paths.some((path) => changedAt(path) > since && changedAt(path) <= now)) changed();
  });
}

/**
 * The folders to watch, with the names of the watched files in each, or `all`. Folders are watched instead of files,
 * because the watch on a file ends when an editor replaces the file.
 */
function namesByFolder(paths: readonly string[]): ReadonlyMap<string, Set<string> | "all"> {
  const folders = new Map<string, Set<string> | "all">();
  for (const path of paths.map((one) => resolve(one))) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      folders.set(path, "all");
      continue;
    }
    let [folder, name] = [dirname(path), basename(path)];
    // A missing file may appear with its folder: watch the nearest existing one.
    while (folder !== dirname(folder) && !existsSync(folder))
      [folder, name] = [dirname(folder), basename(folder)];
    const names = folders.get(folder) ?? new Set<string>();
    if (names !== "all") folders.set(folder, names.add(name));
  }
  return folders;
}

/** The documents in a folder on disk, as `analyses-check` finds them. */
export const findDocumentsIn: FindDocuments = async (folderUri, schemas) => {
  const folder = URI.parse(folderUri);
  if (folder.scheme !== "file") return [];
  const search = searchBy({ configuration: { kind: "nearest" }, settings: {} }, { exclude: [] });
  const found = await findDocuments([folder.fsPath], {
    ...search,
    schemas: async (file) => [...schemas, ...(await search.schemas(file))],
  });
  return Promise.all(
    found.documents.map(async ({ name }) => {
      const facts = await stat(name).catch(() => undefined);
      return { uri: addressOf(name), stamp: `${facts?.mtimeMs ?? 0}.${facts?.size ?? 0}` };
    }),
  );
};

/**
 * Absolute globs to exclude from a search.
 *
 * @param folder the base of the relative globs
 */
function excludedBelow(folder: string, globs: readonly string[]): readonly string[] {
  const from = escapePath(resolve(folder).replaceAll("\\", "/")).replace(/\/$/, "");
  return globs.flatMap((one) => {
    const glob = `${from}/${one.replace(/^\.?\//, "").replace(/\/$/, "")}`;
    return [glob, `${glob}/**`];
  });
}

/**
 * The files that Git does not ignore (`.gitignore` and the like); all files without a repository or without Git. The
 * option `core.fsmonitor=false` keeps Git from running the program that a repository's configuration may name.
 *
 * @param folder of the files
 */
async function notIgnored(folder: string, files: readonly string[]): Promise<readonly string[]> {
  if (files.length === 0) return files;
  const ignored = await new Promise<string>((done) => {
    const options = { cwd: folder, maxBuffer: Infinity };
    const words = ["-c", "core.fsmonitor=false", "check-ignore", "-z", "--stdin"];
    const git = execFile("git", words, options, (_, stdout) => done(stdout));
    // Git may exit before reading all input.
    git.stdin?.on("error", () => undefined).end(files.map((file) => `${resolve(file)}\0`).join(""));
  });
  const names = new Set(ignored.split("\0"));
  return files.filter((file) => !names.has(resolve(file)));
}

/** A folder's repository root: `workspace` if it contains the folder, else the nearest folder with `.git`, if any. */
export function repositoryAround(
  folder: string,
  workspace: string | undefined,
  has: (path: string) => boolean,
): string | undefined {
  const around: string[] = [];
  for (let at = resolve(folder); around.at(-1) !== at; at = dirname(at)) around.push(at);
  const named = workspace === undefined || workspace === "" ? undefined : resolve(workspace);
  return around.find((text) => text === named) ?? around.find((text) => has(resolve(text, ".git")));
}
