import assert from "node:assert/strict";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who pastes rows of a spreadsheet into a list of studies", () => {
  const window = openWindow();
  const press = (key: string) => window.workbench.page.keyboard.press(key);
  const copy = async (copied: string) => {
    const { page } = window.workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied)})`);
  };
  /** Studies with their events and totals, once the document is saved. */
  const saved = (expected: RegExp) => window.saved(name, expected);

  it("has studies of them at once where headings say what they are, and one undo takes them back", async () => {
    const { workbench } = window;
    await workbench.openFile(name);
    const line =
      window
        .text(name)
        .split("\n")
        .findIndex((one) => one.includes("Bergström")) - 1;
    await workbench.goTo(line, 13);
    await press("End");
    // From then on the language server is there.
    await workbench.page.getByText("1.1 Mortality at 12 months").first().waitFor();
    await copy(
      "Study\tDrug: Events\tDrug: Total\tPlacebo: Events\tPlacebo: Total\t$(flame)\nNyberg 2021\t4\t1.100\t6\t99\tx\nSubtotal\t4\t1.100\t6\t99\n",
    );
    await press("Control+V");
    // What is copied is text, and draws no icon.
    const said = "Columns that are left out: $(flame) · Lines that are left out: Subtotal";
    await workbench.page.getByText(said).first().waitFor();
    await workbench.editor.getByText('"Nyberg 2021"').waitFor();
    await window.screenshot("pasted studies");
    await saved(/"study": "Nyberg 2021",\s+"experimental": \{\s+"events": 4,\s+"total": 1100\s+\}/);
    await press("Control+Z");
    await workbench.editor.getByText('"Nyberg 2021"').waitFor({ state: "hidden" });
    await saved(/^(?![^]*Nyberg)/);
  });

  it("is asked once what columns without headings are", async () => {
    const { workbench } = window;
    await copy("Nyberg 2021\t4\t110\t6\t99\nRossi 2022\t5\t120\t7\t98");
    await press("Control+V");
    await workbench.quickInput.getByText("What are the columns?").waitFor();
    await window.screenshot("what the columns are");
    await workbench.quickInput
      .getByText("Study | Drug: Events | Drug: Total | Placebo: Events | Placebo: Total")
      .waitFor();
    await workbench.choose("Take These Answers", "");
    await workbench.editor.getByText('"Rossi 2022"').waitFor();
    await saved(/"study": "Nyberg 2021",\s+"experimental": \{\s+"events": 4,[^]*"study": "Rossi 2022"/);
    await press("Control+Z");
    await workbench.editor.getByText('"Rossi 2022"').waitFor({ state: "hidden" });
    await press("Control+V");
    await workbench.editor.getByText('"Rossi 2022"').waitFor();
    assert.equal(await workbench.quickInput.isVisible(), false);
    await press("Control+Z");
    await workbench.editor.getByText('"Rossi 2022"').waitFor({ state: "hidden" });
  });
});
