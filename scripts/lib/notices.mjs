// Collects the licences of third-party code in the shipped bundles.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * @param {readonly import("esbuild").Metafile[]} metafiles esbuild's lists of the bundles' inputs
 * @returns {string} for each package: name, version, licence and the licence's text
 * @throws {Error} if a package does not state its licence
 */
export function thirdPartyNotices(metafiles) {
  const folders = new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs).flatMap(packageFolder)));
  const notices = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8"));
    if (typeof license !== "string") throw new Error(`${folder} names no licence.`);
    return `${name} ${version} (${license})\n\n${licenceText(folder, name)}`;
  });
  const introduction = "Analyses & Registry contains code of these packages, under their own licences.";
  return `${[introduction, ...notices].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/**
 * @param {string} input the path of a source file, from the project's root
 * @returns {string[]} the folder of its package; empty for the project's own files
 */
function packageFolder(input) {
  const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
  return folder === undefined ? [] : [folder];
}

/**
 * Returns the licence text in a package, else the one stored in scripts/licences.
 * @param {string} path
 * @param {string} name
 */
function licenceText(path, name) {
  const folder = inRoot(path);
  const kept = inRoot("scripts/licences", `${name}.txt`);
  const file = readdirSync(folder)
    .sort()
    .find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined && !existsSync(kept)) throw new Error(`${folder} has no licence text.`);
  return readFileSync(file === undefined ? kept : join(folder, file), "utf8")
    .replaceAll("\r\n", "\n")
    .trim();
}
