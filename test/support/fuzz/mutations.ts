import fc from "fast-check";
import { jsonPieces } from "../analysesText";

/** Mutates a text. */
type Mutation = (text: string) => string;

/** In UTF-16 units. Mutations multiply texts; longer ones find no new failures and take more time. */
const longest = 20_000;

/** Mutates texts of a corpus by a few changes of bytes, words and JSON values. */
export function mutated(corpus: readonly string[]): fc.Arbitrary<string> {
  const mutation = fc.oneof(
    { weight: 3, arbitrary: bytes },
    { weight: 4, arbitrary: words(corpus) },
    { weight: 4, arbitrary: values },
  );
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(mutation, { minLength: 1, maxLength: 8 }))
    .map(([text, mutations]) => mutations.reduce((result, mutate) => mutate(result).slice(0, longest), text));
}

/** Mutates the text's UTF-8 bytes: flips, removes, doubles or inserts some, or truncates the text. */
const bytes: fc.Arbitrary<Mutation> = fc
  .record({
    what: fc.constantFrom("flip", "remove", "double", "insert", "cut"),
    at: fc.nat(),
    length: fc.oneof(fc.nat(4), fc.nat(400)),
    inserted: fc.uint8Array({ minLength: 1, maxLength: 6 }),
  })
  .map(({ what, at, length, inserted }) => (text) => {
    const all = Buffer.from(text);
    const start = at % (all.length + 1);
    const [before, span, after] = [
      all.subarray(0, start),
      all.subarray(start, start + length),
      all.subarray(start + length),
    ];
    switch (what) {
      case "flip":
        return all.map((byte, index) => (index === start ? byte ^ (1 << (length % 8)) : byte)).toString();
      case "remove":
        return Buffer.concat([before, after]).toString();
      case "double":
        return Buffer.concat([before, span, span, after]).toString();
      case "insert":
        return Buffer.concat([before, inserted, span, after]).toString();
      case "cut":
        return before.toString();
    }
  });

/** Tokens of JSON, and lookalikes that users and programs write. */
const dictionary = [
  ...jsonPieces,
  ...["\u2028", "\ufeff", "\u0000"],
  ...["true", "nul", "NaN", "-", "-0", "0123", "1e400", "-1e-400", ".5", "9".repeat(400), "1.0", "0x1F"],
  ...['"__proto__"', '"constructor"', '"toString"', '"$schema"', '"$ref"', '"link"', '"groupId"', '""'],
  ...[
    '"https://registry.example/rest/groups/3"',
    '"https://registry.example/rest/people/%F0%9F"',
    '"\\ud800"',
  ],
  ...["\ud83d", "\udc00", "🐁", "e\u0301", "\u202e", '"${1:x}$0"', '"[a](command:x)<b>"', "{}", "[[]]"],
];

/** Mutates the text's words: removes, doubles, replaces, inserts or repeats some. */
function words(corpus: readonly string[]): fc.Arbitrary<Mutation> {
  const known = [...new Set([...dictionary, ...corpus.flatMap(wordsOf).slice(0, 3000)])];
  return fc
    .record({
      what: fc.constantFrom("remove", "double", "exchange", "insert", "swap", "repeat"),
      at: fc.nat(),
      other: fc.nat(),
      word: fc.constantFrom(...known),
      times: fc.oneof(fc.nat(20), fc.nat(3000)),
    })
    .map(({ what, at, other, word, times }) => (text) => {
      const all = wordsOf(text);
      const place = at % (all.length + 1);
      const here = all[place] ?? "";
      switch (what) {
        case "remove":
          return all.toSpliced(place, 1).join("");
        case "double":
          return all.toSpliced(place, 0, here).join("");
        case "exchange":
          return all.toSpliced(place, 1, word).join("");
        case "insert":
          return all.toSpliced(place, 0, word).join("");
        case "swap":
          return all.toSpliced(place, 1, all[other % (all.length + 1)] ?? "").join("");
        case "repeat":
          return all.toSpliced(place, 0, repeated(here.trim() === "" ? word : here, times)).join("");
      }
    });
}

function repeated(word: string, times: number): string {
  return word.repeat(Math.min(times, Math.ceil(longest / word.length)));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/"(?:[^"\\\n]|\\.)*"?|[\w.+-]+|\s+|[^]/g) ?? [];
}

const oddValues = [null, true, 0, -1, 1.5, 1e308, "", "a", [], {}, [[]], { "": 0 }] as const;

/** Mutates values of a JSON text: replaces, removes, copies, renames or nests them. Returns other texts unchanged. */
const values: fc.Arbitrary<Mutation> = fc
  .record({
    what: fc.constantFrom("exchange", "remove", "move", "rename", "wrap"),
    way: fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
    otherWay: fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
    value: fc.oneof(fc.constantFrom<unknown>(...oddValues), fc.jsonValue({ maxDepth: 2 })),
    name: fc.oneof(fc.constantFrom("__proto__", "", "name", "$ref", "link", "🐁"), fc.string()),
    depth: fc.oneof(fc.nat(5), fc.nat(3000)),
  })
  .map((change) => (text) => {
    try {
      return withValueChanged(text, change);
    } catch (problem) {
      // JSON.stringify overflows the stack on deep nesting.
      if (problem instanceof RangeError) return text;
      throw problem;
    }
  });

interface ValueChange {
  readonly what: "exchange" | "remove" | "move" | "rename" | "wrap";
  readonly way: readonly number[];
  readonly otherWay: readonly number[];
  readonly value: unknown;
  readonly name: string;
  readonly depth: number;
}

function withValueChanged(text: string, { what, way, otherWay, value, name, depth }: ValueChange): string {
  const root = parsed(text);
  if (typeof root !== "object" || root === null) return text;
  const { holder, key } = placeIn(root, way);
  const here: unknown = Reflect.get(holder, key);
  switch (what) {
    case "exchange":
      put(holder, key, value);
      break;
    case "remove":
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else Reflect.deleteProperty(holder, key);
      break;
    case "move": {
      const other = placeIn(root, otherWay);
      // A copy by JSON, since moving the value itself could create a cycle.
      put(other.holder, other.key, parsed(JSON.stringify(here ?? null)));
      break;
    }
    case "rename":
      if (!Array.isArray(holder)) {
        Reflect.deleteProperty(holder, key);
        put(holder, name, here);
      }
      break;
    case "wrap": {
      const mark = "\u0001";
      put(holder, key, mark);
      const inner = JSON.stringify(here ?? null);
      const [open, close] = depth % 2 === 0 ? ["[", "]"] : [`{${JSON.stringify(name)}:`, "}"];
      const wrapped = open.repeat(depth) + inner + close.repeat(depth);
      return JSON.stringify(root).replace(JSON.stringify(mark), () => wrapped);
    }
  }
  return JSON.stringify(root, undefined, depth % 3);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function placeIn(root: object, [first = 0, ...deeper]: readonly number[]): { holder: object; key: string } {
  const keys = Object.keys(root);
  const key = keys[first % Math.max(1, keys.length)] ?? "0";
  const inner: unknown = Reflect.get(root, key);
  const goesOn = deeper.length > 0 && typeof inner === "object" && inner !== null;
  return goesOn && Object.keys(inner).length > 0 ? placeIn(inner, deeper) : { holder: root, key };
}

/** Defines a plain property, even for the name `__proto__`. */
function put(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
