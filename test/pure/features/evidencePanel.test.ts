import assert from "node:assert/strict";
import { tablePlaces } from "@analyses/server/features/evidencePanel/evidenceTable";
import { setLocale } from "@analyses/server/localisation/translate";
import { documentOf } from "./support/documents";
import {
  type ChangeOfRow,
  type PanelOfText,
  binding,
  cell,
  flat,
  loadPanel,
  sample,
} from "./support/evidencePanels";

let after: PanelOfText["after"];
let tableEdits: PanelOfText["tableEdits"];
let view: PanelOfText["view"];
before(async () => ({ after, tableEdits, view } = await loadPanel()));

describe("the evidence panel: what is typed into its cells", () => {
  it("becomes the smallest edit of the text", () => {
    const made = tableEdits(sample, cell(1, "experimental-events", "8"));
    assert.ok(made.kind === "edits");
    assert.deepEqual(made.edits, [{ range: range(sample, '"events": 7', "7"), newText: "8" }]);
    assert.equal(after(flat, cell(0, "study", 'A "b"')), flat.replace('"Abara"', '"A \\"b\\""'));
    assert.equal(after(flat, cell(0, "comparator-total", "151")), flat, "the same number is no edit");
  });

  it("takes the first row of a block for its heading where it says what columns are called, and not else", () => {
    const paste = (cells: readonly (readonly string[])[]): ChangeOfRow => {
      return { kind: "paste", row: "/studies/0", part: "experimental-events", cells };
    };
    const below = [
      ["31", "402"],
      ["5", "60"],
    ];
    const headed = after(flat, paste([["Events", "Total"], ...below]));
    assert.match(headed, /"Abara", "events1": 31, "total1": 402/);
    for (const first of [
      ["NR", "NR"],
      ["n/a", "–"],
    ])
      assert.equal(tableEdits(flat, paste([first, ...below])).kind, "refused", first.join());
    assert.match(after(flat, paste([["", ""], ...below])), /"Bergström", "events1": 31, "total1": 402/);
  });

  it("goes by the headings of a block at the first cell, leaves out what the table has not, and begins a table", () => {
    const heading = ["Study", "Weight", "Control n/N", "Experimental n/N"];
    const cells = [heading, ["Dahl", "12%", "5/60", "31/402"], ["Eze", "9%", "6/61", "32/403"]];
    const block = { kind: "paste", part: "study", cells } as const;
    const dahl = '"Dahl", "events1": 31, "total1": 402, "events2": 5, "total2": 60 }';
    const made = tableEdits(flat, { ...block, row: "/studies/2" });
    assert.deepEqual(made.kind === "edits" && made.columnsLeftOut, ["Weight"]);
    assert.match(after(flat, { ...block, row: "/studies/2" }), new RegExp(`${dahl},\\s+\\{ "study": "Eze"`));
    const added = after(flat, block);
    assert.match(added, new RegExp(`"Cho",.*\\},\\s+\\{ "study": ${dahl}`));
    assert.ok(added.includes('"Abara", "events1": 12'));
  });

  it("is a number of a block, whose other numbers show the sign before decimals", () => {
    const block = [
      ["12.5", "45.125"],
      ["3.25", "40"],
    ];
    const pasted = after(flat, {
      kind: "paste",
      row: "/studies/0",
      part: "experimental-events",
      cells: block,
    });
    assert.match(pasted, /"events1": 12\.5, "total1": 45\.125,/);
    const named = { kind: "paste", row: "/studies/0", part: "study" } as const;
    const cells = [["Trial 1.1", "12", "1.234"]];
    assert.match(after(flat, { ...named, cells }), /"Trial 1\.1", "events1": 12, "total1": 1234,/);
  });

  it("is reported as no number, and is written as text where the author wants it", () => {
    assert.match(after(flat, cell(0, "experimental-events", "n/a")), /“n\/a” is no number/);
    assert.equal(after(flat, cell(0, "experimental-events", "n/a", true)), flat.replace("12,", '"n/a",'));
  });

  it("is a question where it can be read in two senses, but not for a comma in the reader's own notation", () => {
    const means = flat.replace(/"events(\d)": \d+/g, '"mean$1": 3.5, "sd$1": 1.25');
    assert.match(after(means, cell(0, "experimental-mean", "1,234")), /can mean 1234 or 1\.234/);
    const block = { kind: "paste", row: "/studies/0", part: "experimental-mean" } as const;
    const pasted = (total: string) => after(means, { ...block, cells: [["1,234", "410", total]] });
    assert.match(pasted("120"), /can mean 1234 or 1\.234/);
    assert.match(pasted("1,204"), /"mean1": 1234,.*"total1": 1204,/, "beside thousands it is one of them");
    assert.match(after(means, cell(0, "experimental-mean", "1,25")), /"mean1": 1\.25,/);
    assert.match(after(means, cell(0, "experimental-total", "1,234")), /"total1": 1234,/);
    setLocale("de", new Map([["Group", "Gruppe"]]));
    try {
      assert.match(after(means, cell(0, "experimental-mean", "1,234")), /"mean1": 1\.234,/);
      assert.match(pasted("120"), /can mean 1234 or 1\.234/, "what is copied is in anybody's");
    } finally {
      setLocale("", new Map());
    }
  });

  it("is null where a cell is emptied, and goes where the other studies have it when it is not there", () => {
    const emptied = after(flat, cell(0, "experimental-events", ""));
    assert.equal(emptied, flat.replace("12,", "null,"));
    assert.equal(after(emptied, cell(0, "experimental-events", "12")), flat);
    const lacking = flat.replace(', "total2": 90', "");
    assert.equal(after(lacking, cell(1, "comparator-total", "90")), flat);
    const nested = sample.replace(/,\s+"comparator": \{\s+"events": 11,\s+"total": 90\s+\}/, "");
    assert.notEqual(nested, sample);
    const filled = after(nested, cell(1, "comparator-events", "11"));
    assert.match(filled, /\},\n {14}"comparator": \{ "events": 11 \}/);
  });

  describe("in a study whose arms stand in another order", () => {
    const inStudies = (...studies: readonly string[]) =>
      `{ "analysis-groups": [ { "number": 1, "name": "G", "analyses": [ { "studies": [\n${studies.join(",\n")}\n] } ] } ] }`;
    const usual = `{ "study": "A", "arms": [ { "name": "Treatment", "events": 3, "total": 20 }, { "name": "Placebo", "events": 5, "total": 22 } ] }`;
    const other = (...arms: readonly string[]) => `{ "study": "B", "arms": [ ${arms.join(", ")} ] }`;
    const placebo = '{ "name": "Placebo", "events": 4, "total": 30 }';
    const drug = '{ "name": "Treatment", "total": 31 }';

    const paste: ChangeOfRow = {
      kind: "paste",
      row: "/studies/1",
      part: "experimental-events",
      cells: [["6", "31", "7", "30"]],
    };

    it("goes to its own arm, never over the number of the other one", () => {
      const typed = cell(1, "experimental-events", "6");
      const text = inStudies(usual, other(placebo, drug));
      const added = text.replace('"total": 31', '"total": 31, "events": 6');
      assert.equal(after(text, typed), added);
      const empty = text.replace('"events": 4, ', "");
      assert.equal(after(empty, typed), added.replace('"events": 4, ', ""));
    });

    it("is refused where the study says nothing of that arm", () => {
      for (const arms of [
        [placebo],
        [placebo, '{ "name": "Treatment" }'],
        [placebo.replace(/"events": 4, /, "")],
      ])
        assert.match(
          after(inStudies(usual, other(...arms)), cell(1, "experimental-events", "6")),
          /no place for “experimental-events” in this study/,
          arms.join(),
        );
    });

    it("is a block, each number in its arm, and is shown so before", () => {
      const text = inStudies(usual, other(placebo, drug));
      assert.equal(
        after(text, paste),
        text.replace('"events": 4', '"events": 7').replace('"total": 31', '"total": 31, "events": 6'),
      );
      const made = tableEdits(text, paste);
      assert.deepEqual(made.kind === "edits" && made.rows[0]?.cells.map(({ before }) => before), [
        "",
        "31",
        "4",
        "30",
      ]);
    });

    it("fills a study that has no arms yet as those of the others", () => {
      assert.match(
        after(inStudies(usual, '{ "study": "B" }'), paste),
        /"study": "B", "arms": \[.*"events": 6.*"total": 31.*"events": 7.*"total": 30.*\]/,
      );
    });

    it("is the second of a list, where the study has no arms yet, and then the first", () => {
      const second = after(inStudies(usual, '{ "study": "B" }'), cell(1, "comparator-events", "7"));
      assert.match(
        second,
        /"arms": \[ \{ "name": "Treatment" \}, \{ "name": "Placebo", "events": 7 \} \] \}/,
      );
      const both = after(second, cell(1, "experimental-events", "6"));
      assert.match(both, /\{ "name": "Treatment", "events": 6 \}, \{ "name": "Placebo", "events": 7 \}/);
    });
  });

  it("goes into a study that was added, where only all numbers of an arm show which it is", () => {
    const numbers = '"ai": 3, "bi": 17, "ci": 5, "di": 17';
    const text = `{ "analysis-groups": [ { "number": 1, "name": "G", "analyses": [ { "studies": [ { "study": "A", ${numbers} } ] } ] } ] }`;
    const added = after(text, { kind: "add", row: "/studies/0" });
    const typed = after(added, cell(1, "experimental-events", "6"));
    assert.equal(typed, added.replace('"ai": null', '"ai": 6'));
    assert.notEqual(typed, added);
  });

  it("waits until the text is JSON again", () => {
    assert.match(after(flat.replace("12,", ","), cell(0, "study", "X")), /mend it first/);
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
    assert.equal(after(text, cell(2, "study", "Cho")), text.replace('"study": ""', '"study": "Cho"'));
  });

  it("goes on next to a comment, which leaves the numbers as they are, and says that it is there", () => {
    const noted = flat
      .replace("19, ", "19, // checked, twice\n ")
      .replace("},\n", "} /* the first, so far */,\n");
    const { figure, problem } = view(documentOf(noted));
    assert.match(problem?.message ?? "", /comment/i);
    assert.equal(problem?.range.start.line, 3);
    assert.ok(figure?.marks.some(({ key }) => key === "total diamond"));
    assert.equal(after(noted, cell(0, "comparator-events", "20")), noted.replace("19, //", "20, //"));
    const removed = after(noted, { kind: "remove", row: "/studies/0" });
    assert.match(removed, /"studies": \[\s+\/\* the first, so far \*\/\s+\{ "study": "Bergström"/);
    assert.match(after(noted, { kind: "move", row: "/studies/0", by: 1 }), /there are comments/);
    assert.match(after(noted, { kind: "sort", part: "study", descending: true }), /there are comments/);
    const lastNoted = flat.replace("90 },", "90 }, // so far, so good\n");
    const comma = flat.replace('    { "study": "Bergström"', "    // the second, and last,\n$&");
    assert.match(after(comma, { kind: "remove", row: "/studies/1" }), /and last,\n\s+\{ "study": "Cho"/);
    const withoutLast = after(lastNoted, { kind: "remove", row: "/studies/2" });
    assert.match(withoutLast, /90 \} \/\/ so far, so good\s+\]/);
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
