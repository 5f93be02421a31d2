import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { forbiddenIn } from "./forbiddenIn";
import { inPage } from "./inPage";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who looks at all analyses of a document", () => {
  const window = openWindow();
  const panel = () =>
    window.workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const press = (key: string) => window.workbench.page.keyboard.press(key);
  const rows = () => panel().locator("#analyses tbody tr:not([hidden])");
  const names = () => rows().locator("th").allInnerTexts();
  const text = () => window.text(name);

  it("sees each with what it comes to, and goes to one and back by keys", async () => {
    const { workbench } = window;
    await workbench.openFile(name);
    await workbench.runCommand("Analyses: Show Evidence");
    await panel().locator("polygon.diamond").first().waitFor();
    await panel().getByRole("button", { name: "Overview" }).click();
    await panel().getByRole("table", { name: "All analyses" }).waitFor();
    const row = panel().getByRole("row", { name: /1\.1 Mortality at 12 months/ });
    assert.match(await row.innerText(), /RR 0\.67 \[0\.50, 0\.89\]/);
    const count = (text().match(/"analyses": \[/g) ?? []).length;
    assert.ok(count > 1 && (await names()).length > count);
    await panel().locator("#analyses tbody button:focus").waitFor();
    await window.screenshot("evidence overview light");
    await press("ArrowDown");
    const chosen = await panel().locator("#analyses tbody button:focus").innerText();
    await press("Enter");
    await panel().getByRole("heading", { name: chosen }).waitFor();
    await panel().locator("polygon.diamond").first().waitFor();
    await panel().getByRole("button", { name: "Overview" }).press("Enter");
    await panel().locator("#analyses tbody button:focus").getByText(chosen).waitFor();
  });

  it("sorts and filters them", async () => {
    const all = await names();
    await panel().getByRole("button", { name: "Participants" }).click();
    await panel().locator('th[aria-sort="ascending"]').waitFor();
    const counts = (await rows().locator("td:nth-child(5)").allInnerTexts())
      .filter((one) => one !== "")
      .map((one) => Number(one.replaceAll(",", "")));
    assert.deepEqual(
      counts,
      [...counts].sort((one, other) => one - other),
    );
    await panel().getByRole("button", { name: "Analysis" }).click();
    await panel().getByRole("searchbox", { name: "Filter analyses" }).fill("mortality");
    await eventually(async () => assert.ok((await names()).length < all.length));
    assert.match((await names()).join(), /^[^,]*Mortality/);
    await panel().getByRole("searchbox", { name: "Filter analyses" }).fill("");
    await eventually(async () => assert.deepEqual(await names(), all));
  });

  it("sees a number that is typed in the text, and nothing but its row is written", async () => {
    const { workbench } = window;
    const row = panel().getByRole("row", { name: /1\.1 Mortality at 12 months/ });
    const effect = await row.locator("td").nth(1).innerText();
    const other = rows().nth(1);
    await inPage(
      panel(),
      `for (const other of document.querySelectorAll("#analyses tbody tr:not([hidden])"))
        new MutationObserver(() => other.setAttribute("data-written", ""))
          .observe(other, { childList: true, characterData: true, subtree: true })`,
    );
    await workbench.runCommand("View: Focus First Editor Group");
    const line =
      text()
        .split("\n")
        .findIndex((one) => one.includes('"events": 12')) + 1;
    await workbench.goTo(line, 29);
    await workbench.page.keyboard.type("0");
    await eventually(async () => assert.notEqual(await row.locator("td").nth(1).innerText(), effect));
    await press("Backspace");
    await eventually(async () => assert.equal(await row.locator("td").nth(1).innerText(), effect));
    assert.equal(await row.getAttribute("data-written"), "");
    assert.equal(await other.getAttribute("data-written"), null);
  });

  it("finds nothing that accessibility rules forbid", async () => {
    assert.deepEqual(await forbiddenIn(panel()), []);
  });

  it("is told that the document is closed, and opens it again beside the panel, not over it", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await workbench.runCommand("View: Focus First Editor Group");
    await window.saved(name, text());
    await workbench.runCommand("View: Close Editor");
    await panel().getByText(`“${name}” is closed.`).waitFor();
    await window.screenshot("evidence of a closed document");
    await panel().getByRole("button", { name: "Open Document" }).click();
    await page.getByRole("tab", { name: /^drug-versus-placebo/ }).waitFor();
    await workbench.editor.locator(".view-line").first().waitFor();
    await eventually(async () => assert.equal(await page.locator(".editor-group-container").count(), 2));
    await panel().getByText(`“${name}” is closed.`).waitFor({ state: "hidden" });
  });
});
