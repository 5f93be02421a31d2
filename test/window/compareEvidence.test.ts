import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import axe from "axe-core";
import type { FrameLocator } from "playwright-core";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who compares evidence with the last commit", () => {
  const window = openWindow();
  const page = (): FrameLocator =>
    window.workbench.page
      .locator("iframe.webview:visible")
      .contentFrame()
      .frameLocator("iframe#active-frame");
  const text = () => readFileSync(join(window.folder, name), "utf8");
  const card = () => page().getByRole("article", { name: "1.1 Mortality at 12 months" });
  const effects = () => card().locator("td.effect").allInnerTexts();
  const git = (...words: readonly string[]): string => {
    const own = [
      "-c",
      "user.name=Reviewer",
      "-c",
      "user.email=reviewer@example.org",
      "-c",
      "commit.gpgsign=false",
    ];
    return execFileSync("git", [...own, ...words], { cwd: window.folder, encoding: "utf8" });
  };

  it("types a number, and sees the result before and after with both diamonds, which follow the text", async () => {
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "As published");
    const { workbench } = window;
    await workbench.openFile(name);
    const line =
      text()
        .split("\n")
        .findIndex((one) => one.includes('"events": 12')) + 1;
    await workbench.runCommand("Analyses: Compare Evidence with Last Commit");
    await page().getByText("All analyses are as they were.").waitFor();
    await page()
      .getByText(/^Compared with commit [0-9a-f]{7}: As published$/)
      .waitFor();
    await workbench.runCommand("View: Focus First Editor Group");
    await workbench.goTo(line, 29);
    await workbench.page.keyboard.type("0");
    await card().locator("polygon.diamond").nth(1).waitFor();
    const [before = "", after = ""] = await effects();
    assert.equal(before, "RR 0.67 [0.50, 0.89]");
    assert.notEqual(after, before);
    await page().getByText("Analyses: 1 changed, 0 new, 0 gone").waitFor();
    const middleOf = async (index: number): Promise<number> => {
      const points = await card().locator("polygon.diamond").nth(index).getAttribute("points");
      return Number(points?.split(" ")[1]?.split(",")[0]);
    };
    assert.ok((await middleOf(1)) > (await middleOf(0)), "one is to the right of the other");
    const [graph, shown] = [
      await card().locator("tr.axis svg").boundingBox(),
      await page().locator("main").boundingBox(),
    ];
    assert.ok(graph && shown && graph.x + graph.width <= shown.x + shown.width, "the diamonds are cut off");
    await window.screenshot("comparison light");
    await workbench.page.keyboard.press("Backspace");
    await page().getByText("All analyses are as they were.").waitFor();
    await workbench.page.keyboard.type("0");
    await card().waitFor();
  });

  it("goes to the study in the text, by mouse and by keys", async () => {
    const { workbench } = window;
    const study = card().getByRole("listitem").getByRole("button");
    assert.match(await study.first().innerText(), /\d{4}$/);
    await study.first().focus();
    await workbench.page.keyboard.press("Enter");
    const selected = workbench.editor.locator(".selected-text").first();
    await selected.waitFor();
    await workbench.page.keyboard.press("ArrowLeft");
    await selected.waitFor({ state: "detached" });
    await study.first().click();
    await workbench.page.locator(".monaco-editor .selected-text").first().waitFor();
  });

  it("finds nothing that accessibility rules forbid", async () => {
    let looked = 0;
    for (const frame of window.workbench.page.frames()) {
      if ((await frame.locator("#analyses article").count()) === 0) continue;
      await frame.evaluate(axe.source);
      const found = await frame.evaluate<AxeResults>("axe.run(document)");
      looked += found.passes.length;
      assert.deepEqual(
        found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
        [],
      );
    }
    assert.ok(looked > 10, "axe-core has looked at the page");
  });

  it("keeps what was compared while the text is broken, and finds it again in a dark window", async () => {
    const { workbench } = window;
    const { page: shown } = workbench;
    const before = await effects();
    await workbench.runCommand("View: Focus First Editor Group");
    const line =
      text()
        .split("\n")
        .findIndex((one) => one.includes('"events": 12')) + 1;
    await workbench.goTo(line, 29);
    await shown.keyboard.type(",,");
    await page().getByRole("button", { name: "Go to It" }).waitFor();
    assert.deepEqual(await effects(), before);
    await shown.keyboard.press("Backspace");
    await shown.keyboard.press("Backspace");
    await page().getByRole("button", { name: "Go to It" }).waitFor({ state: "hidden" });
    await workbench.runCommand("Preferences: Toggle between Light/Dark Themes");
    await page().locator("body.vscode-dark").waitFor();
    await window.screenshot("comparison dark");
    await workbench.runCommand("Preferences: Toggle between Light/Dark Themes");
  });
});
