import assert from "node:assert/strict";
import { english, type Mark, bindRoles, evidenceOfItem, forestPlot } from "@analyses/evidence";

const falls = {
  ...{
    "data-type": "DICHOTOMOUS",
    method: "MH",
    "effect-measure": "LOG_RR",
    "log-scale": true,
    model: "FIXED",
  },
  "data-rows": [
    {
      ...{ "study-name": "Aalund 2011", applicability: { overall: true } },
      "control-group": { cases: 19, "sample-size": 151 },
      "experimental-group": { cases: 12, "sample-size": 148 },
    },
  ],
};
const pain = {
  ...{ "data-type": "CONTINUOUS", method: "IV", "effect-measure": "MD", "log-scale": false, model: "FIXED" },
  "data-rows": [
    {
      ...{ "study-name": "Aalund 2011", applicability: { overall: true } },
      "control-group": { mean: 5.1, sd: 2.2, "sample-size": 40 },
      "experimental-group": { mean: 4.2, sd: 2, "sample-size": 41 },
    },
  ],
};

/** The marks of an analysis with some display settings. */
function drawn(analysis: object, settings?: object): readonly Mark[] {
  const item = settings === undefined ? analysis : { ...analysis, "display-settings": settings };
  const evidence = evidenceOfItem(item, bindRoles({}));
  assert.equal(evidence.kind, "computed");
  assert.ok(evidence.kind === "computed");
  return forestPlot(evidence, "1.1", english).marks;
}

const texts = (marks: readonly Mark[], key: string): readonly string[] =>
  marks.flatMap((mark) => (mark.kind === "text" && mark.key.startsWith(key) ? [mark.text] : []));
const ticks = (analysis: object, scale: unknown) => texts(drawn(analysis, { scale }), "tick-label").join(" ");
const arrows = (analysis: object, scale: number) =>
  drawn(analysis, { scale }).filter(({ kind }) => kind === "arrow").length;

describe("RevMan's display settings", () => {
  it("say how far the axis of the figure reaches: beyond it are arrows", () => {
    assert.equal(ticks(falls, 10), "0.1 0.2 0.5 1 2 5 10");
    assert.equal(ticks(falls, 14.17), "0.1 0.2 0.5 1 2 5 10");
    assert.equal(ticks(falls, 3), "0.5 0.7 1 1.5 2");
    assert.equal(ticks(falls, 1.25), "0.85 0.9 1 1.1 1.2");
    assert.equal(ticks(pain, 4), "-4 -2 0 2 4");
    assert.equal(ticks(pain, 0.5), "-0.5 -0.25 0 0.25 0.5");
    assert.equal(arrows(falls, 10), 0);
    assert.ok(arrows(falls, 1.25) > 0 && arrows(pain, 0.5) > 0);
  });

  it("leave the axis to the figure where RevMan's own end stands, or none that can be drawn", () => {
    for (const analysis of [falls, pain]) {
      const own = texts(drawn(analysis), "tick-label").join(" ");
      for (const scale of [100, 0, -3, "10", null]) assert.equal(ticks(analysis, scale), own);
    }
    assert.equal(ticks(falls, 1), texts(drawn(falls), "tick-label").join(" "));
  });

  it("say whether the figure has the test for subgroup differences", () => {
    const rows = falls["data-rows"].flatMap((row) =>
      [1, 2].map((number) => ({ ...row, applicability: { "subgroup-number": number, overall: true } })),
    );
    const subgroups = [1, 2].map((number) => ({ name: `Group ${number}`, number }));
    const tests = (enabled: boolean) =>
      texts(
        drawn({ ...falls, subgroups, "data-rows": rows, "subgroup-differences-enabled": enabled }),
        "differences",
      ).length;
    assert.deepEqual([tests(true), tests(false)], [1, 0]);
  });

  it("say whether the figure has the judgements of the risk of bias", () => {
    const [row] = falls["data-rows"];
    const bias = [{ domain: "Overall bias", judgement: "LOW_RISK" }];
    const judged = { ...falls, "data-rows": [{ ...row, "risk-of-bias": bias }] };
    const shown = (settings?: object) => {
      const marks = drawn(judged, settings);
      return [marks.filter(({ kind }) => kind === "judgement").length, texts(marks, "legend").length];
    };
    assert.deepEqual(shown(), [1, 2]);
    assert.deepEqual(shown({ "show-risk-of-bias": true }), [1, 2]);
    assert.deepEqual(shown({ "show-risk-of-bias": false }), [0, 0]);
  });

  it("have the labels below the axis, and the arms' own where the author left them empty", () => {
    const labels = (left: string) => texts(drawn(falls, { "graph-label-left": left }), "favours-left");
    assert.deepEqual(labels("Favours drug &lt; 5"), ["Favours drug < 5"]);
    assert.deepEqual(labels(""), ["Favours experimental"]);
  });
});
