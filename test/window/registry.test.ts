import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SearchIndex, SearchList } from "../../client/src/search/searchList";
import type { Group } from "../../schemas/generated/registry";
import { sampleRecords } from "../support/referenceRegistry";
import { eventually } from "../support/eventually";
import { openWindow, registry } from "./openWindow";
import { showRegistry, signIn } from "./signIn";

/** Somebody in the sample data whom the sidebar has not shown before. */
const unknownPerson = { personId: "11203", lastName: "Blackwater" };

describe("a person with the registry in the sidebar", () => {
  const window = openWindow();

  const row = (label: RegExp) => window.workbench.page.getByRole("treeitem", { name: label }).first();
  const details = () =>
    window.workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");

  before(() => showRegistry(window.workbench));

  it("browses group types and groups without signing in", async () => {
    await row(/^Group types/).click();
    await row(/^Centre Branch/).waitFor();
    await row(/^Centre\b(?! Branch)/).click();
    await row(/^Australia Centre/).waitFor();
    await window.screenshot("group types");
    await row(/^Group types/).click();
  });

  it("sees what a search finds in the order of the search, the best first, and not by the letters", async () => {
    const { workbench } = window;
    const query = "review";
    const fieldsOf = ({ groupId: id, name, groupType }: Group) => ({ id, name, detail: groupType.name });
    const groups = SearchList.of(sampleRecords().groups, fieldsOf, (group) => ({
      kind: "group" as const,
      link: group.link,
      ...fieldsOf(group),
    }));
    const expected = new SearchIndex([groups]).find(query, 10).map(({ name }) => name);
    assert.notDeepEqual(
      expected,
      [...expected].sort((a, b) => a.localeCompare(b)),
      "else nothing is shown",
    );
    const best = workbench.quickInputRows.filter({ hasText: expected[0] ?? "" }).first();
    await workbench.typeInto("Registry: Search", query, best);
    const shown = workbench.quickInputRows.locator(
      ".quick-input-list-rows > .quick-input-list-row:first-child .label-name",
    );
    await eventually(async () => {
      const names = await shown.allInnerTexts();
      assert.deepEqual(names.slice(0, expected.length), expected);
    });
    await workbench.page.keyboard.press("Escape");
  });

  it("reads what is public of a group without signing in, and is told how to see the rest", async () => {
    await row(/^Groups/).click();
    await row(/^Agia Petra Associate Centre/).hover();
    await row(/^Agia Petra Associate Centre/)
      .getByRole("button", { name: "Show Details" })
      .click();
    await details().getByRole("heading", { name: "Agia Petra Associate Centre" }).waitFor();
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

  it("is named in VS Code's Accounts menu", async () => {
    const { page } = window.workbench;
    await page.getByRole("button", { name: "Accounts" }).first().click();
    await page.getByText("Eleanor Carrow at Reference registry").first().waitFor();
    await window.screenshot("accounts");
    await page.keyboard.press("Escape");
  });

  it("opens a group to its contact person, and its details", async () => {
    await row(/^Me, /).click();
    await row(/^Groups/).click();
    await row(/^Agia Petra Associate Centre/).click();
    await row(/^Geneviève Anouk Underhill-Roy/).waitFor();
    await row(/^Agia Petra Associate Centre/).hover();
    await row(/^Agia Petra Associate Centre/)
      .getByRole("button", { name: "Show Details" })
      .click();
    await details().getByRole("link", { name: "Geneviève Anouk Underhill-Roy" }).click();
    await details().getByRole("heading", { name: "Geneviève Anouk Underhill-Roy" }).waitFor();
    await details().getByRole("button", { name: /Back/ }).click();
    await details().getByRole("heading", { name: "Agia Petra Associate Centre" }).waitFor();
    // The page takes the focus back to the link; a question that is open by then would close.
    await details().locator("a:focus").waitFor();
    await window.screenshot("details");
  });

  it("inserts a reference where they last were in a text, also one behind the details", async () => {
    const { workbench } = window;
    writeFileSync(join(window.folder, "behind.md"), "");
    await workbench.openFile("behind.md");
    await workbench.page.getByRole("tab", { name: "Agia Petra Associate Centre" }).click();
    await details().getByRole("button", { name: "Insert Reference" }).click();
    await workbench.page.getByRole("tab", { name: "behind.md", selected: true }).waitFor();
    await window.saved("behind.md", /^\[Agia Petra Associate Centre\]\(https:\/\/\S+\/groups\/\w+\)$/);
  });

  it("finds a group by typing and has its row shown", async () => {
    const { workbench } = window;
    const found = workbench.quickInputRows.filter({ hasText: "Białobrzezie Affiliate" }).first();
    await workbench.typeInto("Registry: Search", "bialobrzezie affil", found);
    await found.click();
    await workbench.page
      .locator("[role=treeitem][aria-selected=true]", { hasText: "Białobrzezie" })
      .waitFor();
  });

  it("looks a person up by an identifier that is not known yet", async () => {
    const { workbench } = window;
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

  it("reads why somebody not met yet is not found by name, and keeps the details that are open", async () => {
    const { workbench } = window;
    const open = details().getByRole("heading", { name: unknownPerson.lastName });
    await open.waitFor();
    const lookUp = workbench.quickInputRows.filter({ hasText: "with the identifier Oyelaran" }).first();
    await workbench.typeInto("Registry: Search", "Oyelaran", lookUp);
    await lookUp.getByText("People are found by name once you have met them").first().waitFor();
    await window.screenshot("a name nobody has met");
    await lookUp.click();
    await workbench.notifications.filter({ hasText: "has no record with this identifier" }).first().waitFor();
    await open.waitFor();
  });

  it("searches for several groups and has references to all inserted", async () => {
    const { workbench } = window;
    await workbench.openFile("review-team.md");
    const pickSeveral = workbench.quickInput.getByRole("button", { name: "Pick Several to Insert" });
    // Until the palette has closed, what it opened may close with it.
    await workbench.until(workbench.quickInputRows.getByRole("checkbox").first(), async () => {
      await workbench.typeInto("Registry: Search", "", pickSeveral);
      await pickSeveral.click({ timeout: 3000 });
    });
    for (const name of ["Australia Centre", "Canada Geographic Group 3"]) {
      await workbench.quickInputBox.fill(name);
      const row = workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first();
      // The row may give way under the pointer to what the search finds a moment later.
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

  it("inserts a reference to a group at the cursor of a JSON document", async () => {
    const { workbench } = window;
    const name = "drug-versus-placebo.analyses.json";
    const lines = window.text(name).split("\n");
    const line = lines.findIndex((text) => /^ {10}"/.test(text));
    assert.notEqual(line, -1, "the sample has an analysis");
    lines.splice(line, 0, '          "responsible-group": null,');
    writeFileSync(join(window.folder, name), lines.join("\n"));
    await workbench.openFile(name);
    await workbench.goTo(line + 1, 34);
    const found = workbench.quickInputRows.filter({ hasText: "Australia Centre" }).first();
    await workbench.typeInto("Registry: Insert Group Reference", "Australia Centre", found);
    await workbench.page.keyboard.press("Enter");
    await workbench.editor.getByText("groupId").first().waitFor();
    await window.screenshot("inserted");
    await window.saved(
      name,
      /"responsible-group": \{\s*"groupId": "[^"]+",\s*"name": "Australia Centre",\s*"link": "https:/,
    );
    assert.doesNotThrow(() => void JSON.parse(window.text(name)));
  });
});
