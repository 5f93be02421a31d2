import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { itemsOfDocument, tableReport, tabSeparated } from "@analyses/evidence";
import { roleBinding } from "@analyses/server/evidence/analysisEvidence";
import { setLocale, translate } from "@analyses/server/localisation/translate";
import {
  analysis,
  contrast,
  header,
  inOrder,
  labels,
  noSchema,
  paste,
  pastedText,
  two,
} from "./support/pasting";
import { sampleSchemas, schemaContext } from "./support/schemas";

describe("pasting rows of a spreadsheet as studies", () => {
  it("goes into the list of studies, however deep in it the caret stands", () => {
    const levels = 20_000;
    const { made } = paste(analysis(`${"[".repeat(levels)}|${"]".repeat(levels)}`, labels), header + two);
    assert.equal(made?.kind, "edits");
  });

  it("fills the schema's skeleton in an empty list, by the header row, in the document's layout", () => {
    const { text, rows } = paste(analysis("[|]", labels), header + two);
    assert.deepEqual(rows, ["Abara 2014 12 148 19 151", "Bergström 2016 7 92 11 90"]);
    assert.equal(
      text,
      analysis(
        `[
            {
              "study": "Abara 2014",
              "experimental": {
                "events": 12,
                "total": 148
              },
              "comparator": {
                "events": 19,
                "total": 151
              }
            },
            {
              "study": "Bergström 2016",
              "experimental": {
                "events": 7,
                "total": 92
              },
              "comparator": {
                "events": 11,
                "total": 90
              }
            }
          ]`,
        labels,
      ),
    );
  });

  it("reads headings as people, other programs and our own table write them, in any order", () => {
    const expected = ["Abara 2014 12 148 19 151", "Bergström 2016 7 92 11 90"];
    for (const heading of [
      "Author\tai\tn1i\tci\tn2i",
      "study\tevent.e\tn.e\tevent.c\tn.c",
      "Study or subgroup\tDrug: Events\tDrug: Total\tPlacebo: Events\tPlacebo: Total",
      "Study\tEvents\tTotal\tEvents\tTotal",
      "Study\tCases\tPatients\tCases\tPatients",
      "Study\tIntervention events\tIntervention N\tControl events\tControl N",
      "\tDrug\t\tPlacebo\t\nStudy\tEvents\tTotal\tEvents\tTotal",
    ])
      assert.deepEqual(paste(analysis("[|]", labels), `${heading}\n${two}`).rows, expected, heading);
    const turned = "\tPlacebo\t\tDrug\t\nStudy\tn\tN\tn\tN\nAbara 2014\t19\t151\t12\t148";
    assert.deepEqual(
      paste(analysis("[|]", labels), turned.replaceAll("n\tN", "Events\tTotal")).rows,
      expected.slice(0, 1),
    );
  });

  it("reads rows of a CSV file too, with commas or semicolons and with quotes", () => {
    const expected = ["Abara 2014 12 148 19 151", "Bergström 2016 7 92 11 90"];
    const rows = `Study\tEvents\tTotal\tEvents\tTotal\n${two}`;
    for (const sign of [",", ";"]) {
      const file = rows.replaceAll("\t", sign);
      assert.deepEqual(paste(analysis("[|]", labels), file).rows, expected, sign);
      const quoted = file.replace("Abara 2014", '"Abara 2014"');
      assert.deepEqual(paste(analysis("[|]", labels), quoted).rows, expected, sign);
    }
  });

  it("reads events and totals that stand in one column, as reviews print them", () => {
    const expected = ["Abara 2014 12 148 19 151", "Bergström 2016 7 92 11 90"];
    const copied = (headings: string) =>
      `${headings}\nAbara 2014\tUnclear\t12/148\t19/151 (13%)\nBergström 2016\tYes\t7 / 92\t11/90\nTotal\t\t19/240\t30/241`;
    for (const headings of [
      "Study\tAllocation\tDrug n/N\tPlacebo n/N",
      "Study\tAllocation\tTreatment (n/N)\tControl (events/total)",
      "\t\tDrug\tPlacebo\nStudy\tAllocation\tn/N\tn/N (%)",
    ]) {
      const { made, rows } = paste(analysis("[|]", labels), copied(headings));
      assert.deepEqual(rows, expected, headings);
      assert.deepEqual(made?.kind === "edits" && made.columnsLeftOut, ["Allocation"]);
    }
    // Unknown arms: the result requests the columns, and guesses no role for one without numbers.
    const { made } = paste(analysis("[|]"), copied("Trial\tAllocation\tProphylaxis n/N\tNone n/N"));
    assert.ok(made?.kind === "columns");
    assert.deepEqual(made.guess, ["study", null, ...inOrder.slice(1)]);
    assert.deepEqual(made.headings.slice(1, 4), ["Allocation", "Prophylaxis Events", "Prophylaxis Total"]);
    assert.deepEqual(paste(analysis("[|]"), copied(""), made.guess).rows, expected);
  });

  it("asks what columns are whose headings it does not know, rather than leave numbers out that studies lack", () => {
    const headings = ["Study", "Treated ill", "Treated all", "Placebo events", "Placebo N", "Note"];
    const copied = `${headings.join("\t")}\n${two.replaceAll("\n", "\tx\n")}`;
    const { made } = paste(analysis("[|]"), copied);
    assert.ok(made?.kind === "columns");
    assert.deepEqual(made.headings, headings);
    assert.deepEqual(made.guess, [...inOrder, null]);
    assert.equal(made.examples[1], "Treated ill, 12, 7");
    assert.deepEqual(paste(analysis("[|]"), copied, made.guess).rows, [
      "Abara 2014 12 148 19 151",
      "Bergström 2016 7 92 11 90",
    ]);
    // With one more column of numbers, the guess is ambiguous.
    const more = copied.replaceAll("\tx", "\t1");
    const open = paste(analysis("[|]"), more).made;
    assert.ok(open?.kind === "columns");
    assert.deepEqual(open.guess, ["study", null, null, ...inOrder.slice(3), null]);
  });

  it("takes the names of studies from the first column, whatever is written above it", () => {
    const rows = ["Abara 2014 12 148 19 151", "Bergström 2016 7 92 11 90"];
    for (const heading of ["Studie", "Autor und Jahr", ""]) {
      const known = paste(analysis("[|]", labels), header.replace("Study", heading) + two);
      assert.deepEqual([known.rows, known.made?.kind === "edits" && known.made.columnsLeftOut], [rows, []]);
      const asked = paste(analysis("[|]", labels), `${heading}\tEreignisse\tN\tEreignisse\tN\n${two}`);
      assert.deepEqual(asked.made?.kind === "columns" && asked.made.guess, inOrder);
    }
    const numbered = paste(
      analysis("[|]", labels),
      header.replace("Study", "No.") + two.replace(/^\D+ /gm, ""),
    );
    assert.deepEqual(numbered.made?.kind === "edits" && numbered.made.columnsLeftOut, ["No."]);
  });

  it("takes back what it has exported, without its totals", () => {
    const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
    const binding = roleBinding(sampleSchemas, { roles: {} });
    const [item] = itemsOfDocument(JSON.parse(sample), binding);
    assert.ok(item?.evidence.kind === "computed" && item.evidence.result.effect !== null);
    const copied = tabSeparated(tableReport(item.evidence, translate));
    const { text, made } = paste(analysis("[|]", labels), copied);
    assert.ok(made?.kind === "edits");
    assert.deepEqual(made.columnsLeftOut, ["Weight", "Risk ratio (M-H, Random, 95% CI)"]);
    assert.equal(made.linesLeftOut[0], "Total");
    const [again] = itemsOfDocument(JSON.parse(text), binding);
    assert.equal(again?.evidence.content.rows?.length, item.evidence.content.rows?.length);
  });

  it("reads numbers as people print them, and keeps what is no number for its author to see", () => {
    const list =
      '[\n            { "study": "A", "mean1": 1, "sd1": 1, "n1": 10, "mean2": 1, "sd2": 1, "n2": 10 }|\n          ]';
    const means = analysis(list).replace("DICHOTOMOUS", "CONTINUOUS");
    const copied =
      "Study\tmean1\tsd1\tn1\tmean2\tsd2\tn2\n" +
      "Ōta 2019\t−1,25\t0,5\t1.204\t2,125\t0,75\t1 310\n" +
      '"Xu, ""early"""\t3,5\tNR\t12\t4\t\t14\n';
    const { text } = paste(means, copied, null, noSchema);
    const [, second, third] = (
      JSON.parse(text) as { "analysis-groups": [{ analyses: [{ studies: unknown[] }] }] }
    )["analysis-groups"][0].analyses[0].studies;
    assert.deepEqual(second, {
      study: "Ōta 2019",
      mean1: -1.25,
      sd1: 0.5,
      n1: 1204,
      mean2: 2.125,
      sd2: 0.75,
      n2: 1310,
    });
    assert.deepEqual(third, {
      study: 'Xu, "early"',
      mean1: 3.5,
      sd1: "NR",
      n1: 12,
      mean2: 4,
      sd2: null,
      n2: 14,
    });
    assert.match(text, /\n {12}\{ "study": "Ōta 2019", "mean1": -1\.25/, "one line each, as the others");
  });

  it("makes no decimals of thousands: counts show what is between them, otherwise it is a question", () => {
    const means = analysis("[|]").replace("DICHOTOMOUS", "CONTINUOUS");
    const rowsOf = (cells: string) =>
      paste(means, `Study\tmean1\tsd1\tn1\tmean2\tsd2\tn2\n${cells.replaceAll(" ", "\t")}`).rows;
    const read = ["Abara 1204 2150 420 1198 1980 410"];
    assert.deepEqual(rowsOf("Abara 2,150 420 1,204 1,980 410 1,198"), read);
    assert.deepEqual(rowsOf("Abara 2.150 420 1.204 1.980 410 1.198"), read, "with points");
    const decimals = ["Abara 1204 2.15 4.2 1198 1.98 4.1"];
    assert.deepEqual(rowsOf("Abara 2.150 4.2 1,204 1.980 4.1 1,198"), decimals, "which others show");
    const open = "Study\tmean1\tsd1\tn1\tmean2\tsd2\tn2\nAbara\t2,150\t420\t120\t980\t410\t119";
    for (const language of ["", "de"]) {
      setLocale(language, new Map([["Group", "Gruppe"]]));
      try {
        const { made } = paste(means, open);
        assert.ok(made?.kind === "columns" && made.isSignOpen, language);
        const answered = (decimal: "," | ".") => paste(means, open, made.guess, sampleSchemas, decimal).rows;
        assert.deepEqual(answered(","), ["Abara 120 2.15 420 119 980 410"]);
        assert.deepEqual(answered("."), ["Abara 120 2150 420 119 980 410"]);
      } finally {
        setLocale("", new Map());
      }
    }
  });

  it("asks for the meaning of columns without a header, prefills by their order, and follows the answer", () => {
    const { made } = paste(analysis("[|]", labels), two);
    assert.ok(made?.kind === "columns");
    assert.deepEqual(made.guess, inOrder);
    assert.deepEqual(made.examples[0], "Abara 2014, Bergström 2016");
    assert.deepEqual(
      made.parts.map(({ label }) => label),
      ["Study", "Drug: Events", "Drug: Total", "Placebo: Events", "Placebo: Total"],
    );
    assert.deepEqual(paste(analysis("[|]"), two, inOrder).rows, [
      "Abara 2014 12 148 19 151",
      "Bergström 2016 7 92 11 90",
    ]);
    const without = "Wer\tWas\tWo\tx\ty\nAbara 2014\t12\t148\t19\t151\n";
    assert.equal(paste(analysis("[|]"), without).made?.kind, "columns", "headings that nobody knows");
    assert.deepEqual(paste(analysis("[|]"), without, inOrder).rows, ["Abara 2014 12 148 19 151"]);
    assert.deepEqual(
      paste(analysis("[|]"), without, ["study", null, "experimental-total", null, null]).rows,
      ["Abara 2014 148"],
    );
  });

  it("gives each arm the numbers below its name, and asks where it does not know a name as an arm's", () => {
    const below = (first: string, second: string, named = "") =>
      paste(
        analysis("[|]", named),
        `\t${first}\t\t${second}\t\nStudy\tEvents\tTotal\tEvents\tTotal\nAbara 2014\t12\t148\t19\t151`,
      );
    const turned = ["Abara 2014 19 151 12 148"];
    assert.deepEqual(below("Control", "Intervention").rows, turned);
    assert.deepEqual(below("Placebo group", "Treatment group").rows, turned);
    assert.deepEqual(below("Experimental", "Control").rows, ["Abara 2014 12 148 19 151"]);
    const care = '\n          "experimental-label": "Exercise",\n          "comparator-label": "Usual care",';
    assert.deepEqual(below("Usual care", "Exercise", care).rows, turned);
    const none =
      '\n          "experimental-label": "Exercise",\n          "comparator-label": "No exercise",';
    assert.deepEqual(below("No exercise", "Exercise", none).rows, turned);
    for (const [named, isDrug] of [
      ["", true],
      [care, false],
    ] as const) {
      const { made } = below("Placebo", isDrug ? "Drug" : "Walking", named);
      assert.ok(made?.kind === "columns");
      assert.deepEqual(made.guess, [
        "study",
        "comparator-events",
        "comparator-total",
        "experimental-events",
        "experimental-total",
      ]);
    }
    assert.equal(below("Walking", "Running").made?.kind, "columns");
    const titled = `Table 2\nStudy\tEvents\tTotal\tEvents\tTotal\n${two}`;
    assert.equal(paste(analysis("[|]"), titled).rows[0], "Abara 2014 12 148 19 151");
  });

  it("puts no comma into a comment, and keeps those that are there", () => {
    const one = '{ "study": "One", "events1": 1, "total1": 9, "events2": 2, "total2": 9 }';
    const made = '{ "study": "New", "events1": 3, "total1": 9, "events2": 4, "total2": 9 }';
    const copied = "Study\tevents1\ttotal1\tevents2\ttotal2\nNew\t3\t9\t4\t9";
    const end = "\n          ]";
    for (const [before, after] of [
      [`[\n  ${one} // c\n  |${end}`, `[\n  ${one}, // c\n  ${made}${end}`],
      [`[\n  ${one}| // c${end}`, `[\n  ${one},\n  ${made}\n  // c${end}`],
      [`[\n  ${one}, // c, d\n  |${end}`, `[\n  ${one}, // c, d\n  ${made}${end}`],
      [`[\n  // c|\n  ${one}${end}`, `[\n  // c\n  ${made},\n  ${one}${end}`],
      [`[\n  |// c\n  ${one}${end}`, `[\n  ${made},\n  // c\n  ${one}${end}`],
      [`[\n  ${one} /* c */,|\n  ${one}${end}`, `[\n  ${one} /* c */,\n  ${made},\n  ${one}${end}`],
    ] as const) {
      const pasted = paste(analysis(before), copied, null, noSchema);
      assert.ok(pasted.made?.kind === "edits");
      assert.equal(pasted.text, analysis(after));
    }
  });

  it("goes where the caret is: between studies, after a comma, after the study that it is in", () => {
    const one = '{ "study": "One", "events1": 1, "total1": 9, "events2": 2, "total2": 9 }';
    const other = one.replace("One", "Other");
    const copied = "Study\tevents1\ttotal1\tevents2\ttotal2\nNew\t3\t9\t4\t9";
    const names = (list: string) =>
      paste(analysis(list), copied, null, noSchema).rows.map((row) => String(row).split(" ")[0]);
    assert.deepEqual(names(`[\n|  ${one},\n  ${other}\n]`), ["New", "One", "Other"]);
    assert.deepEqual(names(`[\n  ${one},\n  |\n  ${other}\n]`), ["One", "New", "Other"]);
    assert.deepEqual(names(`[\n  ${one}|,\n  ${other}\n]`), ["One", "New", "Other"]);
    assert.deepEqual(names(`[\n  ${one},\n  ${other},\n  |\n]`), ["One", "Other", "New"]);
    assert.deepEqual(names(`[ ${one}, ${other.replace("Other", "Ot|her")} ]`), ["One", "Other", "New"]);
    const within = paste(analysis(`[ ${one.replace("One", "O|ne")} ]`), copied, null, noSchema).made;
    assert.equal(within?.kind === "edits" && within.isBetween, false);
  });

  it("goes to the end of a list that nothing closes, and takes nothing of it", () => {
    const one = '{ "study": "One", "events1": 1, "total1": 9, "events2": 2, "total2": 9 }';
    const made = '{ "study": "New", "events1": 3, "total1": 9, "events2": 4, "total2": 9 }';
    const copied = "Study\tevents1\ttotal1\tevents2\ttotal2\nNew\t3\t9\t4\t9";
    const head = '{ "analysis-groups": [ { "analyses": [ {\n"studies": [';
    for (const [before, after] of [
      [`\n  ${one},\n  |`, `\n  ${one},\n  ${made}\n`],
      [`\n  ${one}\n  |`, `\n  ${one},\n  ${made}\n`],
      [`\n  ${one},\n  |\n} ] } ] }`, `\n  ${one},\n  ${made}\n} ] } ] }`],
    ] as const)
      assert.equal(pastedText(head + before, copied, noSchema), head + after);
    const [begun = ""] = analysis("[|", labels).split("|");
    const text = pastedText(`${begun}|`, header + two);
    assert.equal(text.slice(0, begun.length), begun);
    assert.match(text.slice(begun.length), /^\s*\{\s*"study": "Abara 2014"[^]*\}\s*$/);
  });

  it("has columns for numbers whose arm only all of them show, as the studies that are there have them", () => {
    const counts = { events: 3, n: 20 };
    const others = { events: 5, n: 22 };
    const arms = [
      { name: "Treatment", ...counts },
      { name: "Placebo", ...others },
    ];
    for (const study of [
      { intervention_events: 3, intervention_n: 20, placebo_events: 5, placebo_n: 22 },
      { arms },
      { data: { arms } },
    ]) {
      const text = analysis(`[${JSON.stringify({ study: "A", ...study })}|]`);
      const { made } = paste(text, two, null, noSchema);
      assert.deepEqual(made?.kind === "columns" && made.guess, inOrder, text);
      const expected = ["A 3 20 5 22", "Abara 2014 12 148 19 151", "Bergström 2016 7 92 11 90"];
      assert.deepEqual(paste(text, two, inOrder, noSchema).rows, expected, text);
    }
    const ratio = contrast('[{ "study": "A", "hr": { "value": 0.7, "ci": [0.5, 0.9] } }|]');
    assert.deepEqual(paste(ratio, "Study\tHR\tLower\tUpper\nCho\t0.8\t0.4\t1.6", null, noSchema).rows, [
      "A 0.7 0.5 0.9",
      "Cho 0.8 0.4 1.6",
    ]);
  });

  it("makes the arms of a study that begins with an empty list of them", () => {
    const study = {
      required: ["study", "arms"],
      properties: { study: { type: "string" }, arms: { type: "array" } },
    };
    const item = { properties: { studies: { type: "array", items: { type: "object", ...study } } } };
    const drug = '{ "name": "Drug", "events": 3, "total": 20 }';
    const others = `[{ "study": "A", "arms": [${drug}, ${drug.replace("Drug", "Placebo")}] }|]`;
    assert.deepEqual(paste(analysis(others, labels), header + two, null, schemaContext(item)).rows, [
      "A 3 20 3 20",
      "Abara 2014 12 148 19 151",
      "Bergström 2016 7 92 11 90",
    ]);
  });

  it("is nothing for other lists, and refuses what no schema and no study shows the form of", () => {
    assert.equal(paste('{ "analysis-groups": [|] }', header + two).made, null);
    assert.equal(paste(analysis('[], "notes": [|]'), header + two).made, null);
    const { made } = paste(analysis("[|]"), header + two, null, noSchema);
    assert.match(made?.kind === "refused" ? made.message : "", /Neither the schema nor another study/);
  });
});
