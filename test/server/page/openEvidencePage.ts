import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Browser, CDPSession, Page } from "playwright-core";
import { startBrowser } from "../../../scripts/vscode-host/browser.mjs";
import { LspClient } from "../support/lspClient";
import type * as pageHost from "./pageHost";
import type { TextChange } from "./smallEditor";

/** How long a page is given to show what it is to show, in milliseconds: other tests run meanwhile, and it may be slowed down. */
export const patience = 120_000;

/** The built page of the evidence panel in a browser, with the extension's own code and the built language server. */
export interface EvidencePage {
  readonly page: Page;
  readonly keyboard: CDPSession;
  readonly server: LspClient;
  /** Opens the evidence of another document, with the cursor at some words. @returns its text as it is at any time */
  open(text: string, words?: string): Promise<() => string>;
  /** Puts the cursor before some words of the text. */
  goTo(words: string): void;
  /** What is selected in the text, or where the cursor is. */
  selected(): string;
  /** What was saved last. */
  saved(): string;
  /** Has the problems of the text shown. */
  diagnose(): Promise<void>;
  /** Writes into the text as somebody else. */
  edit(changes: readonly TextChange[]): void;
  /** Another tab comes before that of the page, which ends; shown again, it is a new one. */
  hideAndShow(): Promise<void>;
  /** How many times slower than this machine the page is. */
  slowDown(rate: number): Promise<void>;
  close(): Promise<void>;
}

/** @returns pages, each with an extension and a language server of its own, in one browser */
export async function startEvidencePages(count: number) {
  const hostFile = await bundledHost();
  const browser = await startBrowser();
  const pages = await Promise.all(Array.from({ length: count }, () => startPage(browser, hostFile)));
  return {
    pages,
    async close(): Promise<void> {
      await Promise.all(pages.map((page) => page.close()));
      await browser.close();
    },
  };
}

async function startPage(browser: Browser, hostFile: string): Promise<EvidencePage> {
  const host = loadedAnew(hostFile);
  const server = await LspClient.start();
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.setDefaultTimeout(patience);
  const keyboard = await page.context().newCDPSession(page);
  let html = "";
  await page.route("https://evidence.test/*", (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
  await page.exposeFunction("toExtension", (message: unknown) => host.smallEditor.receive(message));
  // VS Code keeps what a page says is its state over hiding it.
  await page.addInitScript(`globalThis.acquireVsCodeApi = () => ({
    postMessage: toExtension,
    getState: () => JSON.parse(sessionStorage[location.href] ?? "null") ?? undefined,
    setState: (state) => { sessionStorage[location.href] = JSON.stringify(state); },
  })`);
  const post = (message: unknown): void => {
    // The page may go meanwhile.
    page.evaluate(`postMessage(${JSON.stringify(message)}, "*")`).catch(() => undefined);
  };
  let panels: Awaited<ReturnType<typeof host.openEvidence>> | undefined;
  let shown: ReturnType<typeof host.smallEditor.open> | undefined;
  let count = 0;
  const show = () => page.goto(`https://evidence.test/${count}`);
  host.smallEditor.onDidChange(({ document, contentChanges }) => {
    const changes = contentChanges.map(({ range, text }) => ({ range, text }));
    void server.change(document.uri.toString(), ...changes);
  });
  return {
    page,
    keyboard,
    server,
    async open(text, words) {
      panels?.dispose();
      const uri = `file:///review${(count += 1)}.analyses.json`;
      const loaded = new Promise<void>((resolve, reject) => {
        shown = host.smallEditor.open(uri, text, {
          html(given) {
            html = given;
            show().then(() => resolve(), reject);
          },
          post,
        });
      });
      const document = shown;
      if (words !== undefined) host.smallEditor.goTo(text.indexOf(words));
      await server.open(uri, text);
      panels = await host.openEvidence(
        (message, params) => server.connection.sendRequest(message.method, params),
        pathToFileURL(resolve(".")).href,
        uri,
      );
      await loaded;
      await page.locator("#title:not(:empty)").waitFor();
      return () => document?.getText() ?? "";
    },
    goTo: (words) => host.smallEditor.goTo(shown?.getText().indexOf(words) ?? 0),
    selected: () => host.smallEditor.selected,
    saved: () => shown?.saved ?? "",
    async diagnose() {
      if (shown !== undefined) host.smallEditor.diagnose(await server.pull(shown.uri.toString()));
    },
    edit: (changes) => shown?.replace(changes),
    async hideAndShow() {
      // What the page has sent comes first.
      await page.evaluate("0");
      host.smallEditor.turn(false);
      await page.goto("about:blank");
      host.smallEditor.turn(true);
      await show();
    },
    async slowDown(rate) {
      await keyboard.send("Emulation.setCPUThrottlingRate", { rate });
    },
    async close() {
      panels?.dispose();
      server.hang(false);
      await server.stop();
    },
  };
}

/** The extension's side, for which the small editor is VS Code. @returns the file that has it */
async function bundledHost(): Promise<string> {
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
  return outfile;
}

/** Each page has an editor of its own. */
function loadedAnew(hostFile: string): typeof pageHost {
  const load = createRequire(hostFile);
  Reflect.deleteProperty(load.cache, hostFile);
  return load(hostFile) as typeof pageHost;
}
