import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { each } from "../support/each";
import { eventually } from "../support/eventually";
import { forbiddenIn, inThemes } from "./inPage";
import { openWindow, registry } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

/** A person of the sample data whom the sidebar has not listed yet. */
const unknownPerson = { personId: "11203", lastName: "Blackwater" };

const group = { id: "70", name: "Allergy Review Group" };

describe("a person with the registry in the sidebar", () => {
  const window = openWindow();

  const row = (label: RegExp) => window.workbench.row(label);
  const details = () => window.workbench.panel;

  const showDetails = async (name: string) => {
    const shown = row(new RegExp(`^${name}`));
    await shown.hover();
    await shown.getByRole("button", { name: "Show Details" }).click();
    await details().getByRole("heading", { name, level: 1 }).waitFor();
  };

  const copied = () => window.workbench.page.evaluate<string>("navigator.clipboard.readText()");

  /** Chooses a command in a row's context menu. */
  async function choose(label: RegExp, command: string): Promise<void> {
    const item = window.workbench.page.getByRole("menuitem", { name: command, exact: true });
    await window.workbench.until(item, () => row(label).click({ button: "right" }));
    // A menu ignores clicks while it opens.
    await item.hover();
    await window.workbench.page.keyboard.press("Enter");
    await item.waitFor({ state: "detached" });
  }

  before(() => showRegistry(window.workbench));

  it("reads the public fields of a group without a sign-in, and how to see the rest", async () => {
    await row(/^Groups/).click();
    await showDetails("Agia Petra Associate Centre");
    await details().getByRole("button", { name: "Sign In" }).waitFor();
    await details().getByText("Group type", { exact: true }).waitFor();
    await details().getByRole("link", { name: registry }).waitFor();
    assert.equal(await details().getByText("Contact person").count(), 0);
    await window.screenshot("details of a group, signed out");
    await row(/^Groups/).click();
  });

  it("signs in with a masked password, and sees their own account and the rest of the group", async () => {
    await signIn(window.workbench, "reviewer", "reviewer-password");
    await details().getByText("Contact person", { exact: true }).waitFor();
    assert.equal(await details().getByRole("button", { name: "Sign In" }).count(), 0);
    await row(/^Me, Eleanor Carrow/).click();
    await row(/^reviewer, user account/).waitFor();
    await window.screenshot("signed in");
  });

  it("copies several rows at once, a line for each", async () => {
    await window.workbench.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await row(/^Groups/).click();
    await row(/^Adverse Effects Methods Group,/).click();
    await row(/^Allergy Review Group,/).click({ modifiers: ["Control"] });
    await choose(/^Allergy Review Group,/, "Copy Identifier");
    await eventually(async () =>
      assert.equal(await copied(), `434D8EF3F64B8A4EA2863E64EFA9E5FA\n${group.id}`),
    );
    await choose(/^Allergy Review Group,/, "Copy as JSON Reference");
    await eventually(async () => {
      const references = JSON.parse(await copied()) as readonly { readonly name: string }[];
      each(references, ({ name }) => name, ["Adverse Effects Methods Group", group.name]);
    });
  });

  it("inserts and opens by keys the row with the focus, whichever is selected", async () => {
    const { keyboard } = window.workbench.page;
    const focused = window.workbench.page.locator(
      ".part.sidebar .monaco-list:focus .monaco-list-row.focused",
    );
    const moveTo = (label: RegExp) =>
      window.workbench.until(focused.and(row(label)), () => keyboard.press("ArrowDown"));
    const insert = async (text: RegExp) => {
      await keyboard.press("Control+Enter");
      await window.saved("keys.md", text);
    };
    writeFileSync(join(window.folder, "keys.md"), "");
    await window.workbench.openFile("keys.md");
    await row(/^Adverse Effects Methods Group,/).click();
    await moveTo(/^Agia Petra Associate Centre,/);
    await insert(/^\[Agia Petra Associate Centre\]\(\S+\)$/);
    assert.equal(await row(/^Agia Petra Associate Centre,/).getAttribute("aria-expanded"), "false");
    // A selected row is inserted once, even if it is also the focused one. Other selected rows are inserted, too.
    await row(/^Adverse Effects Methods Group,/).click();
    await insert(/^\[Agia[^[]*\[Adverse Effects Methods Group\]\(\S+\)$/);
    await row(/^Agia Petra Associate Centre,/).click({ modifiers: ["Control"] });
    await insert(/\[Adverse[^[]*\[Adverse[^[]*\[Agia Petra Associate Centre\]\(\S+\)$/);
    await row(/^Agia Petra Associate Centre,/).click();
    await moveTo(/^Allergy Review Group,/);
    await keyboard.press("Alt+Enter");
    await details().locator("h1", { hasText: group.name }).waitFor();
  });

  it("looks a person up by an identifier that is not known yet", async () => {
    const { workbench } = window;
    await row(/^Groups/).click();
    const lookUp = workbench.quickInputRows.filter({
      hasText: `Look up the person with the identifier ${unknownPerson.personId}`,
    });
    await workbench.typeInto("Registry: Search", unknownPerson.personId, lookUp.first());
    await lookUp.first().click();
    await details().getByRole("heading", { name: unknownPerson.lastName }).waitFor();
    await workbench.page.setViewportSize({ width: 700, height: 450 });
    await window.screenshot("details at 200 percent");
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });

  it("searches for several groups and has references to all inserted", async () => {
    const { workbench } = window;
    await workbench.openFile("review-team.md");
    const pickSeveral = workbench.quickInput.getByRole("button", { name: "Pick Several to Insert" });
    // A quick input opened while the palette closes may close with it.
    await workbench.until(workbench.quickInputRows.getByRole("checkbox").first(), async () => {
      await workbench.typeInto("Registry: Search", "", pickSeveral);
      await pickSeveral.click({ timeout: 3000 });
    });
    for (const name of ["Australia Centre", "Canada Geographic Group 3"]) {
      await workbench.quickInputBox.fill(name);
      const row = workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first();
      // A search result that arrives late may move the row away from the pointer.
      await eventually(() => row.getByRole("checkbox").check({ timeout: 2000 }), 20_000);
    }
    await workbench.quickInput.getByText("2 Selected").waitFor();
    await workbench.quickInput.getByRole("button", { name: "OK" }).click();
    await workbench.editor.getByText("Australia Centre").first().waitFor();
    await window.saved(
      "review-team.md",
      /\[Australia Centre\]\(https:.*, \[Canada Geographic Group 3\]\(https:/,
    );
  });

  it("finds the details of a person, a group and a group type accessible in each theme", async () => {
    const { page } = window.workbench;
    await page.locator(".part.sidebar .monaco-list").first().focus();
    await page.keyboard.press("Home");
    for (const list of [/^Me, /, /^Group types/, /^Groups/]) await window.workbench.setExpanded(list, true);
    await showDetails("Agia Petra Associate Centre");
    await inThemes(window.workbench, async (theme) => {
      await showDetails("Eleanor Bríd Carrow");
      await details()
        .getByRole("button", { name: /^Show Home/ })
        .click();
      await details().getByText("Flat 18").waitFor();
      assert.deepEqual(await forbiddenIn(details()), []);
      for (const name of ["Advisory Group", "Agia Petra Associate Centre"]) {
        await showDetails(name);
        assert.deepEqual(await forbiddenIn(details()), []);
      }
      await window.screenshot(`accessible ${theme}`);
    });
  });
});
