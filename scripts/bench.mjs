// Measures: the language server beside VS Code's own, and a large registry. `npm run bench -- language --write`
import { mkdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareHost } from "./lib/prepareHost.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
import { endWithEverythingStarted } from "./lib/processes.mjs";
import { startReferenceRegistry } from "./lib/referenceRegistry.mjs";
import { jsonServerMain } from "./vscode-host/paths.mjs";

const parts = ["language", "registry"];
const groups = 100_000;

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const unknown = named.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}: there are ${parts.join(", ")}.`);
  process.exit(2);
}
/** @param {string} part */
const isWanted = (part) => named.length === 0 || named.includes(part);
if (values.write && !parts.every(isWanted)) {
  console.error("--write needs all parts: the page that it writes has them all.");
  process.exit(2);
}

endWithEverythingStarted();
await main(async () => {
  await prepareProject();
  await build();
  if (isWanted("language")) await prepareHost();
  const registry = isWanted("registry")
    ? await startReferenceRegistry(["--groups", String(groups), "--people", String(groups)])
    : undefined;
  /** @type {typeof import("../bench/src/main")} */
  const { bench } = await import(pathToFileURL(inRoot("out/bench/main.js")).href);
  if (values.write) mkdirSync(inRoot("docs"), { recursive: true });
  const isRight = await bench({
    language: isWanted("language")
      ? {
          server: inRoot("dist/server/languageServer.js"),
          checker: inRoot("dist/server/check.js"),
          vscodeJsonServer: jsonServerMain,
          analysesSchema: inRoot("schemas/analyses-1.0.0.schema.json"),
          itemSchema: inRoot("samples/pairwise-analysis.schema.json"),
        }
      : undefined,
    registry: registry && {
      url: registry.url,
      authority: registry.ca,
      reader: inRoot("out/bench/readGroups.js"),
      groups,
    },
    page: values.write ? inRoot("docs/performance.md") : undefined,
  });
  await registry?.stop();
  process.exitCode = isRight ? 0 : 1;
});
