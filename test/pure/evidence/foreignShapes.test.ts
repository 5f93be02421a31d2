import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { english, type ItemEvidence, bindRoles, evidenceOfItem } from "@analyses/evidence";

/**
 * An item in a shape that no published form has, with the expected result: the pooled numbers, a question and the
 * numbers for each answer, or a refusal. Numbers are events and totals of both arms.
 */
interface ForeignShape {
  readonly title: string;
  readonly item: unknown;
  readonly numbers?: readonly unknown[];
  readonly measure?: string;
  readonly level?: number;
  /** Names of the subgroups, in order. */
  readonly subgroups?: readonly string[];
  readonly asks?: string;
  readonly refuses?: string;
  /** Pooled numbers for each answer; null to check only that the answer gives a result. */
  readonly answered?: Readonly<Record<string, readonly unknown[] | null>>;
}

const shapes = JSON.parse(
  readFileSync("test/fixtures/roles/foreign-shapes.json", "utf8"),
) as readonly ForeignShape[];

const roles = ["experimental-events", "experimental-total", "comparator-events", "comparator-total"] as const;

function pooledNumbers(evidence: ItemEvidence): readonly unknown[] {
  assert.ok(evidence.kind === "computed", sentenceOf(evidence));
  const pooled = (evidence.content.rows ?? []).filter((row) => !row.excluded);
  return pooled.map((row) => roles.map((role) => row.number(role) ?? null));
}

function sentenceOf(evidence: ItemEvidence): string {
  return evidence.kind === "problem" ? evidence.problem.sentence(english) : "computed";
}

describe("evidence: shapes that no published form has", () => {
  for (const { title, item, numbers, measure, level, subgroups, asks, refuses, answered = {} } of shapes) {
    const read = (setting: unknown = {}): ItemEvidence => evidenceOfItem(item, bindRoles({ setting }));
    it(`are read, a question, or refused: ${title}`, () => {
      const evidence = read();
      if (asks !== undefined || refuses !== undefined) {
        assert.ok(sentenceOf(evidence).startsWith(asks ?? refuses ?? ""), sentenceOf(evidence));
        const answers =
          evidence.kind === "problem" && "answers" in evidence.problem ? evidence.problem.answers : [];
        assert.equal(answers.length > 0, asks !== undefined, "a question has answers");
      } else assert.equal(evidence.kind, "computed", sentenceOf(evidence));
      if (numbers !== undefined) assert.deepEqual(pooledNumbers(evidence), numbers);
      if (measure !== undefined) assert.equal(evidence.choices?.pooling.choice.measure, measure);
      if (subgroups !== undefined)
        assert.deepEqual(
          evidence.content.subgroups?.map(({ name }) => name),
          subgroups,
        );
      if (level !== undefined) assert.equal(evidence.choices?.confidenceLevel, level);
    });
    for (const [chosen, expected] of Object.entries(answered))
      it(`are computed once that is answered: ${title}: ${chosen}`, () => {
        const { problem } = read() as Extract<ItemEvidence, { kind: "problem" }>;
        const answers = "answers" in problem ? problem.answers : [];
        const answer = answers.find((one) => one.text(english) === chosen);
        assert.ok(answer, answers.map((one) => one.text(english)).join(" · "));
        const evidence = read(answer.entries);
        if (expected === null) assert.equal(evidence.kind, "computed", sentenceOf(evidence));
        else assert.deepEqual(pooledNumbers(evidence), expected);
      });
  }
});
