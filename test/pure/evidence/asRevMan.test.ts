import assert from "node:assert/strict";
import { english, cochraneSentence } from "@analyses/evidence";
import { each } from "../../support/each";
import { counts, means } from "../../support/evidenceTexts";
import { computed } from "./support/published";

/** Numbers printed by RevMan, or derived from those: `spec/evidence.md` section 2. */

function close(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} instead of ${expected}`);
}

describe("evidence as RevMan computes it", () => {
  const rareHarm = [
    counts("Aalund 2011", 0, 13, 0, 12),
    counts("Brekke 2014", 0, 54, 0, 19),
    counts("Corvo 2019", 3, 18, 3, 15),
  ];

  it("has an interval of a Mantel-Haenszel risk difference with zero cells", () => {
    const { result } = computed({ effectMeasure: "RD", method: "MH", studies: rareHarm });
    close(result.effect?.estimate, -0.009577237137639335);
    close(result.effect?.low, -0.10112019557154232);
    close(result.effect?.high, 0.08196572129626366);
    close(Math.abs(result.effect?.statistic.value ?? NaN), 0.20505170667742703);
    const empty = rareHarm.slice(0, 2);
    const none = computed({ effectMeasure: "RD", method: "MH", studies: empty }).result.effect;
    assert.ok(none !== null && none.low < 0 && none.high > 0, "no events are no certainty");
  });

  it("pools the ratios that the rows show, 1 where everybody had the event", () => {
    const studies = [counts("A", 20, 20, 18, 18), counts("B", 59, 59, 30, 30)];
    const { result } = computed({ effectMeasure: "RR", method: "MH", studies });
    each(result.rows, ({ effect }) => effect.kind === "estimable" && effect.estimate, [0, 0]);
    close(result.effect?.estimate, 0);
  });

  it("has a prediction interval by z with Wald's interval, by t(k − 1) with Hartung and Knapp's", () => {
    const studies = [means("A", 4.2, 1.1, 80, 4.6, 1.3, 82), means("B", 5.1, 1.2, 50, 6.3, 1.4, 48)];
    const item = { effectMeasure: "MD", model: "random", predictionInterval: true };
    const of = (ofStudies: readonly object[], more: object = {}) => {
      const { effect, heterogeneity } = computed({ ...item, ...more, studies: ofStudies }).result;
      assert.ok(effect !== null);
      const spread = Math.hypot(effect.standardError, Math.sqrt(heterogeneity?.tau2?.value ?? 0));
      return { ...effect, reach: (effect.prediction?.high ?? NaN) - effect.estimate, spread };
    };
    const wald = of(studies);
    close(wald.reach, 1.959963984540054 * wald.spread);
    const hksj = of(studies, { ciMethod: "HKSJ" });
    assert.ok(Math.abs(hksj.reach / hksj.spread - 12.706204736174698) < 1e-9);
    // For one study, the pooled interval is the study's own.
    for (const ciMethod of ["WALD", "HKSJ"]) {
      const { prediction, low, high } = of(studies.slice(0, 1), { ciMethod });
      assert.deepEqual(prediction, { low, high });
    }
    assert.equal(of(studies, { predictionInterval: false }).prediction, null, "unasked, of two studies");
    const three = [...studies, means("C", 5, 1, 40, 5.1, 1.1, 41)];
    assert.ok(of(three, { predictionInterval: false }).prediction !== null, "unasked, of three");
    assert.equal(of(three, { model: "fixed" }).prediction, null);
  });

  it("has a standardised difference of 0 for three participants, and none for two", () => {
    const studies = [
      means("Three", 5, 1, 1, 7, 2, 2),
      means("Two", 5, 1, 1, 7, 2, 1),
      means("More", 5, 1, 20, 7, 2, 21),
    ];
    const { result } = computed({ effectMeasure: "SMD", studies });
    const [three, two] = result.rows.map(({ effect }) => effect);
    assert.ok(three?.kind === "estimable");
    assert.equal(three.estimate, 0);
    close(three.standardError, Math.sqrt(3 / 2));
    assert.equal(two?.kind, "not-estimable");
  });

  it("counts a study once in Cochrane's sentence, however its name is written in Unicode", () => {
    const studies = [
      counts("M\u00fcller 2014", 5, 50, 8, 51),
      counts("Mu\u0308ller 2014", 3, 40, 6, 39),
      counts("Abara 2014", 12, 148, 19, 151),
    ];
    const sentence = cochraneSentence(computed({ effectMeasure: "RR", method: "MH", studies }), english);
    assert.match(sentence ?? "", /; 2 studies, 479 participants$/);
  });

  it("counts studies of one name with different years each, and rows of one year once", () => {
    const studies = [
      { ...counts("Smith", 5, 50, 8, 51), year: "2001" },
      { ...counts("Smith", 3, 40, 6, 39), year: "2005" },
      { ...counts("Smith", 2, 40, 6, 39), year: "2005" },
      { ...counts("Jones", 12, 148, 19, 151), year: "2004" },
    ];
    const sentence = cochraneSentence(computed({ effectMeasure: "RR", method: "MH", studies }), english);
    assert.match(sentence ?? "", /; 3 studies, /);
  });
});
