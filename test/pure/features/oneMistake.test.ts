import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { revmanExamples } from "../../support/revmanExamples";
import { sampled, sized } from "../../support/size";
import { fixing, pairwise } from "./support/fixing";

const read = (path: string): string => readFileSync(path, "utf8");
const revman =
  revmanExamples()
    .find(({ name }) => name.startsWith("XX"))
    ?.text.trim() ?? "";
const sample = read("test/fixtures/samples/drug-versus-placebo.analyses.json");

const documents = {
  "a document with a property a line": { text: sample, item: pairwise },
  "a document with a participant group a line": {
    text: read("test/fixtures/samples/every-kind-of-data.analyses.json"),
    item: pairwise,
  },
  "RevMan's document on one line": { text: revman, item: "schemas/revman-analysis.schema.json" },
};

const replaceBy = (sign: string) => (text: string, at: number) =>
  text.slice(0, at) + sign + text.slice(at + 1);
const insert = (sign: string) => (text: string, at: number) => text.slice(0, at) + sign + text.slice(at);
const double = (text: string, at: number) => text.slice(0, at) + text.slice(at - 1);
const lose = replaceBy("");

/** Mistakes of one key: where somebody makes them, and what the text is then. */
const mistakes: readonly (readonly [string, RegExp, (text: string, at: number) => string])[] = [
  ["loses a bracket", /[{}[\]]/g, lose],
  ["doubles a bracket", /(?<=[{}[\]])/g, double],
  ["loses a comma or a colon", /,|(?<="):/g, lose],
  ["doubles a comma or a colon", /(?<=,|":)/g, double],
  ["loses a quote of a name", /"(?=[^"\n]*":)|"(?=:)/g, lose],
  ["doubles a quote of a name", /(?<=")(?=[^"\n]*":)|(?<=")(?=:)/g, double],
  ["types ( for {", /\{/g, replaceBy("(")],
  ["types ) for }", /\}/g, replaceBy(")")],
  ["types [ for {", /\{/g, replaceBy("[")],
  ["types } for ]", /\]/g, replaceBy("}")],
  ["types { for }", /\}/g, replaceBy("{")],
  ["types . for a comma", /(?<=[\]}"]),/g, replaceBy(".")],
  ["types a comma for a colon", /(?<="):/g, replaceBy(",")],
  ["types ' for a quote", /(?<=: ?)"(?=[A-Z_]+")/g, replaceBy("'")],
  [
    "exchanges a colon and the quote before it",
    /":/g,
    (text, at) => replaceBy("")(insert(":")(text, at), at + 2),
  ],
  ["exchanges } and the comma after it", /\},/g, (text, at) => replaceBy("")(insert(",")(text, at), at + 2)],
  ["leaves a comment open", /(?<=,)(?=\n)/g, insert(" /* see above")],
];

describe("one mistake of one key", () => {
  for (const [name, { text, item }] of Object.entries(documents))
    for (const [what, place, make] of mistakes)
      it(`in ${name}, which ${what}, is one problem, and a preferred fix takes it back`, async () => {
        const places = sampled(sampled([...text.matchAll(place)])).slice(0, sized(40));
        let mended = 0;
        for (const { index } of places) {
          const wrong = make(text, index);
          const found = await fixing(wrong, item);
          const { findings, actions, after, afterAll } = found;
          const where = `${JSON.stringify(wrong.slice(Math.max(0, index - 40), index + 40))}: ${findings.map(({ message }) => message).join(" ")}`;
          if (isSame(wrong, text)) continue;
          assert.ok(findings.length <= 1, where);
          const [fix] = actions.filter(({ isPreferred }) => isPreferred === true);
          if (fix !== undefined) assert.ok(isSame(after(fix.title), text), `${fix.title}: ${where}`);
          if (fix !== undefined) mended += 1;
          if (afterAll !== undefined) assert.ok(isSame(afterAll, text), `Fix all: ${where}`);
        }
        assert.ok(
          mended >= (places.length - 1) / 2,
          `Only ${mended} of ${places.length} have a preferred fix.`,
        );
      });
});

describe("where something of the layout of a line each is lost", () => {
  for (const [what, pattern] of [
    ["one bracket at the beginning or the end of a line", /[{[](?=\n)|(?<=\n *)[}\]]/g],
    ["a study's brace with its comma", /\n +\},(?=\n +\{\n +"study")/g],
    ["a participant group's brace with its comma", /\n {14}\},(?=\n {14}")/g],
  ] as const)
    it(`that is one problem, and its fix gives the document back: ${what}`, async () => {
      const places = [...sample.matchAll(pattern)];
      assert.ok(places.length > 3);
      for (const { 0: lost, index } of what.startsWith("one") ? sampled(places) : places) {
        const found = await fixing(sample.slice(0, index) + sample.slice(index + lost.length), pairwise);
        const where = `${lost.trim()} of line ${sample.slice(0, index).split("\n").length}`;
        assert.equal(found.findings.length, 1, where);
        const [fix, ...others] = found.actions.filter(({ isPreferred }) => isPreferred === true);
        assert.ok(fix && others.length === 0 && isSame(found.after(fix.title), sample), where);
        // “Fix all” would only insert the comma and thus put the following properties into the group.
        if (what.startsWith("a participant")) assert.equal(found.afterAll, undefined);
      }
    });
});

function isSame(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}
