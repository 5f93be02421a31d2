import assert from "node:assert/strict";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { gitIn } from "../support/gitIn";
import { forbiddenIn, inThemes } from "./inPage";
import { sharedWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who compares evidence with the last commit", () => {
  const window = sharedWindow();
  const page = () => window.workbench.panel;
  const text = () => window.text(name);
  const lineOf = (words: string) => text().slice(0, text().indexOf(words)).split("\n").length;
  const card = () => page().getByRole("article", { name: "1.1 Mortality at 12 months" });
  const effects = () => card().locator("td.effect").allInnerTexts();
  const git = (...words: readonly string[]) => gitIn(window.folder, ...words);

  it("types a number, and sees the result before and after with both diamonds, which follow the text", async () => {
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "As <b>published</b>");
    const { workbench } = window;
    await workbench.openFile(name);
    const line = lineOf('"events": 12');
    await workbench.runCommand("Analyses: Compare Evidence with Last Commit");
    await page().getByText("All analyses have the results that they had.").waitFor();
    await page()
      .getByText(/^Compared with commit [0-9a-f]{7}: As <b>published<\/b>$/)
      .waitFor();
    await workbench.focusText();
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
    await page().getByText("All analyses have the results that they had.").waitFor();
    await workbench.page.keyboard.type("0");
    await card().waitFor();
  });

  it("finds it accessible in each theme", async () => {
    await inThemes(window.workbench, async (theme) => {
      await card().waitFor();
      assert.deepEqual(await forbiddenIn(page()), []);
      await window.screenshot(`comparison ${theme}`);
    });
  });

  it("keeps what was compared while the text is broken, and is led to where a study stands by now", async () => {
    const { workbench } = window;
    const { page: shown } = workbench;
    const before = await effects();
    await workbench.focusText();
    await workbench.goTo(lineOf('"events": 12'), 29);
    await shown.keyboard.type(",,");
    const toProblem = page().getByRole("button", { name: "Go to It" });
    await toProblem.waitFor();
    assert.deepEqual(await effects(), before);
    await workbench.goTo(1, 2);
    await shown.keyboard.insertText("\n\n\n\n");
    await workbench.statusBar.getByText("Ln 5, Col").waitFor();
    await card().getByRole("button", { name: "Abara 2014" }).press("Enter");
    const line = lineOf('"study": "Abara 2014"') - 1;
    // Nothing is selected, so that the next key replaces nothing.
    await workbench.statusBar.getByText(new RegExp(`^Ln ${line + 4}, Col \\d+$`)).waitFor();
    // VS Code reports the cursor before the editor has the focus.
    await workbench.focusText();
    for (let undone = 0; undone < 4; undone += 1) await shown.keyboard.press("Control+z");
    await workbench.goTo(lineOf('"events": 12'), 31);
    for (let typed = 0; typed < 2; typed += 1) await shown.keyboard.press("Backspace");
    await toProblem.waitFor({ state: "hidden" });
  });

  it("opens the page of two extractions by its command, and finds it accessible", async () => {
    const { workbench } = window;
    await workbench.runCommand("View: Close All Editors");
    await workbench.page.getByRole("dialog").getByRole("button", { name: "Don't Save" }).click();
    window.replace("second.analyses.json", text().replace('"total": 402', '"total": 398'));
    await workbench.openFile(name);
    await workbench.runCommand("Analyses: Compare Extractions");
    await eventually(async () => assert.match(await workbench.quickInputBox.inputValue(), /samples/));
    await workbench.answer(join(window.folder, "second.analyses.json"));
    await page().locator("#summary", { hasText: "Disagreements: 1, decided: 0" }).waitFor();
    assert.deepEqual(await forbiddenIn(page()), []);
    await window.screenshot("extractions");
  });
});
