import assert from "node:assert/strict";
import { counts, means } from "../../support/evidenceTexts";
import { codes, findings } from "./support/checks";

describe("evidence: an overall judgement", () => {
  const study = (...judgements: readonly string[]) => ({
    ...counts("Lee 2010", 3, 50, 8, 51),
    "risk-of-bias": Object.fromEntries(
      ["randomization-process", "deviations", "missing-outcome-data", "overall"].map((domain, index) => [
        domain,
        judgements[index],
      ]),
    ),
  });
  const found = (...judgements: readonly string[]) =>
    findings({ studies: [study(...judgements)] }).filter(({ code }) => code === "risk-of-bias-mismatch");

  it("is no milder than the worst domain", () => {
    assert.deepEqual(found("LOW", "HIGH", "SOME_CONCERNS", "SOME_CONCERNS"), [
      {
        code: "risk-of-bias-mismatch",
        row: 0,
        pointer: "/studies/0/risk-of-bias/overall",
        overall: "some-concerns",
        domain: "deviations",
        worst: "high",
      },
    ]);
    assert.equal(found("LOW", "SOME_CONCERNS", "LOW", "LOW").length, 1);
  });

  it("may be as bad or worse, and there is none by RoB 1 or where domains are missing", () => {
    assert.deepEqual(found("LOW", "SOME_CONCERNS", "SOME_CONCERNS", "HIGH"), []);
    assert.deepEqual(found("LOW", "HIGH", "LOW", "HIGH"), []);
    assert.deepEqual(found("LOW", "LOW", "LOW", "LOW"), []);
    const { "risk-of-bias": judgements, ...rest } = study("HIGH", "LOW", "LOW", "LOW");
    const { overall, ...domains } = judgements;
    assert.ok(overall !== undefined);
    assert.deepEqual(codes({ studies: [{ ...rest, "risk-of-bias": domains }] }), []);
    assert.deepEqual(codes({ studies: [{ ...rest, "risk-of-bias": { overall } }] }), []);
  });

  it("is read in RevMan's list of domains, where some concerns are UNCLEAR_RISK", () => {
    const list = [
      { domain: "Bias arising from the randomization process", judgement: "UNCLEAR_RISK" },
      { domain: "Overall bias", judgement: "LOW_RISK" },
    ];
    const [one] = findings({ studies: [{ ...counts("Lee 2010", 3, 50, 8, 51), "risk-of-bias": list }] });
    assert.ok(one?.code === "risk-of-bias-mismatch");
    assert.equal(one.pointer, "/studies/0/risk-of-bias/1");
  });
});

describe("evidence: labels that RevMan writes", () => {
  const labelled = (left: string, right: string) =>
    codes({ "favours-left": left, "favours-right": right, studies: [counts("Lee 2010", 3, 50, 8, 51)] });

  it("are found, once for an analysis", () => {
    assert.deepEqual(labelled("Favours [experimental]", "Favours [control]"), ["default-label"]);
    assert.deepEqual(labelled("Favours drug", "Favours [control]"), ["default-label"]);
    assert.deepEqual(labelled("Favours drug", "Favours placebo"), []);
    assert.deepEqual(labelled("", ""), []);
  });
});

describe("evidence: impossible data beside observed and expected events", () => {
  const score = (more: object) =>
    findings({
      type: "OBSERVED_EXPECTED",
      measure: "HR",
      studies: [{ "o-e": -2.5, variance: 3.1, ...counts("A", 5, 60, 9, 62), ...more }],
    }).flatMap((one) => (one.code === "impossible-data" ? [`${one.reason} ${one.pointer}`] : []));

  it("are events of more than there are, and scores or variances that they cannot give", () => {
    assert.deepEqual(score({}), []);
    assert.deepEqual(score({ events2: 99 }), ["events-over-total /studies/0/events2"]);
    assert.deepEqual(score({ "o-e": -25 }), ["score-beyond-events /studies/0/o-e"]);
    assert.deepEqual(score({ "o-e": 12 }), ["score-beyond-events /studies/0/o-e"]);
    assert.deepEqual(score({ variance: 31 }), ["variance-beyond-events /studies/0/variance"]);
    assert.deepEqual(score({ variance: 3.6 }), [], "rounded or adjusted");
  });
});

describe("evidence: a study whose direction a footnote explains", () => {
  const others = ["A", "B", "C", "D", "E"].map((study, index) => ({
    study,
    estimate: -0.5 - index / 50,
    se: 0.1,
  }));
  const found = (footnotes: string) =>
    codes({ measure: "HR", studies: [...others, { study: "F", estimate: 0.55, se: 0.1, footnotes }] });

  it("has no transposed arms", () => {
    assert.deepEqual(found("From the published report"), ["transposed-arms"]);
    assert.deepEqual(found("Scale reversed: higher is better"), []);
    assert.deepEqual(found("Study design unclear"), ["transposed-arms"]);
  });
});

describe("evidence: a standard deviation of 0", () => {
  it("is found, and the study not estimable", () => {
    const found = findings({ measure: "MD", studies: [means("A", 1, 0, 30, 1, 0, 31)] });
    assert.deepEqual(
      found.map((one) => one.code === "impossible-data" && one.reason),
      ["deviation-zero", "deviation-zero"],
    );
  });
});

describe("evidence: a ratio among logarithms", () => {
  const others = [-0.42, -0.51, -0.38, -0.47].map((estimate, index) => ({
    study: `S${index}`,
    estimate,
    se: 0.1,
  }));
  const found = (estimate: number, se = 0.1) =>
    findings({ measure: "HR", scale: "log", studies: [...others, { study: "F", estimate, se }] }).flatMap(
      (one) => (one.code === "ratio-not-logged" || one.code === "transposed-arms" ? [one] : []),
    );

  it("is found where only its logarithm is among the others, and its fix writes that", () => {
    const [one, ...more] = found(0.64);
    assert.deepEqual(more, []);
    assert.ok(one?.code === "ratio-not-logged");
    assert.deepEqual([one.row, one.value, one.others], [4, 0.64, 4]);
    assert.deepEqual(one.repairs, [{ pointer: "/studies/4/estimate", value: -0.4463 }]);
  });

  it("is none where the other sign fits better, where it is not far off, and beside fewer than four others", () => {
    assert.deepEqual(
      found(0.45).map(({ code }) => code),
      ["transposed-arms"],
    );
    assert.deepEqual(found(0.64, 0.5), []);
    assert.deepEqual(found(-0.2), []);
    const few = { measure: "HR", studies: [...others.slice(0, 3), { study: "F", estimate: 0.64, se: 0.1 }] };
    assert.deepEqual(codes(few), []);
  });
});
