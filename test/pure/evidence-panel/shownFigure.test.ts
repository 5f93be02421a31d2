import assert from "node:assert/strict";
import type { Figure } from "@analyses/evidence";
import type { TableChange } from "@analyses/protocol/evidencePanel";
import { predictFigure } from "@analyses/client/webviews/evidence/shownFigure";
import { documentOf } from "../features/support/documents";
import { type PanelOfText, flat, loadPanel } from "../features/support/evidencePanels";

describe("a figure with edits that are in flight", () => {
  let panel: PanelOfText;
  before(async () => (panel = await loadPanel()));

  const figureOf = (text: string): Figure => {
    const { figure } = panel.view(documentOf(text));
    assert.ok(figure);
    return figure;
  };
  /** Names and positions of the displayed rows, from top to bottom. */
  const tableOf = ({ marks }: Figure) =>
    marks
      .flatMap((mark) =>
        mark.kind === "text" && mark.part === "study" && mark.row?.startsWith("/") === true
          ? [{ y: mark.y, text: mark.text }]
          : [],
      )
      .sort((one, other) => one.y - other.y);
  const after = (row: number, change: TableChange) =>
    predictFigure(figureOf(flat), [
      { edit: 1, analysis: "", row: `/studies/${row}`, change, newRowName: "/new/1" },
    ]);

  it("has its rows where they are once the text has the edits", () => {
    for (const [change, row] of [
      [{ kind: "duplicate" }, 1],
      [{ kind: "remove" }, 0],
      [{ kind: "remove" }, 2],
      [{ kind: "move", by: 1 }, 0],
      [{ kind: "move", by: -1 }, 2],
    ] as const) {
      const shown = after(row, change);
      const written = figureOf(panel.after(flat, { ...change, row: `/studies/${row}` }));
      assert.deepEqual(tableOf(shown), tableOf(written), `${change.kind} of row ${row}`);
      assert.equal(shown.height, written.height);
    }
    const shown = tableOf(after(0, { kind: "add" }));
    const written = tableOf(figureOf(panel.after(flat, { kind: "add", row: "/studies/0" })));
    assert.deepEqual(
      shown.map(({ y, text }) => [y, text.replace(/[()]/g, "")]),
      written.map(({ y, text }) => [y, text.replace(/[()]/g, "")]),
    );
  });

  it("is left as it is by what it has already, and by a move past the first and the last study", () => {
    const figure = figureOf(flat);
    const cell = { kind: "cell", part: "experimental-events", text: "12", asText: false } as const;
    assert.deepEqual(after(0, cell).marks, figure.marks);
    assert.deepEqual(after(0, { kind: "move", by: -1 }).marks, figure.marks);
    assert.deepEqual(after(2, { kind: "move", by: 1 }).marks, figure.marks);
  });
});

describe("a change of the table", () => {
  let panel: PanelOfText;
  before(async () => (panel = await loadPanel()));

  const changes: readonly TableChange[] = [
    { kind: "cell", part: "study", text: "Dahl", asText: false },
    { kind: "paste", part: "study", cells: [["Dahl"]] },
    { kind: "add" },
    { kind: "duplicate" },
    { kind: "remove" },
    { kind: "move", by: 1 },
  ];
  const refusal = "This row is not in the text any more.";

  for (const change of changes)
    it(`is of a row that begins where the change says, or refused: ${change.kind}`, () => {
      assert.notEqual(panel.after(flat, { ...change, row: "/studies/1" }), refusal);
      assert.equal(panel.after(flat, { ...change, row: "/studies/3" }), refusal);
    });

  it("without a row is a block of new studies, and no change of one", () => {
    for (const change of changes)
      assert.equal(panel.after(flat, change) === refusal, change.kind !== "paste", change.kind);
  });
});
