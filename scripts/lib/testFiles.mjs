import { readdirSync, statSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/**
 * @param {string} folder folder of `test`
 * @returns {readonly string[]} its built test files, the longest sources first: a long one that starts last would leave
 *   the other job idle
 */
export function testFiles(folder) {
  return readdirSync(inRoot("test", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => ({ file, size: statSync(inRoot("test", folder, file)).size }))
    .sort((one, other) => other.size - one.size)
    .map(({ file }) => inRoot("out/test", folder, file.replace(/ts$/, "js")));
}
