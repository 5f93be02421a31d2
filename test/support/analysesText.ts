import fc from "fast-check";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import type { DocumentChange } from "@analyses/json";

/** Generates well-formed analyses documents as JSON text, in many layouts. */
export const analysesText: fc.Arbitrary<string> = fc
  .record({
    method: fc.constantFrom("RISK_OF_BIAS_1", "RISK_OF_BIAS_2", "RISK_OF_BIAS_3", 5),
    groups: fc.array(
      fc.oneof({ weight: 6, arbitrary: group() }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }),
      { maxLength: 3 },
    ),
    extra: fc.option(
      fc.tuple(fc.constantFrom("$schema", "note", "__proto__"), fc.jsonValue({ maxDepth: 2 })),
      { nil: undefined },
    ),
    layout: fc.constantFrom(undefined, 1, 2, "\t"),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  })
  .map(({ method, groups, extra, layout, lineEnd }) => {
    const value = Object.fromEntries([
      ...(extra === undefined ? [] : [extra]),
      ["risk-of-bias-method", method],
      ["analysis-groups", groups],
    ]);
    return JSON.stringify(value, undefined, layout).replaceAll("\n", lineEnd);
  });

function group() {
  return fc.record({
    number: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom("1", 1.5, 12345678901234567890)),
    name: fc.string({ maxLength: 6 }),
    analyses: fc.array(
      fc.oneof({ weight: 5, arbitrary: item() }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) }),
      { maxLength: 3 },
    ),
  });
}

function item() {
  return fc.record({
    number: fc.integer({ min: 1, max: 5 }),
    name: fc.string({ unit: "grapheme", maxLength: 8 }),
    effect: fc.record({ measure: fc.constantFrom("OR", "RR", "MD"), model: fc.boolean() }),
    studies: fc.array(
      fc.record(
        { id: fc.string({ maxLength: 4 }), events: fc.nat(99), weight: fc.double() },
        { requiredKeys: ["id"] },
      ),
      { maxLength: 2 },
    ),
  });
}

/** Tokens and characters of JSON and of its lookalikes, including comment marks. */
export const jsonPieces: readonly string[] = [
  ...["{", "}", "[", "]", '"', ",", ":", "\\", "'", ";", "/", "-", ".", "a", "e", "1"],
  ...[" ", "\t", "\n", "\r", "\r\n"],
  ...["//", "/*", "*/"],
];

/** Text that users type, paste or leave unfinished and that is not JSON. */
const scraps: readonly string[] = [
  ...['"name": "Mortality at "12" months",', '"12" catheter"', '""x""', '"a⏎  b"', '"a,⏎ b", ', "'it's'"],
  ...["«a, b»", "1 480", "1\u202f480", "1,480", "12,345,678", "1.480,5", "1’480", "12,5", "\u22123", "12%"],
  ...["12/148", "12 (of 148)", "0.8 [0.7, 0.9]", "#N/A", "NA", "p < .05", "12 // note,", "# note", "，"],
  ...["：", "https://a.b/c", "⏎<<<<<<< ours⏎", "⏎||||||| base⏎", "⏎=======⏎", "⏎>>>>>>> theirs⏎"],
  ...["⏎=======⏎{}⏎>>>>>>> b⏎", '⏎<<<<<<< HEAD⏎"a": 1,⏎=======⏎"a": 2,⏎>>>>>>> b⏎'],
].map((scrap) => scrap.replaceAll("⏎", "\n"));

/** Fragments that users or attackers put into JSON. */
export const trickyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...jsonPieces, "") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['"a": 1', '{"number": 2, "name": "b", "analyses": []}'],
      ...['{"number": 1, "name": "x", "studies": [{"id": "A"}]},', "true", "nul", "NaN", '"name"'],
      ...["\ud83d\ude00", "\ud83d", "\u00a0", "\ufeff", "1e5", "0123", "12345678901234567890", '\\"'],
      ...["\\u12", "[[[[[[[[", '{"a":{"a":{"a":{"a":', "]]]]]", "}}}}}", '"analyses": ['],
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom(...scraps) },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
);

/** A change that replaces part of a text. `at` is taken modulo the text's length plus one. */
export interface TrickyChange {
  readonly at: number;
  readonly length: number;
  readonly insert: string;
}

export const trickyChange: fc.Arbitrary<TrickyChange> = fc.record({
  at: fc.nat(100_000),
  length: fc.oneof({ weight: 5, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(80) }),
  insert: trickyText,
});

/** Applies a change to a text. */
export function changed(text: string, { at, length, insert }: TrickyChange): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + insert + text.slice(start + length);
}

/** Converts a change to the form in which an editor sends it. */
export function changeIn(document: AnalysesDocument, { at, length, insert }: TrickyChange): DocumentChange {
  const start = at % (document.text.length + 1);
  const range = { start: document.text.positionAt(start), end: document.text.positionAt(start + length) };
  return { range, text: insert };
}
