import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { itemsOfDocument, tableReport, tabSeparated } from "@analyses/evidence";
import { roleBinding } from "@analyses/server/evidence/analysisEvidence";
import { setLocale, translate } from "@analyses/server/localisation/translate";
import { analysis, header, inOrder, labels, noSchema, paste, pastedText, two } from "./support/pasting";
import { type TextCase, testCases } from "../../support/textCases";
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

  it("keeps what is no number for its author to see, in one line as the other studies", () => {
    const list = '[\n            { "study": "A", "mean1": 1, "sd1": 1, "n1": 10, "mean2": 1 }|\n          ]';
    const copied = "Study\tmean1\tsd1\tn1\tmean2\nÔta 2019\t−1,25\tNR\t1.204\t";
    const { text } = paste(analysis(list).replace("DICHOTOMOUS", "CONTINUOUS"), copied, null, noSchema);
    assert.match(
      text,
      /\n {12}\{ "study": "Ôta 2019", "mean1": -1\.25, "sd1": "NR", "n1": 1204, "mean2": null \}/,
    );
  });

  it("asks what separates decimals where no number shows it, in whatever language", () => {
    const means = analysis("[|]").replace("DICHOTOMOUS", "CONTINUOUS");
    const open = "Study\tmean1\tsd1\tn1\tmean2\tsd2\tn2\nAbara\t2,150\t420\t120\t980\t410\t119";
    for (const language of ["", "de"]) {
      setLocale(language, new Map([["Group", "Gruppe"]]));
      try {
        const { made } = paste(means, open);
        assert.ok(made?.kind === "columns" && made.isSeparatorUnclear, language);
        const answered = (decimal: "," | ".") => paste(means, open, made.guess, sampleSchemas, decimal).rows;
        assert.deepEqual(answered(","), ["Abara 120 2.15 420 119 980 410"]);
        assert.deepEqual(answered("."), ["Abara 120 2150 420 119 980 410"]);
      } finally {
        setLocale("", new Map());
      }
    }
  });

  it("names the columns that it asks about as the analysis names its arms", () => {
    const { made } = paste(analysis("[|]", labels), two);
    assert.ok(made?.kind === "columns");
    assert.deepEqual(
      made.parts.map(({ label }) => label),
      ["Study", "Drug: Events", "Drug: Total", "Placebo: Events", "Placebo: Total"],
    );
  });

  it("puts no comma into a comment, and keeps comments with their studies", () => {
    const one = '{ "study": "One", "events1": 1, "total1": 9, "events2": 2, "total2": 9 }';
    const made = '{ "study": "New", "events1": 3, "total1": 9, "events2": 4, "total2": 9 }';
    const copied = "Study\tevents1\ttotal1\tevents2\ttotal2\nNew\t3\t9\t4\t9";
    const end = "\n          ]";
    for (const [before, after] of [
      [`[\n  ${one} // c\n  |${end}`, `[\n  ${one}, // c\n  ${made}${end}`],
      [`[\n  ${one}| // c${end}`, `[\n  ${one}, // c\n  ${made}${end}`],
      [`[\n  ${one}, // c, d\n  |${end}`, `[\n  ${one}, // c, d\n  ${made}${end}`],
      [`[\n  // c|\n  ${one}${end}`, `[\n  ${made},\n  // c\n  ${one}${end}`],
      [`[\n  |// c\n  ${one}${end}`, `[\n  ${made},\n  // c\n  ${one}${end}`],
      [`[\n  ${one} /* c */,|\n  ${one}${end}`, `[\n  ${one} /* c */,\n  ${made},\n  ${one}${end}`],
    ] as const) {
      const pasted = paste(analysis(before), copied, null, noSchema);
      assert.ok(pasted.made?.kind === "edits");
      assert.equal(pasted.text, analysis(after));
    }
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

  it("is nothing outside of analyses, and after the study that the caret is in", () => {
    assert.equal(paste('{ "analysis-groups": [|] }', header + two).made, null);
    const one = '{ "study": "O|ne", "events1": 1, "total1": 9, "events2": 2, "total2": 9 }';
    const within = paste(analysis(`[ ${one} ]`), header + two, inOrder, noSchema).made;
    assert.equal(within?.kind === "edits" && within.isBetween, false);
  });
});

/** The studies after pasting the lines, whose cells `|` separates, or the questions about them. */
function pasteLines(one: TextCase, { columns, decimal }: Answer): readonly string[] {
  const { list = "[|]", type = "DICHOTOMOUS", labels: names, schema = true } = one.options.paste ?? {};
  const [experimental = "", comparator = ""] = names ?? [];
  const arms = names && `"experimental-label": "${experimental}", "comparator-label": "${comparator}",`;
  const cells = (line: string) => line.split("|").map((cell) => cell.trim());
  const copied = one.text.map((line) => (line.includes("|") ? cells(line).join("\t") : line)).join("\n");
  const written = analysis(list, arms).replace("DICHOTOMOUS", type);
  const { made, rows } = paste(written, copied, columns, schema ? sampleSchemas : noSchema, decimal);
  switch (made?.kind) {
    case undefined:
      return ["//! no list of studies"];
    case "refused":
      return [`//! ${made.message}`];
    case "columns":
      return [
        ...made.guess.map(
          (role, index) => `//? ${made.headings[index] ?? ""} (${made.examples[index]}): ${role ?? "–"}`,
        ),
        ...(made.isSeparatorUnclear ? ["//? the sign before decimals"] : []),
      ];
    case "edits": {
      const leftOut = [...made.columnsLeftOut, ...made.linesLeftOut];
      return [
        ...rows.map((row) => `//= ${String(row)}`),
        ...(leftOut.length > 0 ? [`//! left out: ${leftOut.join("; ")}`] : []),
      ];
    }
  }
}

interface Answer {
  readonly columns?: readonly (string | null)[];
  readonly decimal?: "," | ".";
}

describe("rows of a spreadsheet, pasted as studies:", () => {
  const folder = "test/fixtures/pastedStudies";
  for (const file of readdirSync(folder))
    testCases(join(folder, file), (one) => {
      const answered = one.written
        .filter((line) => line.startsWith("//> "))
        // The cases are the test's own.
        .flatMap((line) => [line, ...pasteLines(one, JSON.parse(line.slice(4)) as Answer)]);
      return Promise.resolve({
        written: [...one.text, ...pasteLines(one, {}), ...answered],
        complaints: [],
      });
    });
});
