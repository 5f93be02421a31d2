import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { sharedWindow } from "./openWindow";
import { Typist } from "./typist";

const name = "review.analyses.json";

const means = (mean: number, deviation: number, total: number) => ({
  mean,
  "standard-deviation": deviation,
  total,
});
const counts = (events: number, total: number) => ({ events, total });

/** The expected document after all typing mistakes are fixed. */
const review = {
  $schema: "urn:analyses-registry:analyses:1.0.0",
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    {
      number: 1,
      name: "Drug versus placebo",
      analyses: [
        {
          number: 1,
          name: "Pain, VAS (0–100)",
          "outcome-type": "CONTINUOUS",
          "effect-measure": "MEAN_DIFFERENCE",
          method: "INVERSE_VARIANCE",
          model: "RANDOM_EFFECTS",
          "heterogeneity-estimator": "RESTRICTED_MAXIMUM_LIKELIHOOD",
          studies: [
            { study: "Okafor 2018", experimental: means(12.4, 3.1, 60), comparator: means(-14.2, 3.3, 61) },
            { study: "Bianchi 2016", experimental: means(11.9, 2.8, 45), comparator: means(13.1, 3.2, 44) },
            {
              study: "Delgado 2018",
              experimental: means(12.1, 3.2, 1480),
              comparator: means(13.4, 3.1, 1475),
            },
          ],
        },
      ],
    },
    {
      number: 2,
      name: "Drug versus usual care",
      analyses: [
        {
          number: 1,
          name: "Mortality",
          "outcome-type": "DICHOTOMOUS",
          "effect-measure": "ODDS_RATIO",
          method: "MANTEL_HAENSZEL",
          model: "FIXED_EFFECT",
          subgroups: [
            {
              name: "Adults",
              studies: [
                { study: "Abara 2014", experimental: counts(12, 148), comparator: counts(19, 151) },
                { study: "Haddad 2017", experimental: counts(1, 120), comparator: counts(4, 118) },
              ],
            },
            {
              name: "Children",
              studies: [{ study: "Okafor 2021", experimental: counts(8, 96), comparator: counts(15, 99) }],
            },
          ],
        },
      ],
    },
  ],
};

/** Numbers with decimal commas and points as thousands separators, under unusual headings. */
const rows = `Study\tMean drug\tSD drug\tN drug\tPlacebo mean\tPlacebo SD\tPlacebo N
Bianchi 2016\t11,9\t2,8\t45\t13,1\t3,2\t44
Delgado 2018\t12,1\t3,2\t1.480\t13,4\t3,1\t1.475
`;

describe("a person who types a review of two groups, and mends mistakes meanwhile", function () {
  this.timeout(120_000);
  const window = sharedWindow();
  const typist = new Typist(window, 30);
  const text = () => window.text(name);

  before(() => writeFileSync(join(window.folder, name), ""));

  /** Saves until the document contains the text, and returns the document. */
  const saved = (written: string): Promise<string> =>
    eventually(async () => {
      await typist.press("Control+S");
      await window.workbench.page.locator(".tab.active:not(.dirty)").waitFor();
      assert.ok(text().includes(written), `no ${written} in ${text()}`);
      return text();
    });
  const problem = (message: string | RegExp) =>
    window.workbench.problemRows.filter({ hasText: message }).first();
  /**
   * Puts the caret before the last occurrence of a text.
   * @param typed text typed above it; waits until that is saved, so that the line numbers are up to date
   */
  const goTo = async (written: string, typed = written): Promise<void> => {
    const lines = (await saved(typed)).split("\n");
    const line = lines.findLastIndex((one) => one.includes(written));
    await window.workbench.goTo(line + 1, (lines[line]?.indexOf(written) ?? 0) + 1);
  };
  const mend = async (written: string, fix: string, message: string): Promise<void> => {
    await problem(message).waitFor();
    await goTo(written);
    await window.workbench.takeQuickFix(fix);
    await problem(message).waitFor({ state: "detached" });
  };
  const study = async (label: string, ...numbers: readonly string[]): Promise<void> => {
    await typist.ask("New study");
    await typist.type(label);
    for (const number of numbers) {
      await typist.press("Tab");
      await typist.type(number);
    }
  };

  it("has means with a decimal comma and a printed minus mended, and what the model needs added", async () => {
    const { workbench } = window;
    await workbench.openFile(name);
    await typist.ask("New analyses document");
    await typist.take('"RISK_OF_BIAS_2"', "2");
    await typist.askNamed("New analysis group", "Drug versus placebo");
    await typist.press("Control+Space");
    await typist.take("New continuous outcome", "cont", "New dichotomous outcome");
    await typist.press("Tab");
    await typist.type("Pain, VAS (0–100)");
    await typist.press("Tab");
    await typist.take('"MEAN_DIFFERENCE"', "M");
    await typist.take('"RANDOM_EFFECTS"', "R");
    await study("Okafor 2018", "12,4", "3.1", "60", "−14.2", "3.3", "61");
    await workbench.showProblems();
    await workbench.focusText();
    await mend("12,4", "Replace by 12.4", "Decimals are written with a point");
    await mend("−14.2", "Replace by -14.2", "−14.2");
    await problem("has no `heterogeneity-estimator`").waitFor();
    await workbench.goTo(9, 10);
    await workbench.takeQuickFix("Add “heterogeneity-estimator”");
    await typist.take('"RESTRICTED_MAXIMUM_LIKELIHOOD"', "R");
    await workbench.page.getByText("No problems have been detected").waitFor();
  });

  it("assigns pasted columns with unclear headings, and undo removes the rows", async () => {
    const { page } = window.workbench;
    const lines = (await saved("RESTRICTED_MAXIMUM_LIKELIHOOD")).split("\n");
    const end = lines.findIndex((line) => line === "            }");
    await window.workbench.goTo(end + 1, 14);
    const before = text();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(rows)})`);
    const pasted = window.workbench.editor.getByText('"Bianchi 2016"');
    await typist.press("Control+V");
    await window.workbench.quickInput.getByText("What are the columns?").waitFor();
    await window.screenshot("what columns with unknown headings are");
    await typist.press("Enter");
    await pasted.waitFor();
    await typist.press("Control+Z");
    await pasted.waitFor({ state: "hidden" });
    await eventually(async () => assert.equal(await saved("Okafor 2018"), before));
    // The extension remembers the choice for these headings.
    await typist.press("Control+V");
    await pasted.waitFor();
    await saved('"total": 1475');
  });

  it("gives an analysis subgroups in place of studies, which stand before what may be left out", async () => {
    const { workbench } = window;
    const lines = (await saved('"total": 1475')).split("\n");
    await workbench.goTo(lines.length - 2, 6);
    await typist.type(",");
    await typist.askNamed("New analysis group", "Drug versus usual care");
    await typist.askNamed("New dichotomous outcome", "Mortality");
    await typist.take('"ODDS_RATIO"', "O");
    await typist.take('"MANTEL_HAENSZEL"', "M");
    await typist.take('"FIXED_EFFECT"', "F");
    await typist.press("Home", "Shift+End", "Backspace", "Control+Space");
    await typist.take("subgroups", "sub", "studies");
    await workbench.editor.getByText('"subgroups"').waitFor();
    await typist.type("Adults");
    await typist.press("Tab");
    await study("Abara 2014", "12", "148", "19", "151");
    await typist.press("Tab");
    await study("Haddad 2017", "1", "120", "4", "118");
    const behind = (await saved('"total": 118')).split("\n").length - 6;
    await workbench.goTo(behind, 14);
    await typist.type(', { "name": "Children", "studies": [] }');
    await problem("`name` is still to be filled in").waitFor({ state: "detached" });
  });

  it("writes a study by hand, has its comma and its misspelt name mended, and undoes and redoes all of it", async () => {
    const { workbench } = window;
    await goTo("[]", "Children");
    await typist.press("ArrowRight");
    const lines = workbench.editor.locator(".view-lines");
    // The editor's DOM does not keep lines in document order.
    const shown = async (): Promise<string> => (await lines.innerText()).split("\n").sort().join("\n");
    const step = async (key: string): Promise<void> => {
      const earlier = await shown();
      await typist.press(key);
      await eventually(async () => assert.notEqual(await shown(), earlier));
    };
    const before = await shown();
    await typist.type("{");
    await typist.press("Enter");
    await typist.type('"study": "Okafor 2021"');
    await typist.press("Enter");
    await typist.type('"experimental": { "events": 8, "total": 96 },');
    await typist.press("Enter");
    await typist.type('"comparater": { "events": 15, "total": 99 }');
    await problem("did you mean `comparator`?").waitFor();
    const typed = await shown();
    let steps = 0;
    for (; (await shown()) !== before && steps < 60; steps++) await step("Control+Z");
    assert.equal(await shown(), before);
    for (; steps > 0; steps--) await step("Control+Y");
    assert.equal(await shown(), typed);
    await mend('"Okafor 2021"', "Add the comma", "A comma is missing here.");
    await mend('"comparater"', "Rename to “comparator”", "did you mean `comparator`?");
    await workbench.page.getByText("No problems have been detected").waitFor();
    await workbench.runCommand("Format Document");
    // The formatter keeps arms on one line if they were typed so.
    await eventually(async () =>
      assert.equal(JSON.stringify(JSON.parse(await saved("Children"))), JSON.stringify(review)),
    );
    await window.screenshot("review typed by keyboard");
  });
});

const byHand = "by-hand.analyses.json";

/** Milliseconds between keys: a fast typist who ignores suggestions. */
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

describe("a person who types an analysis", function () {
  // A high limit, since a test that timed out would keep typing into the next test's window.
  this.timeout(300_000);
  const window = sharedWindow();

  before(() => {
    writeFileSync(join(window.folder, byHand), document(""));
  });

  const press = (...keys: readonly string[]) =>
    keys.reduce(
      (done, key) => done.then(() => window.workbench.page.keyboard.press(key, { delay: 10 })),
      Promise.resolve(),
    );
  const type = (text: string) => window.workbench.page.keyboard.type(text, { delay });

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
  });
});
