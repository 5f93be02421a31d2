import assert from "node:assert/strict";
import { tablePlaces } from "@analyses/server/features/evidencePanel/evidenceTable";
import { setLocale } from "@analyses/server/localisation/translate";
import { documentOf } from "./support/documents";
import { type PanelOfText, binding, cell, flat, loadPanel, sample } from "./support/evidencePanels";

let after: PanelOfText["after"];
let tableEdits: PanelOfText["tableEdits"];
let view: PanelOfText["view"];
before(async () => ({ after, tableEdits, view } = await loadPanel()));

describe("the evidence panel: what is typed into its cells", () => {
  it("becomes the smallest edit of the text", () => {
    const made = tableEdits(sample, cell(1, "experimental-events", "8"));
    assert.ok(made.kind === "edits");
    assert.deepEqual(made.edits, [{ range: range(sample, '"events": 7', "7"), newText: "8" }]);
  });

  it("is no question for a comma in the reader's own notation, but what is copied is in anybody's", () => {
    const means = flat.replace(/"events(\d)": \d+/g, '"mean$1": 3.5, "sd$1": 1.25');
    const block = { kind: "paste", row: "/studies/0", part: "experimental-mean" } as const;
    setLocale("de", new Map([["Group", "Gruppe"]]));
    try {
      assert.match(after(means, cell(0, "experimental-mean", "1,234")), /"mean1": 1\.234,/);
      assert.match(after(means, { ...block, cells: [["1,234", "410", "120"]] }), /can mean 1234 or 1\.234/);
    } finally {
      setLocale("", new Map());
    }
  });
});

describe("the evidence panel: what it shows", () => {
  it("is the analysis of the first position that lies in one, and its neighbours", () => {
    const document = documentOf(sample);
    const at = document.text.positionAt(sample.indexOf("Pain at end"));
    const {
      analysis: shown,
      sentence,
      problem,
    } = view(document, { positions: [{ line: 0, character: 0 }, at] });
    assert.equal(shown?.name, "Pain at end of treatment");
    assert.equal(shown.number, "1.2");
    assert.equal(problem, null);
    assert.match(sentence ?? "", /^MD /);
    const before = view(document, { positions: shown.previous === null ? [] : [shown.previous] });
    assert.equal(before.analysis?.name, "Mortality at 12 months");
    assert.equal(before.analysis.previous, null);
    assert.deepEqual(view(document).analysis, before.analysis, "else the first one");
    assert.equal(view(documentOf("{}")).analysis, null);
  });

  it("shows in a cell what is no number, and no name that the document does not have", () => {
    const text = flat.replace("12,", '"12 of 148, later",').replace('"study": "Cho"', '"study": ""');
    const marks = view(documentOf(text)).figure?.marks ?? [];
    const cellOf = (key: string) => {
      const mark = marks.find((one) => one.key === key);
      return mark?.kind === "text" ? { text: mark.text, full: mark.full } : undefined;
    };
    const { text: shown = "", full } = cellOf("/studies/0 experimental-events") ?? {};
    assert.match(shown, /^12 of 148.*…$/);
    assert.equal(full, "12 of 148, later");
    assert.deepEqual(cellOf("/studies/2 study"), { text: "", full: undefined });
  });

  it("is still there next to a comment, and says that there is one", () => {
    const noted = flat
      .replace("19, ", "19, // checked, twice\n ")
      .replace("},\n", "} /* the first, so far */,\n");
    const { figure, problem } = view(documentOf(noted));
    assert.match(problem?.message ?? "", /comment/i);
    assert.equal(problem?.range.start.line, 3);
    assert.ok(figure?.marks.some(({ key }) => key === "total diamond"));
  });

  describe("with a number that cannot be", () => {
    /** The texts in the column of effects, by row. */
    const effects = ({ figure }: ReturnType<typeof view>) =>
      Object.fromEntries(
        (figure?.marks ?? []).flatMap((mark) =>
          mark.kind === "text" && mark.part === "effect" && mark.row?.startsWith("h") === false
            ? [[mark.row, mark.text]]
            : [],
        ),
      );

    it("is still every row, of which one says what is wrong, and no pooled result that leaves it out", () => {
      const shown = view(documentOf(flat.replace('"events1": 7', '"events1": 93')), { plot: "funnel" });
      assert.match(shown.problem?.message ?? "", /“Bergström”: 93 participants with events are more than/);
      assert.equal(shown.sentence, "No pooled result is shown: it would be without Bergström.");
      const found = effects(shown);
      assert.deepEqual([found["/studies/1"], found["total sums"]], ["Impossible number", "Not shown"]);
      for (const row of ["/studies/0", "/studies/2"])
        assert.equal(found[row], effects(view(documentOf(flat)))[row]);
      const keys = (shown.figure?.marks ?? []).map(({ key }) => key);
      assert.ok(keys.includes("/studies/0 square") && keys.includes("/studies/1 experimental-events"));
      for (const key of keys) assert.doesNotMatch(key, /^total (?:diamond|footer)| weight$/);
    });

    it("is every row too where it is the only one, or the numbers are too far apart", () => {
      const only = flat.replace(/,\n.*"Bergström"[^]*?90 \}/, "").replace(/,\n.*"Cho"[^]*?41 \}/, "");
      const shown = view(documentOf(only.replace("12,", "1200,")));
      assert.equal(effects(shown)["/studies/0"], "Impossible number");
      const studies =
        '{ "study": "A", "estimate": 1e308, "se": 1 }, { "study": "B", "estimate": -1e308, "se": 1 }';
      const far = view(documentOf(flat.replace(/"studies": \[[^]*?\n {2}\]/, `"studies": [${studies}]`)));
      assert.equal(far.sentence, "No pooled result is shown.");
      assert.equal(effects(far)["total sums"], "Not shown");
    });

    it("has its result again where that study is left out, and says that it is", () => {
      const text = flat.replace('"events1": 7', '"events1": 93');
      const without = [text.indexOf('{ "study": "Bergström"')];
      const { problem, leftOut, sentence } = view(documentOf(text), { without });
      assert.equal(problem, null);
      assert.deepEqual(leftOut, { studies: ["Bergström"], sentence: null });
      assert.match(sentence ?? "", /2 studies/);
    });
  });

  it("shows the rows while one is being written, and asks for what is not known", () => {
    const { figure, problem, sentence } = view(documentOf(flat.replace('"total2": 90', '"total2": null')));
    assert.match(problem?.message ?? "", /^“total2” is missing in the study “Bergström”\.$/);
    assert.equal(sentence, "No pooled result is shown: it would be without Bergström.");
    assert.ok(figure?.marks.some((mark) => mark.key === "/studies/1 comparator-total"));
    const none = view(documentOf(flat.replace('"name": "Falls"', '"name": "Falls", "method": "Bayes"')));
    assert.equal(none.figure, null);
    assert.match(none.problem?.message ?? "", /Bayes/);
    // A missing number is not a question of roles; an unknown value is.
    assert.deepEqual([problem?.isOfRoles, none.problem?.isOfRoles], [false, true]);
    const unnamed = view(documentOf(flat.replaceAll('"total2"', '"headcount"')));
    assert.equal(unnamed.problem?.isOfRoles, true);
  });

  it("names a few of the studies that a result would be without", () => {
    const study = (index: number) => `{ "study": "Trial ${index}", "events1": 1, "total1": 9 }`;
    const lacking = Array.from({ length: 7 }, (_, index) => study(index)).join(", ");
    const { sentence } = view(documentOf(flat.replace('"studies": [', `"studies": [${lacking}, `)));
    assert.match(sentence ?? "", /without Trial 0, Trial 1, Trial 2, Trial 3, Trial 4 and 2 more\.$/);
  });

  it("can leave studies out of the chosen analysis, and says so", () => {
    const document = documentOf(flat);
    const without = [flat.indexOf('{ "study": "Abara"')];
    const { leftOut, sentence } = view(document, { without });
    assert.deepEqual(leftOut?.studies, ["Abara"]);
    assert.match(sentence ?? "", /2 studies/);
    assert.match(leftOut.sentence ?? "", /3 studies/);
    assert.equal(view(document, { without: [0] }).leftOut, null, "no row begins there");
  });

  it("knows the row of the cursor, where each cell stands, and what stands at a place", () => {
    const document = documentOf(flat);
    const cursor = document.text.positionAt(flat.indexOf("92"));
    assert.equal(view(document, { cursor }).current, "/studies/1");
    // After selecting a whole study, the cursor is at one of its ends.
    const at = flat.indexOf("{", flat.indexOf('"analyses"'));
    const row = flat.indexOf('{ "study": "Bergström"');
    const whole = { at, cells: [{ row, part: null }], ranges: [] };
    const [study] = tablePlaces(document, binding, whole)?.ranges ?? [];
    assert.ok(study);
    for (const end of [study.start, study.end])
      assert.equal(view(document, { cursor: end }).current, "/studies/1");
    assert.equal(view(document, { cursor: { line: 0, character: 0 } }).current, null);
    const places = tablePlaces(document, binding, {
      at,
      cells: [
        { row, part: "experimental-total" },
        { row, part: null },
        { row: row + 1, part: null },
      ],
      ranges: [range(flat, '"total1": 92', "92"), range(flat, '"name": "Falls"', "Falls")],
    });
    assert.deepEqual(places?.ranges[0], range(flat, '"total1": 92', "92"));
    assert.deepEqual(
      places.ranges[1],
      range(flat, /\{ "study": "Bergström".*\}/.exec(flat)?.[0] ?? "", undefined),
    );
    assert.equal(places.ranges[2], null);
    assert.deepEqual(places.cells, [{ row, part: "experimental-total" }, null]);
  });
});

/** The range of a text, or of a piece of it. */
function range(text: string, whole: string, piece: string | undefined) {
  const { text: source } = documentOf(text);
  const start = text.indexOf(whole) + whole.lastIndexOf(piece ?? whole);
  return { start: source.positionAt(start), end: source.positionAt(start + (piece ?? whole).length) };
}
