import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { dataFolder, openWindow } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

const password = "reviewer-password";
/** How the password could be written: in clear, and as it goes over the wire (RFC 7617). */
const forms = [password, Buffer.from(`reviewer:${password}`).toString("base64")];

describe("the password that a person signs in with", () => {
  const window = openWindow();

  it("is in no setting, log or stored file of VS Code, at trace level too", async () => {
    const { workbench } = window;
    await workbench.openFile("drug-versus-placebo.analyses.json");
    await showRegistry(workbench);
    await workbench.page
      .getByRole("treeitem", { name: /^Group types/ })
      .first()
      .waitFor();
    await workbench.runCommand("Developer: Set Log Level");
    await workbench.choose("Analyses & Registry");
    await workbench.choose("Trace");
    await signIn(workbench, "reviewer", "a wrong one");
    await workbench.notifications.filter({ hasText: "did not accept this sign-in" }).waitFor();
    await workbench.notifications.getByRole("button", { name: "Try Again" }).click();
    await workbench.choose("User name and password");
    await workbench.page.getByText("User name (Press").waitFor();
    await workbench.answer("reviewer");
    await workbench.quickInput.locator("input[type=password]").fill(password);
    await workbench.page.keyboard.press("Enter");
    await workbench.page.getByRole("treeitem", { name: /^Me, / }).first().click();
    await workbench.page
      .getByRole("treeitem", { name: /^reviewer, user account/ })
      .first()
      .waitFor();

    await eventually(() => {
      assert.ok(
        texts().some((text) => text.includes("/rest/people/me")),
        "the requests are logged",
      );
    });
    for (const text of texts()) for (const form of forms) assert.ok(!text.includes(form));
  });
});

function texts(): readonly string[] {
  return readdirSync(dataFolder, { recursive: true, encoding: "utf8" })
    .map((file) => join(dataFolder, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"));
}
