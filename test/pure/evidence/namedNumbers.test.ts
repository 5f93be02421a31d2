import assert from "node:assert/strict";
import { bindRoles, checkItem, evidenceOfItem } from "@analyses/evidence";
import { numbersIn } from "./support/numbersIn";

const log = (ratio: number): number => Number(Math.log(ratio).toFixed(6));

describe("evidence: estimates that are called by their measure", () => {
  const read = (studies: readonly object[], more: object = {}) => {
    const evidence = evidenceOfItem({ ...more, studies }, bindRoles({}));
    if (evidence.kind === "problem") return evidence.problem.kind;
    const { pooling } = evidence.choices;
    const [row] = evidence.result.rows;
    const { estimate, standardError } = row?.effect.kind === "estimable" ? row.effect : {};
    return [pooling.choice.measure, Number(estimate?.toFixed(6)), Number(standardError?.toFixed(6))];
  };
  /** Standard error of log 0.72 [0.49, 1.06]. */
  const error = Number(((log(1.06) - log(0.49)) / 2 / 1.959963985).toFixed(6));

  for (const [what, study, expected] of [
    ["a ratio, with its interval", { hr: 0.72, ci: [0.49, 1.06] }, ["hazard-ratio", log(0.72), error]],
    [
      "a ratio, with the ends at 95 %",
      { HR: 0.72, lower95: 0.49, upper95: 1.06 },
      ["hazard-ratio", log(0.72), error],
    ],
    [
      "a ratio, whose ends are called so too",
      { rr: 0.72, rr_low: 0.49, rr_high: 1.06 },
      ["risk-ratio", log(0.72), error],
    ],
    [
      "a ratio, with the error of its logarithm",
      { hr: 0.72, se_log_hr: 0.2 },
      ["hazard-ratio", log(0.72), 0.2],
    ],
    [
      "a ratio within an object",
      { hr: { value: 0.72, low: 0.49, high: 1.06 } },
      ["hazard-ratio", log(0.72), error],
    ],
    [
      "a ratio within an object, as an estimate",
      { RR: { estimate: 0.72, ci: [0.49, 1.06] } },
      ["risk-ratio", log(0.72), error],
    ],
    ["its logarithm within an object", { logHR: { value: -0.33, se: 0.2 } }, ["hazard-ratio", -0.33, 0.2]],
    [
      "a ratio, whose interval goes before its own error, but not before that of its logarithm",
      { hr: 0.72, se_log_hr: 0.2, ci: [0.49, 1.06] },
      ["hazard-ratio", log(0.72), 0.2],
    ],
    ["its logarithm", { logHR: -0.33, seLogHR: 0.2 }, ["hazard-ratio", -0.33, 0.2]],
    ["its natural logarithm", { lnRR: -0.33, SE_lnRR: 0.2 }, ["risk-ratio", -0.33, 0.2]],
    ["a rate", { "log IRR": -0.3, se: 0.2 }, ["rate-ratio", -0.3, 0.2]],
    ["a difference", { smd: -0.3, se: 0.2 }, ["standardized-mean-difference", -0.3, 0.2]],
    ["a ratio, with limits in short", { HR: 0.72, ll: 0.49, ul: 1.06 }, ["hazard-ratio", log(0.72), error]],
    ["an object with a value", { effect: { value: 0.3, se: 0.2 } }, ["other-difference", 0.3, 0.2]],
  ] as const)
    it(`are read: ${what}`, () => assert.deepEqual(read([{ study: "A", ...study }]), expected));

  it("are on the scale that the item says, and of the measure that it says", () => {
    const study = { study: "A", hr: -0.3, se: 0.2 };
    assert.deepEqual(read([study], { scale: "log", measure: "RR" }), ["risk-ratio", -0.3, 0.2]);
  });

  it("are each on the scale that its own name says, in one analysis", () => {
    const studies = [
      { study: "A", hr: 0.72, ci: [0.49, 1.06] },
      { study: "B", logHR: 0.3, seLogHR: 0.2 },
    ];
    const estimatesOf = (item: object) => {
      const evidence = evidenceOfItem(item, bindRoles({}));
      assert.ok(evidence.kind === "computed");
      assert.deepEqual(
        checkItem(evidence).filter(({ code }) => code !== "fragile-result"),
        [],
      );
      return evidence.result.rows.map(
        ({ effect }) => effect.kind === "estimable" && Number(effect.estimate.toFixed(6)),
      );
    };
    assert.deepEqual(estimatesOf({ studies }), [log(0.72), 0.3]);
    const negative = { study: "C", logHR: -0.3, seLogHR: 0.2 };
    assert.deepEqual(estimatesOf({ measure: "HR", studies: [negative, ...studies] }), [-0.3, log(0.72), 0.3]);
  });

  it("are not pooled where they are of different measures, whichever stands first", () => {
    const hr = { study: "A", hr: 0.72, ci: [0.49, 1.06] };
    const md = { study: "B", md: 1.8, ci: [0.4, 3.2] };
    const problemOf = (...studies: readonly object[]): string | null => {
      const evidence = evidenceOfItem({ studies }, bindRoles({}));
      const say = (text: string, ...values: readonly unknown[]): string =>
        text.replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)]));
      return evidence.kind === "problem" ? evidence.problem.sentence(say) : null;
    };
    assert.equal(
      problemOf(hr, md),
      "The study “B” has another effect measure than others (MD, not hazard-ratio): they cannot be pooled.",
    );
    assert.match(problemOf(md, hr) ?? "", /“A” .*\(hazard-ratio, not MD\)/);
    assert.match(
      problemOf(hr, { study: "C", or: 0.7, ci: [0.5, 1] }) ?? "",
      /“C” .*\(odds-ratio, not hazard-ratio\)/,
    );
    assert.match(
      problemOf({ study: "D", smd: 0.3, se: 0.1 }, md) ?? "",
      /“B” .*\(MD, not standardized-mean-difference\)/,
    );
    assert.equal(problemOf({ ...md, excluded: true }, hr), null, "what is left out is not pooled");
    assert.equal(problemOf(hr, { ...md, excluded: true }), null);
  });

  it("give the measure wherever they stand, and are read by their own names next to others", () => {
    const studies = [
      { study: "A", estimate: -0.3, se: 0.2 },
      { study: "B", hr: 0.72, se_log_hr: 0.2 },
    ];
    const evidence = evidenceOfItem({ studies }, bindRoles({}));
    assert.ok(evidence.kind === "computed");
    assert.equal(evidence.choices.pooling.choice.measure, "hazard-ratio");
    const estimates = evidence.result.rows.map(({ effect }) =>
      effect.kind === "estimable" ? Number(effect.estimate.toFixed(6)) : null,
    );
    assert.deepEqual(estimates, [-0.3, log(0.72)]);
  });

  it("go after counts and means, and are no names of other things", () => {
    const arms = { events1: 3, total1: 20, events2: 5, total2: 22 };
    assert.deepEqual(read([{ study: "A", or: 0.6, ...arms }], { measure: "RR" })[0], "risk-ratio");
    const setting = { "/studies/*/hr": "estimate" };
    const studies = [{ study: "A", hr: -0.3, se: 0.2, rater: "Ada" }];
    const evidence = evidenceOfItem({ measure: "HR", studies }, bindRoles({ setting }));
    assert.equal(evidence.choices?.scale, "log", "who says what it is says its scale too");
    assert.equal(evidence.content.rows?.[0]?.number("estimate"), -0.3);
  });
});

describe("evidence: numbers that are called by an unknown arm", () => {
  const counts = [[3, 20, 5, 22]];
  const studyOf = (name: (arm: string, part: string) => string, [one, other]: readonly [string, string]) => ({
    [name(one, "events")]: 3,
    [name(one, "n")]: 20,
    [name(other, "events")]: 5,
    [name(other, "n")]: 22,
  });
  const snake = (arm: string, part: string) => `${arm}_${part}`;

  it("are none of both arms, of two unknown ones, or where other numbers are known", () => {
    const placebo = { placebo_events: 5, placebo_n: 22 };
    for (const beside of [
      { total_events: 8, total_n: 42 },
      { "both groups events": 8, "both groups n": 42 },
      { statin_events: 3, statin_n: 20, fibrate_events: 3, fibrate_n: 20 },
      { mean_age: 54, sd_age: 9 },
    ])
      assert.deepEqual(
        numbersIn({ studies: [{ study: "A", ...placebo, ...beside }] }, {}),
        [[undefined, undefined, 5, 22]],
        JSON.stringify(beside),
      );
    const both = studyOf(snake, ["intervention", "placebo"]);
    assert.deepEqual(numbersIn({ studies: [{ ...both, dropout_events: 9, dropout_n: 9 }] }, {}), counts);
  });
});

describe("evidence: numbers that are called by what is counted", () => {
  for (const [what, study] of [
    [
      "of extraction forms",
      {
        "Intervention No. of events": 3,
        "Intervention Total no.": 20,
        "Comparator No. of events": 5,
        "Comparator Total no.": 22,
      },
    ],
    [
      "with the arm in brackets",
      {
        "Number of events (treatment)": 3,
        "Number randomized (treatment)": 20,
        "Number of events (control)": 5,
        "Number randomized (control)": 22,
      },
    ],
  ] as const)
    it(`are read: ${what}`, () =>
      assert.deepEqual(numbersIn({ studies: [{ study: "A", ...study }] }, {}), [[3, 20, 5, 22]]));
});

describe("evidence: tables of four cells", () => {
  const read = (study: object, more: object = {}) =>
    evidenceOfItem({ ...more, studies: [{ study: "A", ...study }] }, bindRoles({}));

  for (const [names, study] of [
    ["of R's metafor", { ai: 3, bi: 17, ci: 5, di: 17 }],
    ["of its data", { tpos: 3, tneg: 17, cpos: 5, cneg: 17 }],
  ] as const)
    it(`have the sums of events and others for totals, and say so: ${names}`, () => {
      const evidence = read(study);
      assert.deepEqual(numbersIn({ studies: [study] }, {}), [[3, 20, 5, 22]]);
      assert.deepEqual(evidence.kind === "computed" && [...evidence.conversions], ["totals-from-cells"]);
    });
});

describe("evidence: an analysis that is named as if it stood next to another one", () => {
  const study = { study: "A", events1: 3, total1: 20, events2: 5, total2: 21 };
  const other = { ...study, study: "Z", events1: 9 };
  const pooled = (item: object) => {
    const evidence = evidenceOfItem({ measure: "RR", ...item }, bindRoles({}));
    assert.ok(evidence.kind === "computed");
    return evidence.result.rows.map((row) => `${row.study} ${row.participants}`);
  };

  it("is not pooled in a subgroup or a study either", () => {
    const beside = { excluded: { studies: [other] }, sensitivity: { studies: [other] } };
    assert.deepEqual(pooled({ subgroups: [{ name: "Adults", studies: [study], ...beside }] }), ["A 41"]);
    const without = { study: "A", total1: 20, events2: 5, total2: 21 };
    const evidence = evidenceOfItem({ studies: [{ ...without, sensitivity: other }] }, bindRoles({}));
    assert.equal(evidence.kind, "problem");
  });

  it("is no choice by an unknown code, and one by the label next to it", () => {
    const measureOf = (measure: object) => {
      const evidence = evidenceOfItem({ measure, studies: [study] }, bindRoles({}));
      return evidence.kind === "computed" ? evidence.choices.pooling.choice.measure : evidence.problem.kind;
    };
    assert.equal(measureOf({ code: "72514-3", label: "Pain severity" }), "odds-ratio");
    assert.equal(measureOf({ code: "C93152", label: "Risk ratio" }), "risk-ratio");
  });
});
