import assert from "node:assert/strict";
import { bindRoles, evidenceOfItem } from "../../../evidence/src/index";
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
  /** Of 0.72 [0.49, 1.06]. */
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
    ["its logarithm", { logHR: -0.33, seLogHR: 0.2 }, ["hazard-ratio", -0.33, 0.2]],
    ["its natural logarithm", { lnRR: -0.33, SE_lnRR: 0.2 }, ["risk-ratio", -0.33, 0.2]],
    ["a rate", { "log IRR": -0.3, se: 0.2 }, ["rate-ratio", -0.3, 0.2]],
    ["a difference", { smd: -0.3, se: 0.2 }, ["standardized-mean-difference", -0.3, 0.2]],
    ["an object with a value", { effect: { value: 0.3, se: 0.2 } }, ["other-difference", 0.3, 0.2]],
  ] as const)
    it(`are read: ${what}`, () => assert.deepEqual(read([{ study: "A", ...study }]), expected));

  it("are on the scale that the item says, and of the measure that it says", () => {
    const study = { study: "A", hr: -0.3, se: 0.2 };
    assert.deepEqual(read([study], { scale: "log", measure: "RR" }), ["risk-ratio", -0.3, 0.2]);
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

describe("evidence: numbers that are called by an arm nobody knows", () => {
  const counts = [[3, 20, 5, 22]];
  const studyOf = (name: (arm: string, part: string) => string, [one, other]: readonly [string, string]) => ({
    [name(one, "events")]: 3,
    [name(one, "n")]: 20,
    [name(other, "events")]: 5,
    [name(other, "n")]: 22,
  });
  const snake = (arm: string, part: string) => `${arm}_${part}`;

  it("are those of the arm beside the one that is known, however they are written", () => {
    const camel = (arm: string, part: string) => part + arm;
    for (const study of [
      studyOf(snake, ["statin", "placebo"]),
      studyOf(snake, ["allopurinol", "usual care"]),
      studyOf(camel, ["Yoga", "Control"]),
    ])
      assert.deepEqual(numbersIn({ studies: [study] }, {}), counts, JSON.stringify(study));
  });

  it("are those of the arm that the analysis calls so", () => {
    const labels = { experimentalLabel: "Statin", comparatorLabel: "Fibrate" };
    assert.deepEqual(numbersIn({ ...labels, studies: [studyOf(snake, ["statin", "fibrate"])] }, {}), counts);
  });

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

  it("stand where they are written", () => {
    const studies = [studyOf(snake, ["statin", "placebo"])];
    const [row] = evidenceOfItem({ studies }, bindRoles({})).content.rows ?? [];
    assert.equal(row?.pointerOf("experimental-events"), "/studies/0/statin_events");
  });

  it("may be deaths, and be called numbers of", () => {
    const names = { treated_deaths: 3, treated_n: 20, n_events_control: 5, n_total_control: 22 };
    assert.deepEqual(numbersIn({ studies: [names] }, {}), counts);
  });
});
