// Collects the licences of third-party code in the shipped bundles.
import { readFileSync, readdirSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/**
 * @param {readonly import("esbuild").Metafile[]} metafiles esbuild's lists of the bundles' inputs
 * @returns {string} for each package: name, version, licence and the licence's text
 * @throws {Error} if a package does not state its licence or has no licence text
 */
export function thirdPartyNotices(metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = inputs
    .map((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [])
    .flat();
  const notices = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(inRoot(folder, "package.json"), "utf8"));
    if (typeof license !== "string") throw new Error(`${folder} names no licence.`);
    const file = readdirSync(inRoot(folder))
      .sort()
      .find((name) => /^licen[cs]e/i.test(name));
    // scripts/licences has the texts of packages that lack one.
    const path = file === undefined ? inRoot("scripts/licences", `${name}.txt`) : inRoot(folder, file);
    const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n").trim();
    return `${name} ${version} (${license})\n\n${text}`;
  });
  const introduction = "Analyses & Registry contains code of these packages, under their own licences.";
  return `${[introduction, ...notices].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
