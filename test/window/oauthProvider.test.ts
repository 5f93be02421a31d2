import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyTeamFolder } from "../../scripts/lib/teamFolder.mjs";
import { workbenchAddress } from "../../scripts/vscode-host/host.mjs";
import { type ReferenceRegistry, startReferenceRegistry } from "../support/referenceRegistry";
import { openOwnHost } from "./openOwnHost";
import { showRegistry } from "./signIn";

/** Access token of a sample user. */
const token = "reviewer-token";

const manifest = {
  name: "login",
  publisher: "tests",
  version: "1.0.0",
  engines: { vscode: "^1.97.0" },
  main: "./login.js",
  activationEvents: [],
  contributes: { authentication: [{ id: "office-login", label: "Office Login" }] },
};

/** An authentication provider with one account, whose access token is that of a sample user. */
const login = `
  const vscode = require("vscode");
  exports.activate = ({ subscriptions }) => {
    const changed = new vscode.EventEmitter();
    const sessions = [];
    const provider = {
      onDidChangeSessions: changed.event,
      getSessions: async (scopes) => sessions.filter((each) => !scopes || String(each.scopes) === String(scopes)),
      createSession: async (scopes) => {
        const account = { id: "1", label: "Eleanor" };
        const session = { id: "1", accessToken: "TOKEN", account, scopes };
        sessions.push(session);
        changed.fire({ added: [session], removed: [], changed: [] });
        return session;
      },
      removeSession: async () => { sessions.length = 0; },
    };
    subscriptions.push(vscode.authentication.registerAuthenticationProvider("office-login", "Office Login", provider));
  };
`;

describe("a person whose settings name a sign-in of VS Code's own", () => {
  let office: ReferenceRegistry;
  const settings: Record<string, unknown> = {};
  before(async () => {
    office = await startReferenceRegistry();
    const oauth = { provider: "office-login", scopes: ["office.records"] };
    settings["analysesRegistry.registries"] = [{ name: "Office", url: office.url, oauth }];
  });
  const extensionIn = (folder: string) => join(folder, "login");
  const window = openOwnHost({
    name: "analyses-login",
    options: { settings, trusted: true, takesExtensionTests: true },
    prepare: (folder) => {
      const extension = extensionIn(folder);
      mkdirSync(extension, { recursive: true });
      writeFileSync(join(extension, "package.json"), JSON.stringify(manifest));
      writeFileSync(join(extension, "login.js"), login.replace("TOKEN", token));
      copyTeamFolder(join(folder, "samples"));
    },
    address: (host, folder) =>
      workbenchAddress(host, join(folder, "samples"), [
        ["extensionDevelopmentPath", `vscode-remote://${host.authority}${extensionIn(folder)}`],
      ]),
  });
  after(() => office.stop());

  const startSignIn = async () => {
    await window.workbench.chooseFrom("Registry: Sign In", "Sign in with your browser");
  };
  const authorizations = () => new Set(office.requests.flatMap(({ headers }) => headers.authorization ?? []));

  it("needs a confirmation first, with the registry's host and purpose, where the settings are another machine's", async () => {
    const { page } = window.workbench;
    await showRegistry(window.workbench);
    await startSignIn();
    const dialog = page.getByRole("dialog");
    const { host } = new URL(office.url);
    const question = `you sign in to ${host} by VS Code's own sign-in (office-login), for: office.records`;
    await dialog.getByText(question).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.equal(authorizations().size, 0);
  });

  it("signs in there, by VS Code's own question, and reads what needs it", async () => {
    const { page } = window.workbench;
    await startSignIn();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign In There" }).click();
    await dialog.getByText("wants to sign in using Office Login").waitFor();
    await dialog.getByRole("button", { name: "Allow" }).click();
    await window.workbench.row(/^Me, Eleanor Carrow/).waitFor();
    assert.deepEqual([...authorizations()], [`Bearer ${token}`]);
  });

  it("sees the sign-in method, and signs out", async () => {
    const { page } = window.workbench;
    await window.workbench.row(/^Me, Eleanor Carrow/).hover();
    await page.getByText("By VS Code's own sign-in (office-login), which renews it.").first().waitFor();
    await window.workbench.runCommand("Registry: Sign Out");
    await window.workbench.row(/^Sign in/).waitFor();
    await window.workbench.row(/^Me, Eleanor Carrow/).waitFor({ state: "hidden" });
  });
});
