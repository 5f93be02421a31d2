import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { sharedWindow } from "./openWindow";
import { Typist } from "./typist";

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

interface TypedStudy {
  readonly name: string;
  /** Events and totals of both arms. */
  readonly numbers: readonly number[];
  /** First letters of the study's judgements. */
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

function expectedStudy({ name, numbers, judgements: typed }: TypedStudy): object {
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
    "risk-of-bias": Object.fromEntries(judged) as object,
    experimental: { events, total },
    comparator: { events: eventsBeside, total: totalBeside },
  };
}

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

  it("takes at most 230 keys for five studies with risk of bias", async () => {
    const { workbench } = window;
    const typist = new Typist(window);
    const name = "review.analyses.json";
    const saved = () => window.text(name);
    writeFileSync(join(window.folder, name), "");
    await workbench.openFile(name);
    await typist.ask("New analyses document");
    await typist.take('"RISK_OF_BIAS_2"', "2");
    await typist.askNamed("New analysis group", "Drug versus placebo");
    await typist.askNamed("New dichotomous outcome", "Mortality");
    await typist.take('"RISK_RATIO"', "R");
    await typist.take('"MANTEL_HAENSZEL"', "M");
    await typist.take('"FIXED_EFFECT"', "F");
    for (const { name: study, numbers, judgements: typed } of studies) {
      const isFirst = study === studies[0]?.name;
      await typist.press("Control+Space");
      await typist.take("New study, with risk of bias, version 2", isFirst ? "r" : "");
      await typist.type(study);
      await typist.press("Tab");
      // No suggestions open automatically in snippet mode. Covers letters typed before and after requesting them.
      const letters = typed.toLowerCase();
      if (!isFirst) await typist.type(letters);
      await typist.press("Control+Space");
      await (isFirst ? typist.take(letters, letters, "All 6 domains") : typist.take(letters));
      await typist.press("Tab");
      for (const number of numbers) {
        await typist.type(String(number));
        await typist.press("Tab");
      }
    }
    await typist.press("Control+S");
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
            studies: studies.map(expectedStudy),
          },
        ],
      },
    ]);
    // The layout that a person would type.
    assert.equal(saved().trimEnd(), JSON.stringify(document, undefined, 2));
    await eventually(async () => {
      assert.equal(await workbench.editor.locator(".squiggly-error").count(), 0);
    });
    console.log(`      ${typist.keys} keys for ${saved().length} characters`);
    assert.ok(typist.keys <= 230, `${typist.keys} keys`);
  });
});
