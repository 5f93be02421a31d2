import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { openWindow } from "./openWindow";

const name = "typed.analyses.json";
const byHand = "by-hand.analyses.json";

/** Milliseconds from key to key: a fast typist, who reads no list that opens. */
const delay = 40;

const document = (analyses: string): string => `{
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    {
      "number": 1,
      "name": "Drug versus placebo",
      "analyses": [${analyses}]
    }
  ]
}
`;

describe("a person who types an analysis", () => {
  const window = openWindow();

  before(() => {
    for (const file of [name, byHand]) writeFileSync(join(window.folder, file), document(""));
  });

  const press = (...keys: readonly string[]) =>
    keys.reduce(
      (done, key) => done.then(() => window.workbench.page.keyboard.press(key, { delay: 10 })),
      Promise.resolve(),
    );
  const type = (text: string) => window.workbench.page.keyboard.type(text, { delay });
  const shown = (text: string) =>
    window.workbench.page.locator(".suggest-widget.visible").getByText(text).first().waitFor();

  it("fills a snippet from stop to stop with Tab, and what was typed is what comes out", async () => {
    const { workbench } = window;
    await workbench.openFile(name);
    await workbench.goTo(7, 20);
    await workbench.suggest("New dichotomous outcome");
    await press("Enter");
    await workbench.editor.getByText("DICHOTOMOUS").first().waitFor();
    await press("Tab");
    await type("Mortality");
    await press("Tab");
    await shown("PETO_ODDS_RATIO");
    await window.screenshot("choice to fill in");
    await type("RISK_R");
    await press("Enter");
    await shown("MANTEL_HAENSZEL");
    await type("MANTEL");
    await press("Enter");
    await shown("FIXED_EFFECT");
    await press("Tab");
    await workbench.suggest("New study");
    await press("Enter");
    await workbench.editor.getByText("comparator").first().waitFor();
    await type("Okafor 2018");
    await press("Tab");
    for (const number of ["4", "61", "5"]) {
      await type(number);
      await press("Tab");
    }
    await type("59");
    await window.saved(
      name,
      document(`
        {
          "number": 1,
          "name": "Mortality",
          "outcome-type": "DICHOTOMOUS",
          "effect-measure": "RISK_RATIO",
          "method": "MANTEL_HAENSZEL",
          "model": null,
          "studies": [
            {
              "study": "Okafor 2018",
              "experimental": {
                "events": 4,
                "total": 61
              },
              "comparator": {
                "events": 5,
                "total": 59
              }
            }
          ]
        }
      `),
    );
    await workbench.showProblems();
    await workbench.problemRows.filter({ hasText: "`model` is still to be filled in." }).first().waitFor();
  });

  it("writes every bracket and line break by hand, and no list that opens changes what was typed", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await workbench.openFile(byHand);
    await workbench.goTo(7, 20);
    let line = 7;
    const nextLine = async (key: string) => {
      line += 1;
      await press(key);
      await workbench.statusBar.getByText(`Ln ${String(line)},`).waitFor();
    };
    /** Begins a line. VS Code, as in any language, closes brackets only once it has read again what a line break parted. */
    const enter = async () => {
      await nextLine("Enter");
      await eventually(async () => {
        assert.equal(await page.locator(".unexpected-closing-bracket").count(), 0);
      });
    };
    const lines = async (...texts: readonly string[]) => {
      for (const text of texts) {
        await enter();
        await type(text);
      }
    };
    const leave = async () => {
      await nextLine("ArrowDown");
      await press("End");
    };
    await lines("{", `"number": 1,`, `"name": "Mortality",`, `"outcome-type": "DICHOTOMOUS",`);
    await lines(
      `"effect-measure": "RISK_RATIO",`,
      `"method": "MANTEL_HAENSZEL",`,
      `"model": "FIXED_EFFECT",`,
    );
    await lines(`"studies": [`, "{", `"study": "Okafor 2018",`);
    await lines(`"experimental": {`, `"events": 4,`, `"total": 61`);
    await leave();
    await type(",");
    await lines(`"comparator": {`, `"events": 5,`, `"total": 59`);
    await leave();
    await leave();
    await type(",");
    await lines("{", `"study": "Mortality 2019a",`, `"experimental": {"events": 0, "total": 12},`);
    await lines(`"comparator": {"events": 1, "total": 11}`);
    await window.saved(
      byHand,
      document(`
        {
          "number": 1,
          "name": "Mortality",
          "outcome-type": "DICHOTOMOUS",
          "effect-measure": "RISK_RATIO",
          "method": "MANTEL_HAENSZEL",
          "model": "FIXED_EFFECT",
          "studies": [
            {
              "study": "Okafor 2018",
              "experimental": {
                "events": 4,
                "total": 61
              },
              "comparator": {
                "events": 5,
                "total": 59
              }
            },
            {
              "study": "Mortality 2019a",
              "experimental": {"events": 0, "total": 12},
              "comparator": {"events": 1, "total": 11}
            }
          ]
        }
      `),
    );
    await workbench.showProblems();
    await eventually(async () => {
      assert.equal(await workbench.problemRows.filter({ hasText: byHand }).count(), 0);
    });
  });
});
