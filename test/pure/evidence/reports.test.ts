import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  bindRoles,
  countText,
  itemsOfDocument,
  markdownText,
  reportNotes,
  rScript,
  tableReport,
  tabSeparated,
} from "@analyses/evidence";
import { textReport } from "@analyses/evidence/report/textReport";
import { each } from "../../support/each";

const abara = { study: "Abara 2014", events1: 12, total1: 148, events2: 19, total2: 151 };

function itemsWith(studies: readonly object[], more: object = {}) {
  const item = { number: 1, name: "Mortality", effectMeasure: "RR", method: "MH", ...more, studies };
  const groups = [{ number: 1, name: "Drug", analyses: [item] }];
  return itemsOfDocument({ "analysis-groups": groups }, bindRoles({}));
}

function copied(studies: readonly object[], more: object = {}): readonly (readonly string[])[] {
  const [item] = itemsWith(studies, more);
  assert.ok(item?.evidence.kind === "computed");
  const table = tabSeparated(tableReport(item.evidence, String));
  return table
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
}

describe("the analyses of a report", () => {
  it("have commas between thousands, but no digits that no number has", () => {
    const counts = [13598, 191064.5, 12345678901234567890, Infinity];
    assert.deepEqual(counts.map(countText), ["13,598", "191,064.5", "1.23e+19", "∞"]);
  });

  it("have the numbers and names that the editor has for them", () => {
    const items = [
      { number: "1.2", label: "Pain", studies: [abara] },
      { number: 1.1, outcome: { title: "Falls" }, studies: [abara] },
      { number: "A", title: " ", studies: [abara] },
    ];
    const document = { "analysis-groups": [{ number: 1, name: "Drug", analyses: items }] };
    const reported = itemsOfDocument(document, bindRoles({}));
    each(reported, ({ number, name }) => [number, name], [
      [2, "Pain"],
      [1, "Falls"],
      [3, ""],
    ]);
    assert.match(rScript(reported.slice(0, 1)), /^# 1\.2 Pain$/m);
  });
});

describe("a table in Markdown", () => {
  it("makes no link of an address, and notifies no account whose name it contains", () => {
    const text = markdownText("@reviewer, https://example.org, www.example.org and a@example.org: [0.5, 1]");
    assert.doesNotMatch(text, /@\w|:\/\/|www\./);
    // A code host also makes links of numbers of issues, and tells the issue.
    const numbers = markdownText("#12, GH-3 and owner/name#4").replaceAll("&#8203;", "");
    assert.equal(numbers.replaceAll("\\", ""), "#12, GH-3 and owner/name#4");
    assert.doesNotMatch(markdownText("#12, GH-3 and owner/name#4").replaceAll("&#8203;", "|"), /[#-]\d/);
    assert.equal(
      text.replaceAll("&#8203;", "").replaceAll("\\", ""),
      "@reviewer, https://example.org, www.example.org and a@example.org: [0.5, 1]",
    );
  });
});

describe("the analyses of a report of RevMan's document", () => {
  it("have their names as text, not as HTML", () => {
    const document: unknown = JSON.parse(
      readFileSync("test/fixtures/revman/XX900003-analysis-data.json", "utf8"),
    );
    const [first] = itemsOfDocument(document, bindRoles({}));
    assert.equal(first?.name, "Falls <with injury> & fractures");
  });
});

describe("the text report", () => {
  it("shows what names have that would do something to a terminal or a build server", () => {
    const evil = { ...abara, study: "::error::x\u001b[31m\n::warning::y" };
    const report = textReport("a.json", itemsWith([evil, abara], { name: "A\n::error::B" }));
    assert.match(report, /^1\.1 A\\u000a::error::B$/m);
    assert.match(report, /^ {2}\\u003a:error::x\\u001b\[31m\\u000a::warning::y /m);
    for (const line of report.split("\n")) assert.doesNotMatch(line, /^\s*::|\p{Cc}/u);
  });

  it("says how many checks passed, and which did not, for the data that there are", () => {
    const passed = (studies: readonly object[], more: object = {}) =>
      /^ {2}Checks passed: (.*)$/m.exec(textReport("a.json", itemsWith(studies, more)))?.[1];
    assert.equal(passed([abara]), "8 of 8");
    assert.equal(passed([abara, abara]), "7 of 8 (not duplicate-row)");
    assert.equal(passed([{ ...abara, events1: 200 }]), "3 of 4 (not impossible-data)");
    const effect = { study: "A", estimate: 0.7, se: 0.2 };
    const ratios = { effectMeasure: "HR", method: "IV" };
    assert.equal(passed([effect], { ...ratios, scale: "log" }), "7 of 7");
    assert.equal(passed([effect], { ...ratios, scale: "natural" }), "6 of 6", "no logarithms to look at");
  });

  it("says by which distribution a prediction interval is, since programs differ", () => {
    const studies = [abara, { ...abara, events1: 30 }, { ...abara, events1: 5 }];
    const reportOf = (more: object): string =>
      textReport("a.json", itemsWith(studies, { model: "random", ...more }));
    assert.match(reportOf({}), /^ {2}Prediction interval: \[\d+\.\d\d, \d+\.\d\d\] \(z\)$/m);
    const hksj = reportOf({ intervalMethod: "HKSJ" });
    assert.match(hksj, /^ {2}Prediction interval: \[\d+\.\d\d, \d+\.\d\d\] \(t, df = 2\)$/m);
  });
});

describe("the notes of a report", () => {
  const notesOf = (studies: readonly object[], more: object = {}) => {
    const items = itemsWith(studies, more);
    const [item] = items;
    assert.ok(item?.evidence.kind === "computed");
    const written = textReport("a.json", items).split("\n");
    return {
      codes: reportNotes(item.evidence),
      words: written.filter((line) => line.startsWith("  Note: ")),
    };
  };

  it("are sentences in the text", () => {
    const { codes, words } = notesOf([
      { ...abara, events1: 0 },
      { ...abara, excluded: true },
    ]);
    assert.deepEqual(words, [
      "  Note: Studies with a zero cell: 0.5 was added to each of their cells (Abara 2014).",
      "  Note: Left out of the pool: Abara 2014.",
      "  Note: Assumed, since the analysis does not say it: model, confidence level.",
    ]);
    assert.ok(codes.includes("zero-cells-corrected"));
  });

  it("have a word on Wald's interval of fewer than five studies that differ", () => {
    const unlike = [abara, { ...abara, events1: 40 }, { ...abara, events1: 5 }, abara, abara];
    const has = (count: number, more: object) =>
      notesOf(unlike.slice(0, count), more).codes.includes("wald-few-studies");
    assert.equal(has(4, { model: "random" }), true);
    assert.equal(has(5, { model: "random" }), false);
    assert.equal(has(4, { model: "random", ciMethod: "HKSJ" }), false);
    assert.equal(has(4, { model: "fixed" }), false);
    const alike = [abara, { ...abara, events1: 13 }];
    assert.ok(!notesOf(alike, { model: "random" }).codes.includes("wald-few-studies"));
  });
});

describe("the script for R", () => {
  const scriptOf = (more: object): string => rScript(itemsWith("subgroups" in more ? [] : [abara], more));

  it("has only names that strings of R can have, each subgroup its own, and prints each on one line", () => {
    const names = ["a\u0000b", "ab", "a\ufffdb", "\ud800", '"\\\n'];
    const script = scriptOf({ subgroups: names.map((name) => ({ name, studies: [abara] })) });
    const written = String.raw`"a\U{fffd}b", "ab", "a\U{fffd}b (2)", "\U{fffd}", "\"\\\U{a}"`;
    assert.ok(script.includes(`  subgroup = c(${written}),`), script);
    assert.ok(script.includes(`lapply(c(${written}), function(name)`));
    assert.ok(script.includes('cat("subgroup:", encodeString(name), "\\n")'));
  });

  it("takes for no error what rounding leaves of one, and no effect without an error for none, as we do", () => {
    const random = { model: "random", "ci-method": "HKSJ" };
    assert.match(
      scriptOf(random),
      /< 1e-12\)\n {4}fit\[c\("se", "ci\.lb", "ci\.ub", "pval"\)\] <- list\(0, /,
    );
    assert.doesNotMatch(scriptOf({ model: "random" }), /1e-12/);
    assert.match(scriptOf({}), /show\("p", if \(fit\$beta == 0\) 1 else fit\$pval\)/);
    // If all participants had the event, metafor's sums differ by 1e-17.
    assert.match(
      scriptOf({ effectMeasure: "RD" }),
      /beta <- sum\(weight \* \(part\$a \/ part\$n1 - part\$c \/ part\$n2\)\)/,
    );
  });
});

describe("the table for a spreadsheet", () => {
  it("has no text that is taken for a formula, in whichever cell, and leaves numbers and effects as they are", () => {
    const means = { mean1: -0.5, sd1: 1.5, n1: 20, mean2: "=1+1", sd2: "-1+1", n2: "@SUM(A1)" };
    const whole = { ...means, mean2: 3, sd2: 1, n2: 20 };
    const [head = [], first = [], excluded = []] = copied(
      [
        { study: " =2+2", ...whole },
        { study: "B", ...means, excluded: true },
      ],
      { effectMeasure: "MD", method: "IV", experimentalLabel: '=HYPERLINK("http://e")' },
    );
    assert.equal(head[1], '\'=HYPERLINK("http://e"): Mean');
    assert.deepEqual(first.slice(0, 3), ["'=2+2", "-0.5", "1.5"]);
    assert.match(first.at(-1) ?? "", /^-3\.50 \[-4\.\d\d, -2\.\d\d\]$/);
    assert.deepEqual(excluded.slice(4, 7), ["'=1+1", "'-1+1", "'@SUM(A1)"]);
  });

  it("writes a study that is left out of the pool in brackets, as the text report does", () => {
    const zed = { ...abara, study: "Zed", excluded: true };
    each(copied([abara, zed]), ([name]) => name, ["Study or subgroup", "Abara 2014", "(Zed)", "Total"]);
    assert.match(textReport("a.json", itemsWith([abara, zed])), /^ {2}\(Zed\) /m);
  });
});
