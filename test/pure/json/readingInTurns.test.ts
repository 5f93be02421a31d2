import assert from "node:assert/strict";
import fc from "fast-check";
import { DocumentText } from "@analyses/json/text/documentText";
import { Parser } from "@analyses/json/syntax/parser";
import { TextReader } from "@analyses/json/syntax/textReader";
import type { SyntaxProblem } from "@analyses/json/syntax/problems";
import { analysesText, changed, trickyChange } from "../../support/analysesText";
import { cases } from "../../support/size";

const runs = cases(1000);

/** Parses a text in turns of `units` characters each, and returns the tree and the problems outside of it. */
function read(text: string, units: number) {
  const problems: SyntaxProblem[] = [];
  const reader = new TextReader(DocumentText.of(text));
  const parser = new Parser(
    reader,
    (depth) => (depth > 4 ? "lazy" : "eager"),
    (problem) => problems.push(problem),
  );
  parser.skipTrivia();
  if (parser.at === text.length) return { turns: 0, problems };
  parser.beginRoot();
  let turns = 1;
  let root = parser.readUpTo(parser.at + units);
  for (; root === undefined; root = parser.readUpTo(parser.at + units)) turns += 1;
  return { root, turns, problems, end: parser.at };
}

describe("a text that is read in turns", () => {
  it("is the same tree as one that is read at once, wherever a turn ends", () => {
    fc.assert(
      fc.property(
        analysesText,
        fc.array(trickyChange, { maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        (text, changes, units) => {
          const broken = changes.reduce(changed, text);
          const { turns, ...inTurns } = read(broken, units);
          const { turns: one, ...atOnce } = read(broken, Infinity);
          assert.deepEqual(inTurns, atOnce, broken);
          assert.ok(one <= 1 && turns >= one);
        },
      ),
      { numRuns: runs, endOnFailure: true },
    );
  });

  it("gives others their turn amid properties in which nothing is wrong", () => {
    const properties = Array.from({ length: 1000 }, (_, index) => `"k${index}": 1`);
    const { turns } = read(`{${properties.join(", ")}}`, 100);
    assert.ok(turns > 80, `It took ${turns} turns.`);
  });
});
