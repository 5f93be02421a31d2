import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { openWindow } from "./openWindow";

interface TypedStudy {
  readonly name: string;
  /** Events and totals of both arms. */
  readonly numbers: readonly number[];
  /** The first letters of its judgements. */
  readonly judgements: string;
}

const studies: readonly TypedStudy[] = [
  { name: "Abara 2014", numbers: [12, 148, 19, 151], judgements: "LSLHLS" },
  { name: "Bianchi 2016", numbers: [4, 61, 11, 59], judgements: "LLLLLL" },
  { name: "Delgado 2018", numbers: [31, 402, 44, 398], judgements: "SLLLLS" },
  { name: "Haddad 2017", numbers: [1, 120, 4, 118], judgements: "LLHLLH" },
  { name: "Okafor 2021", numbers: [8, 96, 15, 99], judgements: "LSSLLS" },
];

const judgements: Readonly<Record<string, string>> = { L: "LOW", S: "SOME_CONCERNS", H: "HIGH" };

function expectedStudy({ name, numbers, judgements: typed }: TypedStudy, isJudged: boolean): object {
  const [events, total, eventsBeside, totalBeside] = numbers;
  const domains = [
    "randomisation-process",
    "deviations-from-intended-interventions",
    "missing-outcome-data",
    "measurement-of-the-outcome",
    "selection-of-the-reported-result",
    "overall",
  ];
  const judged = domains.map((domain, index) => [domain, judgements[typed.charAt(index)]]);
  return {
    study: name,
    ...(isJudged ? { "risk-of-bias": Object.fromEntries(judged) as object } : {}),
    experimental: { events, total },
    comparator: { events: eventsBeside, total: totalBeside },
  };
}

describe("a person who types a whole review into an empty file, by keyboard alone", function () {
  this.timeout(180_000);
  const window = openWindow();
  const plain = "plain.analyses.json";
  const judged = "judged.analyses.json";
  before(() => {
    for (const name of [plain, judged]) writeFileSync(join(window.folder, name), "");
  });

  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await window.workbench.page.keyboard.press(key, { delay: 10 });
  };
  const type = async (text: string) => {
    keys += text.length;
    await window.workbench.page.keyboard.type(text, { delay: 20 });
  };
  /** Takes the first row of the list that is open, or opens, once it is the one that is meant. */
  const take = async (label: string, typed = "", shownBefore = label) => {
    const list = window.workbench.page.locator(".suggest-widget.visible");
    await list.getByText(shownBefore, { exact: true }).first().waitFor();
    await type(typed);
    await list.locator(".monaco-list-row.focused").getByText(label, { exact: true }).waitFor();
    await press("Enter");
  };
  const ask = async (label: string) => {
    await press("Control+Space");
    await take(label);
  };

  for (const { isJudged, most } of [
    { isJudged: false, most: 180 },
    { isJudged: true, most: 230 },
  ])
    it(`takes at most ${most} keys for five studies ${isJudged ? "with" : "without"} risk of bias`, async () => {
      const { workbench } = window;
      const name = isJudged ? judged : plain;
      const saved = () => readFileSync(join(window.folder, name), "utf8");
      await workbench.openFile(name);
      keys = 0;
      await ask("New analyses document");
      await take('"RISK_OF_BIAS_2"', "2");
      await ask("New analysis group");
      await press("Tab");
      await type("Drug versus placebo");
      await press("Tab");
      await ask("New dichotomous outcome");
      await press("Tab");
      await type("Mortality");
      await press("Tab");
      await take('"RISK_RATIO"', "R");
      await take('"MANTEL_HAENSZEL"', "M");
      await take('"FIXED_EFFECT"', "F");
      for (const { name: study, numbers, judgements: typed } of studies) {
        const isFirst = study === studies[0]?.name;
        await press("Control+Space");
        if (isJudged) await take("New study, with risk of bias, version 2", isFirst ? "r" : "");
        else await take("New study");
        await type(study);
        await press("Tab");
        if (isJudged) {
          // While a snippet goes on, no list opens by itself. Letters may stand there before it, or be typed into it.
          const letters = typed.toLowerCase();
          if (!isFirst) await type(letters);
          await press("Control+Space");
          await (isFirst ? take(letters, letters, "All 6 domains") : take(letters));
          await press("Tab");
        }
        for (const number of numbers) {
          await type(String(number));
          await press("Tab");
        }
      }
      await press("Control+S");
      await eventually(() => assert.match(saved(), /99\s+\}/));
      const document = JSON.parse(saved()) as Record<string, unknown>;
      assert.deepEqual(document["analysis-groups"], [
        {
          number: 1,
          name: "Drug versus placebo",
          analyses: [
            {
              number: 1,
              name: "Mortality",
              "outcome-type": "DICHOTOMOUS",
              "effect-measure": "RISK_RATIO",
              method: "MANTEL_HAENSZEL",
              model: "FIXED_EFFECT",
              studies: studies.map((study) => expectedStudy(study, isJudged)),
            },
          ],
        },
      ]);
      // As it would have been laid out by hand.
      assert.equal(saved().trimEnd(), JSON.stringify(document, undefined, 2));
      assert.equal(await workbench.editor.locator(".squiggly-error").count(), 0);
      console.log(`      ${keys} keys for ${saved().length} characters`);
      assert.ok(keys <= most, `${keys} keys`);
    });
});
