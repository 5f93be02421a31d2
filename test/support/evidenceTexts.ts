/** Analyses with commonly used property names, each with one likely error, by the code of its diagnostic. */

export const counts = (study: string, events1: number, total1: number, events2: number, total2: number) => ({
  study,
  events1,
  total1,
  events2,
  total2,
});

export const means = (
  study: string,
  ...numbers: readonly [number, number, number, number, number, number]
) => {
  const [mean1, sd1, total1, mean2, sd2, total2] = numbers;
  return { study, mean1, sd1, total1, mean2, sd2, total2 };
};

const contrast = (study: string, estimate: number, se: number) => ({ study, estimate, se });

/** Pain on a scale of 0 to 100. */
const pain = [
  means("Abara 2014", 41.2, 12.6, 74, 49.8, 13.1, 75),
  means("Bergström 2016", 38.5, 14.3, 46, 44.1, 15.7, 45),
  means("Delgado 2018", 43.9, 11.2, 201, 47.6, 12.8, 199),
  means("Lindqvist 2021", 35.1, 16.9, 115, 46.3, 17.4, 113),
];
const strokes = [counts("Abara 2014", 12, 148, 19, 151), counts("Delgado 2018", 31, 402, 45, 398)];

export const analysesWith: Readonly<Record<string, readonly object[]>> = {
  "impossible-data": [{ name: "Stroke", studies: [counts("Abara 2014", 152, 148, 19, 151)] }],
  "method-mismatch": [
    {
      name: "Stroke",
      "outcome-type": "DICHOTOMOUS",
      "effect-measure": "PETO_ODDS_RATIO",
      method: "MANTEL_HAENSZEL",
      model: "FIXED_EFFECT",
      studies: [
        {
          study: "Abara 2014",
          experimental: { events: 12, total: 148 },
          comparator: { events: 19, total: 151 },
        },
      ],
    },
  ],
  "standard-error-as-deviation": [
    { name: "Pain", measure: "MD", studies: [...pain, means("Okafor 2019", 40.2, 1.2, 120, 48.1, 1.4, 118)] },
  ],
  "ratio-not-logged": [
    {
      name: "Death",
      measure: "HR",
      studies: [{ study: "Okafor 2019", estimate: 0.72, low: 0.49, high: 1.06 }],
    },
  ],
  "transposed-arms": [
    {
      name: "Death",
      measure: "HR",
      studies: [
        ...["A", "B", "C", "D", "E"].map((study, index) => contrast(study, -0.5 - index / 50, 0.1)),
        contrast("Okafor 2019", 0.55, 0.1),
      ],
    },
  ],
  "shared-comparator": [
    { name: "Stroke", studies: [counts("Okafor 2019a", 4, 61, 9, 59), counts("Okafor 2019b", 7, 64, 9, 59)] },
  ],
  "duplicate-row": [{ name: "Stroke", studies: [...strokes, { ...strokes[0], study: "Zeta 2015" }] }],
  "unit-slip": [
    {
      name: "Cholesterol",
      measure: "MD",
      studies: [
        means("A", 5.1, 1.1, 60, 5.4, 1.0, 61),
        means("B", 4.9, 0.9, 33, 5.2, 1.2, 30),
        means("C", 5.6, 1.0, 80, 5.7, 1.1, 82),
        means("D", 5.2, 1.2, 45, 5.5, 0.9, 44),
        means("Okafor 2019", 197, 39, 60, 209, 40, 62),
      ],
    },
  ],
  "totals-disagree": [
    { name: "Stroke", studies: [counts("Okafor 2019", 4, 61, 5, 59)] },
    { name: "Bleeding", studies: [counts("Okafor 2019", 2, 61, 3, 95)] },
  ],
  "result-mismatch": [
    { name: "Stroke", measure: "RR", studies: strokes, result: { estimate: 0.61, participants: 1099 } },
  ],
  "risk-of-bias-mismatch": [
    {
      name: "Stroke",
      studies: [
        {
          ...counts("Abara 2014", 12, 148, 19, 151),
          "risk-of-bias": [
            { domain: "Bias due to missing outcome data", judgement: "HIGH_RISK" },
            { domain: "Overall bias", judgement: "UNCLEAR_RISK" },
          ],
        },
      ],
    },
  ],
  "default-label": [
    {
      name: "Stroke",
      "favours-left": "Favours [experimental]",
      "favours-right": "Favours [control]",
      studies: strokes,
    },
  ],
  "fragile-result": [
    {
      name: "Pain",
      measure: "MD",
      studies: [contrast("A", -0.5, 0.1), contrast("B", 0.1, 0.3), contrast("C", 0.2, 0.3)],
    },
  ],
  "zero-cells": [
    {
      name: "Death",
      measure: "RR",
      method: "MH",
      studies: [counts("A", 0, 100, 9, 100), counts("B", 0, 40, 0, 41), counts("C", 1, 60, 8, 60)],
    },
  ],
};

/** A document with one group of the given analyses. */
export function documentWith(analyses: readonly object[]): string {
  return JSON.stringify(
    {
      "risk-of-bias-method": "RISK_OF_BIAS_1",
      "analysis-groups": [
        { number: 1, name: "A", analyses: analyses.map((one, index) => ({ number: index + 1, ...one })) },
      ],
    },
    undefined,
    2,
  );
}
