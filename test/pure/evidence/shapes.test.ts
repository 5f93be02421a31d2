import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type AnalysisResult, bindRoles, computeAnalysis, evidenceOfItem } from "@analyses/evidence";
import type { AnswerCase, AnswerChoice, AnswerRow } from "./support/answers";
import { analysisOf, answerCases } from "./support/answers";
import { type Shape, canSay, publishedForms } from "./support/publishedForms";
import { subschemasIn } from "../../support/itemSchemas";

type Json = Readonly<Record<string, unknown>>;

const foreignRow = (row: AnswerRow): Json => ({
  wer: row.study,
  stratum_x: row.group,
  werte: { a: row.events1, b: row.total1, c: row.mean1, d: row.sd1, u: row.estimate, v: row.oMinusE },
  dagegen: { a: row.events2, b: row.total2, c: row.mean2, d: row.sd2, u: row.se, v: row.variance },
});

/** What these names mean, as a setting and as annotations of a schema. */
const foreign = JSON.parse(readFileSync("test/fixtures/roles/foreign-names.json", "utf8")) as {
  readonly setting: Json;
  readonly schema: Json;
};

function foreignItem({ rows }: AnswerCase, choice: AnswerChoice, groups: readonly string[] | null): Json {
  const measures = { RR: 1, OR: 2, RD: 3, PETO: 4, MD: 5, SMD: 6, GIV: choice.scale === "log" ? 7 : 8 };
  return {
    titel: "Beispiel",
    mass: measures[choice.measure],
    weise: { MH: "A", IV: "B", PETO: "C" }[choice.method],
    wirkung: choice.model === "fixed" ? "eine" : "viele",
    streuung: choice.tau2 === "REML" ? "y" : "x",
    bereich: choice.interval === "hksj" ? "weit" : "eng",
    grenze: choice.level,
    reihen: rows.map((row) => ({ ...foreignRow(row), ...(groups === null ? { stratum_x: undefined } : {}) })),
  };
}

/** Removes properties without a value, as JSON does. */
function asJson(value: Json): unknown {
  return JSON.parse(JSON.stringify(value));
}

const foreignWithSetting: Shape = {
  name: "foreign names with the setting",
  binding: bindRoles({ setting: foreign.setting }),
  itemOf: foreignItem,
};

const foreignWithAnnotations: Shape = {
  name: "a schema of foreign names with annotations",
  binding: bindRoles({ subschemas: subschemasIn(foreign.schema) }),
  itemOf: foreignItem,
};

describe("evidence: one analysis in other teams' items", () => {
  const teams = [foreignWithAnnotations, foreignWithSetting];
  for (const shape of [...publishedForms, ...teams])
    it(`is found and computed: ${shape.name}`, () => {
      for (const answerCase of answerCases) {
        const said = <Choice extends AnswerChoice>(choices: readonly Choice[]): readonly Choice[] =>
          choices.filter((choice) => canSay(shape, answerCase, choice));
        for (const choice of said(answerCase.computed)) compare(shape, answerCase, choice, null);
        const groups = [...new Set(answerCase.rows.map(({ group = "" }) => group))];
        for (const choice of said(answerCase.subgroupTests ?? [])) compare(shape, answerCase, choice, groups);
      }
    });
});

function compare(
  { itemOf, binding }: Shape,
  answerCase: AnswerCase,
  choice: AnswerChoice,
  groups: readonly string[] | null,
): void {
  const evidence = evidenceOfItem(asJson(itemOf(answerCase, choice, groups)), binding);
  const where = `${answerCase.name}, ${choice.id}`;
  assert.ok(
    evidence.kind === "computed",
    `${where}: ${JSON.stringify(evidence.kind === "problem" && evidence.problem)}`,
  );
  const expected = computeAnalysis(analysisOf(answerCase, choice, groups !== null));
  assert.ok(expected.kind === "computed");
  assert.deepEqual(numbersOf(evidence.result), numbersOf(expected), where);
}

function numbersOf({
  effect,
  heterogeneity,
  studies,
  notEstimable,
  subgroups,
  subgroupDifferences,
  rows,
}: AnalysisResult): unknown {
  return rounded({
    effect,
    heterogeneity,
    tau2Interval: [heterogeneity?.tau2?.low, heterogeneity?.tau2?.high],
    studies,
    notEstimable,
    subgroups: subgroups?.map(({ name, effect: of }) => [name, of]),
    subgroupDifferences,
    weights: Object.fromEntries(rows.map(({ study, weight }) => [study, weight])),
  });
}

/** Rounded, since some items order their rows by subgroup, which changes the last digits. */
function rounded(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === "number" ? Number((Math.abs(one) < 1e-9 ? 0 : one).toPrecision(9)) : one,
    ),
  );
}
