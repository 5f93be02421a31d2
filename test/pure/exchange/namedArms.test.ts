import assert from "node:assert/strict";
import type { Question } from "@analyses/exchange";
import { bytesOf, outcomeOf, readOf } from "../../support/exchangeFiles";
import { asked, read } from "../../support/exchangeTables";

const means = "Aalund 2011,50,5.2,1.3,48,6.1,1.4\nBrekke 2014,40,5.5,1.2,42,6.3,1.5\n";
const two = [
  "Exercise / Usual care | t | Aalund 2011 50 5.2 1.3 48 6.1 1.4",
  "Exercise / Usual care | t | Brekke 2014 40 5.5 1.2 42 6.3 1.5",
];

/** A table whose headings are those of each arm. */
function table(heading: (arm: string, part: string) => string, arms = ["Exercise", "Usual care"]): string {
  const headings = arms.flatMap((arm) => ["N", "mean", "SD"].map((part) => heading(arm, part)));
  return `Study,${headings.join(",")}\n${means}`;
}

const forms = {
  "before the parts": table((arm, part) => `${arm} ${part}`),
  "after the parts, in brackets": table((arm, part) => `${part} (${arm})`),
  "after a colon": table((arm, part) => `${arm}: ${part}`),
  "in a line above": `,Exercise,,,Usual care,,\nStudy,N,Mean,SD,N,Mean,SD\n${means}`,
  "with words of the parts": table((arm, part) =>
    part === "N" ? `Number of participants in ${arm}` : `${part} ${arm}`,
  ),
  "with German parts": table(
    (arm, part) => `${arm} ${part === "N" ? "Patienten" : part === "mean" ? "Mittelwert" : "SD"}`,
  ),
};

describe("arms that have names of their own", () => {
  for (const [where, text] of Object.entries(forms))
    it(`leave one question open, and an answer by name settles it: ${where}`, () => {
      assert.deepEqual(asked(text), [["comparator", ["Exercise", "Usual care"]]]);
      assert.deepEqual(read(text, { comparator: ["Usual care"] }), two);
      assert.deepEqual(
        read(text, { comparator: ["Exercise"] })[0],
        "Usual care / Exercise | t | Aalund 2011 48 6.1 1.4 50 5.2 1.3",
      );
    });

  it("are named in the question", () => {
    const outcome = outcomeOf(bytesOf(forms["before the parts"], "t.csv"));
    const questions: readonly Question[] = outcome.kind === "questions" ? outcome.questions.questions : [];
    assert.equal(questions[0]?.message, "Which arm is the comparator: Exercise or Usual care?");
  });

  for (const word of ["Control", "Comparator", "Placebo"])
    it(`leave nothing open where one is called ${word}`, () => {
      const [first] = read(table((arm, part) => `${arm} ${part}`, ["Exercise", word]));
      assert.equal(first, `Exercise / ${word} | t | Aalund 2011 50 5.2 1.3 48 6.1 1.4`);
    });

  it("take one answer for both where one is the placebo, and none for a column that names no arm", () => {
    const headings = ["Deaths (aspirin)", "Randomised (aspirin)", "Deaths (placebo)", "Randomised (placebo)"];
    const text = `Study,${headings.join(",")},Deaths (total)\nAalund 2011,12,148,19,151,31\n`;
    const [first = ""] = headings;
    assert.deepEqual(asked(text), [["columns", []]]);
    const wanted = ["t | t | Aalund 2011 12 148 19 151"];
    assert.deepEqual(read(text, { columns: new Map([[first, "experimental-events"]]) }), wanted);
    const other = new Map([
      [first, "experimental-events"],
      ["Deaths (placebo)", "ignored"],
    ] as const);
    assert.deepEqual(asked(text, { columns: other }), [["columns", []]]);
  });

  it("are turned round by an answer also where headings say intervention and control", () => {
    const text = table((arm, part) => `${arm} ${part}`, ["Intervention", "Control"]);
    assert.equal(read(text)[0], "t | t | Aalund 2011 50 5.2 1.3 48 6.1 1.4");
    assert.equal(
      read(text, { comparator: ["Intervention"] })[0],
      "Control / Intervention | t | Aalund 2011 48 6.1 1.4 50 5.2 1.3",
    );
  });

  it("keep lines between the studies, totals and missing numbers", () => {
    const text = forms["before the parts"].replace("Brekke", "Adults,,,,,,\nBrekke").replace("42,6.3", "42,");
    const answers = { comparator: ["Usual care"], columns: new Map() };
    assert.deepEqual(asked(text, answers), [["titleLines", ["subgroup", "ignored"]]]);
    const { review, items } = readOf(bytesOf(`${text}Total,90,,,90,,\n`, "t.csv"), {
      answers: { ...answers, titleLines: "subgroup" },
    });
    assert.deepEqual(
      review.groups[0]?.analyses[0]?.rows.map(({ subgroup }) => subgroup),
      [null, 0],
    );
    assert.deepEqual(
      items.map(({ message }) => message),
      [
        "“Total” is a total, which is not read.",
        "“Brekke 2014” lacks a number: it is still to be filled in.",
      ],
    );
  });

  for (const [what, lines] of [
    ["outcomes above arms", [",Pain,,,,Falls,,,", ",Exercise,,Usual care,,Exercise,,Usual care,"]],
    ["arms above outcomes", [",Exercise,,,,Usual care,,,", ",Pain,,Falls,,Pain,,Falls,"]],
  ] as const)
    it(`have outcomes side by side, whose names the answer tells apart: ${what}`, () => {
      const text = `${lines.join("\n")}\nStudy,Events,N,Events,N,Events,N,Events,N\nA 2011,1,50,2,51,3,52,4,53\n`;
      const [[key, choices] = []] = asked(text);
      assert.equal(key, "comparator");
      assert.deepEqual([...(choices ?? [])].sort(), ["Exercise", "Falls", "Pain", "Usual care"]);
      const [inner, outer] = what.startsWith("outcomes") ? ["2 51", "3 52"] : ["3 52", "2 51"];
      assert.deepEqual(read(text, { comparator: ["Usual care"] }), [
        `Exercise / Usual care | Pain | A 2011 1 50 ${inner}`,
        `Exercise / Usual care | Falls | A 2011 ${outer} 4 53`,
      ]);
      const named = text.replaceAll("Usual care", "Control");
      assert.equal(read(named)[0], `Exercise / Control | Pain | A 2011 1 50 ${inner}`);
    });
});
