import assert from "node:assert/strict";
import fc from "fast-check";
import { compilePattern } from "@analyses/json-schema/pattern/pattern";
import { readPattern } from "@analyses/json-schema/pattern/readPattern";
import { Automaton, findMatch } from "@analyses/json-schema/pattern/runProgram";
import { writeProgram } from "@analyses/json-schema/pattern/program";
import { Work, WorkExceeded } from "@analyses/json-schema/work";
import { cases } from "../../support/size";

describe("regular expressions of schemas", () => {
  it("match what ECMA-262 says, whatever is combined", () => {
    fc.assert(
      fc.property(expression, fc.array(text, { maxLength: 6 }), (source, texts) => {
        const native = nativeExpression(source);
        fc.pre(native !== undefined && !isTooLarge(source));
        for (const one of texts) {
          // Node also matches between two surrogates, where ECMA-262 has no position.
          if (/\\B|\(\?<?!/.test(source) && /[\ud800-\udbff]/.test(one)) continue;
          assert.equal(matches(source, one), native.test(one), `/${source}/u on "${one}"`);
          assert.equal(matchesByOwnEngine(source, one), native.test(one), `/${source}/u on "${one}"`);
          const found = matchesByAutomaton(source, one);
          if (found !== undefined) assert.equal(found, native.test(one), `/${source}/u on "${one}"`);
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
    const faults = Object.fromEntries(
      [
        "(a",
        "a)",
        "(?i:a)",
        "[b-a]",
        "[a",
        "\\A",
        "*a",
        "a{3,2}",
        "\\2(a)",
        "((a{1,99}){1,99}){1,99}",
        "(?<n>a)(?<n>b)",
      ].map((source) => {
        const compilation = compilePattern(source);
        return [source, compilation.kind === "failed" ? compilation.fault.kind : "none"];
      }),
    );
    assert.deepEqual(faults, {
      "(a": "group-not-closed",
      "a)": "group-not-opened",
      "(?i:a)": "group-unknown",
      "[b-a]": "class-invalid",
      "[a": "class-invalid",
      "\\A": "escape-unknown",
      "*a": "nothing-to-repeat",
      "a{3,2}": "repeat-out-of-order",
      "\\2(a)": "escape-unknown",
      "((a{1,99}){1,99}){1,99}": "too-large",
      "(?<n>a)(?<n>b)": "group-twice",
    });
  });

  for (const [source, hostile] of [
    ["^(a+)+$", "a".repeat(100_000) + "!"],
    ["^(a|a)*$", "a".repeat(100_000) + "!"],
    ["^(a|aa|aaa)*$", "a".repeat(100_000) + "!"],
    ["(x+x+)+y", "x".repeat(100_000)],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(100_000)],
    ["^[\\s\\S]{1,65535}$", "a".repeat(65_536)],
    ["(?=.*b)x", "a".repeat(100_000)],
  ] as const) {
    it(`/${source}/ cannot stall the server`, () => {
      // Throws if the engine exceeds its limit of work.
      assert.equal(matches(source, hostile), false);
    });
  }

  it("are matched by an automaton where they know no more than characters, until it has too many states", () => {
    assert.equal(matchesByAutomaton("^(a|b)*c$", "ab".repeat(1000)), false);
    assert.equal(matchesByAutomaton("(a|b)*c$", `${"🐁ä".repeat(1000)}c`), true);
    assert.equal(matchesByAutomaton("^$|x", ""), true);
    assert.equal(matchesByAutomaton("^ab$", "abc"), false);
    assert.equal(matchesByAutomaton("(?=a)a", "a"), undefined);
    const many = "(a|b)*a(a|b){8}c";
    const text = Array.from({ length: 4000 }, (_, index) => ((index * index) % 7 < 3 ? "a" : "b")).join("");
    // Pseudorandom with a long period, and the same in each run.
    let state = 1;
    const anyLetter = () => ((state = (state * 48_271) % 2_147_483_647) < 2 ** 30 ? "a" : "b");
    assert.equal(matchesByAutomaton(many, text.replace(/./g, anyLetter)), undefined);
    assert.equal(matches(many, `${text}abbbbbbbbc`), true);
  });

  it("are given up where backreferences or lookarounds ask for endless work", () => {
    const hostile = "a".repeat(3000);
    for (const source of ["^(a*)(a*)(a*)(a*)\\1\\2\\3\\4b$", "(?:(?=(a*)).)*b\\1c"]) {
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
  const program = writeProgram(reading.tree, reading.groupNames);
  return program !== undefined && findMatch(program, text, new Work(10_000_000));
}

/** Undefined if the automaton does not support the pattern or has too many states. */
function matchesByAutomaton(source: string, text: string): boolean | undefined {
  const reading = readPattern(source);
  assert.equal(reading.kind, "read", source);
  const program = writeProgram(reading.tree, reading.groupNames);
  return program && Automaton.of(program)?.findMatch(text, new Work(10_000_000));
}

/** The compiler rejects nested counted repetitions whose product is too large. */
function isTooLarge(source: string): boolean {
  const compilation = compilePattern(source);
  const isRefused = compilation.kind === "failed" && compilation.fault.kind === "too-large";
  return isRefused && (source.match(/\{9,20\}/g) ?? []).length > 1;
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
