// The packaged extension.
import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inRoot, root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { withTemporaryFolder } from "./temporaryFolder.mjs";

export const vsixFile = inRoot("dist/analyses-registry.vsix");

/** Maximum size of the download. */
const limitInBytes = 1_900_000;

/**
 * Packs the output of scripts/build.mjs into a .vsix.
 * @param {string} [file]
 * @returns {Promise<number>} its size in bytes
 * @throws {Error} if it exceeds the limit
 */
export async function packageExtension(file = vsixFile) {
  const vsce = inRoot("node_modules/@vscode/vsce/vsce");
  const options = ["--no-dependencies", "--allow-missing-repository"];
  // The timestamp of every file, for reproducible packages.
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(Date.UTC(2026, 0, 1) / 1000) };
  await inSlimCopy((cwd) =>
    run(process.execPath, [vsce, "package", "--out", file, ...options], { cwd, env }),
  );
  const { size } = statSync(file);
  if (size >= limitInBytes) throw new Error(`${file} has ${size} bytes: the limit is ${limitInBytes}.`);
  return size;
}

/** @returns {Promise<string[]>} the sorted paths of the packed files */
export async function packagedFiles() {
  const { PackageManager, listFiles } = await import("@vscode/vsce");
  return (await inSlimCopy((cwd) => listFiles({ cwd, packageManager: PackageManager.None }))).sort();
}

/**
 * Runs work on a copy of the project without its large folders, since vsce scans every file below its folder, including
 * the hosted VS Code's, before it applies .vscodeignore; and without what an installed extension does not need.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
const inSlimCopy = (work) =>
  withTemporaryFolder((folder) => {
    const large = new Set(["node_modules", ".git", ".local", "out", "test", "test-results"]);
    cpSync(root, folder, { recursive: true, filter: (path) => path === root || !large.has(basename(path)) });
    // Links to project files and images: an installed extension could load them only from a public address.
    change(join(folder, "README.md"), (text) =>
      text.replaceAll(/^!\[.*\]\(.*\)\n+/gm, "").replaceAll(/\[([^\]]+)\]\((?![a-z]+:)[^)]+\)/g, "$1"),
    );
    // The layout of JSON files, which only VS Code reads.
    const texts = readdirSync(join(folder, "l10n")).map((name) => join("l10n", name));
    const manifests = readdirSync(folder).filter((name) => /^package(\.nls.*)?\.json$/.test(name));
    for (const name of [...texts, ...manifests, "dist/analyses.config.schema.json"])
      change(join(folder, name), (text) => JSON.stringify(JSON.parse(text)));
    return work(folder);
  });

/** @param {string} file @param {(text: string) => string} edit */
const change = (file, edit) => writeFileSync(file, edit(readFileSync(file, "utf8")));
