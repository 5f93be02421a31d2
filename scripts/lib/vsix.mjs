// The packaged extension.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { inRoot, root } from "./paths.mjs";
import { run } from "./processes.mjs";

export const vsixFile = inRoot("dist/analyses-registry.vsix");

const vsce = inRoot("node_modules/@vscode/vsce/vsce");

/** Maximum size of the download. */
const limitInBytes = 1_900_000;

/** The timestamp of every file in the package, for reproducible packages. */
const packagedAt = Date.UTC(2026, 0, 1) / 1000;

/**
 * Packs the output of scripts/build.mjs into a .vsix.
 * @param {string} [file]
 * @returns {Promise<number>} its size in bytes
 * @throws {Error} if it exceeds the limit
 */
export async function packageExtension(file = vsixFile) {
  const options = ["--no-dependencies", "--allow-missing-repository"];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(packagedAt) };
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
 * Runs work on a copy of the project without its large folders: vsce scans every file below its folder,
 * including the hosted VS Code's, before it applies .vscodeignore.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
async function inSlimCopy(work) {
  const folder = mkdtempSync(join(tmpdir(), "analyses-package-"));
  const large = new Set(["node_modules", ".git", ".local", "out", "test", "test-results"]);
  try {
    cpSync(root, folder, { recursive: true, filter: (path) => path === root || !large.has(basename(path)) });
    leaveProjectPathsOut(join(folder, "README.md"));
    for (const name of readdirSync(join(folder, "l10n"))) leaveLayoutOut(join(folder, "l10n", name));
    for (const name of readdirSync(folder))
      if (/^package(\.nls.*)?\.json$/.test(name)) leaveLayoutOut(join(folder, name));
    leaveLayoutOut(join(folder, "dist/analyses.config.schema.json"));
    for (const name of ["README.md", "SECURITY.md"]) leavePaddingOut(join(folder, name));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Replaces links to project files by their texts, and removes images: an installed extension could load them only from
 * a public address, and there is none.
 * @param {string} readme
 */
function leaveProjectPathsOut(readme) {
  const text = readFileSync(readme, "utf8").replaceAll(/^!\[.*\]\(.*\)\n+/gm, "");
  writeFileSync(readme, text.replaceAll(/\[([^\]]+)\]\((?![a-z]+:)[^)]+\)/g, "$1"));
}

/**
 * Removes the padding of tables, which only readers of the Markdown source need.
 * @param {string} markdown
 */
function leavePaddingOut(markdown) {
  const text = readFileSync(markdown, "utf8");
  const lines = text.split("\n").map((line) => {
    return line.startsWith("|") ? line.replaceAll(/ {2,}/g, " ").replaceAll(/-{4,}/g, "---") : line;
  });
  writeFileSync(markdown, lines.join("\n"));
}

/**
 * Minifies a JSON file: only VS Code reads it in an installed extension.
 * @param {string} json
 */
function leaveLayoutOut(json) {
  writeFileSync(json, JSON.stringify(JSON.parse(readFileSync(json, "utf8"))));
}
