import assert from "node:assert/strict";
import { asInPrint, fitted, labelReach, placed, shownAt } from "../../../client/webviews/evidence/fit";

describe("the evidence panel: how a figure fits it", () => {
  const graph = { left: 585, width: 280 };
  const right = graph.left + graph.width;

  it("is as in print where there is room, and smaller where there is less", () => {
    assert.equal(fitted(1009, graph, 1200).zoom, 1);
    const smaller = fitted(1009, graph, 800);
    assert.ok(Math.abs(1009 * smaller.zoom - 800) < 1e-9);
    assert.equal(smaller.share, 1);
    assert.deepEqual(fitted(0, undefined, 500), asInPrint);
  });

  it("has a narrower graph rather than smaller text, and all of the graph to be seen", () => {
    for (let room = 490; room < 800; room += 10) {
      const fit = fitted(1009, graph, room);
      assert.ok(fit.zoom >= 0.7);
      assert.ok(shownAt(fit, right) * fit.zoom <= room + 1e-9, `${room}`);
    }
  });

  it("keeps the labels under the axis within the panel, side by side, and repeats no heading that has no room", () => {
    const middle = graph.left + graph.width / 2;
    const text = (key: string, x: number, words: string) =>
      ({ kind: "text", key, x, y: 5, text: words, anchor: "start", bold: false }) as const;
    const [left, right] = [
      text("favours-left", middle - 14, "Favours drug"),
      text("favours-right", middle + 14, "Favours the comparator"),
    ];
    const reach = labelReach(right, graph);
    const fit = fitted(1009, graph, 520, reach);
    const shown = [left, right].map((mark) => placed(fit, mark));
    const [first, second] = shown.map((mark) => (mark.kind === "text" ? mark.x : NaN));
    assert.ok(first !== undefined && second !== undefined);
    assert.ok(Math.abs(second - first - 28) < 1e-9);
    assert.ok((second - 14 + reach) * fit.zoom <= 520 + 1e-9);
    const heading = text(
      "header-graph-method",
      middle,
      "M-H, Random, 95% CI, with more to say than a graph is wide",
    );
    assert.ok(placed(fit, heading).kind === "text");
    assert.deepEqual(placed(fit, heading), { ...heading, text: "" });
    assert.deepEqual(placed(fitted(1009, graph, 1200, reach), right), right);
  });

  it("keeps every mark within the graph, in its order, and everything else in its size", () => {
    const fit = fitted(1009, graph, 500);
    const at = [0, 300, 585, 600, 725, 865, 1009].map((x) => shownAt(fit, x));
    assert.deepEqual(
      at,
      [...at].sort((one, another) => one - another),
    );
    assert.deepEqual(at.slice(0, 3), [0, 300, 585]);
    const diamond = {
      kind: "diamond",
      key: "d",
      left: 600,
      middle: 700,
      right: 800,
      y: 5,
      height: 12,
    } as const;
    const narrow = placed(fit, diamond);
    assert.ok(narrow.kind === "diamond");
    assert.ok(Math.abs((narrow.right - narrow.left) / 200 - fit.share) < 1e-9);
    assert.equal(narrow.height, 12);
  });
});
