import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./evidenceTable";
import { forbiddenIn } from "./forbiddenIn";
import { inPage } from "./inPage";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who has the evidence open beside the text", () => {
  const window = openWindow();
  const { panel, cell, press } = evidenceTable(window, name);
  const type = (text: string) => window.workbench.page.keyboard.type(text, { delay: 20 });
  const diamond = () => panel().locator("polygon.diamond");
  /** Puts the cursor somewhere in the text, wherever the focus is. */
  const goTo = async (line: number, column: number) => {
    await window.workbench.runCommand("View: Focus First Editor Group");
    await window.workbench.goTo(line, column);
  };
  const lineOf = (text: string) =>
    window
      .text(name)
      .split("\n")
      .findIndex((line) => line.includes(text)) + 1;
  /** What the document says, once it is saved. */
  const written = async (expected: RegExp) => {
    await panel().locator("#title").click();
    await window.saved(name, expected);
  };

  it("sees the figure of the analysis at the cursor, in a real table, and the result as a sentence", async () => {
    const { workbench } = window;
    await workbench.openFile(name);
    await goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    await panel().getByRole("heading", { name: "1.1 Mortality at 12 months" }).waitFor();
    await diamond().waitFor();
    const { page } = window.workbench;
    const row = panel().getByRole("row", { name: /Abara 2014/ });
    assert.match(await row.innerText(), /12[^]*148[^]*19[^]*151/);
    await panel().locator("#pooled").getByText("RR 0.67, 95% CI 0.50 to 0.89").waitFor();
    assert.equal(await page.locator(".editor-group-container").count(), 2);
    await window.screenshot("evidence light");
  });

  it("sees the diamond move with every key that is typed in the text", async () => {
    const before = await diamond().getAttribute("points");
    await goTo(26, 29);
    await type("0");
    await eventually(async () => assert.notEqual(await diamond().getAttribute("points"), before));
    assert.equal(await cell("/studies/0", "experimental-events").innerText(), "120");
    assert.match((await panel().locator("tr.current").getAttribute("data-row")) ?? "", /studies\/0/);
    // What marks the row does not cover its square: the pointer could not come to it.
    await panel().locator('[data-key="/studies/0 square"]').hover({ trial: true, timeout: 10_000 });
    // Once the typing rests, what the result hangs on is said under it.
    const notes = panel().locator("#notes");
    await notes.getByText("Without “Abara 2014” the result points the other way:").waitFor();
    await window.screenshot("evidence notes light");
    await press("Backspace");
    await eventually(async () => assert.equal(await diamond().getAttribute("points"), before));
    await notes.getByText("Abara 2014").waitFor({ state: "detached" });
  });

  it("has nothing of the figure written that stays as it is, which would lay all of it out anew", async () => {
    await inPage(
      panel(),
      `new MutationObserver((mutations) => {
        const { dataset } = document.body;
        dataset.mutations = mutations.length;
        for (const { target, attributeName, oldValue } of mutations)
          if (target.getAttribute(attributeName) === oldValue)
            dataset.written = attributeName + " of " + target.outerHTML.slice(0, 100);
      }).observe(document.querySelector("#figure"), { attributes: true, attributeOldValue: true, subtree: true })`,
    );
    const before = await diamond().getAttribute("points");
    await goTo(26, 29);
    await type("0");
    await eventually(async () => assert.notEqual(await diamond().getAttribute("points"), before));
    await press("Backspace");
    await eventually(async () => assert.equal(await diamond().getAttribute("points"), before));
    const body = panel().locator("body");
    assert.notEqual(await body.getAttribute("data-mutations"), null);
    assert.equal(await body.getAttribute("data-written"), null);
  });

  it("keeps the figure, dimmed, while the text is not JSON, and is led to the error", async () => {
    await goTo(26, 29);
    await press("Backspace");
    await press("Backspace");
    await panel().getByText("The property has no value.").waitFor();
    await panel().locator('body[data-state="stale"]').waitFor();
    assert.equal(await diamond().count(), 1);
    await window.screenshot("evidence while the text is broken");
    await panel().getByRole("button", { name: "Go to It" }).click();
    await window.workbench.page.locator(".monaco-editor.focused").waitFor();
    await window.workbench.statusBar.getByText("Ln 26").waitFor();
    await press("End");
    await press("ArrowLeft");
    await type("12");
    await panel().locator('body[data-state="current"]').waitFor();
    await panel().getByText("The property has no value.").waitFor({ state: "hidden" });
  });

  it("selects a study's text by a click, which leaves the focus, and goes there by two", async () => {
    await cell("/studies/2", "comparator-total").click();
    await window.workbench.page.locator(".monaco-editor .selected-text").first().waitFor();
    await panel().locator("td:focus").waitFor();
    await cell("/studies/3", "experimental-events").dblclick();
    await window.workbench.statusBar.getByText("(1 selected)").waitFor();
    await window.workbench.page.locator(".monaco-editor.focused").waitFor();
  });

  it("writes into cells as in a spreadsheet: the text changes, and one undo takes it back", async () => {
    await cell("/studies/0", "experimental-events").click();
    await type("15");
    await press("Tab");
    await eventually(async () =>
      assert.equal(await cell("/studies/0", "experimental-events").innerText(), "15"),
    );
    await written(/"study": "Abara 2014",\s+"experimental": \{\s+"events": 15,\s+"total": 148/);
    await goTo(26, 29);
    // VS Code learns only after a moment that the panel has the focus, and its own undo must not be a second one.
    await cell("/studies/0", "experimental-events").click();
    await press("Control+Z");
    await eventually(async () =>
      assert.equal(await cell("/studies/0", "experimental-events").innerText(), "12"),
    );
    await written(/"study": "Abara 2014",\s+"experimental": \{\s+"events": 12,/);
  });

  it("reads above the analysis in the text what it comes to after something was taken back in the panel", async () => {
    const lens = (words: string | RegExp) =>
      window.workbench.page.locator(".codelens-decoration").filter({ hasText: words }).waitFor();
    // VS Code asks for it while the text has the focus.
    await goTo(26, 29);
    await lens("RR 0.67");
    await cell("/studies/0", "experimental-events").click();
    await type("30");
    await press("Enter");
    await lens("RR 0.84");
    await press("Control+Z");
    await lens("RR 0.67");
    await written(/"study": "Abara 2014",\s+"experimental": \{\s+"events": 12,/);
  });

  it("is told at the cell what is no number, and may write it all the same", async () => {
    await cell("/studies/1", "comparator-events").click();
    await press("F2");
    await type("x");
    await press("Enter");
    await panel().getByText("“x” is no number. Press Enter twice in its cell to write it as text.").waitFor();
    assert.equal(await cell("/studies/1", "comparator-events").innerText(), "x");
    await press("ArrowUp");
    await press("Enter");
    await press("Enter");
    await written(/"events": "x"/);
    await panel().getByText("“x” is no number.").waitFor({ state: "hidden" });
    await press("Control+Z");
    await written(/^(?![^]*"events": "x")/);
    assert.equal(await cell("/studies/1", "comparator-events").innerText(), "11");
  });

  it("sees the cell that a message is about also in a low window", async () => {
    const { page } = window.workbench;
    await page.setViewportSize({ width: 700, height: 450 });
    const refused = cell("/studies/4", "experimental-events");
    // By keys it comes to the very edge of what is in sight.
    await cell("/studies/0", "experimental-events").click();
    for (let row = 1; row <= 4; row += 1) await press("ArrowDown");
    await type("x");
    await press("Enter");
    await panel().getByText("“x” is no number.").waitFor();
    const [typed, said] = [await refused.boundingBox(), await panel().locator("#status").boundingBox()];
    assert.ok(typed && said && typed.y + typed.height <= said.y, "the message lies on its cell");
    await panel().getByRole("button", { name: "Write It Again" }).click();
    await press("Escape");
    await panel().getByText("“x” is no number.").waitFor({ state: "hidden" });
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  it("compares the document of the panel with a file while the focus is in the panel", async () => {
    const { workbench } = window;
    await cell("/studies/1", "comparator-events").click();
    await workbench.runCommand("Analyses: Compare Evidence with File…");
    await eventually(async () => assert.match(await workbench.quickInputBox.inputValue(), /samples/));
    await press("Escape");
    await workbench.quickInput.waitFor({ state: "hidden" });
  });

  it("leaves a study out for the moment, and nothing is written", async () => {
    const text = window.text(name);
    const before = await diamond().getAttribute("points");
    await cell("/studies/2", "study").click();
    await press("Space");
    await panel()
      .locator("#bar-text", { hasText: "Left out for the moment: Delgado 2018. With all studies: RR 0.67" })
      .waitFor();
    assert.notEqual(await diamond().getAttribute("points"), before);
    await window.screenshot("evidence with a study left out");
    await panel().getByRole("button", { name: "Put Back" }).focus();
    await press("Enter");
    // The button is gone: whoever works by keys goes on in the table.
    await cell("/studies/2", "study").and(panel().locator(":focus")).waitFor();
    await eventually(async () => assert.equal(await diamond().getAttribute("points"), before));
    await written(/"analysis-groups"/);
    assert.equal(window.text(name), text);
  });

  it("takes the study whose square or circle is clicked for the one that is meant", async () => {
    const bar = panel().locator("#bar-text", { hasText: "Left out for the moment:" });
    const putBack = panel().getByRole("button", { name: "Put Back" });
    await cell("/studies/0", "study").click();
    await panel().locator('[data-key="/studies/3 square"]').click();
    await panel().locator('tr.current[data-row="/studies/3"]').waitFor();
    const name = await cell("/studies/3", "study").innerText();
    await panel().getByRole("button", { name: "Leave Out" }).click();
    await eventually(async () => assert.ok((await bar.innerText()).includes(name)));
    await putBack.click();
    await panel().getByLabel("Figure").selectOption("funnel");
    await panel().locator("circle.circle").first().waitFor();
    // In a funnel plot rows stand as their circles do.
    await panel().locator('[data-row="/studies/2"] [data-part="study"]').click();
    await press("Space");
    await eventually(async () => assert.match(await bar.innerText(), /: Delgado 2018\./));
    await putBack.click();
    await panel().getByLabel("Figure").selectOption("forest");
    await diamond().waitFor();
  });

  it("adds, moves and removes studies by the keys of lines", async () => {
    await cell("/studies/4", "study").click();
    await press("Control+Enter");
    await cell("/studies/5", "study").waitFor();
    await cell("/studies/5", "study").click();
    await type("New 2026");
    for (const number of ["3", "40", "5", "41"]) {
      await press("Tab");
      await type(number);
    }
    await press("Enter");
    await written(/"study": "New 2026",\s+"experimental": \{\s+"events": 3,\s+"total": 40\s+\}/);
    await cell("/studies/5", "study").click();
    await press("Alt+ArrowUp");
    await eventually(async () => assert.equal(await cell("/studies/4", "study").innerText(), "New 2026"));
    await cell("/studies/4", "study").click();
    await press("Control+Shift+K");
    await cell("/studies/5", "study").waitFor({ state: "detached" });
    await written(/^(?![^]*"New 2026")[^]*"study": "Lindqvist 2021a"/);
  });

  it("goes to other analyses while the text stays, and follows the cursor again", async () => {
    await panel().getByRole("button", { name: "Next" }).click();
    await panel().getByRole("heading", { name: "1.2 Pain at end of treatment" }).waitFor();
    // Keys and a screen reader go along the cells as they are seen, though other figures had other columns.
    await cell("/subgroups/0/studies/0", "experimental-mean").waitFor();
    const places = await inPage<number[][]>(
      panel(),
      `Array.from(document.querySelector("#table").rows, (row) =>
        Array.from(row.cells, (cell) => Number(cell.dataset.x)))`,
    );
    assert.ok(places.length > 4);
    for (const row of places)
      assert.deepEqual(
        row,
        row.toSorted((one, other) => one - other),
      );
    await window.screenshot("evidence of subgroups");
    await panel().getByLabel("Figure").selectOption("funnel");
    await panel().locator("circle.circle").first().waitFor();
    await window.screenshot("evidence funnel");
    await panel().getByLabel("Figure").selectOption("forest");
    await panel().getByRole("button", { name: "Follow Cursor" }).click();
    await panel().getByRole("heading", { name: "1.1 Mortality at 12 months" }).waitFor();
    await goTo(lineOf("Pain at end of treatment"), 12);
    await panel().getByRole("heading", { name: "1.2 Pain at end of treatment" }).waitFor();
    await goTo(26, 29);
    await panel().getByRole("heading", { name: "1.1 Mortality at 12 months" }).waitFor();
  });

  it("comes to the last analysis by Enter, and goes back from there without the mouse", async () => {
    const button = (name: string) => panel().getByRole("button", { name });
    await button("Next").focus();
    for (let steps = 0; steps < 20 && (await button("Next").isEnabled()); steps += 1) {
      const title = await panel().locator("#title").innerText();
      await press("Enter");
      await eventually(async () => assert.notEqual(await panel().locator("#title").innerText(), title));
    }
    await button("Previous").and(panel().locator(":focus")).waitFor();
    await button("Follow Cursor").click();
    await panel().getByRole("heading", { name: "1.1 Mortality at 12 months" }).waitFor();
  });

  it("looks at the result without each study, as it grew, and by other choices", async () => {
    const choose = (plot: string) => panel().getByLabel("Figure").selectOption(plot);
    await choose("Leave one out");
    await panel()
      .getByRole("row", { name: /Abara 2014/ })
      .getByText("4", { exact: true })
      .waitFor();
    await window.screenshot("evidence leave one out");
    await choose("Cumulative, by year");
    await panel().getByRole("columnheader", { name: "Study that is added" }).waitFor();
    await choose("Sensitivity analysis");
    await panel()
      .getByRole("row", { name: /Risk ratio, Fixed/ })
      .waitFor();
    await window.screenshot("evidence sensitivity analysis");
    // There is no study in it to be moved or left out.
    for (const name of ["Leave Out", "Add Study", "Remove", "Sort Ascending"])
      assert.ok(await panel().getByRole("button", { name }).isDisabled(), name);
    await choose("Forest plot");
    await panel()
      .getByRole("row", { name: /Abara 2014/ })
      .getByText("148")
      .waitFor();
  });

  it("adds no study by keys where the figure would not show it", async () => {
    const before = window.text(name);
    for (const plot of ["leave-one-out", "sensitivity", "funnel", "forest"]) {
      await panel().getByLabel("Figure").selectOption(plot);
      await panel().locator(`body[data-plot="${plot}"]`).waitFor();
      await panel().locator('[data-part][tabindex="0"]').first().focus();
      if (plot !== "forest") await press("Control+Enter");
    }
    await cell("/studies/0", "experimental-events").click();
    await type("13");
    await press("Enter");
    await window.saved(name, before.replace('"events": 12,', '"events": 13,'));
    await press("Control+z");
    await window.saved(name, before);
  });

  // The theme that VS Code has by itself comes last: it is the user's, in windows opened later too.
  for (const [theme, kind] of [
    ["Dark Modern", "vscode-dark"],
    ["Dark High Contrast", "vscode-high-contrast"],
    ["Light Modern", "vscode-light"],
  ] as const)
    it(`finds it accessible in the theme ${theme}`, async () => {
      const { workbench } = window;
      await workbench.chooseFrom("Preferences: Color Theme", theme);
      await panel().locator(`body.${kind}`).waitFor();
      assert.deepEqual(await forbiddenIn(panel()), []);
      await window.screenshot(`evidence ${theme}`);
    });

  it("reads on the page that its document was deleted, and is offered to open nothing", async () => {
    const { workbench, folder } = window;
    const gone = "gone.analyses.json";
    copyFileSync(join(folder, name), join(folder, gone));
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile(gone);
    await workbench.goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    await diamond().waitFor();
    const open = panel().getByRole("button", { name: "Open Document" });
    await workbench.runCommand("View: Focus First Editor Group");
    await workbench.runCommand("View: Close Editor");
    await panel().getByText(`“${gone}” is closed.`).waitFor();
    rmSync(join(folder, gone));
    await open.click();
    await panel().getByText(`“${gone}” was deleted.`).waitFor();
    assert.equal(await open.isVisible(), false);
  });
});
