import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { english, type ItemEvidence, bindRoles, describeRoles, evidenceOfItem } from "@analyses/evidence";

type Json = Readonly<Record<string, unknown>>;

const counts: readonly Json[] = [
  { study: "A", events1: 5, total1: 50, events2: 10, total2: 50 },
  { study: "B", events1: 6, total1: 60, events2: 12, total2: 60 },
];
const means: readonly Json[] = [
  { study: "A", mean1: 5, sd1: 2, n1: 50, mean2: 6, sd2: 2, n2: 50 },
  { study: "B", mean1: 5, sd1: 2, n1: 40, mean2: 7, sd2: 2, n2: 40 },
];
const ratios: readonly Json[] = [
  { study: "A", hr: 0.7, ci_low: 0.5, ci_high: 0.98 },
  { study: "B", hr: 0.8, ci_low: 0.6, ci_high: 1.07 },
];
const data = { RR: counts, OR: counts, MD: means, SMD: means, HR: ratios };

type Measure = keyof typeof data;

interface Changing {
  /** Properties of rows that change the direction or the size of a result, and the measure that they change. */
  readonly ofRows: readonly (readonly [Measure, Json, Json?])[];
  /** Properties of an item that do. */
  readonly ofItems: readonly (readonly [Measure, Json])[];
  /** Properties that change nothing, though some are much like those that do. */
  readonly unchanging: Readonly<Record<"ofItem" | "ofRows" | "ofFirst" | "ofSecond", Json>>;
}

const { ofRows, ofItems, unchanging } = JSON.parse(
  readFileSync("test/fixtures/roles/changing-properties.json", "utf8"),
) as Changing;

/** An item with further properties, and with others in its first and its second row. */
function itemOf(measure: Measure, more: Json, first: Json = {}, second: Json = first): Json {
  const [one, other] = data[measure];
  return {
    measure,
    ...more,
    studies: [
      { ...one, ...first },
      { ...other, ...second },
    ],
  };
}

function sentenceOf(evidence: ItemEvidence): string {
  return evidence.kind === "problem" ? evidence.problem.sentence(english) : "computed";
}

const changes = "does that change what is pooled?";

/** Values that are those of a choice, under a name that is not known. */
const choices: readonly (readonly [Json, string, string])[] = [
  [{ effect: "Risk Ratio (M-H, Random, 95% CI)" }, "effect measure", "risk-ratio"],
  [{ "effect size": "RR" }, "effect measure", "risk-ratio"],
  [{ statistic: "Risk difference" }, "effect measure", "risk-difference"],
  [{ measure: "RR", pooling: "random effects" }, "model", "random-effects"],
  [{ measure: "RR", weighting: "inverse variance" }, "method", "inverse-variance"],
  [{ medida_efecto: "riesgo relativo" }, "effect measure", "risk-ratio"],
  [{ measure: "RR", modelo: "efectos aleatorios" }, "model", "random-effects"],
  [{ measure: "RR", confidence: 90 }, "confidence level", "0.9"],
  [{ measure: "RR", ci: "99%" }, "confidence level", "0.99"],
  [{ measure: "RR", alpha: 0.1 }, "confidence level", "0.9"],
  [{ measure: "RR", "significance-level": 1 }, "confidence level", "0.99"],
];

describe("evidence: properties that may change a result, and that no published form has", () => {
  const asked = [
    ...ofRows.map(([measure, first, second = first]) => ({
      item: itemOf(measure, {}, first, second),
      about: { ...first, ...second },
    })),
    ...ofItems.map(([measure, more]) => ({ item: itemOf(measure, more), about: more })),
  ];
  for (const { item, about } of asked)
    it(`are a question, and pass once that is answered: ${JSON.stringify(about)}`, () => {
      let evidence = evidenceOfItem(item, bindRoles({}));
      assert.ok(sentenceOf(evidence).endsWith(changes), sentenceOf(evidence));
      let setting: Json = {};
      for (let times = 0; evidence.kind === "problem" && times < 3; times++) {
        setting = { ...setting, ...evidence.problem.answers[0]?.entries };
        evidence = evidenceOfItem(item, bindRoles({ setting }));
      }
      assert.equal(evidence.kind, "computed", sentenceOf(evidence));
      assert.ok(evidence.content.rows?.every((row) => !row.excluded));
    });

  it("exchange events and non-events where the author says so", () => {
    const item = itemOf("RR", { swap: true });
    const evidence = evidenceOfItem(item, bindRoles({ setting: { "/swap": "swap-events" } }));
    assert.equal(evidence.choices?.swapEvents, true);
  });

  it("have no role of their own in the list of roles", () => {
    const { bound, unbound } = describeRoles(itemOf("RR", {}, { decision: "include" }), bindRoles({}));
    assert.ok(bound.every(({ path }) => !path.endsWith("decision")));
    assert.deepEqual(unbound, [{ path: "/studies/*/decision", example: "include" }]);
  });
});

describe("evidence: a choice under a name that is not known", () => {
  for (const [more, choice, meant] of choices)
    it(`is a question, and made once that is answered: ${JSON.stringify(more)}`, () => {
      const item = { ...more, studies: counts };
      const evidence = evidenceOfItem(item, bindRoles({}));
      assert.ok(sentenceOf(evidence).endsWith(`the ${choice} of the analysis?`), sentenceOf(evidence));
      const { answers } = (evidence as Extract<ItemEvidence, { kind: "problem" }>).problem;
      const [first, second] = answers.map(({ entries }) =>
        evidenceOfItem(item, bindRoles({ setting: entries })),
      );
      const { pooling, model, confidenceLevel } = first?.choices ?? {};
      const made = [pooling?.choice.measure, pooling?.choice.method, model?.kind, String(confidenceLevel)];
      assert.ok(made.includes(meant), made.join(", "));
      assert.equal(second?.kind, "computed", second && sentenceOf(second));
    });
});

describe("evidence: properties that change nothing", () => {
  const { ofItem, ofRows: both, ofFirst, ofSecond } = unchanging;
  for (const measure of ["RR", "MD", "SMD", "HR"] as const)
    it(`are passed over: ${measure}`, () => {
      const evidence = evidenceOfItem(
        itemOf(measure, ofItem, { ...both, ...ofFirst }, { ...both, ...ofSecond }),
        bindRoles({}),
      );
      assert.equal(sentenceOf(evidence), "computed");
      assert.equal(evidence.choices?.confidenceLevel, 0.95);
    });
});

describe("evidence: what subgroups and arms say otherwise than the analysis", () => {
  const read = (item: object) => evidenceOfItem({ measure: "RR", ...item }, bindRoles({}));

  it("is that of the analysis where the author says so of what all subgroups have", () => {
    const subgroups = [
      { name: "Adults", measure: "RR", studies: counts.slice(0, 1) },
      { name: "Children", measure: "RR", studies: counts.slice(1) },
    ];
    const asked = evidenceOfItem({ subgroups }, bindRoles({}));
    assert.ok(asked.kind === "problem", "asked");
    const [first] = asked.problem.answers;
    assert.equal(first?.text(english), "“RR” means risk-ratio");
    const { choices: made } = evidenceOfItem({ subgroups }, bindRoles({ setting: first.entries }));
    assert.equal(made?.pooling.choice.measure, "risk-ratio");
  });

  it("names the arms of the figure where all studies agree", () => {
    const studies = counts.map(({ study }) => ({
      study,
      ...{
        intervention: { name: "Aspirin", events: 5, n: 50 },
        control: { name: "Placebo", events: 9, n: 50 },
      },
    }));
    assert.equal(read({ studies }).content.labels.get("experimental-label")?.value, "Aspirin");
  });
});
