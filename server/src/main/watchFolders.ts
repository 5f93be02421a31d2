import { statSync, watch } from "node:fs";
import { basename, dirname, resolve } from "node:path";

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
    const names = folders.get(dirname(path)) ?? new Set<string>();
    if (names !== "all") folders.set(dirname(path), names.add(basename(path)));
  }
  return folders;
}
