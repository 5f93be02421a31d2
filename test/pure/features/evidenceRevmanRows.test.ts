import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ofRevman, revmanExamples } from "../../support/revmanExamples";
import { documentOf } from "./support/documents";
import { type ChangeOfRow, type PanelOfText, loadPanel } from "./support/evidencePanels";
import { schemaContext } from "./support/schemas";

type Row = Readonly<Record<string, unknown>>;
interface Analysis {
  readonly name: string;
  readonly "data-rows": readonly Row[];
}
interface Review {
  readonly "analysis-groups": readonly { readonly analyses: readonly Analysis[] }[];
}

const readReview = (text: string) => JSON.parse(text) as Review;
const rowsOf = (text: string) => readReview(text)["analysis-groups"][0]?.analyses[0]?.["data-rows"] ?? [];

/** Each analysis of the examples and of the sample as a separate document, on one line and on several. */
const analyses = [
  ...revmanExamples().map(({ text }) => text),
  readFileSync("samples/drug-versus-placebo.analyses.json", "utf8"),
].flatMap((text) =>
  readReview(text)["analysis-groups"].flatMap((group) =>
    group.analyses.flatMap((analysis) =>
      [0, 2].map((indent) => ({
        name: `${analysis.name}, indented by ${indent}`,
        text: ofRevman(JSON.stringify(analysis, undefined, indent).replaceAll("/", "\\/")),
      })),
    ),
  ),
);

const revmanSchema = schemaContext(
  JSON.parse(readFileSync("schemas/revman-analysis.schema.json", "utf8")) as object,
);

describe("the evidence panel: rows of RevMan's documents", () => {
  let panel: PanelOfText;
  before(async () => {
    panel = await loadPanel();
  });
  const after = (text: string, change: ChangeOfRow) => panel.after(text, change, revmanSchema);
  const row = (index: number) => ({ row: `/data-rows/${index}` });

  it("write one number in place of another, of an arm or a contrast, and nothing else", () => {
    let count = 0;
    for (const { name, text } of analyses) {
      const { figure } = panel.view(documentOf(text));
      for (const mark of figure?.marks ?? []) {
        if (mark.kind !== "text" || !/^(?:exp|comp|estimate|standard)/.test(mark.part ?? "")) continue;
        const { part = "" } = mark;
        if (!mark.row?.startsWith("/")) continue;
        const changed = after(text, { kind: "cell", row: mark.row, part, text: "987654321", asText: false });
        const { length } = changed.replace("987654321", "");
        const at = changed.indexOf("987654321");
        const number = text.slice(at, at + text.length - length);
        assert.equal(Number(number), Number(mark.text), `${name} ${mark.key}`);
        assert.equal(changed, `${text.slice(0, at)}987654321${text.slice(at + number.length)}`);
        count += 1;
      }
    }
    assert.ok(count > 100, `${count} cells`);
  });

  it("write a name as HTML, and show it as it was typed", () => {
    const [{ text = "" } = {}] = revmanExamples();
    const [{ row: first = "" } = {}] = rowsOf(text).map((_, index) => row(index));
    const typed = "A & B <3/4>";
    const changed = after(text, { kind: "cell", row: first, part: "study", text: typed, asText: false });
    assert.match(changed, /"study-name":"A &amp; B &lt;3\\\/4&gt;"/);
    const { figure } = panel.view(documentOf(changed));
    assert.ok(figure?.marks.some((mark) => mark.kind === "text" && (mark.full ?? mark.text) === typed));
  });

  it("have in a new study what RevMan writes of each, in its order and on as many lines", () => {
    for (const { name, text } of analyses)
      for (const [index, model] of rowsOf(text).entries()) {
        const grown = after(text, { kind: "add", ...row(index) });
        const added = rowsOf(grown)[index + 1] ?? {};
        const names = Object.keys(added);
        const arm = (of: Row, which: string) => Object.keys(of[which] ?? {});
        assert.deepEqual(
          names,
          Object.keys(model).filter((one) => names.includes(one)),
          name,
        );
        assert.deepEqual([added["study-name"], added["year"]], ["", ""]);
        assert.deepEqual(added["applicability"], model["applicability"]);
        assert.equal("contrast" in added, "contrast" in model);
        for (const which of ["control-group", "experimental-group"])
          assert.deepEqual(arm(added, which), arm(model, which));
        const isOneLine = !text.includes("\n");
        assert.equal(grown.includes("\n"), !isOneLine);
        assert.equal(after(grown, { kind: "remove", ...row(index + 1) }), text, "Removed, all is as it was.");
      }
  });

  it("are doubled, removed and moved with footnotes and judgements; the double has no stored results", () => {
    for (const { name, text } of analyses)
      for (const [index, model] of rowsOf(text).entries()) {
        const doubled = after(text, { kind: "duplicate", ...row(index) });
        const { weight, estimate, ...entered } = model;
        assert.equal(weight === undefined, estimate === undefined);
        assert.deepEqual(rowsOf(doubled)[index + 1], entered, name);
        assert.deepEqual(rowsOf(doubled)[index], model, name);
        assert.equal(after(doubled, { kind: "remove", ...row(index + 1) }), text);
        assert.deepEqual(
          rowsOf(after(text, { kind: "remove", ...row(index) })),
          rowsOf(text).filter((_, at) => at !== index),
        );
        const moved = after(text, { kind: "move", by: 1, ...row(index) });
        if (!moved.startsWith("{")) continue;
        assert.notEqual(moved, text);
        assert.equal(after(moved, { kind: "move", by: -1, ...row(index + 1) }), text);
      }
  });

  it("come to a subgroup that was emptied, with its number, after those of the subgroups before", () => {
    let count = 0;
    for (const { name, text } of analyses) {
      const rows = rowsOf(text);
      const numbers = rows.map((one) => (one["applicability"] as Row)["subgroup-number"]);
      const [first, ...others] = [...new Set(numbers)];
      if (first === undefined || others.length === 0) continue;
      for (const [subgroup, number] of [first, ...others].entries()) {
        let emptied = text;
        for (const index of [...rows.keys()].reverse())
          if (numbers[index] === number) emptied = after(emptied, { kind: "remove", ...row(index) });
        const filled = rowsOf(after(emptied, { kind: "addFirst", subgroup }));
        const place = filled.findIndex((one) => one["study-name"] === "");
        assert.deepEqual(
          filled[place]?.["applicability"],
          { "subgroup-number": number, overall: true },
          name,
        );
        assert.equal(place, numbers.indexOf(number));
        count += 1;
      }
    }
    assert.ok(count >= 4, `${count} subgroups`);
  });

  it("take a block of a spreadsheet, of which what is new is a row as RevMan writes it", () => {
    for (const { name, text } of analyses) {
      const rows = rowsOf(text);
      if (!Object.hasOwn((rows[0]?.["control-group"] ?? {}) as object, "cases")) continue;
      const cells = [...rows, ...rows].map((_, index) => [`Study ${index}`, "3", "40", "5", "41"]);
      const seen = panel.view(documentOf(text)).rows?.[0]?.pointer ?? "";
      const grown = rowsOf(after(text, { kind: "paste", row: seen, part: "study", cells }));
      assert.equal(grown.length, cells.length, name);
      for (const one of grown) {
        assert.deepEqual(Object.keys(one).slice(0, 3), ["study-name", "year", "applicability"]);
        assert.deepEqual(one["experimental-group"], { cases: 3, "sample-size": 40 });
        assert.deepEqual(one["control-group"], { cases: 5, "sample-size": 41 });
      }
    }
  });

  it("lack a number where it is null, without a question which arm is which", () => {
    const text = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");
    const { problem } = panel.view(documentOf(text.replace(/"cases": \d+/, '"cases": null')));
    assert.match(problem?.message ?? "", /^“.*cases” is missing in the study “.*”\.$/);
  });

  it("show RoB 2's middle judgement as some concerns, and that of the first tool as unclear", () => {
    const judged = { domain: "Overall bias", judgement: "UNCLEAR_RISK", "support-for-judgement": "" };
    const [{ text = "" } = {}] = analyses;
    const analysis = readReview(text)["analysis-groups"][0]?.analyses[0];
    const rows = analysis?.["data-rows"].map((one) => ({ ...one, "risk-of-bias": [judged] }));
    const said = (method: string) => {
      const review = ofRevman(
        JSON.stringify({ ...analysis, "display-settings": {}, "data-rows": rows }),
        method,
      );
      const { figure } = panel.view(documentOf(review));
      return [...new Set(figure?.marks.flatMap((mark) => (mark.kind === "judgement" ? mark.text : [])))];
    };
    assert.match(said("RISK_OF_BIAS_2").join(), /some concerns/i);
    assert.doesNotMatch(said("RISK_OF_BIAS_2").join(), /unclear/i);
  });
});
