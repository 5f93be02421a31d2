import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { type ReferenceRegistry, startReferenceRegistry } from "../support/referenceRegistry";
import { keepMachineSettings } from "./machineSettings";
import { sharedWindow } from "./openWindow";
import { showRegistry } from "./signIn";

describe("a person whose organisation has a sign-in page of its own", () => {
  let office: ReferenceRegistry;
  const asked: string[] = [];
  before(async () => {
    const intercept = ({ method, target }: { method: string; target: string }) => {
      asked.push(`${method} ${target}`);
      return undefined;
    };
    office = await startReferenceRegistry({ oauth: { intercept } });
  });
  keepMachineSettings();
  after(() => office.stop());
  const window = sharedWindow();

  before(async () => {
    await showRegistry(window.workbench);
    const { workbench } = window;
    const question = workbench.quickInput.getByText("The registry's address").first();
    await workbench.until(question, () => workbench.runCommand("Registry: Add Registry"));
    await workbench.answer(office.url);
    await workbench.answer("Office", "What do you call it?");
    await workbench.row(/^Registry Office/).waitFor();
  });

  /** Restores the URL: VS Code in a browser rewrites `localhost` URLs to its proxy, but not an organisation's. */
  const asWritten = (address: string) => {
    const [, query = "", redirect = "", rest = ""] =
      /\?(.*&redirect_uri=)(.*)(&scope=.*)/.exec(address) ?? [];
    const original = decodeURIComponent(redirect).replace("%3F", "?");
    return `${office.issuer}/auth?${query}${encodeURIComponent(original)}${rest}`;
  };
  it("signs in on that page, from which the browser comes back to VS Code, and reads what needs it", async () => {
    const { workbench } = window;
    await workbench.chooseFrom("Registry: Sign In", "Office");
    await workbench.choose("Sign in with your browser");
    const opened = workbench.page.context().waitForEvent("page");
    await workbench.page.getByRole("dialog").getByRole("button", { name: "Sign In There" }).click();
    const browser = await opened;
    await browser.goto(asWritten(browser.url()));
    await browser.getByText("Who are you?").waitFor();
    await browser.getByRole("button", { name: "Sign in as reviewer" }).click();
    await browser.getByText("You can close this page now.").waitFor();
    assert.match(browser.url(), /\/callback\?vscode-reqid=/);
    await browser.close();
    await workbench.notifications.filter({ hasText: "Signed in to Office as" }).first().waitFor();
    const sent = office.requests.map(({ headers }) => headers.authorization ?? "");
    assert.match(sent.find((header) => header !== "") ?? "", /^Bearer /);
    assert.equal(asked.filter((each) => each === "POST /token").length, 1);
    await workbench.runCommand("Notifications: Clear All Notifications");
    asked.length = 0;
    await workbench.runCommand("Registry: Sign Out");
    await eventually(() => assert.deepEqual(asked, ["POST /token/revocation"]));
  });
});
