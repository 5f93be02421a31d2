import assert from "node:assert/strict";
import { askAnswers } from "@analyses/client/exchange/questions";
import { english as translate } from "@analyses/evidence";
import type { Answers } from "@analyses/exchange";
import { atOnce, readSource } from "@analyses/exchange";
import { MemoryMemento } from "../support/memoryMemento";
import { answering } from "../support/reader";

const columns = new Map();

/** Reads a table and answers its questions until none is left. */
async function read(text: string, memory: MemoryMemento, answers: readonly string[]) {
  const files = [{ name: "arms.csv", bytes: new TextEncoder().encode(text) }];
  let known: Answers = { columns };
  let outcome = atOnce(readSource(files, { translate }));
  await answering(answers, async () => {
    while (outcome.kind === "questions") {
      const answered = await askAnswers(outcome.questions, known, memory);
      if (answered === undefined) return;
      known = answered;
      outcome = atOnce(readSource(files, { translate, answers: known }));
    }
  });
  return outcome.kind === "read"
    ? outcome.review.groups.flatMap(({ name, analyses }) =>
        analyses.map(({ rows }) => `${name.value}: ${rows.length}`),
      )
    : outcome.kind;
}

describe("the form of what a table leaves open", () => {
  const arms = "Study,Arm,Events,N\nAalund,Drug,12,148\nAalund,Sham,19,151\n";

  it("has no answer at first to which arm is the comparator, and the one given before for tables like it", async () => {
    const memory = new MemoryMemento();
    const answers = ["Answer: Which arm is the comparator: Drug or Sham?", "Sham"];
    const once = await read(arms, memory, [...answers, "Take These Answers"]);
    assert.deepEqual(once, ["Drug / Sham: 1"]);
    assert.deepEqual(await read(arms, memory, ["Take These Answers"]), ["Drug / Sham: 1"]);
  });

  it("shows the form again where studies have other comparators, and reads nothing where the user cancels", async () => {
    const more = `${arms}Brekke,Drug,3,30\nBrekke,Waitlist,5,31\n`;
    const asked = "Answer: Which arm are the others compared with?";
    const later = "Answer: Which arm is the comparator: Drug or Waitlist?";
    const answers = [asked, "Sham", "Take These Answers", later, "Waitlist", "Take These Answers"];
    assert.deepEqual(await read(more, new MemoryMemento(), answers), [
      "Drug / Sham: 1",
      "Drug / Waitlist: 1",
    ]);
  });

  it("has each column with what it is by its heading, which can be another one", async () => {
    const table = "Studie,Ereignisse,Alle,Ereignisse 2,Alle 2\nAalund,12,148,19,151\n";
    const wanted = [
      ["Studie", "Study"],
      ["Ereignisse", "Experimental arm: Events"],
      ["Alle", "Experimental arm: Total"],
      ["Ereignisse 2", "Comparator arm: Events"],
      ["Alle 2", "Comparator arm: Total"],
    ];
    const answers = [...wanted.flat(), "Take These Answers"];
    assert.deepEqual(await read(table, new MemoryMemento(), answers), ["arms: 1"]);
  });
});
