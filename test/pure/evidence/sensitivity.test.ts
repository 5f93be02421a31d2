import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { PooledEffect } from "@analyses/evidence";
import {
  bindRoles,
  checkItem,
  cumulative,
  evidenceOfItem,
  leaveOneOut,
  sensitivityTable,
} from "@analyses/evidence";
import { each } from "../../support/each";
import { counts, means } from "../../support/evidenceTexts";
import { bcg, computed } from "./support/published";

const studies = bcg?.rows.map((row) => ({ ...row, group: undefined })) ?? [];
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

/** Estimate, limits and P by R with metafor 4; `source` is the call. */
const byR = JSON.parse(readFileSync("test/corpus/evidence/sensitivity.json", "utf8")) as Readonly<
  Record<string, { readonly source: string; readonly numbers: readonly Numbers[] }>
>;

describe("evidence: sensitivity", () => {
  it("leaves each study out as R's leave1out() does, by DerSimonian and Laird", () => {
    const without = leaveOneOut(computed(randomRatio));
    assert.deepEqual(
      without.map(({ study }) => study),
      studies.map(({ study }) => study),
    );
    agree(without, "leftOutOfRandom");
    const [first] = without;
    assert.deepEqual([first?.row, first?.studies, first?.participants], [0, 12, 357_347 - 262]);
    assert.deepEqual(new Set(without.map(({ change }) => change)), new Set([null]));
  });

  it("leaves each study out as R's leave1out() does, by REML with Hartung and Knapp's interval", () => {
    const without = leaveOneOut(computed({ ...randomRatio, estimator: "REML", "ci-method": "HKSJ" }));
    agree(without, "leftOutOfReml");
    close(without[0]?.heterogeneity?.tau2?.value, 0.336156701803629);
  });

  it("leaves each study out as R's leave1out() does, by Mantel and Haenszel", () => {
    agree(leaveOneOut(computed(fixedOdds)), "leftOutOfFixed");
  });

  it("adds studies up by year as R's cumul() does, the year from a study's name where it has no other", () => {
    const steps = cumulative(computed(randomRatio), "year");
    agree(steps, "byYearRandom");
    agree(cumulative(computed(fixedOdds), "year"), "byYearFixed");
    assert.deepEqual(
      steps.map(({ year }) => year),
      [1948, 1949, 1953, 1960, 1961, 1968, 1969, 1973, 1973, 1974, 1976, 1977, 1980],
    );
    each(steps, ({ change }) => change, [null, "significance", ...Array<null>(11).fill(null)]);
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
    agree(table, "tableOfRandom");
    assert.deepEqual(
      table.filter(({ isAsAnalysed }) => isAsAnalysed),
      table.slice(0, 1),
    );
    const fixed = sensitivityTable(computed(fixedOdds));
    agree([...fixed.slice(0, 1), ...fixed.slice(5)], "tableOfFixed");
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
    each(changed, ({ model }) => model, [
      { kind: "random-effects", estimator: "dersimonian-laird", interval: "hksj" },
      { kind: "random-effects", estimator: "reml", interval: "hksj" },
    ]);
    const opposed = computed({
      measure: "OR",
      studies: [counts("A", 10, 100, 20, 100), counts("B", 80, 300, 60, 300)],
    });
    each(leaveOneOut(opposed), ({ change }) => change, [null, "sign"]);
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
    each(leaveOneOut(item), ({ study, participants }) => [study, participants], [
      ["Aronson 1948", 609 + 50],
      ["Ferguson & Simes 1949", 262 + 50],
    ]);
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

/** To 1e-8 relative, absolute below 1. */
function close(actual: number | undefined, expected: number): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= 1e-8 * Math.max(1, Math.abs(expected)),
    `${actual} instead of ${expected}`,
  );
}

function agree(pools: readonly { readonly effect: PooledEffect | null }[], name: string): void {
  const expected = byR[name]?.numbers ?? [];
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
