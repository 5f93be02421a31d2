import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openWorkbench, startBrowser, testScreen } from "../../scripts/vscode-host/browser.mjs";
import { type Host, type HostOptions, startHost } from "../../scripts/vscode-host/host.mjs";
import { Workbench } from "../../scripts/vscode-host/workbench.mjs";
import { extensionsFolder, keepPicturesOfFailures } from "./openWindow";

interface OwnHost {
  /** Name of the folder. */
  readonly name: string;
  readonly options: Pick<HostOptions, "settings" | "trusted" | "takesExtensionTests">;
  /** Writes the files that the host needs into its folder. */
  readonly prepare: (folder: string) => void | Promise<void>;
  readonly browserFlags?: () => readonly string[];
  /** Address that the window opens. */
  readonly address: (host: Host, folder: string) => string;
}

/**
 * Opens a window of a separate VS Code with the packaged extension for the tests of the calling `describe`, and stops
 * both after them. Otherwise like `openWindow`.
 */
export function openOwnHost({ name, options, prepare, browserFlags, address }: OwnHost): {
  readonly workbench: Workbench;
} {
  const folder = mkdtempSync(join(tmpdir(), name));
  let host: Host | undefined;
  let browser: Browser | undefined;
  let workbench: Workbench | undefined;

  before(async () => {
    await prepare(folder);
    host = await startHost({ dataFolder: join(folder, "data"), extensionsFolder, ...options });
    browser = await startBrowser(browserFlags?.());
    const page = await browser.newPage(testScreen);
    page.setDefaultTimeout(60_000);
    await openWorkbench(page, address(host, folder));
    workbench = new Workbench(page);
  });

  keepPicturesOfFailures(() => workbench);

  after(async () => {
    await browser?.close();
    await host?.stop();
  });

  return {
    get workbench() {
      if (workbench === undefined) throw new Error("The window opens before the first test, not earlier.");
      return workbench;
    },
  };
}
