import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { formatDocument, formatRange, inOneTurn } from "../../../json/src";
import type { FormatOptions, TextChange } from "../../../json/src";
import { documentOf } from "./support/documents";
import { applyAction, fixing } from "./support/fixing";

const two: FormatOptions = { tabSize: 2, insertSpaces: true };

function applied(text: string, edits: readonly TextChange[]): string {
  const document = documentOf(text);
  let result = text;
  for (const { range, newText } of edits.toReversed())
    result =
      result.slice(0, document.text.offsetAt(range.start)) +
      newText +
      result.slice(document.text.offsetAt(range.end));
  return result;
}

const formatted = (text: string, options = two): string =>
  applied(text, inOneTurn(formatDocument(documentOf(text), options)));

const withoutSpace = (text: string): string => text.replace(/\s/g, "");

const read = (name: string): string => readFileSync(resolve("samples", name), "utf8");
const item = read("pairwise-analysis.schema.json");
const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };

/** What an author is told of a text, what the preferred fixes are, and what those of its brackets and quotes make of it. */
async function told(text: string) {
  const { findings, actions, actionsAt } = await fixing(text, item, {}, files);
  const mended = findings
    .filter(({ code }) => code === "syntax")
    .flatMap(actionsAt)
    // What a member begins with that is added for a schema is another matter.
    .filter(({ isPreferred, title }) => isPreferred === true && !title.startsWith("Add “"))
    .map((action) => withoutSpace(applyAction(documentOf(text), action)));
  return {
    problems: findings.map(({ code, message }) => `${code}: ${message}`),
    fixes: actions.filter(({ isPreferred }) => isPreferred === true).map(({ title }) => title),
    mended,
  };
}

const sample = read("drug-versus-placebo.analyses.json");
const compact = sample.replace(
  /\{\s+("(?:events|mean|estimate|randomisation|random-seq)[^{}]*?)\s+\}/g,
  (_, members: string) => `{ ${members.replace(/\s*\n\s*/g, " ")} }`,
);
const layouts = [
  sample,
  compact,
  sample.replace(/^ +/gm, (indentation) => indentation + indentation),
  sample.replace(/^ +/gm, (indentation) => "\t".repeat(indentation.length / 2)),
  JSON.stringify(JSON.parse(sample)),
];

/** One bracket or quote taken away, doubled, or put where another character is. */
const slips = fc
  .record({
    text: fc.constantFrom(...layouts),
    at: fc.nat(100_000),
    slip: fc.oneof(fc.constantFrom("lost", "doubled"), fc.constantFrom("{", "}", "[", "]", '"')),
  })
  .map(({ text, at, slip }) => {
    const marks = [...text.matchAll(slip === "lost" || slip === "doubled" ? /[{}[\]"]/g : /[^]/g)];
    const place = marks[at % marks.length]?.index ?? 0;
    const inserted = slip === "lost" ? "" : slip === "doubled" ? text.charAt(place) : slip;
    return text.slice(0, place) + inserted + text.slice(slip === "lost" ? place + 1 : place);
  });

describe("formatting a document with one bracket or quote too few or too many", () => {
  it("leaves what is found as it is, and what the preferred fixes do, and is done at once", async () => {
    await fc.assert(
      fc.asyncProperty(slips, async (text) => {
        const after = formatted(text);
        assert.equal(formatted(after), after);
        assert.equal(withoutSpace(after), withoutSpace(text));
        assert.deepEqual(await told(after), await told(text));
      }),
      { numRuns: 50 },
    );
  });

  it("leaves both as they are too where only some lines are formatted", async () => {
    await fc.assert(
      fc.asyncProperty(slips, fc.nat(400), fc.nat(30), async (text, from, lines) => {
        const document = documentOf(text);
        const line = from % document.text.lineCount;
        const range = { start: { line, character: 0 }, end: { line: line + lines, character: 1 } };
        const after = applied(text, inOneTurn(formatRange(document, range, two)));
        assert.equal(withoutSpace(after), withoutSpace(text));
        assert.deepEqual(await told(after), await told(text));
      }),
      { numRuns: 40 },
    );
  });

  it("lays out what stands around the mistake", () => {
    const meant = JSON.stringify(JSON.parse(sample));
    const at = meant.indexOf("}", meant.indexOf('"experimental"'));
    const lines = formatted(meant.slice(0, at) + meant.slice(at + 1)).split("\n");
    assert.ok(lines.length > 250, `${lines.length} lines`);
    assert.deepEqual(lines.slice(0, 3), sample.split("\n").slice(0, 3));
    assert.equal(lines.at(-1), "}");
  });

  it("keeps the lines of what lacks a bracket as they stand to each other", () => {
    const text = (steps: readonly string[]) =>
      ["{", '"studies": [', "{", '"experimental": {', '"total": 148', '"comparator": 1', "}", "]", "}"]
        .map((line, index) => `${steps[index] ?? ""}${line}`)
        .join("\n");
    const spaces = (...columns: number[]) => columns.map((column) => " ".repeat(column));
    const before = text(spaces(0, 4, 8, 12, 16, 12, 8, 4, 0));
    assert.equal(formatted(before), text(spaces(0, 2, 4, 6, 10, 6, 4, 2, 0)));
  });
});

describe("formatting where a quote is missing", () => {
  for (const line of [
    'name": "Pain, 0:10 {VAS}",',
    '"study: "Abara,B:C 2014",',
    '"$schema: "urn:analyses-registry:analyses:1.0.0",',
    '"report: "https://doi.org/10.1000/x",',
    '"footnotes": ["a, "Time: 12:30, see [3,4]", "x{y}"],',
    '"a": "x", b": "p,q: r",',
  ])
    it(`changes no text: ${line}`, () => {
      for (const text of [`{\n  ${line}\n  "z": 1\n}`, `{${line}\n"z":1}`]) {
        const after = formatted(text);
        for (const [written] of line.matchAll(/"[^"]+",?$|"(?:a, "Time.*\]"|p,q: r")/g))
          assert.ok(after.includes(written), after);
        assert.match(after, /\n {2}"z": 1\n\}$/);
      }
    });
});
