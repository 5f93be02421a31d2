import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { english, type ItemEvidence, bindRoles, checkItem, evidenceOfItem } from "@analyses/evidence";
import { subschemasIn } from "../../support/itemSchemas";

/** An item in a shape that no published form has. It is computed unless it is a question or refused. */
interface ForeignShape extends Partial<Reading> {
  readonly title: string;
  readonly item: unknown;
  readonly setting?: unknown;
  readonly schema?: unknown;
  /** The beginning of a question. */
  readonly asks?: string;
  /** The beginning of the sentence of a problem without answers. */
  readonly refuses?: string;
  /** Pooled numbers for each answer; null to check only that the answer gives a result. */
  readonly answered?: Readonly<Record<string, readonly unknown[] | null>>;
}

/** What is read from an item. */
interface Reading {
  /** Events and totals of both arms, of each row that is not excluded. */
  readonly numbers: readonly unknown[] | undefined;
  /** Where the values of the first row are, by role. */
  readonly pointers: unknown;
  /** Names of the subgroups, in order. */
  readonly subgroups: readonly string[] | undefined;
  /** For each row, the index of its subgroup. */
  readonly inSubgroups: readonly unknown[] | undefined;
  /** The estimate that the item stores for each subgroup. */
  readonly storedEstimates: readonly unknown[] | undefined;
  /** Where the problem is shown. */
  readonly pointer?: string;
  readonly dataType?: string;
  readonly measure?: string;
  /** Measure, model and method, and of a random-effects model the estimator and the interval. */
  readonly choices?: readonly string[];
  readonly level?: number;
  readonly swapEvents?: boolean;
  /** Choices that the item does not state. */
  readonly defaults?: readonly string[];
  /** Estimate and standard error of each row, to six decimal places. */
  readonly effects?: readonly unknown[];
  readonly conversions?: readonly string[];
  /** Codes of findings, except for `fragile-result`. */
  readonly findings?: readonly string[];
}

const shapes = JSON.parse(
  readFileSync("test/fixtures/roles/foreign-shapes.json", "utf8"),
) as readonly ForeignShape[];

const roles = ["experimental-events", "experimental-total", "comparator-events", "comparator-total"] as const;

function readingOf(evidence: ItemEvidence): Reading {
  const { rows, subgroups } = evidence.content;
  const read = {
    numbers: rows?.filter((row) => !row.excluded).map((row) => roles.map((role) => row.number(role) ?? null)),
    pointers: Object.fromEntries(rows?.[0]?.places ?? []),
    subgroups: subgroups?.map(({ name }) => name),
    inSubgroups: rows?.map((row) => row.subgroup),
    storedEstimates: subgroups?.map(({ results }) => results.get("result-estimate")?.value),
  };
  if (evidence.kind === "problem") return { ...read, pointer: evidence.problem.pointer };
  const { analysis, choices, conversions, result } = evidence;
  const { measure, method } = choices.pooling.choice;
  const { kind, ...ofRandom } = choices.model;
  const rounded = (value: number): number => Number(value.toFixed(6));
  return {
    ...read,
    dataType: analysis.dataType,
    measure,
    choices: [measure, kind, method, ...Object.values(ofRandom)],
    level: choices.confidenceLevel,
    swapEvents: choices.swapEvents,
    defaults: choices.defaults,
    effects: result.rows.map(({ effect }) =>
      effect.kind === "estimable" ? [rounded(effect.estimate), rounded(effect.standardError)] : null,
    ),
    conversions: [...conversions],
    findings: checkItem(evidence).flatMap(({ code }) => (code === "fragile-result" ? [] : [code])),
  };
}

function sentenceOf(evidence: ItemEvidence): string {
  return evidence.kind === "problem" ? evidence.problem.sentence(english) : "computed";
}

describe("evidence: shapes that no published form has", () => {
  for (const { title, item, setting, schema, asks, refuses, answered = {}, ...expected } of shapes) {
    const subschemas = schema === undefined ? {} : { subschemas: subschemasIn(schema) };
    const read = (of: unknown): ItemEvidence =>
      evidenceOfItem(item, bindRoles({ setting: of, ...subschemas }));
    it(`are read, a question, or refused: ${title}`, () => {
      const evidence = read(setting);
      const sentence = sentenceOf(evidence);
      assert.ok(sentence.startsWith(asks ?? refuses ?? "computed"), sentence);
      const hasAnswers =
        evidence.kind === "problem" && "answers" in evidence.problem && evidence.problem.answers.length > 0;
      assert.equal(hasAnswers, asks !== undefined, "a question has answers");
      assert.deepEqual(readingOf(evidence), { ...readingOf(evidence), ...expected });
    });
    for (const [chosen, numbers] of Object.entries(answered))
      it(`are computed once that is answered: ${title}: ${chosen}`, () => {
        const { problem } = read(setting) as Extract<ItemEvidence, { kind: "problem" }>;
        const answers = "answers" in problem ? problem.answers : [];
        const answer = answers.find((one) => one.text(english) === chosen);
        assert.ok(answer, answers.map((one) => one.text(english)).join(" · "));
        const evidence = read(answer.entries);
        assert.equal(evidence.kind, "computed", sentenceOf(evidence));
        if (numbers !== null) assert.deepEqual(readingOf(evidence).numbers, numbers);
      });
  }
});
