import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { type TestWindow, sharedWindow } from "./openWindow";

/** @param pace milliseconds between letters */
const keyboard = (window: TestWindow, pace: number) => ({
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await window.workbench.page.keyboard.press(key, { delay: 10 });
  },
  type: (text: string) => window.workbench.page.keyboard.type(text, { delay: pace }),
});

const name = "review.analyses.json";

describe("a person who types a review with suggestions, and mends mistakes meanwhile", function () {
  this.timeout(120_000);
  const window = sharedWindow();
  const { press, type } = keyboard(window, 30);

  before(() => writeFileSync(join(window.folder, name), ""));

  /** Accepts the first suggestion once the list is open and that suggestion is `label`. */
  const take = async (label: string, typed = "", shownBefore = label): Promise<void> => {
    const list = window.workbench.page.locator(".suggest-widget.visible");
    await list.getByText(shownBefore, { exact: true }).first().waitFor();
    await type(typed);
    await list.locator(".monaco-list-row.focused").getByText(label, { exact: true }).waitFor();
    await press("Enter");
  };
  /** Requests suggestions and accepts one. */
  const suggested = async (label: string, ...more: readonly string[]): Promise<void> => {
    await press("Control+Space");
    await take(label, ...more);
  };
  /** Types values into a snippet's fields, from the first or the next one on. */
  const fill = async (first: string, ...values: readonly string[]): Promise<void> => {
    await type(first);
    for (const value of values) {
      await press("Tab");
      await type(value);
    }
  };
  const mend = async (written: string, fix: string, message: string): Promise<void> => {
    const problem = window.workbench.problemRows.filter({ hasText: message }).first();
    await problem.waitFor();
    // Saves what is typed above it, so that the line number is up to date.
    await window.saved(name, new RegExp(written));
    const lines = window.text(name).split("\n");
    const line = lines.findIndex((one) => one.includes(written));
    await window.workbench.goTo(line + 1, (lines[line]?.indexOf(written) ?? 0) + 1);
    await window.workbench.takeQuickFix(fix);
    await problem.waitFor({ state: "detached" });
  };

  it("has means with a decimal comma and a printed minus mended, and what the model needs added", async () => {
    const { workbench } = window;
    await workbench.openFile(name);
    await suggested("New analyses document");
    await take('"RISK_OF_BIAS_2"', "2");
    await suggested("New analysis group");
    await press("Tab");
    await fill("Drug versus placebo", "");
    await suggested("New continuous outcome", "cont", "New dichotomous outcome");
    await press("Tab");
    await fill("Pain, VAS (0–100)", "");
    await take('"MEAN_DIFFERENCE"', "M");
    await take('"RANDOM_EFFECTS"', "R");
    await suggested("New study");
    await fill("Okafor 2018", "12,4", "3.1", "60", "−14.2", "3.3", "61");
    await workbench.showProblems();
    await workbench.focusText();
    await mend("12,4", "Replace by 12.4", "Decimals are written with a point");
    await mend("−14.2", "Replace by -14.2", "−14.2");
    await workbench.problemRows.filter({ hasText: "has no `heterogeneity-estimator`" }).first().waitFor();
    await workbench.goTo(9, 10);
    await workbench.takeQuickFix("Add “heterogeneity-estimator”");
    await take('"RESTRICTED_MAXIMUM_LIKELIHOOD"', "R");
    await workbench.page.getByText("No problems have been detected").waitFor();
    await window.saved(name, /"heterogeneity-estimator": "RESTRICTED_MAXIMUM_LIKELIHOOD"/);
  });
});

const byHand = "by-hand.analyses.json";

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

describe("a person who types an analysis", function () {
  // A high limit, since a test that timed out would keep typing into the next test's window.
  this.timeout(300_000);
  const window = sharedWindow();
  // A fast typist who ignores suggestions.
  const { press, type } = keyboard(window, 40);

  before(() => {
    writeFileSync(join(window.folder, byHand), document(""));
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
    /** Begins a line. VS Code auto-closes brackets only after it has tokenized the line that the line break split. */
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
    const typed = window.text(byHand);
    await workbench.focusText();
    // The file was just opened: it has fewer edits to undo, and the keys after the last one do nothing.
    for (const [key, text] of [
      ["Control+Z", document("")],
      ["Control+Y", typed],
    ] as const) {
      for (let pressed = 0; pressed < 200; pressed += 1) await press(key);
      await window.saved(byHand, text);
    }
  });
});
