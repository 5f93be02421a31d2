import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Browser, CDPSession, Page } from "playwright-core";
import { startBrowser, testScreen } from "../../../scripts/vscode-host/browser.mjs";
import { LspClient } from "../support/lspClient";
import type * as pageHost from "./pageHost";
import type { TextChange } from "./smallEditor";

/** Timeout of the page in milliseconds; long, since other tests run at the same time and the page may be throttled. */
export const patience = 120_000;

/** The built page of the evidence panel in a browser, with the extension's own code and the built language server. */
export interface EvidencePage {
  readonly page: Page;
  readonly keyboard: CDPSession;
  readonly server: LspClient;
  /** Shows the evidence of another document, with the cursor at some words. @returns a getter of its current text */
  open(text: string, words?: string): Promise<() => string>;
  /** Compares a document with a second extraction; both have files. @returns the editor */
  compare(first: string, second: string): Promise<(typeof pageHost)["smallEditor"]>;
  /** Puts the cursor before some words of the text. */
  goTo(words: string): void;
  /** The selected text; empty for a cursor. */
  selected(): string;
  /** The last saved text. */
  saved(): string;
  /** How many lists to choose from VS Code has shown. */
  lists(): number;
  /** Pulls diagnostics and passes them to the editor. */
  diagnose(): Promise<void>;
  /** Edits the text as another author. */
  edit(changes: readonly TextChange[]): void;
  /** Closes the document and opens it again, with the text that its file has by then. */
  reopen(text: string): Promise<void>;
  /** Hides the page behind another tab, which ends it, acts meanwhile, and shows it again as a new page. */
  hideAndShow(meanwhile?: () => void): Promise<void>;
  /** Resolves once the extension has received the page's messages. */
  settled(): Promise<unknown>;
  /** Closes the page's tab. */
  closeTab(): Promise<void>;
  /** Opens the evidence of the shown document again. */
  openTab(): Promise<void>;
  /** The state that the page has stored for a reload of the window, as JSON. */
  stored(): Promise<string>;
  /** Reloads the window, which has kept the tab with a state. */
  reload(state: string): Promise<void>;
  /** Throttles the page's CPU, to be `rate` times slower than this machine. */
  slowDown(rate: number): Promise<void>;
  close(): Promise<void>;
}

/** @returns pages in one browser, each with its own extension and language server */
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
  const page = await browser.newPage({ ...testScreen, viewport: { width: 1200, height: 900 } });
  page.setDefaultTimeout(patience);
  const keyboard = await page.context().newCDPSession(page);
  let html = "";
  await page.route("https://evidence.test/*", (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
  await page.exposeFunction("toExtension", (message: unknown) => host.smallEditor.receive(message));
  // VS Code keeps a page's state while the page is hidden.
  await page.addInitScript(`globalThis.acquireVsCodeApi = () => ({
    postMessage: toExtension,
    getState: () => JSON.parse(sessionStorage[location.href] ?? "null") ?? undefined,
    setState: (state) => { sessionStorage[location.href] = JSON.stringify(state); },
  })`);
  const post = (message: unknown): void => {
    // The page may close in the meantime.
    page.evaluate(`postMessage(${JSON.stringify(message)}, "*")`).catch(() => undefined);
  };
  let panels: { dispose(): void } | undefined;
  let evidence: Awaited<ReturnType<typeof host.openEvidence>> | undefined;
  let shown: ReturnType<typeof host.smallEditor.open> | undefined;
  let count = 0;
  const settled = () => page.evaluate<unknown>("0");
  const show = () => page.goto(`https://evidence.test/${count}`);
  host.smallEditor.onDidChange(({ document, contentChanges }) => {
    const changes = contentChanges.map(({ range, text }) => ({ range, text }));
    void server.change(document.uri.toString(), ...changes);
  });
  const ask: Parameters<typeof host.openEvidence>[0] = (message, params) =>
    server.connection.sendRequest(message.method, params);
  const extension = pathToFileURL(resolve(".")).href;
  /** Opens a document, and a panel of it. @returns a getter of its current text */
  async function opened(
    uri: string,
    text: string,
    words: string | undefined,
    openPanel: () => Promise<{ dispose(): void }>,
  ): Promise<() => string> {
    panels?.dispose();
    count += 1;
    const loaded = new Promise<void>((resolve, reject) => {
      shown = host.smallEditor.open(uri, text, {
        html(given) {
          html = given;
          show().then(() => resolve(), reject);
        },
        post,
      });
    });
    if (words !== undefined) host.smallEditor.goTo(text.indexOf(words));
    await server.open(uri, text);
    panels = await openPanel();
    await loaded;
    return () => shown?.getText() ?? "";
  }
  return {
    page,
    keyboard,
    server,
    async open(text, words) {
      const uri = `file:///review${count + 1}.analyses.json`;
      const textOf = await opened(uri, text, words, async () => {
        evidence = await host.openEvidence(ask, extension, uri);
        return evidence.panels;
      });
      await page.locator("#title:not(:empty)").waitFor();
      return textOf;
    },
    async compare(first, second) {
      const [uri, other] = [first, second].map((file) => pathToFileURL(file).href);
      if (uri === undefined || other === undefined) throw new RangeError("Two files are compared.");
      await opened(uri, readFileSync(first, "utf8"), undefined, () =>
        host.openExtractions(ask, extension, [uri, other]),
      );
      return host.smallEditor;
    },
    goTo: (words) => host.smallEditor.goTo(shown?.getText().indexOf(words) ?? 0),
    selected: () => host.smallEditor.selected,
    saved: () => shown?.saved ?? "",
    lists: () => host.smallEditor.lists,
    async diagnose() {
      if (shown !== undefined) host.smallEditor.diagnose(await server.pull(shown.uri.toString()));
    },
    edit: (changes) => shown?.replace(changes),
    async reopen(text) {
      shown = host.smallEditor.reopen(text);
      const uri = shown?.uri.toString() ?? "";
      await server.close(uri);
      await server.open(uri, text);
    },
    async hideAndShow(meanwhile) {
      await settled();
      host.smallEditor.turn(false);
      await page.goto("about:blank");
      meanwhile?.();
      host.smallEditor.turn(true);
      await show();
    },
    settled,
    async closeTab() {
      await settled();
      host.smallEditor.close();
      await page.goto("about:blank");
    },
    async openTab() {
      await evidence?.open();
      await page.locator("#title:not(:empty)").waitFor();
    },
    stored: () => page.evaluate<string>("sessionStorage[location.href]"),
    async reload(state) {
      await page.evaluate(`sessionStorage[location.href] = ${JSON.stringify(state)}`);
      panels = await evidence?.adopt(JSON.parse(state));
      await page.locator("#title:not(:empty)").waitFor();
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

/** Bundles the extension's side, with the small editor in place of VS Code. @returns the bundle's path */
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

/** Loads the bundle anew, so that each page has its own editor. */
function loadedAnew(hostFile: string): typeof pageHost {
  const load = createRequire(hostFile);
  Reflect.deleteProperty(load.cache, hostFile);
  return load(hostFile) as typeof pageHost;
}
