import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { openWindow, registry } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

/** Of the sample data. */
const person = { id: "11143", name: "Eleanor Bríd Carrow", link: `${registry}/rest/people/11143` };
const group = { id: "70", name: "Allergy Review Group", link: `${registry}/rest/groups/70` };

describe("a person with a row of the registry", () => {
  const window = openWindow();

  const page = () => window.workbench.page;
  const row = (label: RegExp) => page().getByRole("treeitem", { name: label }).first();
  const details = () => page().frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const copied = () => page().evaluate<string>("navigator.clipboard.readText()");

  /** Chooses a command in a row's menu. */
  async function choose(label: RegExp, command: string): Promise<void> {
    const item = page().getByRole("menuitem", { name: command, exact: true });
    await window.workbench.until(item, () => row(label).click({ button: "right" }));
    // A menu takes no click in the moment in which it opens.
    await item.hover();
    await page().keyboard.press("Enter");
    await item.waitFor({ state: "detached" });
  }

  async function copies(label: RegExp, command: string, text: string): Promise<void> {
    await choose(label, command);
    await eventually(async () => assert.equal(await copied(), text));
  }

  before(async () => {
    await page().context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await showRegistry(window.workbench);
    await signIn(window.workbench, "reviewer", "reviewer-password");
    await row(/^Me, Eleanor Carrow/).click();
    await row(/^Eleanor Bríd Carrow/).waitFor();
    await row(/^Groups/).click();
    await row(/^Allergy Review Group,/).waitFor();
  });

  it("copies identifier, link, JSON reference and Markdown link from its menu", async () => {
    const label = /^Eleanor Bríd Carrow/;
    await copies(label, "Copy Identifier", person.id);
    await copies(label, "Copy Link", person.link);
    const { id: personId, name, link } = person;
    await copies(label, "Copy as JSON Reference", JSON.stringify({ personId, name, link }, undefined, 2));
    await copies(label, "Copy as Markdown Link", `[${name}](${link})`);
  });

  it("copies the link of a document with its title, as far as the registry tells it", async () => {
    const label = /^Author, document role, Cognitive behavioural therapy for type 2 diabetes/;
    await choose(label, "Copy as Markdown Link");
    await eventually(async () =>
      assert.match(
        await copied(),
        /^\[Cognitive behavioural therapy for type 2 diabetes\]\(https:\S+\/rest\/reviews\/\w+\/metadata\)$/,
      ),
    );
  });

  it("copies several rows at once, a line for each", async () => {
    await row(/^Adverse Effects Methods Group,/).click();
    await row(/^Allergy Review Group,/).click({ modifiers: ["Control"] });
    await choose(/^Allergy Review Group,/, "Copy Identifier");
    await eventually(async () =>
      assert.equal(await copied(), `434D8EF3F64B8A4EA2863E64EFA9E5FA\n${group.id}`),
    );
    await choose(/^Allergy Review Group,/, "Copy as JSON Reference");
    await eventually(async () => {
      const references = JSON.parse(await copied()) as readonly { readonly name: string }[];
      assert.deepEqual(
        references.map(({ name }) => name),
        ["Adverse Effects Methods Group", group.name],
      );
    });
  });

  it("copies by the palette what is selected", async () => {
    await row(/^Eleanor Bríd Carrow/).click();
    await window.workbench.runCommand("Registry: Copy Link");
    await eventually(async () => assert.equal(await copied(), person.link));
  });

  it("inserts and opens by keys the row with the focus, whichever is selected", async () => {
    const { keyboard } = page();
    const focused = page().locator(".part.sidebar .monaco-list:focus .monaco-list-row.focused");
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
    // Where it is selected too it goes in once; where others are as well, so do these.
    await row(/^Adverse Effects Methods Group,/).click();
    await insert(/^\[Agia[^[]*\[Adverse Effects Methods Group\]\(\S+\)$/);
    await row(/^Agia Petra Associate Centre,/).click({ modifiers: ["Control"] });
    await insert(/\[Adverse[^[]*\[Adverse[^[]*\[Agia Petra Associate Centre\]\(\S+\)$/);
    await row(/^Agia Petra Associate Centre,/).click();
    await moveTo(/^Allergy Review Group,/);
    await keyboard.press("Alt+Enter");
    await details().locator("h1", { hasText: group.name }).waitFor();
  });

  it("pins a group to the top of the list, and takes the pin away with a click on it", async () => {
    await choose(/^Allergy Review Group,/, "Pin");
    const pinned = row(/^Allergy Review Group, group, .*pinned/);
    await pinned.waitFor();
    assert.equal(await pinned.getAttribute("aria-posinset"), "1");
    await pinned.hover();
    await window.screenshot("pinned");
    await pinned.getByRole("button", { name: "Unpin" }).click();
    await pinned.waitFor({ state: "detached" });
    assert.notEqual(await row(/^Allergy Review Group,/).getAttribute("aria-posinset"), "1");
  });

  it("opens the link in the browser", async () => {
    // The hosted VS Code puts an address of its own before those of this computer.
    const opened = page().context().waitForEvent("page");
    await choose(/^Allergy Review Group,/, "Open Link in Browser");
    const tab = await opened;
    await eventually(() =>
      assert.equal(new URL(tab.url()).pathname.replace(/^\/proxy\/\d+/, ""), `/rest/groups/${group.id}`),
    );
    await tab.close();
  });

  it("copies from the details what is shown there, and nothing that is hidden", async () => {
    await row(/^Eleanor Bríd Carrow/).hover();
    await row(/^Eleanor Bríd Carrow/)
      .getByRole("button", { name: "Show Details" })
      .click();
    const press = (name: string | RegExp) => details().getByRole("button", { name }).click();
    await press("Copy Identifier");
    await eventually(async () => assert.equal(await copied(), person.id));
    await press("Copy Link");
    await eventually(async () => assert.equal(await copied(), person.link));
    await press("Copy as JSON");
    await eventually(async () => assert.match(await copied(), /"lastName": "Carrow"/));
    assert.doesNotMatch(await copied(), /Flat 18|"homeAddress": true|\+44/);
    await press(/^Show Home/);
    await press("Copy as JSON");
    await eventually(async () => assert.match(await copied(), /Flat 18/));
  });
});
