import assert from "node:assert/strict";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { defaultSettings, findingsIn, told } from "../../support/findings";
import { ofRevman, revmanExamples } from "../../support/revmanExamples";
import { fixing } from "../features/support/fixing";
import { contextOf, storeWith } from "../schema/support/store";

/** An analysis without a fault, of which a test writes some properties otherwise. */
function written(
  otherwise: Readonly<Record<string, unknown>>,
  ofRow: Readonly<Record<string, unknown>> = {},
): string {
  const analysis = {
    ...{ number: 1, name: "Falls", "data-source": "MANUAL", "data-type": "DICHOTOMOUS", method: "MH" },
    ...{ "effect-measure": "LOG_RR", "log-scale": true, model: "RANDOM", "heterogeneity-estimator": "DL" },
    ...{ "swap-event-and-non-event": false, "ci-method": "WALD", "ci-level": 0.95, ...otherwise },
    "data-rows": [
      {
        ...{ "study-name": "Aalund 2011", year: "2011", applicability: { overall: true } },
        "control-group": { cases: 19, "sample-size": 151 },
        "experimental-group": { cases: 12, "sample-size": 148 },
        ...ofRow,
      },
    ],
  };
  return ofRevman(JSON.stringify(analysis));
}

describe("values near to those that RevMan writes", () => {
  let schemas: SchemaContext;
  before(async () => {
    schemas = await contextOf(storeWith(new Map()), { text: ofRevman("") });
  });

  const said = async (text: string): Promise<readonly string[]> =>
    told(text, await findingsIn(text, schemas));

  it("are one warning that asks for the right value", async () => {
    const asked = async (name: string, value: string, ...meant: readonly string[]): Promise<void> => {
      const question = `\`${value}\` is no known value of \`${name}\`: did you mean ${meant.join(", ").replace(/, (?=[^,]*$)/, " or ")}?`;
      assert.deepEqual(await said(written({ [name]: value })), [
        `not-allowed-value ⟨"${value}"⟩ ${question}`,
      ]);
    };
    await asked("data-source", "MANUEL", "MANUAL");
    await asked("data-type", "DICHOTOMUS", "DICHOTOMOUS");
    await asked("method", "MHH", "MH");
    await asked("model", "RANDOMM", "RANDOM");
    await asked("heterogeneity-estimator", "RMEL", "REML");
    await asked("ci-method", "HKSK", "HKSJ");
    await asked("effect-measure", "LOG_RRR", "LOG_RR", "LOG_OR");
  });

  it("of the same meaning are one warning that says how RevMan writes it, with a certain fix", async () => {
    for (const [name, value, meant] of [
      ["data-type", "dichotomous", "DICHOTOMOUS"],
      ["method", "M-H", "MH"],
      ["effect-measure", "RR", "LOG_RR"],
      ["effect-measure", "RISK_RATIO", "LOG_RR"],
      ["model", "Random effects", "RANDOM"],
      ["heterogeneity-estimator", "DerSimonian-Laird", "DL"],
      ["ci-method", "HK", "HKSJ"],
    ] as const) {
      const text = written({ [name]: value });
      const { findings, afterAll } = await fixing(text);
      assert.deepEqual(told(text, findings), [
        `not-allowed-value ⟨"${value}"⟩ \`${value}\` is written ${meant} in \`${name}\` here.`,
      ]);
      assert.equal(findings[0]?.severity, "warning");
      assert.equal(afterAll, written({ [name]: meant }));
    }
  });

  it("are questions in judgements, in RoB 2's words too", async () => {
    const judgements = ["SOME_CONCERNS", "LOW", "HIGH_RISK", "Unclear risk"].map((judgement) => ({
      ...{ domain: "Overall bias", judgement, "support-for-judgement": "" },
    }));
    const found = await said(written({}, { "risk-of-bias": judgements }));
    assert.deepEqual(
      found.filter((one) => one.startsWith("not-allowed-value")),
      [
        'not-allowed-value ⟨"SOME_CONCERNS"⟩ `SOME_CONCERNS` is no known value of `judgement`: did you mean UNCLEAR_RISK?',
        'not-allowed-value ⟨"LOW"⟩ `LOW` is no known value of `judgement`: did you mean LOW_RISK?',
        'not-allowed-value ⟨"Unclear risk"⟩ `Unclear risk` is no known value of `judgement`: did you mean UNCLEAR_RISK?',
      ],
    );
  });

  it("do not include values with a meaning of their own, nor those like none", async () => {
    assert.deepEqual(await said(written({ "effect-measure": "RD", "log-scale": false })), []);
    assert.deepEqual(await said(written({ "data-source": "IMPORTED" })), []);
  });

  it("that nothing can compute are one warning, with the values that RevMan writes", async () => {
    assert.deepEqual(await said(written({ method: "BAYES" })), [
      'not-allowed-value ⟨"BAYES"⟩ `BAYES` is no known value of `method`, so the analysis cannot be computed: use MH, IV or PETO.',
    ]);
    const { titles } = await fixing(written({ "effect-measure": "QUUX" }));
    assert.deepEqual(
      titles,
      ["LOG_RR", "LOG_OR", "LOG_PETO_OR"].map((value) => `Replace by "${value}"`),
    );
  });

  it("do not include those that the team's setting explains", async () => {
    const text = written({ model: "RANDOMM" });
    const roles = { "/model": { role: "model", values: { RANDOMM: "random-effects" } } };
    const found = await findingsIn(text, schemas, {
      ...defaultSettings,
      evidence: { ...defaultSettings.evidence, roles },
    });
    assert.deepEqual(told(text, found), []);
  });

  it("are a percentage in place of a fraction, with the fraction as the fix", async () => {
    const text = written({ "ci-level": 95 });
    const { findings, after } = await fixing(text);
    assert.deepEqual(told(text, findings), ["schema ⟨95⟩ `ci-level` must be less than 1."]);
    assert.equal(after("Replace by 0.95"), written({ "ci-level": 0.95 }));
    assert.deepEqual(await said(written({ "ci-level": 0.9 })), []);
  });

  it("are numbers of subgroups: one that the analysis does not have is a warning with those that it has", async () => {
    const subgroups = [
      { name: "Adults", number: 1 },
      { name: "Others", number: 4 },
    ];
    const of = (number: number) =>
      written({ subgroups }, { applicability: { "subgroup-number": number, overall: true } });
    const { findings, titles } = await fixing(of(9));
    assert.deepEqual(told(of(9), findings), [
      "not-allowed-value ⟨9⟩ No subgroup of the analysis has the number 9.",
    ]);
    assert.deepEqual(titles, ["Replace by 1", "Replace by 4"]);
    assert.deepEqual(await said(of(4)), []);
  });

  it("are numbers of subgroups: one that two have is one problem, with the number that a row has", async () => {
    const subgroups = [
      { name: "Adults", number: 1 },
      { name: "Others", number: 1 },
    ];
    const text = written({ subgroups }, { applicability: { "subgroup-number": 2, overall: true } });
    const { findings, titles } = await fixing(text);
    assert.deepEqual(told(text, findings), [
      "duplicate-number ⟨1⟩ Another subgroup of this analysis has the number 1 too.",
    ]);
    assert.deepEqual(titles, ["Change the number to 2"]);
  });

  it("are in none of RevMan's examples", async () => {
    for (const { text } of revmanExamples()) assert.deepEqual(await said(text), []);
  });
});
