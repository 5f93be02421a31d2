import assert from "node:assert/strict";
import { bindRoles, describeRoles, evidenceOfItem } from "@analyses/evidence";
import { numbersIn } from "./support/numbersIn";

describe("evidence: numbers of unknown meaning", () => {
  const problemOf = (item: object) => {
    const evidence = evidenceOfItem(item, bindRoles({}));
    return evidence.kind === "problem" ? evidence.problem : undefined;
  };

  it("keep an analysis from being computed, and are not taken for a study without data", () => {
    const own = { name: "A", faelle_a: 12, alle_a: 148, faelle_b: 19, alle_b: 151 };
    const { kind, role, pointer } =
      problemOf({ dataType: "DICHOTOMOUS", studies: [own, { ...own, name: "B" }] }) ?? {};
    assert.deepEqual([kind, role, pointer], ["missing", "experimental-events", "/studies/0"]);
  });

  it("are none in studies that are still empty, or have numbers of other things", () => {
    const empty = { events1: null, total1: null, events2: null, total2: null };
    for (const study of [{ name: "A", ...empty, age: 54, follow_up: 12, sites: 3, withdrawn: 4 }])
      assert.equal(problemOf({ dataType: "DICHOTOMOUS", studies: [study] }), undefined);
  });

  it("are none in a study that is begun, where others have the same next to their data", () => {
    const beside = { age: 54, follow_up: 12, sites: 3, withdrawn: 4 };
    const counts = { events1: 3, total1: 20, events2: 5, total2: 22 };
    const known = { name: "A", ...counts, ...beside };
    const dataType = "DICHOTOMOUS";
    assert.equal(problemOf({ dataType, studies: [known, { name: "B", ...beside }] }), undefined);
    const unknown = { name: "B", faelle_a: 12, alle_a: 148, faelle_b: 19, alle_b: 151 };
    const problem = problemOf({ dataType, studies: [known, { ...unknown, ...beside }] });
    assert.deepEqual([problem?.kind, problem?.pointer], ["missing", "/studies/1"]);
  });

  it("may be an estimate and its interval, where no study has any others", () => {
    const study = { name: "A", effekt: 0.7, untere: 0.5, obere: 1 };
    assert.equal(problemOf({ measure: "MD", studies: [study] })?.kind, "missing");
  });
});

describe("evidence: texts where numbers belong", () => {
  const counts = { events1: 3, total1: 20, events2: 5, total2: 22 };
  const problemOf = (study: object, more: object = {}, others: readonly object[] = []) => {
    const studies = [...others, { study: "A", ...study }];
    const evidence = evidenceOfItem({ ...more, studies }, bindRoles({}));
    return evidence.kind === "problem" ? [evidence.problem.kind, evidence.problem.pointer] : [null, null];
  };

  for (const text of ["12", "1,234", "3/20", "3 (15%)", "NR", "n/a", " "])
    it(`are reported where they stand, and no study is pooled without them: “${text}”`, () =>
      assert.deepEqual(problemOf({ ...counts, events1: text }), ["not-a-number", "/studies/0/events1"]));

  it("are reported where both numbers of an arm are one text, also next to other studies", () => {
    for (const [experimental, comparator] of [
      ["3/20", "5/22"],
      ["3 (15%)", "5 (23%)"],
      ["3 of 20", "5 of 22"],
    ] as const)
      assert.deepEqual(problemOf({ experimental, comparator }, {}, [{ study: "B", ...counts }]), [
        "not-a-number",
        "/studies/1/experimental",
      ]);
    const means = { experimental: "3.1 (1.0)", comparator: "2.9 ± 1.1" };
    assert.deepEqual(problemOf(means, { measure: "MD" }), ["not-a-number", "/studies/0/experimental"]);
    assert.deepEqual(problemOf({ control: "5 mg" }, { measure: "RR" }), [null, null]);
  });

  it("are reported where both ends of an interval are one text, or one of them is", () => {
    for (const [interval, at] of [
      [{ ci: "0.52 to 1.08" }, "ci"],
      [{ lower: "0.52", upper: 1.08 }, "lower"],
      [{ lower: 0.52, upper: "NR" }, "upper"],
    ] as const)
      assert.deepEqual(problemOf({ hr: 0.75, ...interval }), ["not-a-number", `/studies/0/${at}`]);
    assert.deepEqual(problemOf({ hr: 0.75, se_log_hr: 0.2, ci: "0.52 to 1.08" }), [null, null]);
  });

  it("are nothing where they are empty, as null is", () => {
    const empty = { events1: "", total1: "", events2: "", total2: "" };
    assert.deepEqual(problemOf(empty, {}, [{ study: "B", ...counts }]), [null, null]);
    assert.deepEqual(problemOf({ ...counts, total1: "" }), ["missing", "/studies/0"]);
    assert.deepEqual(problemOf({ ...empty, estimate: -0.2, se: 0.1 }), [null, null]);
    const { content } = evidenceOfItem({ studies: [{ study: "A", ...empty }] }, bindRoles({}));
    assert.equal(content.rows?.[0]?.places.get("experimental-events"), "/studies/0/events1");
  });
});

describe("evidence: which arm is the experimental one", () => {
  const one = { events: 20, total: 100 };
  const other = { events: 10, total: 100 };

  it("is given by what the analysis calls its arms, wherever that stands", () => {
    const studies = [
      {
        study: "A",
        arms: [
          { name: "Usual  care", ...one },
          { name: "Exercise plus advice", ...other },
        ],
      },
    ];
    const labels = { experimentalLabel: "Exercise plus advice", comparatorLabel: "Usual care" };
    for (const item of [
      { ...labels, studies },
      { studies, ...labels },
    ])
      assert.deepEqual(numbersIn(item, {}), [[10, 100, 20, 100]]);
  });

  it("is none of several, of the sum of both, or of what has other numbers", () => {
    const placebo = [undefined, undefined, 10, 100];
    for (const [beside, numbers] of [
      [{ statin: one, fibrate: one }, placebo],
      [{ total: one }, placebo],
      [{ "Both groups": one }, placebo],
      [{ details: { n: 100, setting: "hospital" } }, placebo],
    ] as const)
      assert.deepEqual(numbersIn({ studies: [{ study: "A", placebo: other, ...beside }] }, {}), [numbers]);
    const unnamed = { study: "A", statin: one, fibrate: other };
    assert.deepEqual(numbersIn({ studies: [unnamed] }, {}), [Array(4).fill(undefined)]);
    const years = { study: { details: { n: 3, year: 1994 } }, ...{ statin: one, placebo: other } };
    assert.equal(evidenceOfItem({ studies: [years] }, bindRoles({})).content.rows?.[0]?.year, "1994");
  });

  it("is left to be chosen where no name says it, and known of arms in a list", () => {
    const nobody = { study: "S", statin: { events: 3, n: 5 }, fibrate: { events: 2, n: 5 } };
    const { unbound, missing } = describeRoles({ type: "dichotomous", studies: [nobody] }, bindRoles({}));
    assert.deepEqual(
      unbound.map(({ path }) => path),
      [
        "/studies/*/statin/events",
        "/studies/*/statin/n",
        "/studies/*/fibrate/events",
        "/studies/*/fibrate/n",
      ],
    );
    assert.equal(missing.length, 4);
    const arms = [
      { arm: "control", events: 3, n: 5 },
      { arm: "treatment", events: 2, n: 5 },
    ];
    const known = describeRoles({ type: "dichotomous", studies: [{ study: "S", arms }] }, bindRoles({}));
    assert.deepEqual([known.missing, known.unbound.map(({ path }) => path)], [[], ["/studies/*/arms/*/arm"]]);
  });

  it("is not guessed where two objects differ in something else, or one of three is not known", () => {
    const sexes = [
      { sex: "male", ...one },
      { sex: "female", ...other },
    ];
    const three = [
      { name: "Intervention", ...one },
      { name: "Intervention at night", ...other },
      { name: "Control", ...other },
    ];
    for (const study of [
      { study: "A", sexes },
      { study: "A", subgroups: sexes },
      { study: "A", "age-groups": sexes },
      { study: "A", harms: sexes },
      { study: "A", arms: three },
    ])
      assert.deepEqual(numbersIn({ studies: [study] }, {}), [[undefined, undefined, undefined, undefined]]);
    const withSum = [
      ...three.filter(({ name }) => name !== "Intervention at night"),
      { name: "Total", ...one },
    ];
    assert.deepEqual(numbersIn({ studies: [{ study: "A", arms: withSum }] }, {}), [[20, 100, 10, 100]]);
  });
});

describe("evidence: several numbers of a study that may be the data", () => {
  const arm = (mean: number, more: object) => ({ n: 50, ...more, mean, sd: 2 });

  it("are those that lie least deep: not the age, the dropouts or the crude estimate next to them", () => {
    const age = (mean: number) => ({ age: { mean, sd: 9 } });
    const { content } = evidenceOfItem(
      { studies: [{ experimental: arm(3.1, age(61.2)), control: arm(4, age(60.1)) }] },
      bindRoles({}),
    );
    const [row] = content.rows ?? [];
    assert.deepEqual([row?.number("experimental-mean"), row?.number("comparator-mean")], [3.1, 4]);
    assert.equal(row?.pointerOf("experimental-mean"), "/studies/0/experimental/mean");
    const withdrawals = { events: 5, total: 90 };
    const study = {
      experimental: { withdrawals, events: 30, total: 100 },
      control: { withdrawals, events: 20, total: 100 },
    };
    assert.deepEqual(numbersIn({ studies: [study] }, {}), [[30, 100, 20, 100]]);
    const crude = { crude: { estimate: -0.6, se: 0.1 }, estimate: -0.3, se: 0.2 };
    const [of] = evidenceOfItem({ studies: [crude] }, bindRoles({})).content.rows ?? [];
    assert.deepEqual([of?.number("estimate"), of?.number("standard-error")], [-0.3, 0.2]);
  });

  it("are none of one arm where R's metafor has both arms together", () => {
    const study = { study: "A", ni: 200, ai: 10, n1i: 100, ci: 20, n2i: 100 };
    assert.deepEqual(numbersIn({ studies: [study] }, {}), [[10, 100, 20, 100]]);
    const both = { study: "A", ni: 200, yi: 0.1, vi: 0.2 };
    const [row] = evidenceOfItem({ studies: [both] }, bindRoles({})).content.rows ?? [];
    assert.equal(row?.number("experimental-total"), undefined);
  });

  it("are those of the intervention where a mark or a capital sets its letter apart", () => {
    for (const [events, n] of [
      ["events_", "n_"],
      ["event.", "n."],
    ] as const) {
      const study = { [`${events}i`]: 10, [`${n}i`]: 100, [`${events}c`]: 20, [`${n}c`]: 100 };
      assert.deepEqual(numbersIn({ studies: [study] }, {}), [[10, 100, 20, 100]]);
    }
    const study = { eventsI: 10, nI: 100, eventsC: 20, nC: 100 };
    assert.deepEqual(numbersIn({ studies: [study] }, {}), [[10, 100, 20, 100]]);
  });
});

describe("evidence: other properties next to the choices of an analysis", () => {
  const study = { study: "A", events1: 3, total1: 20, events2: 5, total2: 21 };
  const poolingOf = (item: object) => {
    const evidence = evidenceOfItem({ studies: [study], ...item }, bindRoles({}));
    const { choices } = evidence;
    return choices && [choices.pooling.choice.measure, choices.model.kind, choices.pooling.choice.method];
  };

  it("is no choice of it: in a sensitivity analysis, a protocol, or deeper", () => {
    const side = { effectMeasure: "OR", model: "RANDOM", method: "IV" };
    for (const name of ["sensitivityAnalysis", "protocol", "somewhere"])
      assert.deepEqual(poolingOf({ [name]: side, effectMeasure: "RR", model: "FIXED", method: "MH" }), [
        "risk-ratio",
        "fixed-effect",
        "mantel-haenszel",
      ]);
  });

  it("is an axis, whose scale is not that of the data", () => {
    const ratio = { study: "A", estimate: -0.2, se: 0.1 };
    for (const axis of [
      { plot: { axis: { scale: "linear" } } },
      { scale: { type: "linear", min: 0.1, max: 10 } },
    ]) {
      const item = { effectMeasure: "HR", ...axis, studies: [ratio] };
      assert.equal(evidenceOfItem(item, bindRoles({})).choices?.scale, "log");
    }
  });

  it("may be an object that says the choice", () => {
    assert.deepEqual(
      poolingOf({ model: { type: "RANDOM_EFFECTS", estimator: "REML" }, method: { name: "IV" } }),
      ["odds-ratio", "random-effects", "inverse-variance"],
    );
  });

  it("may be given together with others, as Cochrane's tables do", () => {
    const risk = { effectMeasure: "Risk Ratio (M-H, Fixed, 95% CI)" };
    const fixed = ["risk-ratio", "fixed-effect", "mantel-haenszel"];
    for (const [item, choices] of [
      [risk, fixed],
      [{ statisticalMethod: "Risk Ratio (M-H, Fixed, 95% CI)" }, fixed],
      [{ measure: "Risk ratio (RR)", method: "Mantel-Haenszel method", model: "Fixed-effect model" }, fixed],
      [{ measure: "Peto Odds Ratio (Peto, Fixed, 95% CI)" }, ["peto-odds-ratio", "fixed-effect", "peto"]],
      [{ ...risk, model: "RANDOM" }, ["risk-ratio", "random-effects", "mantel-haenszel"]],
      [{ measure: "RR (12 weeks)" }, null],
      [{ measure: "Random (IV)" }, null],
    ] as const)
      assert.deepEqual(poolingOf(item), choices, JSON.stringify(item));
    const estimated = { measure: "RR", model: "Random effects (REML) with Hartung-Knapp, 90%" };
    const { choices } = evidenceOfItem({ studies: [study], ...estimated }, bindRoles({}));
    assert.deepEqual(choices?.model, { kind: "random-effects", estimator: "reml", interval: "hksj" });
    assert.equal(choices.confidenceLevel, 0.9);
  });

  it("is no study of it either, and of two lists of studies somebody has to say which is pooled", () => {
    const others = [{ ...study, study: "Z" }];
    const own = numbersIn({ studies: [study] }, {});
    for (const name of ["notPooled", "studiesExcluded", "excludedStudies"])
      assert.deepEqual(numbersIn({ studies: [study], [name]: others }, {}), own, name);
    assert.deepEqual(numbersIn({ studies: [study], excluded: { studies: others } }, {}), own);
    const estimates = ["A", "B"].map((name) => ({ study: name, estimate: -0.3, se: 0.2 }));
    const subgroups = estimates.map((one) => ({ name: `of ${one.study}`, studies: [one] }));
    const evidence = evidenceOfItem({ studies: estimates, subgroups }, bindRoles({}));
    assert.equal(evidence.kind === "problem" && evidence.problem.kind, "question");
  });

  it("is one subgroup however its name is capitalised", () => {
    const studies = ["Adults", "adults ", "Children"].map((subgroup) => ({ ...study, subgroup }));
    const { content } = evidenceOfItem({ studies }, bindRoles({}));
    assert.deepEqual(
      content.subgroups?.map(({ name }) => name),
      ["Adults", "Children"],
    );
    assert.deepEqual(
      content.rows?.map((row) => row.subgroup),
      [0, 0, 1],
    );
  });
});
