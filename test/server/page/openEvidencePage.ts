import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { CDPSession, Page } from "playwright-core";
import { ask } from "../../../protocol/src/message";
import { startBrowser } from "../../../scripts/vscode-host/browser.mjs";
import { LspClient } from "../support/lspClient";
import type * as pageHost from "./pageHost";

/** The built page of the evidence panel in a browser, with the extension's own code and the built language server. */
export interface EvidencePage {
  readonly page: Page;
  readonly keyboard: CDPSession;
  readonly server: LspClient;
  /** Opens the evidence of another document. @returns its text as it is at any time */
  open(text: string): Promise<() => string>;
  /** Writes into the text as somebody else. */
  edit(start: number, end: number, text: string): void;
  /** How many times slower than this machine the page is. */
  slowDown(rate: number): Promise<void>;
  close(): Promise<void>;
}

export async function startEvidencePage(): Promise<EvidencePage> {
  const host = await bundledHost();
  const server = await LspClient.start();
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const keyboard = await page.context().newCDPSession(page);
  let html = "";
  await page.route("http://evidence.test/", (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
  await page.exposeFunction("toExtension", (message: unknown) => host.smallEditor.receive(message));
  await page.addInitScript(
    `globalThis.acquireVsCodeApi = () => ({ postMessage: toExtension, getState: () => undefined, setState() {} })`,
  );
  const post = (message: unknown): void => {
    // The page may go meanwhile.
    page.evaluate(`postMessage(${JSON.stringify(message)}, "*")`).catch(() => undefined);
  };
  let panels: Awaited<ReturnType<typeof host.openEvidence>> | undefined;
  let shown: ReturnType<typeof host.smallEditor.open> | undefined;
  let count = 0;
  host.smallEditor.onDidChange(({ document, contentChanges }) => {
    const changes = contentChanges.map(({ range, text }) => ({ range, text }));
    void server.change(document.uri.toString(), ...changes);
  });
  return {
    page,
    keyboard,
    server,
    async open(text) {
      panels?.dispose();
      const uri = `file:///review${(count += 1)}.analyses.json`;
      const loaded = new Promise<void>((resolve, reject) => {
        shown = host.smallEditor.open(uri, text, {
          html(given) {
            html = given;
            page.goto("http://evidence.test/").then(() => resolve(), reject);
          },
          post,
        });
      });
      const document = shown;
      await server.open(uri, text);
      panels = await host.openEvidence(
        (message, params) => ask(server.connection, message, params),
        pathToFileURL(resolve(".")).href,
        uri,
      );
      await loaded;
      await page.locator('[data-row^="/"]').first().waitFor();
      return () => document?.getText() ?? "";
    },
    edit(start, end, text) {
      if (shown === undefined) return;
      shown.replace(start, end, text);
    },
    async slowDown(rate) {
      await keyboard.send("Emulation.setCPUThrottlingRate", { rate });
    },
    async close() {
      panels?.dispose();
      await browser.close();
      server.hang(false);
      await server.stop();
    },
  };
}

/** The extension's side, for which the small editor is VS Code. */
async function bundledHost(): Promise<typeof pageHost> {
  mkdirSync("out/test/server/page", { recursive: true });
  const outfile = resolve("out/test/server/page/pageHost.js");
  await build({
    entryPoints: ["test/server/page/pageHost.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    mainFields: ["module", "main"],
    alias: { vscode: resolve("test/server/page/smallEditor.ts") },
    logLevel: "error",
  });
  return createRequire(outfile)(outfile) as typeof pageHost;
}
