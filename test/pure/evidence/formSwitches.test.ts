import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { english, type ItemEvidence, bindRoles, evidenceOfItem } from "@analyses/evidence";
import { answerCases } from "./support/answers";
import { publishedForms } from "./support/publishedForms";

type Json = Readonly<Record<string, unknown>>;

/** The choices and the number of studies, or the sentence shown instead of a result. */
function read(item: unknown): string {
  const evidence = evidenceOfItem(item, bindRoles({}));
  if (evidence.kind === "problem") return evidence.problem.sentence(english);
  const { choices, result } = evidence;
  const { model, pooling } = choices;
  return [
    pooling.choice.measure,
    pooling.choice.method,
    model.kind === "fixed-effect" ? "fixed" : `random ${model.estimator} ${model.interval}`,
    choices.confidenceLevel,
    choices.totals,
    `${result.studies} studies`,
    ...(choices.swapEvents ? ["swapped"] : []),
    ...(choices.showPrediction ? ["prediction"] : []),
    ...(choices.pooling.dataType === "contrast" ? [choices.scale] : []),
  ].join(", ");
}

const groups = ["Adults", "Others"];
const twoStudies = answerCases.find(({ name }) => name === "edge-k2");
const rows = twoStudies?.rows.map((row, index) => ({ ...row, group: groups[index] ?? "" })) ?? [];

/** The two studies in a form, by its name, with the choices of one of their answers; without subgroups if that is null. */
function itemOf(name: string, id: string, of: readonly string[] | null): Json {
  const choice = twoStudies?.computed.find((answer) => answer.id === id);
  const form = publishedForms.find((one) => one.name === name);
  assert.ok(twoStudies && choice && form, name);
  return form.itemOf({ ...twoStudies, rows }, choice, of);
}

const revmanJson = itemOf("RevMan's JSON", "RR-MH-fixed-wald", groups);
const packageItem = itemOf("RevMan's data package", "RR-MH-fixed-wald", groups);
const rm5 = itemOf("RevMan 5", "RR-MH-fixed-wald", groups);
const metafor = itemOf("metafor", "RR-IV-random-REML-wald", null);
const meta = itemOf("meta", "OR-MH-fixed-wald", null);
const reviewDb = itemOf("flat names like ReviewDB's, without a schema", "RR-MH-fixed-wald", null);

const rm5Estimates: Json = {
  EFFECT_MEASURE: "Hazard Ratio",
  LOG_DATA: "YES",
  RANDOM: "NO",
  IV_DATA: [{ STUDY_ID: "A", ESTIMATE: -0.2, SE: 0.1, EFFECT_SIZE: 0.82 }],
};

const withRow = (item: Json, list: string, more: Json): Json => ({
  [list]: (item[list] as readonly Json[]).map((row, index) => (index === 0 ? { ...row, ...more } : row)),
});

const fixed = "risk-ratio, mantel-haenszel, fixed, 0.95, totals-and-subtotals, 2 studies";
const byMeta = "odds-ratio, mantel-haenszel, fixed, 0.95, totals-and-subtotals, 2 studies";
const byReml = "risk-ratio, inverse-variance, random reml wald, 0.95, totals-and-subtotals, 2 studies";
const unknown = (value: string, name: string): string => `“${value}” is no known value of “${name}”.`;
const totals = (of: string): string => fixed.replace("totals-and-subtotals", of);

/** For each form, changes of an item and their results: each switch on, off and with an unknown value. */
const forms: readonly (readonly [
  form: string,
  item: Json,
  usual: string,
  changes: readonly (readonly [Json, string])[],
])[] = [
  [
    "RevMan's JSON",
    revmanJson,
    fixed,
    [
      [{ "overall-estimate-enabled": false }, totals("subtotals-only")],
      [{ "overall-estimate-enabled": false, "subgroup-estimates-enabled": false }, totals("no-totals")],
      [{ "subgroup-estimates-enabled": false }, fixed],
      [{ "overall-estimate-enabled": false, ...withoutSubgroups(revmanJson) }, totals("no-totals")],
      [{ "overall-estimate-enabled": "perhaps" }, unknown("perhaps", "overall-estimate-enabled")],
      [{ "subgroup-estimates-enabled": 7 }, unknown("7", "subgroup-estimates-enabled")],
      [{ "swap-event-and-non-event": true }, `${fixed}, swapped`],
      [{ "swap-event-and-non-event": "sometimes" }, unknown("sometimes", "swap-event-and-non-event")],
      [{ "pi-enabled": true }, `${fixed}, prediction`],
      [{ "pi-enabled": "wide" }, unknown("wide", "pi-enabled")],
      [
        { model: "RANDOM", "heterogeneity-estimator": "REML", "ci-method": "HKSJ" },
        fixed.replace("fixed", "random reml hksj"),
      ],
      [{ model: "RANDOM", "heterogeneity-estimator": "PM" }, unknown("PM", "heterogeneity-estimator")],
      [{ model: "BAYES" }, unknown("BAYES", "model")],
      [{ "ci-method": "PROFILE" }, unknown("PROFILE", "ci-method")],
      [{ "ci-level": 0.9 }, fixed.replace("0.95", "0.9")],
      [{ "ci-level": 7 }, unknown("7", "ci-level")],
      [{ "effect-measure": "LOG_NNT" }, unknown("LOG_NNT", "effect-measure")],
      [{ "log-scale": "maybe" }, unknown("maybe", "log-scale")],
      [{ "data-type": "NETWORK" }, unknown("NETWORK", "data-type")],
      [
        withRow(revmanJson, "data-rows", { applicability: { "subgroup-number": 1, overall: "half" } }),
        unknown("half", "overall"),
      ],
    ],
  ],
  [
    "RevMan's data package",
    packageItem,
    fixed,
    [
      [{ "Overall estimates": "false" }, totals("subtotals-only")],
      [{ "Overall estimates": "false", "Subgroup estimates": "false" }, totals("no-totals")],
      [{ "Overall estimates": "?" }, unknown("?", "Overall estimates")],
      [{ "Swap event and non-event": "true" }, `${fixed}, swapped`],
      [{ "Effect measure": "Odds Ratio (Non-event)" }, `${fixed.replace("risk", "odds")}, swapped`],
      [{ "CI/PI level": "90%" }, fixed.replace("0.95", "0.9")],
      [{ "CI/PI level": undefined, "Estimate CI": "99%" }, fixed.replace("0.95", "0.99")],
      [{ "CI/PI level": "wide" }, unknown("wide", "CI/PI level")],
      [{ "Prediction interval": "true" }, `${fixed}, prediction`],
      [
        { "Analysis model": "Random effect", "Heterogeneity estimator": "DL", "CI method": "HKSJ" },
        fixed.replace("fixed", "random dersimonian-laird hksj"),
      ],
      [{ "Heterogeneity estimator": "#N/A", "CI method": "#N/A" }, fixed],
      [{ "CI method": "Bootstrap" }, unknown("Bootstrap", "CI method")],
      [withRow(packageItem, "rows", { Applicability: "NEVER" }), unknown("NEVER", "Applicability")],
    ],
  ],
  [
    "RevMan 5",
    rm5,
    fixed,
    [
      [{ TOTALS: "SUB" }, totals("subtotals-only")],
      [{ TOTALS: "NO" }, totals("no-totals")],
      [{ TOTALS: "SOME" }, unknown("SOME", "TOTALS")],
      [{ RANDOM: "YES" }, fixed.replace("fixed", "random dersimonian-laird wald")],
      [{ RANDOM: "BOTH" }, unknown("BOTH", "RANDOM")],
      [{ SWAP_EVENTS: "YES" }, `${fixed}, swapped`],
      [{ SWAP_EVENTS: "?" }, unknown("?", "SWAP_EVENTS")],
      [{ CI_TOTAL: "90" }, fixed.replace("0.95", "0.9")],
      [{ METHOD: "GLMM" }, unknown("GLMM", "METHOD")],
    ],
  ],
  [
    "RevMan 5's estimates",
    rm5Estimates,
    "hazard-ratio, inverse-variance, fixed, 0.95, totals-and-subtotals, 1 studies, log",
    [
      [
        { EFFECT_MEASURE: "Ratio of means" },
        "other-ratio, inverse-variance, fixed, 0.95, totals-and-subtotals, 1 studies, log",
      ],
      [
        { EFFECT_MEASURE: "Mean change", LOG_DATA: "NO" },
        "other-difference, inverse-variance, fixed, 0.95, totals-and-subtotals, 1 studies, natural",
      ],
      [{ LOG_DATA: "HALF" }, unknown("HALF", "LOG_DATA")],
    ],
  ],
  [
    "metafor",
    metafor,
    byReml,
    [
      [{ test: "knha" }, byReml.replace("wald", "hksj")],
      [{ test: "z" }, byReml],
      [{ test: "t" }, unknown("t", "test")],
      [{ method: "DL" }, byReml.replace("reml", "dersimonian-laird")],
      [{ method: "FE" }, byReml.replace("random reml wald", "fixed")],
      [{ method: "PM" }, unknown("PM", "method")],
      [{ measure: "ROM" }, unknown("ROM", "measure")],
      [{ level: 90 }, byReml.replace("0.95", "0.9")],
      [
        { weighted: false },
        "`/weighted` is “false”: metafor would compute it in another way, and nothing is computed here.",
      ],
      [
        { to: "all" },
        "`/to` is “all”: metafor would compute it in another way, and nothing is computed here.",
      ],
    ],
  ],
  [
    "meta",
    meta,
    byMeta,
    [
      [{ method: "Peto" }, "peto-odds-ratio, peto, fixed, 0.95, totals-and-subtotals, 2 studies"],
      [{ method: "GLMM" }, unknown("GLMM", "method")],
      [
        { random: true, common: false, "method.tau": "REML", "method.random.ci": undefined, hakn: true },
        byMeta.replace("fixed", "random reml hksj"),
      ],
      [{ random: true, common: false, "method.tau": "PM" }, unknown("PM", "method.tau")],
      [
        { random: true, common: true },
        "The analysis says its model twice: which counts, “random: true” or “common: true”?",
      ],
      [{ "level.ma": 0.9 }, byMeta.replace("0.95", "0.9")],
      [{ prediction: true }, `${byMeta}, prediction`],
      [
        { incr: 0.1 },
        "`/incr` is “0.1”: meta would compute it in another way, and nothing is computed here.",
      ],
    ],
  ],
  [
    "ReviewDB",
    reviewDb,
    fixed,
    [
      [{ totals: "NO_TOTALS" }, totals("no-totals")],
      [{ totals: "SUBTOTALS_ONLY" }, totals("subtotals-only")],
      [{ ciLevel: "CI99" }, fixed.replace("0.95", "0.99")],
      [{ swapEvents: true }, `${fixed}, swapped`],
      [{ model: "RANDOM", ciMethod: "HKSJ" }, fixed.replace("fixed", "random dersimonian-laird hksj")],
      [{ totals: "?" }, unknown("?", "totals")],
      [withRow(reviewDb, "pairwiseDataRows", { included: false }), fixed.replace("2 studies", "1 studies")],
    ],
  ],
];

function withoutSubgroups(item: Json): Json {
  const rows = item["data-rows"] as readonly Json[];
  return {
    subgroups: undefined,
    "data-rows": rows.map((row) => ({ ...row, applicability: { overall: true } })),
  };
}

describe("evidence: the switches of published forms", () => {
  for (const [form, item, usual, changes] of forms) {
    it(`are as their program has them: ${form}`, () => assert.equal(read(item), usual));
    for (const [change, expected] of changes)
      it(`decide, or nothing is computed: ${form}, ${JSON.stringify(change).slice(0, 80)}`, () =>
        assert.equal(read(JSON.parse(JSON.stringify({ ...item, ...change }))), expected));
  }

  it("keep rows of a subgroup only out of the total, and events are turned round", () => {
    const effectOf = (item: Json): number => {
      const evidence: ItemEvidence = evidenceOfItem(item, bindRoles({}));
      assert.ok(evidence.kind === "computed");
      return evidence.result.effect?.estimate ?? NaN;
    };
    const one = withRow(revmanJson, "data-rows", { applicability: { "subgroup-number": 1, overall: false } });
    const second = Math.log(8 / 90 / (21 / 95));
    assert.ok(Math.abs(effectOf({ ...revmanJson, ...one }) - second) < 1e-12);
    const swapped = effectOf({ ...revmanJson, ...one, "swap-event-and-non-event": true });
    assert.ok(Math.abs(swapped - Math.log(82 / 90 / (74 / 95))) < 1e-12);
  });
});

describe("evidence: RevMan's documents", () => {
  for (const name of ["minimal", "hksj-and-peto", "package"])
    it(`are read whole: ${name}`, () => {
      const text = readFileSync(`test/fixtures/roles/${name}-analysis-data.json`, "utf8");
      const document = JSON.parse(text) as { "analysis-groups": { analyses: Json[] }[] };
      for (const item of document["analysis-groups"].flatMap(({ analyses }) => analyses)) {
        const evidence = evidenceOfItem(item, bindRoles({}));
        assert.ok(evidence.kind === "computed", JSON.stringify(item.name));
        const { effect } = evidence.result;
        const stored = item.estimate as Readonly<Record<string, number>> | undefined;
        if (stored === undefined) continue;
        const pairs = [
          [effect?.estimate, stored.mean],
          [effect?.low, stored["ci-start"]],
          [effect?.high, stored["ci-end"]],
          [evidence.content.results.get("result-estimate")?.value, stored.mean],
          [evidence.content.results.get("result-p")?.value, stored["p-value"]],
        ];
        for (const [is = NaN, was = NaN] of pairs) assert.ok(Math.abs(is - was) < 1e-9, `${is} ${was}`);
      }
    });

  it("are shown with HTML as text, and known by what is written", () => {
    const rows = withRow(revmanJson, "data-rows", { "study-name": "M&#252;ller&nbsp;2001 &lt;b&gt;" });
    const labels = { "control-group": { label: "Placebo <b>&amp;</b> rest" } };
    const { content } = evidenceOfItem({ ...revmanJson, ...rows, ...labels }, bindRoles({}));
    assert.equal(content.rows?.[0]?.study, "Müller 2001 <b>");
    assert.equal(content.rows[0]?.name, "M&#252;ller&nbsp;2001 &lt;b&gt;");
    assert.equal(content.labels.get("comparator-label")?.value, "Placebo & rest");
  });
});
