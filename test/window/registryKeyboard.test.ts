import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { sharedWindow } from "./openWindow";

/** Keyboard only: the focused element is the one that a screen reader announces. */
describe("a person with nothing but a keyboard", () => {
  const window = sharedWindow();

  const page = () => window.workbench.page;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page().keyboard.press(key);
  };
  const focusedRow = () => page().locator(".part.sidebar .monaco-list:focus .monaco-list-row.focused");
  const details = () => window.workbench.panel;

  /** Runs a palette command without a click. */
  async function command(title: string): Promise<void> {
    const { workbench } = window;
    await workbench.until(workbench.quickInputRows.filter({ hasText: title }).first(), async () => {
      if (!(await workbench.quickInputBox.isVisible())) await press("F1");
      await workbench.quickInputBox.fill(`>${title}`, { timeout: 3000 });
    });
    await press("Enter");
  }

  async function isOn(label: RegExp): Promise<void> {
    await eventually(async () => assert.match((await focusedRow().getAttribute("aria-label")) ?? "", label));
  }

  it("comes into the view, and opens a group type", async () => {
    await page().getByRole("tab", { name: "Analyses & Registry" }).first().waitFor();
    await command("Focus on Registry View");
    await window.workbench.row(/^Group types/).waitFor();
    // On the first attempt the extension may still be activating, so the view has no row to focus. A palette command
    // also moves the focus a moment after the palette has closed.
    await eventually(async () => {
      await command("Focus on Registry View");
      await press("Home");
      assert.match((await focusedRow().getAttribute("aria-label", { timeout: 2000 })) ?? "", /^Sign in/);
    }, 30_000);
    const { workbench } = window;
    await workbench.until(workbench.row(/^Centre Branch/), () => press("Home", "ArrowDown", "ArrowRight"));
    const group = page().locator("[role=treeitem][aria-level='3']");
    await workbench.until(group.first(), () => press("Home", "ArrowDown", "ArrowDown", "ArrowRight"));
    await eventually(async () => assert.equal(await focusedRow().getAttribute("aria-expanded"), "true"));
  });

  it("opens the details of the row, where the focus is on the title, and copies from them", async () => {
    await window.workbench.until(details().locator("h1"), () => press("Alt+Enter"));
    await details().locator("h1:focus").waitFor();
    await press("Tab");
    await details()
      .getByRole("button", { name: "Copy Identifier" })
      .and(details().locator(":focus"))
      .waitFor();
    await press("Enter");
    await details().getByRole("status").getByText("Identifier copied.").waitFor();
    await window.screenshot("keyboard details");
  });

  it("follows a link in the details, and comes back to where it was", async () => {
    const title = await details().locator("h1").innerText();
    const link = details().locator("dl a").last();
    const name = await link.innerText();
    await link.focus();
    await press("Enter");
    await details().locator("h1:focus", { hasText: /./ }).waitFor();
    await eventually(async () => assert.notEqual(await details().locator("h1").innerText(), title));
    await press("Shift+Tab");
    await details().getByRole("button", { name: /Back/ }).and(details().locator(":focus")).waitFor();
    await press("Enter");
    await details().locator("a:focus", { hasText: name }).waitFor();
    assert.equal(await details().locator("h1").innerText(), title);
  });

  it("searches with the view's own key, and lands on the row of what was found", async () => {
    await command("Focus on Registry View");
    await isOn(/./);
    const { quickInputBox, quickInputRows } = window.workbench;
    const found = quickInputRows.filter({ hasText: "Agia Petra Associate Centre" }).first();
    await window.workbench.until(found, async () => {
      if (!(await quickInputBox.isVisible())) await press("Control+F");
      await quickInputBox.fill("agia petra associate", { timeout: 3000 });
    });
    await press("Enter");
    await isOn(/^Agia Petra Associate Centre/);
    await window.screenshot("keyboard search");
  });

  it("collapses, and leaves the view by its keys", async () => {
    await press("ArrowLeft");
    await isOn(/^Groups/);
    await press("ArrowLeft");
    await eventually(async () => assert.equal(await focusedRow().getAttribute("aria-expanded"), "false"));
  });
});
