import assert from "node:assert/strict";
import { revmanExamples } from "../../support/revmanExamples";
import { documentOf } from "../features/support/documents";
import { type PanelOfText, loadPanel } from "../features/support/evidencePanels";

const text = revmanExamples().find(({ name }) => name.startsWith("minimal"))?.text ?? "";

describe("footnotes in the evidence panel", () => {
  let panel: PanelOfText;
  before(async () => {
    panel = await loadPanel();
  });
  const cells = (of: string) =>
    (panel.view(documentOf(of)).figure?.marks ?? []).flatMap((mark) =>
      mark.kind === "text" && mark.part === "footnotes"
        ? [`${mark.row ?? ""}: ${mark.full ?? mark.text}`]
        : [],
    );
  const write = (row: number, typed: string, of = text) =>
    panel.after(of, {
      ...{ kind: "cell", row: `/data-rows/${row}`, part: "footnotes", text: typed, asText: false },
    });

  it("are a column of the figure, in which each study has a cell, and none where no study has one", () => {
    assert.deepEqual(cells(text), [
      "header: Footnote",
      ...["/data-rows/0: ", "/data-rows/1: ", "/data-rows/2: Made up."],
    ]);
    assert.deepEqual(cells(text.replace(',"footnote":"Made up."', "")), []);
  });

  it("are written in place of others, or as the last property of a row, and nothing else changes", () => {
    assert.equal(write(2, "Doses < 5 mg"), text.replace("Made up.", "Doses &lt; 5 mg"));
    const first = '"experimental-group":{"cases":12,"sample-size":148}';
    assert.equal(write(0, "A/B"), text.replace(first, `${first},"footnote":"A\\/B"`));
    assert.deepEqual(cells(write(2, "Doses < 5 mg")).at(-1), "/data-rows/2: Doses < 5 mg");
  });

  it("do not come to new studies, nor take a column of a block that is pasted", () => {
    const added = panel.after(text, { kind: "add", row: "/data-rows/2" });
    assert.equal(added.match(/"footnote"/g)?.length, 1);
    const block = [["Sund 2027", "1", "10", "2", "11", "a note"]];
    const paste = { kind: "paste", row: "/data-rows/0", part: "study", cells: block } as const;
    assert.match(panel.after(text, paste), /^The block has 6 columns/);
  });
});
