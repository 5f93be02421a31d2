// Measures the language server against VS Code's own, the evidence panel, a folder of documents, and a large registry.
// `npm run bench -- language registry` measures parts; `npm run bench -- --write` all, and writes docs/performance.md.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { withPackagedHost } from "./lib/packagedHost.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareHostAndBrowser } from "./lib/prepareHost.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
import { endWithEverythingStarted } from "./lib/processes.mjs";
import { startReferenceRegistry } from "./lib/referenceRegistry.mjs";
import { packageExtension } from "./lib/vsix.mjs";
import { openWorkbench, startBrowser } from "./vscode-host/browser.mjs";
import { workbenchAddress } from "./vscode-host/host.mjs";
import { jsonServerMain, nodeCommand } from "./vscode-host/paths.mjs";
import { Workbench } from "./vscode-host/workbench.mjs";

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

endWithEverythingStarted();
await main(async () => {
  await prepareProject();
  await build();
  if (isWanted("language") || isWanted("panel")) await prepareHostAndBrowser();
  if (isWanted("panel")) await packageExtension();
  const registry = isWanted("registry")
    ? await startReferenceRegistry(["--groups", String(groups), "--people", String(groups)])
    : undefined;
  /** @type {typeof import("../bench/src/main")} */
  const { bench } = await import(pathToFileURL(inRoot("out/bench/main.js")).href);
  const compiled = mkdtempSync(join(tmpdir(), "analyses-compiled-"));
  const itemSchema = inRoot("samples/pairwise-analysis.schema.json");
  const isRight = await bench({
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
  });
  await registry?.stop();
  rmSync(compiled, { recursive: true, force: true });
  process.exitCode = isRight ? 0 : 1;
});

/** @type {import("../bench/src/panel/measurePanel").OpenPanelWindow} */
async function openPanelWindow({ text, line, column }, work) {
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const name = "bench.analyses.json";
  writeFileSync(join(folder, name), text);
  const registry = await startReferenceRegistry();
  const browser = await startBrowser();
  try {
    const settings = { "editor.minimap.enabled": false };
    await withPackagedHost({ registry, settings }, async ({ host }) => {
      const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
      const file = `vscode-remote://${host.authority}${join(folder, name)}`;
      await openWorkbench(page, workbenchAddress(host, folder, [["openFile", file]]));
      await page.getByRole("tab", { name, selected: true }).waitFor();
      await new Workbench(page).goTo(line, column);
      // This text shows that the language server is ready.
      await page.getByText(/^RR /).first().waitFor({ state: "attached" });
      await work(page);
    });
  } finally {
    await browser.close();
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
