// Measures: the language server beside VS Code's own, evidence, a large registry, absurd answers, and the start in VS Code.
// `npm run bench -- language evidence`, `npm run bench -- language/open` (one table), `npm run bench -- --write` (all),
// `npm run bench -- --soak` (a long session as well)
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { main } from "./lib/main.mjs";
import { runInsideEditor } from "./lib/insideEditor.mjs";
import { inRoot } from "./lib/paths.mjs";
import { prepareHost, prepareHostAndBrowser } from "./lib/prepareHost.mjs";
import { prepareProject } from "./lib/prepareProject.mjs";
import { endWithEverythingStarted } from "./lib/processes.mjs";
import { startReferenceRegistry } from "./lib/referenceRegistry.mjs";
import { withPackagedHost } from "./lib/packagedHost.mjs";
import { packageExtension, packageSmallExtension } from "./lib/vsix.mjs";
import { openWorkbench, startBrowser } from "./vscode-host/browser.mjs";
import { workbenchAddress } from "./vscode-host/host.mjs";
import { Workbench } from "./vscode-host/workbench.mjs";
import { jsonServerMain, nodeCommand } from "./vscode-host/paths.mjs";

const parts = ["language", "evidence", "panel", "registry", "absurd", "activation"];
const groups = 100_000;

/** VS Code keeps a list of language models in a JSON document, which it reads as it starts, whoever has use for it. */
const withoutJsonAtStart = { "files.associations": { "**/chatLanguageModels.json": "plaintext" } };

/** Beside the evidence's, a button for the least that a panel can be. */
const echo = {
  commands: [{ command: "echo.open", title: "Open Echo", icon: "$(eye)" }],
  menus: { "editor/title": [{ command: "echo.open", group: "navigation" }] },
};

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false }, soak: { type: "boolean", default: false } },
});
const ofLanguage = "language/";
const tables = named
  .filter((name) => name.startsWith(ofLanguage))
  .map((name) => name.slice(ofLanguage.length));
const wanted = named.map((name) => (name.startsWith(ofLanguage) ? "language" : name));
refuseOthers("part", wanted, parts);
/** @param {string} part */
const isWanted = (part) => wanted.length === 0 || wanted.includes(part);
if (values.write && !(parts.every(isWanted) && tables.length === 0)) {
  console.error("--write needs all parts: the page that it writes has them all.");
  process.exit(2);
}

endWithEverythingStarted();
await main(async () => {
  await prepareProject();
  await build();
  if (["language", "evidence", "absurd"].some(isWanted)) await prepareHost();
  if (isWanted("activation") || isWanted("panel")) await prepareHostAndBrowser();
  if (isWanted("panel") || isWanted("activation")) await packageExtension();
  const registry = isWanted("registry")
    ? await startReferenceRegistry(["--groups", String(groups), "--people", String(groups)])
    : undefined;
  /** @type {typeof import("../bench/src/main")} */
  const { bench, languageTables } = await import(pathToFileURL(inRoot("out/bench/main.js")).href);
  refuseOthers("table", tables, languageTables);
  if (values.write) mkdirSync(inRoot("docs"), { recursive: true });
  const compiled = mkdtempSync(join(tmpdir(), "analyses-compiled-"));
  const isRight = await bench({
    language: isWanted("language")
      ? {
          node: nodeCommand,
          server: inRoot("dist/server/languageServer.js"),
          checker: inRoot("dist/server/check.js"),
          vscodeJsonServer: jsonServerMain,
          answeringServer: inRoot("out/bench/answeringServer.js"),
          analysesSchema: inRoot("schemas/analyses-1.0.0.schema.json"),
          itemSchema: inRoot("samples/pairwise-analysis.schema.json"),
          atBest: inRoot("out/bench/readAtBest.js"),
          compiled,
          only: named.includes("language") ? [] : tables,
          hasSoak: values.soak || tables.includes("soak"),
        }
      : undefined,
    evidence: isWanted("evidence")
      ? {
          engine: inRoot("evidence/src"),
          computer: inRoot("out/bench/computeEvidence.js"),
          node: nodeCommand,
        }
      : undefined,
    openPanelWindow: isWanted("panel") ? openPanelWindow : undefined,
    registry: registry && {
      url: registry.url,
      authority: registry.ca,
      reader: inRoot("out/bench/readGroups.js"),
      groups,
    },
    absurd: isWanted("absurd") ? { reader: inRoot("out/bench/readAbsurd.js"), node: nodeCommand } : undefined,
    startExtensions: isWanted("activation")
      ? (output) =>
          runInsideEditor({
            module: inRoot("out/bench/startExtensions.js"),
            env: () => ({ START_EXTENSIONS_OUTPUT: output }),
            settings: withoutJsonAtStart,
          })
      : undefined,
    openSidebarWindow: isWanted("activation") ? openSidebarWindow : undefined,
    pages: values.write
      ? { performance: inRoot("docs/performance.md"), readme: inRoot("README.md") }
      : undefined,
  });
  await registry?.stop();
  rmSync(compiled, { recursive: true, force: true });
  process.exitCode = isRight ? 0 : 1;
});

/**
 * @param {string} kind
 * @param {readonly string[]} names
 * @param {readonly string[]} known
 */
function refuseOthers(kind, names, known) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  console.error(`There is no ${kind} ${unknown.join(", ")}: there are ${known.join(", ")}.`);
  process.exit(2);
}

/** @type {import("../bench/src/panel/measurePanel").OpenPanelWindow} */
async function openPanelWindow(document, work) {
  await openWindow(document, async (page) => {
    // From then on the language server is there.
    await page.getByText(/^RR /).first().waitFor({ state: "attached" });
    await work(page);
  });
}

/** In a repository, so that VS Code's view of it has rows too. @type {import("../bench/src/panel/measurePanel").OpenPanelWindow} */
async function openSidebarWindow(document, work) {
  await openWindow(document, work, (folder) => execFileSync("git", ["init", "--quiet", folder]));
}

/**
 * @param {import("../bench/src/panel/measurePanel").PanelDocument} document
 * @param {(page: import("playwright-core").Page) => Promise<void>} work
 * @param {(folder: string) => void} [prepare]
 */
async function openWindow({ text, line, column }, work, prepare = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), "analyses-bench-"));
  const name = "bench.analyses.json";
  writeFileSync(join(folder, name), text);
  prepare(folder);
  const registry = await startReferenceRegistry();
  const settings = {
    "editor.minimap.enabled": false,
  };
  const browser = await startBrowser();
  try {
    const extensions = [await packageSmallExtension(inRoot("out/bench/echo"), echo)];
    await withPackagedHost({ registry, settings, extensions }, async ({ host }) => {
      const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
      const file = `vscode-remote://${host.authority}${join(folder, name)}`;
      await openWorkbench(page, workbenchAddress(host, folder, [["openFile", file]]));
      const workbench = new Workbench(page);
      await page.getByRole("tab", { name, selected: true }).waitFor();
      await workbench.goTo(line, column);
      await work(page);
    });
  } finally {
    await browser.close();
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
