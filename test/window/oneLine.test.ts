import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sharedWindow } from "./openWindow";

const text = readFileSync("test/fixtures/revman/minimal-analysis-data.json", "utf8");
const question = "This document stands on one line. Format it to read it?";

describe("a person who opens a document of RevMan, which stands on one line", () => {
  const window = sharedWindow();
  const offer = () => window.workbench.notifications.filter({ hasText: question });
  const lines = () => window.workbench.editor.locator(".view-line");

  it("may leave it so, and gets no second offer", async () => {
    const { workbench } = window;
    window.replace(join(".vscode", "settings.json"), "{}");
    window.replace("left-analysis-data.json", text);
    await workbench.openFile("left-analysis-data.json");
    await offer().getByRole("button", { name: "Not Now" }).click();
    await offer().waitFor({ state: "detached" });
    // The document's line and the empty one after its line end.
    assert.equal(await lines().count(), 2);
    await workbench.page.keyboard.press("Control+W");
    await workbench.openFile("left-analysis-data.json");
    // By then the language server has opened the document again.
    await workbench.statusBar.getByText("Analyses JSON").first().waitFor();
    assert.equal(await offer().count(), 0);
    assert.equal(window.text("left-analysis-data.json"), text);
  });

  it("has it laid out by one click, with its numbers and texts as RevMan wrote them", async () => {
    const { workbench } = window;
    window.replace("read-analysis-data.json", text);
    await workbench.openFile("read-analysis-data.json");
    await offer().waitFor();
    await workbench.page.keyboard.press("Escape");
    await offer().waitFor({ state: "detached" });
    // Unanswered, it comes with the document again.
    await workbench.openFile("left-analysis-data.json");
    await workbench.openFile("read-analysis-data.json");
    await offer().getByRole("button", { name: "Format", exact: true }).click();
    await lines().nth(20).waitFor();
    await window.screenshot("formatted document of RevMan");
    await window.saved("read-analysis-data.json", /^\{\n  "\$schema": "https:\\\/\\\/assets/);
    const saved = window.text("read-analysis-data.json");
    assert.equal(saved.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1"), text.trimEnd());
  });
});
