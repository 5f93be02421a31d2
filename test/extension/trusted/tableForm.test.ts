import { withoutYielding } from "@analyses/json";
import assert from "node:assert/strict";
import { askAnswers } from "@analyses/client/exchange/questions";
import { english as translate } from "@analyses/evidence";
import { type Answers, type ReadOutcome, readSource } from "@analyses/exchange";
import { MemoryMemento } from "../support/memoryMemento";
import { answering } from "../support/reader";

const columns = new Map();

const defaults = new Map([
  ["effect-measure", "risk-ratio"],
  ["method", "mantel-haenszel"],
  ["model", "fixed-effect"],
]);

/** Reads a table with the answers to its questions, for an item schema with defaults. */
async function read(text: string, memory: MemoryMemento, given: readonly string[]) {
  const files = [{ name: "arms.csv", bytes: new TextEncoder().encode(text) }];
  const readWith = (answers: Answers, asksAll: boolean) =>
    withoutYielding(readSource(files, { translate, answers, asksAll }));
  let outcome: ReadOutcome | undefined = readWith({ columns }, true);
  await answering(given, async () => {
    if (outcome?.kind !== "questions") return;
    outcome = await askAnswers(outcome.questions, {
      name: "arms.csv",
      read: (answers, asksAll) => Promise.resolve(readWith(answers, asksAll)),
      memory,
      defaults,
    });
  });
  return outcome?.kind === "read"
    ? outcome.review.groups.flatMap(({ name, analyses }) =>
        analyses.map(({ rows, choices }) =>
          [`${name.value}: ${rows.length}`, choices["effect-measure"]?.value].filter(Boolean).join(", "),
        ),
      )
    : outcome?.kind;
}

describe("the form of what a table does not state", () => {
  const arms = "Study,Arm,Events,N\nAalund,Drug,12,148\nAalund,Sham,19,151\n";

  it("has no answer at first to which arm is the comparator, and the one given before for tables like it", async () => {
    const memory = new MemoryMemento();
    const answers = ["Which arm is the comparator: Drug or Sham?", "Sham"];
    const once = await read(arms, memory, [...answers, "Take These Answers"]);
    assert.deepEqual(once, ["Drug / Sham: 1, risk-ratio"]);
    assert.deepEqual(await read(arms, memory, ["Take These Answers"]), ["Drug / Sham: 1, risk-ratio"]);
  });

  it("asks in the same form where studies have other comparators", async () => {
    const more = `${arms}Brekke,Drug,3,30\nBrekke,Waitlist,5,31\n`;
    const asked = "Which arm are the others compared with?";
    const later = "Which arm is the comparator: Drug or Waitlist?";
    const answers = [asked, "Sham", later, "Waitlist", "Take These Answers"];
    assert.deepEqual(await read(more, new MemoryMemento(), answers), [
      "Drug / Sham: 1, risk-ratio",
      "Drug / Waitlist: 1, risk-ratio",
    ]);
  });

  it("proposes what the item schema has as default, and leaves open what the user decides later", async () => {
    const asked = ["Which arm is the comparator: Drug or Sham?", "Sham"];
    const measure = "Which effect measure is wanted?";
    for (const [answers, expected] of [
      [[], "Drug / Sham: 1, risk-ratio"],
      [[measure, "Odds ratio"], "Drug / Sham: 1, odds-ratio"],
      [[measure, "Decide later"], "Drug / Sham: 1"],
    ] as const) {
      const given = [...asked, ...answers, "Take These Answers"];
      assert.deepEqual(await read(arms, new MemoryMemento(), given), [expected]);
    }
  });
});
