import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { vsixFile } from "../../scripts/lib/vsix.mjs";
import { openWorkbench, startBrowser } from "../../scripts/vscode-host/browser.mjs";
import type { Host } from "../../scripts/vscode-host/host.mjs";
import { installExtension, startHost, workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import { Workbench } from "../../scripts/vscode-host/workbench.mjs";
import { folderToMake } from "../support/folderToMake";
import { keepPicturesOfFailures } from "./openWindow";

const manifest = {
  name: "archive",
  publisher: "tests",
  version: "1.0.0",
  engines: { vscode: "^1.97.0" },
  main: "./archive.js",
  activationEvents: ["onFileSystem:archive"],
};

/** Shows the files beside it under addresses that mean nothing to an operating system. */
const archive = `
  const vscode = require("vscode");
  const { FileSystemError, FileType, Uri } = vscode;
  const { fs } = vscode.workspace;
  const refuse = (uri) => { throw FileSystemError.NoPermissions(uri); };
  exports.activate = ({ subscriptions, extensionUri }) => {
    const onDisk = ({ path }) => Uri.joinPath(extensionUri, "files", path);
    const provider = {
      onDidChangeFile: () => ({ dispose() {} }),
      watch: () => ({ dispose() {} }),
      stat: (uri) => fs.stat(onDisk(uri)),
      readDirectory: (uri) => fs.readDirectory(onDisk(uri)),
      readFile: (uri) => fs.readFile(onDisk(uri)),
      writeFile: refuse, createDirectory: refuse, delete: refuse, rename: refuse,
    };
    subscriptions.push(vscode.workspace.registerFileSystemProvider("archive", provider, { isReadonly: true }));
  };
`;

describe("a person whose workspace is on no disk", () => {
  const folder = folderToMake("analyses-virtual");
  let host: Host | undefined;
  let browser: Browser | undefined;
  let workbench: Workbench;

  before(async () => {
    const extension = join(folder, "archive");
    mkdirSync(extension, { recursive: true });
    writeFileSync(join(extension, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(extension, "archive.js"), archive);
    cpSync("samples", join(extension, "files/samples"), { recursive: true });
    const folders = { dataFolder: join(folder, "data"), extensionsFolder: join(folder, "extensions") };
    await installExtension(vsixFile, folders);
    host = await startHost({ ...folders, settings: {}, trusted: true, takesExtensionTests: true });
    browser = await startBrowser();
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(60_000);
    await openWorkbench(
      page,
      workbenchAddress(host, "archive:/samples", [
        ["extensionDevelopmentPath", `vscode-remote://${host.authority}${extension}`],
      ]),
    );
    workbench = new Workbench(page);
  });

  keepPicturesOfFailures(() => workbench);

  after(async () => {
    await browser?.close();
    await host?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("has problems told, with the item schema of the workspace", async () => {
    await workbench.page.getByRole("treeitem", { name: "problems-to-fix.analyses.json" }).dblclick();
    await workbench.showProblems();
    for (const problem of ["`RISK_OF_BIAS_3` is not a risk-of-bias method", "no `heterogeneity-estimator`"]) {
      await workbench.problemRows.filter({ hasText: problem }).first().waitFor();
    }
  });

  it("has properties explained, and finds analyses in the outline", async () => {
    await workbench.pointAt('"risk-of-bias-method"', "Risk-of-bias method");
    await workbench.page.keyboard.press("Control+Shift+O");
    await workbench.quickInputRows.filter({ hasText: "Quality of life at 6 months" }).first().waitFor();
    await workbench.page.keyboard.press("Escape");
  });
});
