import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { revmanExamples } from "../../support/revmanExamples";
import { sampled, sized } from "../../support/size";
import { fixing } from "./support/fixing";

const read = (path: string): string => readFileSync(path, "utf8");
const revman =
  revmanExamples()
    .find(({ name }) => name.startsWith("XX"))
    ?.text.trim() ?? "";
const revmanItem = read("schemas/revman-analysis.schema.json");
const sampleItem = read("samples/pairwise-analysis.schema.json");
const files = { "file:///registry-reference.schema.json": read("samples/registry-reference.schema.json") };

const documents = {
  "a document with a property a line": {
    text: read("test/fixtures/samples/drug-versus-placebo.analyses.json"),
    item: sampleItem,
  },
  "a document with a participant group a line": {
    text: read("test/fixtures/samples/every-kind-of-data.analyses.json"),
    item: sampleItem,
  },
  "RevMan's document on one line": { text: revman, item: revmanItem },
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
          const { findings, actions, after, afterAll } = await fixing(wrong, item, {}, files);
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

function isSame(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}
