import assert from "node:assert/strict";
import type { ComputedItem, PooledEffect } from "@analyses/evidence";
import {
  bindRoles,
  checkItem,
  cumulative,
  evidenceOfItem,
  leaveOneOut,
  sensitivityTable,
} from "@analyses/evidence";
import { counts, means } from "../../support/evidenceTexts";

/** Vaccine against tuberculosis (Colditz 1994; `dat.bcg` of R's metadat). */
const studies = [
  counts("Aronson 1948", 4, 123, 11, 139),
  counts("Ferguson 1949", 6, 306, 29, 303),
  counts("Rosenthal 1960", 3, 231, 11, 220),
  counts("Hart 1977", 62, 13598, 248, 12867),
  counts("Frimodt-Moller 1973", 33, 5069, 47, 5808),
  counts("Stein 1953", 180, 1541, 372, 1451),
  counts("Vandiviere 1973", 8, 2545, 10, 629),
  counts("TPT 1980", 505, 88391, 499, 88391),
  counts("Coetzee 1968", 29, 7499, 45, 7277),
  counts("Rosenthal 1961", 17, 1716, 65, 1665),
  counts("Comstock 1974", 186, 50634, 141, 27338),
  counts("Comstock 1969", 5, 2498, 3, 2341),
  counts("Comstock 1976", 27, 16913, 29, 17854),
];
const randomRatio = { measure: "RR", method: "IV", model: "RANDOM", estimator: "DL", studies };
const fixedOdds = { measure: "OR", method: "MH", model: "FIXED", studies };

describe("evidence: a result that hangs on one study", () => {
  /** Barely significant: leaving out any study makes the result nonsignificant. */
  const narrow = (count: number) =>
    evidenceOfItem(
      {
        measure: "MD",
        model: "FIXED",
        studies: Array.from({ length: count }, (_, index) => ({
          study: `Study ${index}`,
          estimate: 1.9601 / Math.sqrt(count),
          se: 1,
        })),
      },
      bindRoles({}),
    );
  const told = (count: number) => checkItem(narrow(count), (code) => code === "fragile-result").length;

  it("is reported of each of many, and not looked for among very many, which would take as many pools", () => {
    assert.equal(told(300), 300);
    assert.equal(told(301), 0);
  });
});

type Numbers = readonly [estimate: number, low: number, high: number, p: number];

/** `leave1out(rma(yi, vi, data = escalc("RR", …), method = "DL"))`, metafor 4. */
const leftOutOfRandom: readonly Numbers[] = [
  [-0.705125198417451, -1.06624869477177, -0.344001702063132, 0.00012971397083616],
  [-0.654515875087971, -1.01228443027466, -0.296747319901282, 0.000336258676006749],
  [-0.684841748704594, -1.04305245140829, -0.326631046000899, 0.0001788632440015],
  [-0.618696870715275, -0.940274183104662, -0.297119558325888, 0.000162684792489946],
  [-0.764035701741509, -1.13919701446991, -0.388874389013108, 6.5637442453235e-5],
  [-0.712727336606213, -1.11525593175127, -0.310198741461154, 0.000519757493315184],
  [-0.655693949355322, -1.01309860478522, -0.298289293925422, 0.000323462718842706],
  [-0.790086599853701, -1.10972661755007, -0.470446582157332, 1.26840523740495e-6],
  [-0.739263356536315, -1.1143613428384, -0.36416537023423, 0.000112093489739592],
  [-0.652585204582533, -1.01176136549023, -0.29340904367484, 0.000369377745759827],
  [-0.760694174161193, -1.16498608953178, -0.356402258790607, 0.000226233295630241],
  [-0.760012818299681, -1.117483154063, -0.402542482536363, 3.08563092326198e-5],
  [-0.778923740057073, -1.14919759615016, -0.408649883963982, 3.73867209279469e-5],
];
/** The same with `method = "REML", test = "knha"` and a threshold of 1e-14. */
const leftOutOfReml: readonly Numbers[] = [
  [-0.707083784699259, -1.13408093300511, -0.280086636393405, 0.00385620581313451],
  [-0.654031200293526, -1.0532721721788, -0.254790228408252, 0.00412905921639271],
  [-0.685554410836617, -1.10087008149732, -0.270238740175914, 0.00393506509115088],
  [-0.628409369807674, -1.0288504334135, -0.227968306201848, 0.00538997648736951],
  [-0.764170095140256, -1.18664072446244, -0.341699465818075, 0.00215449319444443],
  [-0.710876555564008, -1.15051602896831, -0.271237082159711, 0.00448157269099854],
  [-0.655247599784662, -1.05318866430869, -0.257306535260639, 0.00399747571623425],
  [-0.794767604515521, -1.19599642879068, -0.393538780240359, 0.00113670035569801],
  [-0.741197299304493, -1.17461764461468, -0.307776953994302, 0.00313321135386763],
  [-0.653032915305876, -1.0639330008816, -0.242132829730152, 0.00498809016361591],
  [-0.757858626723502, -1.18808144379845, -0.327635809648555, 0.00257601422941846],
  [-0.759812099334467, -1.15356315688114, -0.366061041787796, 0.00137220114033541],
  [-0.777536184894367, -1.18590844393028, -0.369163925858452, 0.0015091864461168],
];
/** `leave1out(rma.mh(…, measure = "OR"))`. */
const leftOutOfFixed: readonly Numbers[] = [
  [-0.470955301640372, -0.551532496302737, -0.390378106978008, 2.20579385193379e-30],
  [-0.460171643081496, -0.541000629967089, -0.379342656195904, 6.5174619863571e-29],
  [-0.469013978219729, -0.549579399992464, -0.388448556446993, 3.72780213676709e-30],
  [-0.355470214477682, -0.440590147548761, -0.270350281406603, 2.72246125024592e-16],
  [-0.481970009169752, -0.563674385978307, -0.400265632361196, 6.43989299028757e-31],
  [-0.369198204079043, -0.457833495862462, -0.280562912295624, 3.24210049731967e-16],
  [-0.46614896840873, -0.546812796440411, -0.385485140377049, 9.70541891154925e-30],
  [-0.833259818941737, -0.941463304356788, -0.725056333526685, 1.7895814896525e-51],
  [-0.473462339084479, -0.555048809725529, -0.391875868443429, 5.63084269524134e-30],
  [-0.446658877910383, -0.528173728275781, -0.365144027544984, 6.63450119927224e-27],
  [-0.492906860718057, -0.579413898634058, -0.406399822802056, 5.87185154725496e-29],
  [-0.476487503099036, -0.557013454488755, -0.395961551709317, 4.24377001405044e-31],
  [-0.484367814548725, -0.565730245097276, -0.403005384000173, 1.85560625072755e-31],
];
/** `cumul(rma(…, method = "DL"), order = year)`. */
const byYearRandom: readonly Numbers[] = [
  [-0.889311333920205, -2.00766747907616, 0.229044811235751, 0.119102032291586],
  [-1.32500344224488, -2.009008866937, -0.640998017552754, 0.000146638843311682],
  [-0.96153532186821, -1.41918879559946, -0.503881848136961, 3.82328344498905e-5],
  [-0.952394742615448, -1.31425598368989, -0.590533501541008, 2.48942785043595e-7],
  [-1.09932228716157, -1.48704919964059, -0.711595374682554, 2.74314436437825e-8],
  [-0.953994240734371, -1.28257845542258, -0.625410026046161, 1.26699796514056e-8],
  [-0.897733365875532, -1.24722609210386, -0.548240639647204, 4.79069523592075e-7],
  [-0.781936449369764, -1.12287056880623, -0.441002329933302, 6.95043717249803e-6],
  [-0.853133416250303, -1.19052986734875, -0.515736965151853, 7.1987791377473e-7],
  [-0.76446126112149, -1.06672770561469, -0.46219481662829, 7.16121891035146e-7],
  [-0.688123065937918, -0.981364072630717, -0.39488205924512, 4.2396107670609e-6],
  [-0.790086599853701, -1.10972661755007, -0.470446582157332, 1.26840523740495e-6],
  [-0.714117222073227, -1.06444528008405, -0.363789164062404, 6.46292430470395e-5],
];
/** `cumul(rma.mh(…, measure = "OR"), order = year)`. */
const byYearFixed: readonly Numbers[] = [
  [-0.938694140870392, -2.10996729343758, 0.232579011696792, 0.116234896743934],
  [-1.42150284010415, -2.12614173600221, -0.716863944206093, 7.68772248462954e-5],
  [-0.996795275085693, -1.18440282335742, -0.809187726813966, 2.1478166647323e-25],
  [-1.00608288586757, -1.19165722726031, -0.820508544474836, 2.25929918397379e-26],
  [-1.05424923483919, -1.22932900574249, -0.8791694639359, 3.81167424770937e-32],
  [-0.984640657122747, -1.14821849694557, -0.821062817299921, 4.00603119876131e-32],
  [-0.965225552829653, -1.12728631505758, -0.803164790601726, 1.74223330688075e-31],
  [-0.880472282020084, -1.03232330721239, -0.728621256827776, 6.29037999199582e-30],
  [-0.895652102539682, -1.04573492731514, -0.745569277764221, 1.32797484520163e-31],
  [-0.728557443299229, -0.850797891208746, -0.606316995389712, 1.58557043041198e-31],
  [-0.691442618237296, -0.810339014752805, -0.572546221721787, 4.26947149320876e-30],
  [-0.833259818941737, -0.941463304356788, -0.725056333526685, 1.7895814896525e-51],
  [-0.473410988388585, -0.553784757146878, -0.393037219630292, 7.87716732544439e-31],
];
/** `rma(…)` of risk ratios: DL, `"EE"`, DL with `"knha"`, REML, REML with `"knha"`; then OR, RD and Peto by DL. */
const tableOfRandom: readonly Numbers[] = [
  [-0.714117222073227, -1.06444528008405, -0.363789164062403, 6.462924304704e-5],
  [-0.430285163654091, -0.509661258426214, -0.350909068881968, 2.28862930697324e-26],
  [-0.714117222073227, -1.10782135416833, -0.320413089978125, 0.00192076676704736],
  [-0.714532342158139, -1.06689763881035, -0.362167045505929, 7.05425810164165e-5],
  [-0.714532342158139, -1.10844371368555, -0.320620970630728, 0.00192001509605729],
  [-0.747392349732138, -1.12422060928063, -0.370564090183641, 0.000101345956155794],
  [-0.0070552635660955, -0.0101194520659696, -0.00399107506622142, 6.3978072213702e-6],
  [-0.720675064284622, -1.08087471701713, -0.360475411552117, 8.80255825622324e-5],
];
/** `rma.mh(…)` of odds and risk ratios; the risk difference with Greenland and Robins' variance, not Sato's; `rma.peto(…)`. */
const tableOfFixed: readonly Numbers[] = [
  [-0.473410988388585, -0.553784757146878, -0.393037219630292, 7.87716732544439e-31],
  [-0.453709604683754, -0.53080942699813, -0.376609782369378, 8.91137967074168e-31],
  [-0.003288181832613, -0.00384582279255921, -0.00273054087266678, 6.79574828474134e-31],
  [-0.474446310940636, -0.554136644844653, -0.39475597703662, 1.83807338632167e-31],
];

describe("evidence: sensitivity", () => {
  it("leaves each study out as R's leave1out() does, by DerSimonian and Laird", () => {
    const without = leaveOneOut(computed(randomRatio));
    assert.deepEqual(
      without.map(({ study }) => study),
      studies.map(({ study }) => study),
    );
    agree(without, leftOutOfRandom);
    const [first] = without;
    assert.deepEqual([first?.row, first?.studies, first?.participants], [0, 12, 357_347 - 262]);
    assert.deepEqual(new Set(without.map(({ change }) => change)), new Set([null]));
  });

  it("leaves each study out as R's leave1out() does, by REML with Hartung and Knapp's interval", () => {
    const without = leaveOneOut(computed({ ...randomRatio, estimator: "REML", "ci-method": "HKSJ" }));
    agree(without, leftOutOfReml);
    close(without[0]?.heterogeneity?.tau2?.value, 0.336156701803629);
  });

  it("leaves each study out as R's leave1out() does, by Mantel and Haenszel", () => {
    agree(leaveOneOut(computed(fixedOdds)), leftOutOfFixed);
  });

  it("adds studies up by year as R's cumul() does, the year from a study's name where it has no other", () => {
    const steps = cumulative(computed(randomRatio), "year");
    agree(steps, byYearRandom);
    agree(cumulative(computed(fixedOdds), "year"), byYearFixed);
    assert.deepEqual(
      steps.map(({ year }) => year),
      [1948, 1949, 1953, 1960, 1961, 1968, 1969, 1973, 1973, 1974, 1976, 1977, 1980],
    );
    assert.deepEqual(
      steps.map(({ change }) => change),
      [null, "significance", ...Array<null>(11).fill(null)],
    );
    assert.deepEqual([steps[1]?.studies, steps[1]?.participants], [2, 262 + 609]);
    assert.equal(steps[0]?.heterogeneity, null);
  });

  it("adds studies up as they stand, by the row's year, or the most precise first", () => {
    const rows = [
      { ...counts("Late", 10, 100, 20, 100), year: 2019 },
      { ...counts("No year", 31, 300, 60, 300) },
      { ...counts("Early 2021", 20, 200, 40, 200), year: "2003" },
    ];
    const item = computed({ measure: "RR", studies: rows });
    const order = (by: "document" | "year" | "precision") => cumulative(item, by).map(({ study }) => study);
    assert.deepEqual(order("document"), ["Late", "No year", "Early 2021"]);
    assert.deepEqual(order("year"), ["Early 2021", "Late", "No year"]);
    assert.deepEqual(order("precision"), ["No year", "Early 2021", "Late"]);
  });

  it("has a table with each model and each measure that the data allow, as R computes them", () => {
    const table = sensitivityTable(computed(randomRatio));
    assert.deepEqual(
      table.map(({ measure, method, model }) => [measure, method, ...Object.values<string>(model)].join(" ")),
      [
        "risk-ratio inverse-variance random-effects dersimonian-laird wald",
        "risk-ratio inverse-variance fixed-effect",
        "risk-ratio inverse-variance random-effects dersimonian-laird hksj",
        "risk-ratio inverse-variance random-effects reml wald",
        "risk-ratio inverse-variance random-effects reml hksj",
        "odds-ratio inverse-variance random-effects dersimonian-laird wald",
        "risk-difference inverse-variance random-effects dersimonian-laird wald",
        "peto-odds-ratio inverse-variance random-effects dersimonian-laird wald",
      ],
    );
    agree(table, tableOfRandom);
    assert.deepEqual(
      table.filter(({ isAsAnalysed }) => isAsAnalysed),
      table.slice(0, 1),
    );
    const fixed = sensitivityTable(computed(fixedOdds));
    agree([...fixed.slice(0, 1), ...fixed.slice(5)], tableOfFixed);
    assert.deepEqual(
      fixed.slice(5).map(({ measure, method }) => `${measure} ${method}`),
      ["risk-ratio mantel-haenszel", "risk-difference mantel-haenszel", "peto-odds-ratio peto"],
    );
  });

  it("marks where a choice or a study turns the conclusion", () => {
    const item = computed({
      measure: "MD",
      model: "RANDOM",
      studies: [
        means("Abara 2014", 41.2, 12.6, 74, 46.8, 13.1, 75),
        means("Delgado 2018", 43.9, 11.2, 201, 45.6, 12.8, 199),
        means("Osei 2020", 40.5, 12.2, 60, 44.7, 12.8, 61),
      ],
    });
    const changed = sensitivityTable(item).filter(({ change }) => change === "significance");
    assert.deepEqual(
      changed.map(({ model }) => model),
      [
        { kind: "random-effects", estimator: "dersimonian-laird", interval: "hksj" },
        { kind: "random-effects", estimator: "reml", interval: "hksj" },
      ],
    );
    const opposed = computed({
      measure: "OR",
      studies: [counts("A", 10, 100, 20, 100), counts("B", 80, 300, 60, 300)],
    });
    assert.deepEqual(
      leaveOneOut(opposed).map(({ change }) => change),
      [null, "sign"],
    );
  });

  it("has other measures of means, Peto's sums as effects by random effects, and none of contrasts", () => {
    const rows = [means("A", 4, 1, 20, 5, 1.2, 21), means("B", 4.4, 1.1, 30, 5, 1, 29)];
    const kinds = (item: object): readonly string[] =>
      sensitivityTable(computed(item)).map(({ measure, method, model }) =>
        [measure, method, model.kind].join(" "),
      );
    assert.deepEqual(kinds({ measure: "SMD", studies: rows }).slice(-1), [
      "mean-difference inverse-variance fixed-effect",
    ]);
    const contrasts = [
      { study: "A", estimate: 0.2, se: 0.1 },
      { study: "B", estimate: 0.3, se: 0.1 },
    ];
    assert.deepEqual(new Set(kinds({ measure: "HR", scale: "log", studies: contrasts })).size, 2);
    const events = [counts("A", 10, 100, 20, 100), counts("B", 8, 300, 6, 300)];
    const sums = [
      { study: "A", oe: -2, variance: 4 },
      { study: "B", oe: 1, variance: 3 },
    ];
    for (const item of [
      { measure: "PETO_OR", studies: events },
      { measure: "HR", studies: sums },
    ])
      assert.match(kinds(item)[1] ?? "", /inverse-variance random-effects$/);
  });

  it("leaves out who cannot be estimated, and is empty without a total of two studies", () => {
    const none = counts("No events", 0, 20, 0, 30);
    const item = computed({ measure: "OR", studies: [...studies.slice(0, 2), none] });
    assert.deepEqual(
      leaveOneOut(item).map(({ study, participants }) => [study, participants]),
      [
        ["Aronson 1948", 609 + 50],
        ["Ferguson 1949", 262 + 50],
      ],
    );
    assert.equal(cumulative(item, "document").length, 2);
    for (const silent of [
      { measure: "OR", totals: "NO_TOTALS", studies },
      { measure: "OR", studies: studies.slice(0, 1) },
    ]) {
      const alone = computed(silent);
      assert.deepEqual(
        [leaveOneOut(alone), cumulative(alone, "year"), sensitivityTable(alone)],
        [[], [], []],
      );
    }
  });
});

function computed(item: object): ComputedItem {
  const evidence = evidenceOfItem(item, bindRoles({}));
  assert.equal(evidence.kind, "computed", JSON.stringify(evidence));
  return evidence;
}

/** To 1e-8 relative, absolute below 1. */
function close(actual: number | undefined, expected: number): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= 1e-8 * Math.max(1, Math.abs(expected)),
    `${actual} instead of ${expected}`,
  );
}

function agree(
  pools: readonly { readonly effect: PooledEffect | null }[],
  expected: readonly Numbers[],
): void {
  assert.equal(pools.length, expected.length);
  for (const [index, numbers] of expected.entries()) {
    const effect = pools[index]?.effect;
    const [estimate, low, high, p] = numbers;
    close(effect?.estimate, estimate);
    close(effect?.low, low);
    close(effect?.high, high);
    close((effect?.p ?? NaN) / p, 1);
  }
}
