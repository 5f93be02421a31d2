import assert from "node:assert/strict";
import { textWidth } from "@analyses/evidence";
import {
  crowdedTicks,
  footerDrop,
  fitFigure,
  foldableColumns,
  labelReach,
  fitMark,
  fittedX,
} from "@analyses/client/webviews/evidence/fit";
import { each } from "../../support/each";

describe("the evidence panel: how a figure fits it", () => {
  const graph = { left: 585, width: 280 };
  const right = graph.left + graph.width;

  it("has a narrower graph rather than smaller text, and all of the graph to be seen", () => {
    for (let room = 490; room < 800; room += 10) {
      const fit = fitFigure(1009, graph, room);
      assert.ok(fit.zoom >= 0.7);
      assert.ok(fittedX(fit, right) * fit.zoom <= room + 1e-9, `${room}`);
    }
  });

  it("folds the weights, then the effects, where the graph that shows them had no room next to them", () => {
    const headings = new Map([
      ["study", 10],
      ["comparator-total", 330],
      ["weight", 400],
      ["effect", 571],
    ]);
    const columns = foldableColumns(headings);
    each(columns, ({ part, from, to }) => [part, from, to], [
      ["weight", 330, 400],
      ["effect", 400, 571],
    ]);
    const folded = (room: number) =>
      fitFigure(1009, graph, room, 0, columns).foldedColumns.map(({ part }) => part);
    assert.deepEqual([folded(800), folded(500)], [[], []]);
    // Judgements right of the graph come before the weights, and before footnotes.
    const noted = fitFigure(1169, graph, 560, 0, columns, 1009);
    each(noted.foldedColumns, ({ part }) => part, ["weight"]);
    assert.ok(fittedX(noted, 1009) * noted.zoom <= 560 + 1e-9);
    assert.ok(
      fittedX(fitFigure(1169, graph, 700, 0, columns, 1009), 1169) * 0.7 <= 700 + 1e-9,
      "with its footnotes",
    );
    assert.deepEqual(folded(450), ["weight"]);
    assert.deepEqual(folded(340), ["weight", "effect"]);
    const fit = fitFigure(1009, graph, 340, 0, columns);
    assert.equal(fittedX(fit, 330), 330);
    assert.equal(fittedX(fit, graph.left), 330 + graph.left - 571);
    assert.ok(fittedX(fit, right) * fit.zoom <= 340);
  });

  it("keeps the labels under the axis within the panel, says where they point to, and repeats no heading", () => {
    const middle = graph.left + graph.width / 2;
    const text = (key: string, x: number, words: string) =>
      ({ kind: "text", key, x, y: 5, text: words, anchor: "start", bold: false }) as const;
    const [left, right] = [
      text("favours-left", middle - 14, "Favours drug"),
      text("favours-right", middle + 14, "Favours the comparator"),
    ];
    const reach = labelReach(right, graph);
    const fit = fitFigure(1009, graph, 520, reach);
    const shown = [left, right].map((mark) => fitMark(fit, mark));
    const [first, second] = shown.map((mark) => (mark.kind === "text" ? mark.x : NaN));
    assert.ok(first !== undefined && second !== undefined);
    assert.ok(Math.abs(second - first - 28) < 1e-9);
    assert.ok((second - 14 + reach + textWidth(" →")) * fit.zoom <= 520 + 1e-9);
    // The labels are no longer on both sides of the line of no effect.
    each(shown, (mark) => mark.kind === "text" && mark.text, ["← Favours drug", "Favours the comparator →"]);
    const heading = text(
      "header-graph-method",
      middle,
      "M-H, Random, 95% CI, with more to say than a graph is wide",
    );
    const repeated = fitMark(fit, heading);
    assert.ok(repeated.kind === "text");
    assert.equal(repeated.text, "");
    assert.deepEqual(fitMark(fitFigure(1009, graph, 1200, reach), right), right);
    // If the column of effects is folded, the heading is shortened by whole parts.
    const column = { part: "effect", from: 0, to: 10 };
    const short = (words: string, width: number) =>
      fitMark(
        { ...fit, graphShare: 1, graph: { ...graph, width }, foldedColumns: [column] },
        text("header-graph-method", middle, words),
      );
    const shortened = short("M-H, Random, 95% CI", textWidth("M-H, Random, 95%", true));
    assert.ok(shortened.kind === "text");
    assert.equal(shortened.text, "M-H, Random");
    const cut = short("Inverse variance", textWidth("Inverse", true));
    assert.ok(cut.kind === "text");
    assert.match(cut.text, /^Inv.*…$/);
  });

  it("shows no number of the axis that would run into another, and that of no effect always", () => {
    const ticks = [
      ["0.1", 0],
      ["0.2", 42],
      ["0.5", 98],
      ["1", 140],
      ["2", 182],
      ["5", 238],
      ["10", 280],
    ] as const;
    const marks = ticks.map(([label, at]) => ({
      kind: "text" as const,
      key: `tick-label ${label}`,
      x: graph.left + at,
      y: 5,
      text: label,
      anchor: "middle" as const,
      bold: false,
    }));
    const shownIn = (room: number) => {
      const fit = fitFigure(1009, graph, room);
      const crowded = crowdedTicks(fit, marks);
      const shown = marks.filter(({ key }) => !crowded.includes(key));
      for (const [index, { x, text }] of shown.entries()) {
        const next = shown[index + 1];
        if (next === undefined) continue;
        const room = fittedX(fit, next.x) - fittedX(fit, x);
        assert.ok(room > (textWidth(text) + textWidth(next.text)) / 2, `${text} and ${next.text}`);
      }
      for (const mark of marks) {
        const drawn = fitMark({ ...fit, hiddenTicks: crowded }, mark);
        assert.equal(drawn.kind === "text" && drawn.text, shown.includes(mark) ? mark.text : "");
      }
      return shown.map(({ text }) => text);
    };
    assert.deepEqual(
      shownIn(1200),
      ticks.map(([label]) => label),
    );
    assert.deepEqual(shownIn(500), ["0.1", "0.5", "1", "2", "10"]);
    assert.deepEqual(shownIn(490), ["0.1", "1", "10"]);
  });

  it("has the texts next to the axis below it, where they ran into the axis or its labels", () => {
    const line = (key: string, x: number, y: number, words: string) =>
      ({ kind: "text", key, x, y, text: words, anchor: "start", bold: false }) as const;
    const middle = graph.left + graph.width / 2;
    const marks = [
      { ...line("favours-left", middle - 14, 120, "Favours drug"), anchor: "end" } as const,
      line("favours-right", middle + 14, 120, "Favours placebo"),
      line("total footer 0", 10, 100, "Heterogeneity: Tau² = 0.00; Chi² = 1.30, df = 4 (P = 0.86); I² = 0%"),
      line("subgroup 0 footer 0", 10, 60, "Heterogeneity: none"),
      line("legend A", 10, 180, "(A) Random sequence generation"),
    ];
    const wide = fitFigure(1009, graph, 1009);
    assert.equal(footerDrop(wide, marks), 0);
    const columns = [{ part: "effect", from: 300, to: 571 }];
    const narrow = fitFigure(1009, graph, 340, 0, columns);
    assert.deepEqual(narrow.foldedColumns, columns);
    const drop = footerDrop(narrow, marks);
    const heights = marks
      .map((mark) => fitMark({ ...narrow, drop }, mark))
      .map((mark) => "y" in mark && mark.y);
    assert.deepEqual(heights, [120, 120, 140, 60, 220]);
  });
});
