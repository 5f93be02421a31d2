import assert from "node:assert/strict";
import fc from "fast-check";
import { compilePattern } from "@analyses/json-schema/pattern/pattern";
import { matchesByPositions } from "@analyses/json-schema/pattern/positions";
import { readPattern } from "@analyses/json-schema/pattern/readPattern";
import { Work, WorkExceeded } from "@analyses/json-schema/work";
import { cases } from "../../support/size";

describe("regular expressions of schemas", () => {
  it("match what ECMA-262 says, whatever is combined", () => {
    fc.assert(
      fc.property(expression, fc.array(text, { maxLength: 6 }), (source, texts) => {
        const native = nativeExpression(source);
        fc.pre(native !== undefined && !isTooComplex(source));
        for (const one of texts) {
          // Node also matches between two surrogates, where ECMA-262 has no position.
          if (/\\B|\(\?<?!/.test(source) && /[\ud800-\udbff]/.test(one)) continue;
          assert.equal(matches(source, one), native.test(one), `/${source}/u on "${one}"`);
          if (refersBack.test(source)) continue;
          assert.equal(matchesByOwnEngine(source, one), native.test(one), `/${source}/u on "${one}"`);
        }
      }),
      { numRuns: cases(10_000) },
    );
  });

  it("mean characters, not UTF-16 units", () => {
    assert.equal(matches("^.$", "🐁"), true);
    assert.equal(matches("^[^a]{2}$", "🐁🐁"), true);
    assert.equal(matches("^\\uD83D\\uDC01$", "🐁"), true);
    assert.equal(matches("^\\p{Letter}+$", "Köln"), true);
    assert.equal(matches("^\\p{Letter}+$", "K2"), false);
    assert.equal(matches("(?<=^🐁)b", "🐁b"), true);
  });

  it("take the notations that are wrong by the book and common in schemas", () => {
    assert.equal(matches("^[\\w-.]+\\@x$", "a-b.c@x"), true);
    assert.equal(matches("^\\-{1}a{,2}]}$", "-a{,2}]}"), true);
    assert.equal(matches("^[^\\@]$", "🐁"), true);
  });

  it("know a backslash in a class whatever follows it", () => {
    assert.equal(matches("^([^\\\\:]+/)*[^\\\\:]+$", "a\\b"), false);
    assert.equal(matches("^([A-Z][\\\\ ])+$", "A\\"), true);
    assert.equal(matches('^([\\\\\\"])+$', '"\\'), true);
  });

  it("are refused with the reason where they are none", () => {
    const faults = {
      "(a": "group-not-closed",
      "a)": "group-not-opened",
      "(?i:a)": "group-unknown",
      "[b-a]": "class-invalid",
      "[a": "class-invalid",
      "\\A": "escape-unknown",
      "*a": "nothing-to-repeat",
      "a{3,2}": "repeat-out-of-order",
      "\\2(a)": "escape-unknown",
      "\\p{None}": "escape-unknown",
      "^((.)\\2)*$": "too-complex",
      "(?<n>a)(?<n>b)": "group-twice",
    };
    for (const [source, fault] of Object.entries(faults)) {
      const compilation = compilePattern(source);
      assert.equal(compilation.kind === "failed" && compilation.fault.kind, fault, source);
    }
  });

  for (const [source, hostile] of [
    ["^(a+)+$", "a".repeat(100_000) + "!"],
    ["^(a|a)*$", "a".repeat(100_000) + "!"],
    ["^(a|aa|aaa)*$", "a".repeat(100_000) + "!"],
    ["(x+x+)+y", "x".repeat(100_000)],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(100_000)],
    ["^[\\s\\S]{1,65535}$", "a".repeat(65_536)],
    ["(?=.*b)x", "a".repeat(100_000)],
    ["^(?!.*b)(?:(?=a)a|aa)*$", "a".repeat(100_000) + "!"],
    ["((a{1,99}){1,99}){1,99}b", "a".repeat(10_000)],
  ] as const) {
    it(`/${source}/ cannot stall the server`, () => {
      // Throws if the engine exceeds its limit of work.
      assert.equal(matches(source, hostile), false);
    });
  }

  it("are given up where they ask for endless work", () => {
    const hostile = "a".repeat(3000);
    for (const source of ["^(a*)(a*)(a*)(a*)\\1\\2\\3\\4b$", "(?:a?b?){9999}c"]) {
      assert.throws(() => matches(source, hostile), WorkExceeded, source);
    }
  });
});

function matches(source: string, text: string): boolean {
  const compilation = compilePattern(source);
  assert.equal(compilation.kind, "pattern", source);
  return compilation.pattern.matches(text, new Work(10_000_000));
}

/** Bypasses the platform's engine, which runs short and harmless patterns. */
function matchesByOwnEngine(source: string, text: string): boolean {
  const reading = readPattern(source);
  assert.equal(reading.kind, "read", source);
  return matchesByPositions(reading.tree, text, new Work(10_000_000));
}

const refersBack = /\\[1-9k]/;

/** The compiler rejects backreferences in nested repetitions. */
function isTooComplex(source: string): boolean {
  const compilation = compilePattern(source);
  return compilation.kind === "failed" && compilation.fault.kind === "too-complex" && refersBack.test(source);
}

function nativeExpression(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}

const text = fc.string({
  unit: fc.constantFrom("a", "b", "A", "1", "_", " ", "\\", "\n", "é", "🐁", "\u2028"),
  maxLength: 8,
});

const { expression } = fc.letrec<{ expression: string; term: string; atom: string }>((tie) => ({
  expression: fc.oneof(
    { weight: 4, arbitrary: fc.array(tie("term"), { maxLength: 4 }).map((terms) => terms.join("")) },
    fc.tuple(tie("expression"), tie("expression")).map(([one, other]) => `${one}|${other}`),
  ),
  term: fc
    .tuple(
      tie("atom"),
      fc.constantFrom("", "", "", "*", "+", "?", "*?", "+?", "{2}", "{0,2}", "{1,}", "{9,20}", "{2,3}?"),
    )
    .map((parts) => parts.join("")),
  atom: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      "a",
      "b",
      "a",
      "b",
      ".",
      "\\d",
      "\\W",
      "\\s",
      "\\S",
      "[ab]",
      "[^a]",
      "[^]",
      "[]",
      "[\\]\\wé]",
      "[\\\\_]",
      "\\n",
    ),
    fc.constantFrom(
      "é",
      "🐁",
      "\\u{1F401}",
      "\\x61",
      "\\p{Lu}",
      "\\P{L}",
      "^",
      "$",
      "\\b",
      "\\B",
      "\\1",
      "\\2",
      "\\k<n>",
    ),
    fc
      .tuple(fc.constantFrom("(", "(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"), tie("expression"))
      .map(([opening, inner]) => `${opening}${inner})`),
  ),
}));
