import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyTeamFolder } from "../../scripts/lib/teamFolder.mjs";
import { knownClient } from "@analyses/registry/authorizationServer";
import { redirect } from "../support/registryFaults";
import { workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import type { Workbench } from "../../scripts/vscode-host/workbench.mjs";
import { packagedFiles } from "../../scripts/lib/vsix.mjs";
import { eventually } from "../support/eventually";
import { type ReferenceRegistry, startReferenceRegistry } from "../support/referenceRegistry";
import { openOwnHost } from "./openOwnHost";
import { trustFlag } from "./openWindow";
import { answerSignIn, enterCode, showRegistry } from "./signIn";

/** Copies the packaged extension without its Node entry, so that VS Code runs it in the browser. */
async function copyExtensionWithoutNode(copy: string): Promise<void> {
  for (const file of await packagedFiles()) cpSync(file, join(copy, file), { recursive: true });
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, unknown>;
  delete manifest.main;
  writeFileSync(join(copy, "package.json"), JSON.stringify(manifest));
}

describe("a person who works in a browser, where extensions have no Node", () => {
  let open: ReferenceRegistry;
  let closed: ReferenceRegistry;
  /** Its authorization server also allows requests from web pages. */
  let office: ReferenceRegistry;
  const settings: Record<string, unknown> = {};
  before(async () => {
    open = await startReferenceRegistry({ openToPages: true });
    closed = await startReferenceRegistry();
    office = await startReferenceRegistry({ openToPages: true, oauth: {} });
    const { issuer, url } = office;
    settings["analysesRegistry.registries"] = [
      { name: "Closed", url: closed.url },
      // A registry whose authorization server does not allow requests from web pages.
      { name: "Open", url: open.url, oauth: { issuer: closed.url, clientId: "client" } },
      { name: "Office", url, oauth: { issuer, clientId: knownClient.client_id, scopes: ["records"] } },
    ];
  });
  const extensionIn = (folder: string) => join(folder, "extension");
  const window = openOwnHost({
    name: "analyses-web",
    options: { settings, trusted: true, takesExtensionTests: true },
    prepare: (folder) => {
      copyTeamFolder(join(folder, "samples"));
      return copyExtensionWithoutNode(extensionIn(folder));
    },
    browserFlags: () => [trustFlag(open.ca)],
    address: (host, folder) =>
      workbenchAddress(host, join(folder, "samples"), [
        ["extensionDevelopmentPath", `vscode-remote://${host.authority}${extensionIn(folder)}`],
        ["extensionDevelopmentKind", "web"],
      ]),
  });
  after(() => Promise.all([open.stop(), closed.stop(), office.stop()]));

  let workbench: Workbench;
  before(() => ({ workbench } = window));
  const expand = (label: RegExp) => workbench.setExpanded(label, true);
  const collapse = (label: RegExp) => workbench.setExpanded(label, false);
  const row = (label: RegExp) => workbench.row(label);

  it("sees problems, with the item schema of the workspace", async () => {
    await workbench.openFile("problems-to-fix.analyses.json");
    await workbench.showProblems();
    for (const problem of ["`RISK_OF_BIAS_3` is not a risk-of-bias method", "no `heterogeneity-estimator`"]) {
      await workbench.problemRows.filter({ hasText: problem }).first().waitFor();
    }
  });

  it("sees the evidence, which follows the text, and writes into its cells", async () => {
    const { page } = workbench;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await workbench.goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    const panel = workbench.panel;
    const diamond = panel.locator("polygon.diamond").first();
    const before = await diamond.getAttribute("points");
    await panel.locator('[data-row="/studies/0"] [data-part="experimental-events"]').click();
    await page.keyboard.type("15", { delay: 20 });
    await page.keyboard.press("Enter");
    await page.locator(".monaco-editor").getByText("15").first().waitFor();
    await eventually(async () => assert.notEqual(await diamond.getAttribute("points"), before));
    // VS Code prompts before it closes an unsaved document.
    await workbench.runCommand("File: Save All Files");
    await workbench.unsaved.waitFor({ state: "detached" });
    await workbench.runCommand("View: Close All Editors");
  });

  it("reads a registry that lets web pages read it, signed in too", async () => {
    await showRegistry(workbench);
    // VS Code's DOM does not keep rows in visual order, so only one registry may be expanded.
    await collapse(/^Registry Closed/);
    await collapse(/^Registry Office/);
    await expand(/^Registry Open/);
    await expand(/^Group types/);
    await row(/^Centre\b/).waitFor();
    await row(/^Sign in,/).click();
    await answerSignIn(workbench, "reviewer", "reviewer-password");
    await expand(/^Me, Eleanor Carrow/);
    await row(/^reviewer, user account/).waitFor();
    await collapse(/^Registry Open/);
  });

  it("reads what to do about a registry that lets no web page read it", async () => {
    await expand(/^Registry Closed/);
    await expand(/^Group types/);
    await row(/The browser could not read Closed/).waitFor();
    await collapse(/^Registry Closed/);
  });

  it("reads what to do about a sign-in page whose server lets no web page send requests", async () => {
    await workbench.chooseFrom("Registry: Sign In", "Open");
    await workbench.choose("Sign in with your browser");
    await workbench.runCommand("Notifications: Show Notifications");
    const message = `The browser could not ask ${new URL(closed.url).host}, where you sign in to Open`;
    await workbench.page.getByText(message).first().waitFor();
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("signs in by a code, where the sign-in page's server lets web pages send requests", async () => {
    await workbench.chooseFrom("Registry: Sign In", "Office");
    await workbench.choose("Sign in with your browser");
    await enterCode(workbench, office, "reviewer");
    await expand(/^Registry Office/);
    await expand(/^Me, Eleanor Carrow/);
    await row(/^reviewer, user account/).waitFor();
    const sent = office.requests.flatMap(({ headers }) => headers.authorization ?? []);
    assert.match(sent.at(-1) ?? "", /^Bearer /);
    await collapse(/^Registry Office/);
  });

  it("sends nothing to where a registry redirects", async () => {
    closed.clearLog();
    open.faults.use(redirect((target) => `${closed.url}${target}`));
    await expand(/^Registry Open/);
    await expand(/^Groups/);
    await row(/^What answers at the address of Open is not/).waitFor();
    assert.equal(closed.connections, 0);
  });
});
