import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyTeamFolder } from "../../scripts/lib/teamFolder.mjs";
import { workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import { openOwnHost } from "./openOwnHost";

const manifest = {
  name: "archive",
  publisher: "tests",
  version: "1.0.0",
  engines: { vscode: "^1.97.0" },
  main: "./archive.js",
  activationEvents: ["onFileSystem:archive"],
};

/** An extension that serves the files next to it under a URI scheme that no operating system resolves. */
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
  const extensionIn = (folder: string) => join(folder, "archive");
  const window = openOwnHost({
    name: "analyses-virtual",
    options: { settings: {}, trusted: true, takesExtensionTests: true },
    prepare: (folder) => {
      const extension = extensionIn(folder);
      mkdirSync(extension, { recursive: true });
      writeFileSync(join(extension, "package.json"), JSON.stringify(manifest));
      writeFileSync(join(extension, "archive.js"), archive);
      copyTeamFolder(join(extension, "files/samples"));
    },
    address: (host, folder) =>
      workbenchAddress(host, "archive:/samples", [
        ["extensionDevelopmentPath", `vscode-remote://${host.authority}${extensionIn(folder)}`],
      ]),
  });

  it("sees problems, with the item schema of the workspace", async () => {
    const { workbench } = window;
    await workbench.page.getByRole("treeitem", { name: "problems-to-fix.analyses.json" }).dblclick();
    await workbench.showProblems();
    for (const problem of ["`RISK_OF_BIAS_3` is not a risk-of-bias method", "no `heterogeneity-estimator`"]) {
      await workbench.problemRows.filter({ hasText: problem }).first().waitFor();
    }
  });

  it("sees the evidence of a read-only document, and reads that at the cell", async () => {
    const { page } = window.workbench;
    await page.getByRole("treeitem", { name: "drug-versus-placebo.analyses.json" }).dblclick();
    await page.getByRole("tab", { name: /^drug-versus-placebo/, selected: true }).waitFor();
    // Until the text loads, the button belongs to the previous document.
    await window.workbench.editor.getByText('"Drug versus placebo"').first().waitFor();
    await page
      .getByRole("button", { name: /^Show Evidence/ })
      .first()
      .click();
    const panel = window.workbench.panel;
    const cell = panel.locator('[data-row="/studies/0"] [data-part="experimental-events"]');
    await cell.click();
    await page.keyboard.type("15", { delay: 20 });
    await page.keyboard.press("Enter");
    await panel.getByText("“drug-versus-placebo.analyses.json” is read-only.").waitFor();
    // The panel offers to write the typed value again.
    await panel.getByRole("button", { name: "Write It Again" }).waitFor();
    assert.equal(await page.locator(".tab.dirty").count(), 0);
  });
});
