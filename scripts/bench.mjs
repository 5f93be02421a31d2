// Measures the language server against VS Code's own, the evidence panel, a folder of documents, and a large registry.
// `npm run bench -- language registry` measures parts; `npm run bench -- --write` all, and writes docs/performance.md.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { withPackagedWindow } from "./lib/packagedHost.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareHostAndBrowser } from "./lib/prepareHost.mjs";
import { startReferenceRegistry } from "./lib/referenceRegistry.mjs";
import { withTemporaryFolder } from "./lib/temporaryFolder.mjs";
import { packageExtension } from "./lib/vsix.mjs";
import { jsonServerMain, nodeCommand } from "./vscode-host/paths.mjs";

const parts = ["language", "panel", "folder", "exchange", "registry"];
const groups = 100_000;

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const unknown = named.filter((name) => !parts.includes(name));
if (unknown.length > 0 || (values.write && named.length > 0)) {
  console.error(`The parts are ${parts.join(", ")}; --write needs all of them.`);
  process.exit(2);
}
/** @param {string} part */
const isWanted = (part) => named.length === 0 || named.includes(part);

/** @type {import("../bench/src/panel/measurePanel").OpenPanelWindow} */
const openPanelWindow = ({ text, line, column }, work) =>
  withTemporaryFolder(async (folder) => {
    const file = "bench.analyses.json";
    writeFileSync(join(folder, file), text);
    const registry = await startReferenceRegistry();
    const settings = { "editor.minimap.enabled": false };
    const window = { folder, file, width: 1600, height: 900 };
    await withPackagedWindow({ registry, settings }, window, async (workbench) => {
      const { page } = workbench;
      await page.getByRole("tab", { name: file, selected: true }).waitFor();
      await workbench.goTo(line, column);
      // This text shows that the language server is ready.
      await page.getByText(/^RR /).first().waitFor({ state: "attached" });
      await work(page);
    });
    await registry.stop();
  });

await main(async () => {
  await build();
  if (isWanted("language") || isWanted("panel")) await prepareHostAndBrowser();
  if (isWanted("panel")) await packageExtension();
  const registry = isWanted("registry")
    ? await startReferenceRegistry(["--groups", String(groups), "--people", String(groups)])
    : undefined;
  /** @type {typeof import("../bench/src/main")} */
  const { bench } = await import(pathToFileURL(inRoot("out/bench/main.js")).href);
  const itemSchema = inRoot("samples/pairwise-analysis.schema.json");
  const isRight = await withTemporaryFolder((compiled) =>
    bench({
      language: isWanted("language")
        ? {
            node: nodeCommand,
            server: inRoot("dist/server/languageServer.js"),
            vscodeJsonServer: jsonServerMain,
            analysesSchema: inRoot("schemas/analyses-1.0.0.schema.json"),
            itemSchema,
            compiled,
          }
        : undefined,
      panel: isWanted("panel") ? openPanelWindow : undefined,
      folder: isWanted("folder") ? { checker: inRoot("dist/server/check.js"), itemSchema } : undefined,
      exchange: isWanted("exchange") ? inRoot("dist/exchange/convert.js") : undefined,
      registry: registry && {
        url: registry.url,
        authority: registry.ca,
        reader: inRoot("out/bench/readGroups.js"),
        groups,
      },
      page: values.write ? inRoot("docs/performance.md") : undefined,
    }),
  );
  await registry?.stop();
  process.exitCode = isRight ? 0 : 1;
});
