import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { numberRoles } from "@analyses/evidence";
import { type Analysis, type NamedBytes, answersAsJson, readAnswers } from "@analyses/exchange";
import { type TextCase, testCases } from "../../support/textCases";
import { bytesOf, example, outcomeOf } from "../../support/exchangeFiles";

const folder = "test/fixtures/tables";

/** Labels and choices of an analysis, then its rows: subgroup, study, year, numbers, footnotes, and what is left out. */
function linesOf({ labels, choices, rows, subgroups }: Analysis): readonly string[] {
  const settings = Object.entries({ ...labels, ...choices }).map(([name, { value }]) => `${name} ${value}`);
  return [
    ...(settings.length === 0 ? [] : [`//@ ${settings.join(", ")}`]),
    ...rows.map(({ study, subgroup, year, numbers, footnotes, excluded }) => {
      const words = [
        ...(subgroup === null ? [] : [`${subgroups[subgroup]?.name.value}:`]),
        ...[study.value, ...(year === null ? [] : [`(${year.value})`])],
        ...numberRoles.flatMap((role) => numbers[role]?.value ?? []),
        ...footnotes.map(({ value }) => `“${value}”`),
        ...(excluded ? ["out"] : []),
      ];
      return `//= ${words.join(" ")}`;
    }),
  ];
}

/** What comes of a table with answers: its required questions, or the analyses with their report. */
function readTable(file: NamedBytes, json: unknown): readonly string[] {
  const given = readAnswers(json);
  assert.ok(given.kind === "read");
  const outcome = outcomeOf(file, { answers: given.answers });
  if (outcome.kind === "refused") return [`//! refused: ${outcome.reason}`];
  assert.ok(outcome.kind !== "document");
  if (outcome.kind === "questions")
    return outcome.questions.questions
      .filter(({ isNeeded }) => isNeeded)
      .map(({ key, choices, message }) => {
        // The meanings of a column are always the same.
        const shown = key === "columns" ? "" : ` (${choices.join("; ")})`;
        return `//? ${key}${shown}: ${message}`;
      });
  return [
    ...outcome.review.groups.flatMap(({ name, analyses }) => [
      ...(analyses.length === 0 ? [`//+ ${name.value}`] : []),
      ...analyses.flatMap((analysis) => [`//+ ${name.value} | ${analysis.name.value}`, ...linesOf(analysis)]),
    ]),
    ...outcome.items.map(({ severity, message, analysis, place }) => {
      const where = [
        ...(analysis === null ? [] : [analysis]),
        ...(place === null ? [] : [`line ${place.line}`]),
      ];
      return `//! ${[severity, ...where].join(", ")}: ${message}`;
    }),
  ];
}

/** Reads the table without answers, then with those of each line `//> {…}`. */
function tableCase(one: TextCase) {
  const { file: name } = one.options;
  const file = name === undefined ? bytesOf(`${one.text.join("\n")}\n`, "t.csv") : example(name);
  const answered = one.written
    .filter((line) => line.startsWith("//> "))
    .flatMap((line) => [line, ...readTable(file, JSON.parse(line.slice(4)))]);
  return Promise.resolve({ written: [...one.text, ...readTable(file, {}), ...answered], complaints: [] });
}

describe("a file as people have it is read, or asked about:", () => {
  for (const file of readdirSync(folder)) testCases(join(folder, file), tableCase);

  it("its name is asked with that of the line above the headings, where all is asked", () => {
    const text = "Table 2. Pain at 6 weeks,,,,\nstudy,ai,n1i,ci,n2i\nAalund,1,10,2,10\n";
    const outcome = outcomeOf(bytesOf(text, "t.csv"), { asksAll: true });
    const [question] = outcome.kind === "questions" ? outcome.questions.questions : [];
    assert.deepEqual(
      [question?.key, question?.choices, question?.proposed],
      ["analysisName", ["Pain at 6 weeks", "t"], "Pain at 6 weeks"],
    );
  });

  it("questions are answered in JSON, where lists may be one text", () => {
    const more = { leftOut: ["Ja", "x"], scale: "natural-log-error", sheet: "Data" };
    const answers = readAnswers({ Arm: "arm", comparator: "Sham", ...more });
    assert.ok(answers.kind === "read");
    assert.deepEqual(answers.answers, {
      columns: new Map([["Arm", "arm"]]),
      comparator: ["Sham"],
      ...more,
    });
    assert.deepEqual(readAnswers(JSON.parse(answersAsJson(answers.answers))), answers);
    const columns = new Map([...answers.answers.columns, ["model", "ignored"], ["columns", "arm"]] as const);
    const withClash = { ...answers.answers, columns };
    assert.deepEqual(readAnswers(JSON.parse(answersAsJson(withClash))), { kind: "read", answers: withClash });
    assert.deepEqual(readAnswers({ comparator: 3 }), { kind: "wrong", name: "comparator", allowed: [] });
  });
});
