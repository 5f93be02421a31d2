import assert from "node:assert/strict";
import type { Figure, Mark } from "@analyses/evidence";
import {
  english,
  funnelPlot,
  leaveOneOut,
  leavingOut,
  pooledForest,
  svgOf,
  textWidth,
} from "@analyses/evidence";
import { each } from "../../support/each";
import { bcg, computed, forest, published } from "./support/published";

describe("evidence: the forest plot", () => {
  const figure = forest(published);
  const answer = bcg?.computed.find(({ id, level }) => id === "RR-IV-random-REML-wald" && level === 95);
  assert.ok(answer);
  /** The axis line spans the whole scale, with 1 in the middle. */
  const axis = of(figure, "line", "axis");
  const at = (value: number): number =>
    (axis.x1 + axis.x2) / 2 + (value / Math.log(axisEnd(figure))) * ((axis.x2 - axis.x1) / 2);

  it("has each square where the study's effect is, as large as its weight", () => {
    answer.studies.forEach((study, index) => {
      const square = of(figure, "square", `/studies/${index} square`);
      close(square.x, at(study.yi ?? NaN));
      close(square.side, 2 + 0.16 * study.weightPercent);
      const interval = of(figure, "line", `/studies/${index} interval`);
      close(interval.x1, Math.max(at(study.ciLow ?? NaN), axis.x1));
      close(interval.x2, Math.min(at(study.ciHigh ?? NaN), axis.x2));
      close(interval.y1, square.y);
    });
  });

  it("has the diamond and the prediction interval where the pool is", () => {
    const diamond = of(figure, "diamond", "total diamond");
    close(diamond.left, at(answer.ciLow ?? NaN));
    close(diamond.middle, at(answer.estimate ?? NaN));
    close(diamond.right, at(answer.ciHigh ?? NaN));
    const prediction = of(figure, "line", "prediction interval");
    close(prediction.x1, at(answer.prediction?.normal.low ?? NaN));
    close(prediction.x2, at(answer.prediction?.normal.high ?? NaN));
    assert.equal(prediction.dashed, true);
  });

  it("says what RevMan's says", () => {
    const texts = new Map(
      figure.marks.flatMap((mark) => (mark.kind === "text" ? [[mark.key, mark.text]] : [])),
    );
    assert.equal(texts.get("header experimental"), "Vaccinated");
    assert.equal(texts.get("header comparator"), "Comparator");
    assert.equal(texts.get("header-method"), "IV, Random, 95% CI");
    assert.equal(texts.get("/studies/0 effect"), "0.41 [0.13, 1.26]");
    assert.equal(texts.get("/studies/0 experimental-events"), "4");
    assert.equal(texts.get("total effect"), "0.49 [0.34, 0.70]");
    assert.equal(texts.get("total experimental-total"), "191,064");
    assert.equal(
      texts.get("total footer 0"),
      "Heterogeneity: Tau² = 0.31; Chi² = 152.23, df = 12 (P < 0.00001); I² = 92%",
    );
    assert.equal(texts.get("total footer 1"), "Test for overall effect: Z = 3.97 (P = 0.00007)");
    assert.equal(texts.get("favours-left"), "Vaccine better");
    assert.equal(texts.get("favours-right"), "Favours comparator");
    assert.equal(texts.get("legend blinding"), "(B) Blinding");
  });

  it("has room for the labels of the arms, and shortens those that are longer still", () => {
    const study = { study: "Abara 2014", events1: 12, total1: 148, events2: 19, total2: 151 };
    const labelled = (experimentalLabel: string, comparatorLabel: string) => {
      const drawn = forest({ effectMeasure: "RR", experimentalLabel, comparatorLabel, studies: [study] });
      const [left, right] = [
        of(drawn, "text", "header experimental"),
        of(drawn, "text", "header comparator"),
      ];
      const end = left.x + textWidth(left.text, true) / 2;
      const [from, to] = [
        right.x - textWidth(right.text, true) / 2,
        right.x + textWidth(right.text, true) / 2,
      ];
      assert.ok(end < from, `${left.text} ${right.text}`);
      assert.ok(to < of(drawn, "text", "header-weight").x);
      assert.ok(left.x - textWidth(left.text, true) / 2 > 0);
      return { drawn, left, right };
    };
    const name = "Exercise plus home-hazard assessment";
    const { left, right } = labelled(name, "Usual care with advice");
    assert.match(left.text, /^Exercise plus .*…$/);
    assert.equal(left.full, name);
    assert.deepEqual([right.text, right.full], ["Usual care with advice", undefined]);
    labelled("A", "Usual care and written advice");
    const short = labelled("Drug", "Placebo").drawn;
    assert.deepEqual(
      of(short, "text", "header-weight").x,
      of(labelled("A", "B").drawn, "text", "header-weight").x,
    );
  });

  it("has a symbol with each colour for risk of bias", () => {
    const judgements = figure.marks.flatMap((mark) => (mark.kind === "judgement" ? [mark.judgement] : []));
    assert.deepEqual(judgements.slice(0, 3), ["low", "high", "unclear"]);
    const svg = svgOf(figure, null);
    for (const symbol of ["+", "−", "?"]) assert.ok(svg.includes(`>${symbol}</text>`));
  });

  it("marks intervals that go on outside with arrows, and drops none", () => {
    const item = {
      measure: "MD",
      studies: [...Array(20).keys()].map((index) => ({
        study: `S${index}`,
        estimate: 0.1,
        se: index === 7 ? 500 : 0.1,
      })),
    };
    const clipped = forest(item);
    const line = of(clipped, "line", "axis");
    const interval = of(clipped, "line", "/studies/7 interval");
    close(interval.x1, line.x1);
    close(interval.x2, line.x2);
    assert.equal(of(clipped, "arrow", "/studies/7 low").towards, "left");
    assert.equal(of(clipped, "arrow", "/studies/7 high").towards, "right");
  });

  it("has subgroups with their subtotals, and their test", () => {
    const grouped = forest({ ...published, studies: bcg?.rows });
    assert.equal(grouped.marks.filter(({ kind }) => kind === "diamond").length, 4);
    assert.match(textOf(grouped, "differences"), /^Test for subgroup differences: Chi² = /);
  });

  it("has long names of subgroups whole above the numbers, where nothing else stands", () => {
    const name = "Subgroup 8: Middle-income countries, low doses";
    const studies = [
      { study: "A", subgroup: name, events1: 3, total1: 50, events2: 5, total2: 50 },
      { study: "B", subgroup: name.repeat(9), events1: 3, total1: 50, events2: 5, total2: 50 },
    ];
    const grouped = forest({ measure: "RR", studies });
    assert.equal(textOf(grouped, "subgroup 0 name"), name);
    const cut = of(grouped, "text", "subgroup 1 name");
    assert.equal(cut.full, name.repeat(9));
    assert.ok(cut.x + textWidth(cut.text, true) <= of(grouped, "text", "/studies/0 comparator-total").x);
  });

  it("is wide enough for the label of its right side", () => {
    const long = "Favours usual care of the hospital at which the study was carried out";
    const wide = forest({ ...published, "favours-right": long });
    const label = of(wide, "text", "favours-right");
    assert.ok(wide.width >= label.x + 6 * long.length, `${wide.width}`);
    assert.ok(wide.width > figure.width);
  });

  it("has no line at the axis that runs into the label of its left side", () => {
    const said = "Favours a treatment of which there is much to say, ".repeat(2);
    const yOf = (plot: Figure, key: string) => of(plot, "text", key).y;
    const long = forest({ ...published, "favours-left": said });
    assert.ok(yOf(long, "total footer 0") > yOf(long, "favours-left"));
    assert.ok(yOf(figure, "total footer 0") < yOf(figure, "favours-left"));
  });

  it("has each mark once", () => {
    const keys = forest({ ...published, studies: bcg?.rows }).marks.map(({ key }) => key);
    assert.deepEqual(keys, [...new Set(keys)]);
  });

  it("says of each text in which row and column it stands, so that the figure is a table too", () => {
    const cells = figure.marks.filter((mark) => mark.kind === "text" && mark.row === "/studies/0");
    each(cells, (mark) => mark.kind === "text" && mark.part, [
      "study",
      "experimental-events",
      "experimental-total",
      "comparator-events",
      "comparator-total",
      "weight",
      "effect",
    ]);
    const symbols = figure.marks.filter((mark) => mark.kind === "judgement" && mark.row === "/studies/0");
    each(symbols, (mark) => mark.kind === "judgement" && [mark.part, mark.text], [
      ["random-sequence", "Low risk"],
      ["blinding", "High risk"],
      ["other", "Unclear risk"],
    ]);
  });

  it("has a cell for a number that is not there yet, and the whole of one that it shortens", () => {
    const studies = [
      { study: "Ärztekammer ".repeat(30), estimate: 0.123456789, se: 0.1 },
      { study: "B", estimate: null },
      { study: "C", estimate: 0.2, se: 0.1 },
    ];
    const unfinished = forest({ measure: "MD", studies });
    assert.equal(textOf(unfinished, "/studies/1 estimate"), "");
    assert.equal(of(unfinished, "text", "/studies/0 estimate").text, "0.1235");
    assert.equal(of(unfinished, "text", "/studies/0 estimate").full, "0.123456789");
    assert.equal(of(unfinished, "text", "/studies/0 study").full, studies[0]?.study);
    assert.doesNotMatch(svgOf(unfinished, null), /<text[^>]*><\/text>/);
  });

  it("can leave studies out for the moment, as if they were marked so", () => {
    const whole = computed(published);
    const without = leavingOut(whole, ["/studies/0", "/studies/7"]);
    assert.ok(without.kind === "computed");
    assert.equal(without.result.studies, 11);
    assert.deepEqual(
      without.result.rows.filter(({ excluded }) => excluded).map(({ id }) => id),
      [0, 7],
    );
  });

  it("becomes a file that stands alone, with its data, whatever studies are called", () => {
    const name = `<script>"&'\u0000\ud800 ${"Ä".repeat(200)}`;
    const svg = svgOf(forest({ studies: [{ study: name, events1: 1, total1: 9, events2: 2, total2: 8 }] }), {
      name,
    });
    assert.ok(!svg.includes("<script>"));
    const metadata = /<metadata>(.*)<\/metadata>/.exec(svg)?.[1] ?? "";
    const text = metadata
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    assert.deepEqual(JSON.parse(text), { name });
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d/);
    assert.doesNotMatch(svg, /href|url\(|NaN|Infinity/);
  });
});

describe("evidence: the funnel plot", () => {
  it("has each study at its effect and standard error, the largest error at the bottom", () => {
    const figure = funnelPlot(computed(published), "1.1", english);
    const [left, bottom] = [of(figure, "line", "left"), of(figure, "line", "bottom")];
    const circles = figure.marks.flatMap((mark) => (mark.kind === "circle" ? [mark] : []));
    assert.equal(circles.length, 13);
    assert.match(circles[0]?.text ?? "", /^Aronson 1948: 0\.41 \[0\.13, 1\.26\], SE 0\.57$/);
    const top = left.y1;
    const most = Number(textOf(figure, "error-label 1"));
    const end = Math.log(axisEnd(figure));
    const answer = bcg?.computed.find(({ id }) => id === "RR-IV-fixed-wald");
    answer?.studies.forEach(({ yi, vi }, index) => {
      close(circles[index]?.y ?? NaN, top + (Math.sqrt(vi ?? NaN) / most) * (bottom.y1 - top));
      close(circles[index]?.x ?? NaN, bottom.x1 + (((yi ?? NaN) / end + 1) / 2) * (bottom.x2 - bottom.x1));
    });
    assert.equal(of(figure, "line", "low").dashed, true);
  });
});

describe("evidence: the pooled result again and again", () => {
  const evidence = computed(published);
  const without = leaveOneOut(evidence);

  it("is drawn without each study in turn, at its place on the axis, and as a whole", () => {
    const figure = pooledForest(evidence, "leave-one-out", "1.1", english);
    const axis = of(figure, "line", "axis");
    const end = Math.log(axisEnd(figure));
    const at = (value: number): number => axis.x1 + ((value / end + 1) / 2) * (axis.x2 - axis.x1);
    assert.equal(without.length, 13);
    for (const { row, study, effect } of without) {
      const line = of(figure, "line", `/studies/${row} interval`);
      close(of(figure, "square", `/studies/${row} square`).x, at(effect?.estimate ?? NaN));
      close(line.x1, at(effect?.low ?? NaN));
      close(line.x2, at(effect?.high ?? NaN));
      assert.equal(textOf(figure, `/studies/${row} study`), study);
      assert.equal(textOf(figure, `/studies/${row} studies`), "12");
    }
    close(of(figure, "diamond", "whole diamond").middle, at(evidence.result.effect?.estimate ?? NaN));
    close(of(figure, "line", "total-line").x1, at(evidence.result.effect?.estimate ?? NaN));
    assert.equal(textOf(figure, "whole effect"), "0.49 [0.34, 0.70]");
  });

  it("grows study by study to the total", () => {
    const figure = pooledForest(evidence, { cumulative: "precision" }, "1.1", english);
    const studies = figure.marks.flatMap((mark) =>
      mark.kind === "text" && mark.part === "studies" && mark.row !== "header" ? [mark.text] : [],
    );
    assert.deepEqual(studies, [...Array.from({ length: 13 }, (_, index) => String(index + 1)), "13"]);
    const texts = figure.marks.flatMap((mark) =>
      mark.kind === "text" && mark.part === "effect" ? [mark.text] : [],
    );
    assert.equal(texts.at(-2), texts.at(-1));
  });

  it("is compared with what other choices give, on the axis where the measure is the same", () => {
    const figure = pooledForest(evidence, "sensitivity", "1.1", english);
    assert.equal(textOf(figure, "choice 0 study"), "Risk ratio, Random, REML, Wald");
    of(figure, "diamond", "choice 0 diamond");
    assert.equal(textOf(figure, "header effect"), "95% CI", "each line has a method of its own");
    const names = figure.marks.flatMap((mark) =>
      mark.kind === "text" && mark.part === "study" ? [mark.text] : [],
    );
    const other = names.indexOf("Risk difference, Random, REML, Wald") - 1;
    assert.ok(other > 0);
    assert.ok(!figure.marks.some(({ key }) => key === `choice ${other} square`));
  });

  it("says in words where the conclusion is another one", () => {
    const study = (events: number) => ({
      study: `s${events}`,
      events1: events,
      total1: 100,
      events2: 30,
      total2: 100,
    });
    const item = { "effect-measure": "RR", studies: [study(8), study(25), study(28)] };
    const figure = pooledForest(computed(item), "leave-one-out", "1.1", english);
    assert.equal(textOf(figure, "/studies/0 change"), "! other significance");
    assert.ok(!figure.marks.some(({ key }) => key === "/studies/2 change"));
    const alone = pooledForest(computed({ ...item, studies: [study(12)] }), "leave-one-out", "1.1", english);
    assert.equal(textOf(alone, "nothing"), "There is no total of at least two studies.");
  });
});

function of<Kind extends Mark["kind"]>(
  { marks }: Figure,
  kind: Kind,
  key: string,
): Extract<Mark, { kind: Kind }> {
  const mark = marks.find(
    (one): one is Extract<Mark, { kind: Kind }> => one.kind === kind && one.key === key,
  );
  assert.ok(mark, `${kind} ${key}`);
  return mark;
}

function textOf(figure: Figure, key: string): string {
  return of(figure, "text", key).text;
}

/** The largest number on the axis. */
function axisEnd({ marks }: Figure): number {
  return Math.max(
    ...marks.flatMap((mark) =>
      mark.kind === "text" && mark.key.startsWith("tick-label ") ? [Number(mark.text)] : [],
    ),
  );
}

function close(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 0.01, `${actual} instead of ${expected}`);
}
