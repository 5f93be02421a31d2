import assert from "node:assert/strict";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { forbiddenIn } from "./inPage";
import { sharedWindow } from "./openWindow";

const [first, second, agreed] = ["jonas.analyses.json", "mara.analyses.json", "agreed.analyses.json"];

describe("two people who extracted the same studies", () => {
  const window = sharedWindow();
  const page = () => window.workbench.panel;
  const press = (key: string) => window.workbench.page.keyboard.press(key);
  const progress = (text: string) => page().locator("#summary", { hasText: text }).waitFor();
  /** The cell that the keys decide. */
  const at = (place: string) => page().locator(".cell:focus-within", { hasText: place }).waitFor();
  const decide = async (keys: readonly string[], typed: readonly string[]): Promise<void> => {
    for (const key of keys) await press(key);
    await page().locator("#reason input:focus").waitFor();
    for (const [index, text] of typed.entries()) {
      if (index > 0) await press("Tab");
      await window.workbench.page.keyboard.insertText(text);
    }
    await press("Enter");
  };
  const answerPath = async (path: string): Promise<void> => {
    await eventually(async () => assert.match(await window.workbench.quickInputBox.inputValue(), /samples/));
    await window.workbench.answer(join(window.folder, path));
  };

  /** Each has mistakes of their own: digits exchanged, a total of another row, a judgement, and a study left out. */
  const wrongly = {
    jonas: (text: string) =>
      text.replace('"events": 12,', '"events": 21,').replace('"total": 402', '"total": 398'),
    mara: (text: string) =>
      text.replace('"total": 230', '"total": 226').replace('"Abara 2014"', '"Abara  2014"'),
  };

  it("settle by keys what they read differently, with reasons, and take a decision back", async () => {
    const { workbench } = window;
    const right = window.text("drug-versus-placebo.analyses.json");
    window.replace(first, wrongly.jonas(right));
    window.replace(second, wrongly.mara(right));
    await workbench.openFile(second);
    await workbench.runCommand("Analyses: Compare Extractions");
    await answerPath(first);
    await progress("Disagreements: 3, decided: 0");
    await at("Abara 2014, experimental, events");
    await decide(["ArrowRight"], ["Table 2"]);
    await workbench.answer("Mara", "Your name, as the team knows you");
    await progress("Disagreements: 3, decided: 1");
    const [next, last] = ["Lindqvist 2021a, experimental, total", "Delgado 2018, experimental, total"];
    await at(next);
    await decide(["ArrowLeft"], ["Figure 1"]);
    await progress("Disagreements: 3, decided: 2");
    await at(last);
    await decide(["o"], ["400", "Letter of the author"]);
    await progress("Disagreements: 3, decided: 3");
    await press("Control+z");
    await progress("Disagreements: 3, decided: 2");
    await at(last);
  });

  // VS Code's default theme comes last: it is a user setting, which windows opened later share.
  for (const [theme, kind] of [
    ["Dark Modern", "vscode-dark"],
    ["Light Modern", "vscode-light"],
  ] as const)
    it(`find the page accessible in the theme ${theme}`, async () => {
      const { workbench } = window;
      await workbench.chooseFrom("Preferences: Color Theme", theme);
      await page().locator(`body.${kind}`).waitFor();
      assert.deepEqual(await forbiddenIn(page()), []);
      await window.screenshot(`extractions ${theme}`);
    });

  it("get a third document, and a file of decisions in the same folder, and their own stay unchanged", async () => {
    const { workbench } = window;
    const right = window.text("drug-versus-placebo.analyses.json");
    await page().locator(".cell", { hasText: "Delgado 2018" }).getByRole("button").first().focus();
    await decide(["o"], ["400", "Letter of the author"]);
    await progress("Disagreements: 3, decided: 3");
    await page().getByRole("button", { name: "Open the agreed document", exact: true }).press("Enter");
    await workbench.page.getByRole("tab", { name: /^Untitled-/, selected: true }).waitFor();
    await press("Control+S");
    await answerPath(agreed);
    await eventually(() => assert.equal(window.text(agreed), right.replace('"total": 402', '"total": 400')));
    assert.equal(window.text(first), wrongly.jonas(right));
    assert.equal(window.text(second), wrongly.mara(right));
    const decided = /"taken": "second"[^]*"taken": "first"[^]*"value": "400"[^]*"Letter of the author"/;
    assert.match(window.text("decisions.json"), decided);
  });
});
