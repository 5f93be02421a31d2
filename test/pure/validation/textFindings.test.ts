import assert from "node:assert/strict";
import { createDocument, validateDocument } from "@analyses/server/languageService";
import { defaultSettings, findingsIn, told } from "../../support/findings";
import { sampleSchemas, schemaContext } from "../features/support/schemas";

const group = (number: number | string, name: string, analyses = "[]") =>
  `{"number": ${number}, "name": "${name}", "analyses": ${analyses}}`;
const inGroups = (...groups: string[]) =>
  `{"risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [${groups.join(", ")}]}`;
const inItem = (item: string) => inGroups(group(1, "A", `[${item}]`));

const decimals = (number: string) =>
  `syntax ⟨${number.replace(".", ",")}⟩ Decimals are written with a point: ${number}.`;

const comma = "syntax ⟨;⟩ `;` stands for a comma here.";

/** A text that stands for an analysis, and what is told about it. */
const itemCases: [item: string, ...lines: string[]][] = [
  ["{}"],
  ["12"],
  ["null"],
  ["[[1], {}]"],
  ['{"a": 1 "b": 2}', "syntax ⟨1⟩ A comma is missing here."],
  ['{"a": [1 2]}', "syntax ⟨1⟩ A comma is missing here."],
  [
    '{"a": "b"; "c": [1; true; {}]; "d": x; "e": 2}',
    ...[comma, comma, comma, comma],
    'syntax ⟨x⟩ Text must be in double quotes: "x".',
    comma,
  ],
  ['{"a": 1,}', "syntax ⟨,⟩ This comma is one too many."],
  ['{"a": [1,,2]}', "syntax ⟨,⟩ This comma is one too many."],
  ['{"a" 1}', "syntax ⟨\"⟩ A colon is missing between the property's name and its value."],
  ['{"a": }', 'syntax ⟨"a"⟩ The property has no value.'],
  ['{"a"}', 'syntax ⟨"a"⟩ The property has no value.'],
  ["{a: 1}", 'syntax ⟨a⟩ The property\'s name must be in double quotes: "a".'],
  ["{'a': 1}", "syntax ⟨'a'⟩ Text must be in double quotes, not single ones."],
  ['{"a": NaN}', "syntax ⟨NaN⟩ `NaN` is not a value that JSON knows."],
  ['{"a": Low risk}', 'syntax ⟨Low risk⟩ Text must be in double quotes: "Low risk".'],
  ['{a": 1}', 'syntax ⟨a"⟩ The property\'s name must be in double quotes: "a".'],
  [
    "{“a”: “Pain, at 6 months”, ‘b’: 1}",
    'syntax ⟨“a”⟩ The property\'s name must be in double quotes: "a".',
    'syntax ⟨“Pain, at 6 months”⟩ Text must be in double quotes: "Pain, at 6 months".',
    'syntax ⟨‘b’⟩ The property\'s name must be in double quotes: "b".',
  ],
  ['{"a": 62,4, "b": -0,5}', ...["62.4", "-0.5"].map(decimals)],
  ['{"a": [62,4]}'],
  ['{"a": {"b": 62,4}}, {"b": 0,5}', ...["62.4", "0.5"].map(decimals)],
  ['{"a": +1}', "syntax ⟨+1⟩ `+1` is not a number as JSON writes it."],
  ['{"a": 01}', "syntax ⟨01⟩ `01` is not a number as JSON writes it."],
  ['{"a": 1 /* x */}', "syntax ⟨/* x */⟩ Comments are not part of JSON: remove it."],
  [
    '{"a": "\\d"}',
    "syntax ⟨\\d⟩ `\\d` is not an escape that JSON knows: a backslash in text is written `\\\\`.",
  ],
  ['{"a": {"b": 1}', "syntax ⟨{⟩ This object is not closed: a `}` is missing."],
  ['{"a": {"b": [1, 2}}', "syntax ⟨[⟩ This list is not closed: a `]` is missing."],
  [
    '{"a": 1, "a": 2}',
    'duplicate-property ⟨"a"⟩ `a` is already there: each name may stand only once in an object.',
  ],
  [
    '{"b": {"a": 1, "\\u0061": 2}}',
    'duplicate-property ⟨"\\u0061"⟩ `a` is already there: each name may stand only once in an object.',
  ],
  [
    '{"__proto__": 1, "__proto__": 2}',
    'duplicate-property ⟨"__proto__"⟩ `__proto__` is already there: each name may stand only once in an object.',
  ],
  [
    '{"a": 12345678901234567890}',
    "number-precision ⟨12345678901234567890⟩ 12345678901234567890 has more digits than programs keep: it is read as 12345678901234567168.",
  ],
  ['{"a": [1e400]}', "number-precision ⟨1e400⟩ 1e400 is larger than any number that programs can read."],
  [
    '{"a": 5e-400}',
    "number-precision ⟨5e-400⟩ 5e-400 is closer to 0 than any number that programs can read.",
  ],
  ['{"a": [0.30000000000000004, 1.50e10, 1e-7, 123456789012345.0000, 1E2, 0e5, "12345678901234567890"]}'],
];

describe("what is told about the text of a document", () => {
  for (const [item, ...lines] of itemCases) {
    it(`says what is wrong in an analysis, and nothing else: ${item}`, async () => {
      const text = inItem(item);
      assert.deepEqual(told(text, await findingsIn(text, schemaContext())), lines);
    });
  }

  it("says that a group's name is still to be filled in, blanks being none", async () => {
    const text =
      '{"risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": [{"number": 1, "name": "  ", "analyses": []}]}';
    const found = await findingsIn(text, schemaContext());
    assert.deepEqual(
      found.map(({ code, start, end }) => [code, text.slice(start, end)]),
      [["unfinished-value", '"  "']],
    );
  });

  it("names what stands before the document, and reads it all the same", async () => {
    const own = '{"risk-of-bias-method": "RISK_OF_BIAS_1", "analysis-groups": []}';
    for (const before of ["```json\n", "const review = ", "export default ", "Here is the JSON:\n"]) {
      const found = await findingsIn(before + own, schemaContext());
      assert.deepEqual(
        found.map(({ message }) => message),
        [`\`${before.trim()}\` is no part of the document: remove it.`],
      );
    }
  });

  it("says that an empty document is empty", async () => {
    const lines = told("", await findingsIn("", schemaContext()));
    assert.deepEqual(lines, ["syntax ⟨⟩ The document is empty: an analyses document begins with `{`."]);
  });

  it("says where the document ends and something follows", async () => {
    const text = `${inItem("{}")} x`;
    assert.deepEqual(told(text, await findingsIn(text, schemaContext())), [
      "syntax ⟨x⟩ The document ends before this: nothing may follow its closing bracket.",
    ]);
  });

  it("names the first of two groups with the same number beside the second", async () => {
    const text = inGroups(
      group(1, "Drug versus placebo"),
      group(2, "B"),
      group("1.0", "C"),
      group('"1"', "D"),
    );
    const [finding] = (await findingsIn(text, schemaContext())).filter(
      ({ code }) => code === "duplicate-number",
    );
    assert.ok(finding);
    assert.equal(text.slice(finding.start, finding.end), "1.0");
    assert.equal(finding.severity, "warning");
    assert.deepEqual(
      finding.related.map(({ message, start, end }) => [message, text.slice(start, end)]),
      [["“1 Drug versus placebo” stands here first.", "1"]],
    );
    assert.deepEqual(finding.data, { kind: "duplicate-number", free: 3 });
  });

  it("names the first of two analyses of a group with the same number beside the second", async () => {
    const text = inGroups(
      group(1, "A", '[{"number": 1, "name": "Pain"}, {"number": 2}, {"number": 1}, {"number": "1"}, 5]'),
      group(2, "B", '[{"number": 1}, {"number": "2.1"}, {"name": "x"}, {"name": "y"}]'),
    );
    const findings = await findingsIn(text, schemaContext());
    assert.deepEqual(told(text, findings), [
      "duplicate-number ⟨1⟩ Another analysis of this group has the number 1 too: “Analysis 1.1” could mean either.",
      'duplicate-number ⟨"1"⟩ Another analysis of this group has the number 1 too: “Analysis 1.1” could mean either.',
      'duplicate-number ⟨"2.1"⟩ Another analysis of this group has the number 2.1 too: “Analysis 2.1” could mean either.',
    ]);
    assert.deepEqual(
      findings.map(({ related, data }) => [related[0]?.message, data]),
      [
        ["“1.1 Pain” stands here first.", { kind: "duplicate-number", free: 3 }],
        ["“1.1 Pain” stands here first.", { kind: "none" }],
        ["Analysis 2.1 stands here first.", { kind: "none" }],
      ],
    );
  });

  it("warns of digits that get lost where a person looks: in the list of problems", async () => {
    const [finding] = await findingsIn(inItem('{"a": 12345678901234567890}'), schemaContext());
    assert.equal(finding?.severity, "information");
  });

  it("reads past a picture of many megabytes that somebody has put into a property", async () => {
    const picture = "A".repeat(20_000_000);
    const text = inItem(`{"picture": "${picture}", "a": 12345678901234567890}`);
    const [finding, ...others] = await findingsIn(text, schemaContext());
    assert.deepEqual([finding?.code, others], ["number-precision", []]);
  });

  it("takes the severities of the settings, and leaves out what is off", async () => {
    const text = inItem('{"a": 1, "a": 12345678901234567890}');
    const severity = { "number-precision": "error", "duplicate-property": "off" } as const;
    const findings = await findingsIn(text, schemaContext(), { ...defaultSettings, severity });
    assert.deepEqual(
      findings.map((finding) => [finding.code, finding.severity]),
      [["number-precision", "error"]],
    );
  });

  it("says honestly when only the first problems are shown", async () => {
    const text = inItem(`[${"1,,".repeat(30)}1]`);
    const all = await findingsIn(text, schemaContext(), { ...defaultSettings, maxProblems: 30 });
    assert.equal(all.length, 30);
    const some = await findingsIn(text, schemaContext(), { ...defaultSettings, maxProblems: 29 });
    assert.equal(some.length, 30);
    assert.equal(some[29]?.message, "Only the first 29 problems are shown: there are more.");
  });

  it("stops when it is cancelled", async () => {
    const text = inItem(Array.from({ length: 3000 }, () => `{"a": "${"x".repeat(1000)}"}`).join(", "));
    const document = createDocument("file:///a", "analyses", 1, text);
    let pauses = 0;
    const cancelled = await validateDocument(document, schemaContext(), defaultSettings, {
      isCancelled: () => pauses === 2,
      pause: () => {
        pauses++;
        return Promise.resolve();
      },
    });
    assert.equal(cancelled, undefined);
    assert.equal(pauses, 2);
  });

  const wrongArm = { events: "12", total: "148" };
  const wrongStudy = { study: "Abara 2004", experimental: wrongArm, comparator: wrongArm };
  const wrongAnalysis = {
    "outcome-type": "DICHOTOMOUS",
    studies: Array.from({ length: 1000 }, () => wrongStudy),
  };
  const muchWrong: readonly (readonly [what: string, text: string])[] = [
    ["groups of one number", inGroups(...Array.from({ length: 1000 }, () => group(1, "A")))],
    ["groups with a misspelt name", inGroups(...Array.from({ length: 1000 }, () => '{"nmae": "A"}'))],
    ["an analysis of wrong studies", inItem(JSON.stringify(wrongAnalysis))],
    ["an analysis that is not JSON", inItem(`[${"'word', ".repeat(1000)}1]`)],
    ["an analysis without texts", inItem(JSON.stringify(Array.from({ length: 1000 }, () => ({ name: "" }))))],
  ];
  for (const [what, text] of muchWrong)
    it(`lets other requests have their turn while there is much to say about ${what}`, async () => {
      const document = createDocument("file:///a", "analyses", 1, text);
      let [time, pauses] = [0, 0];
      const findings = await validateDocument(document, sampleSchemas, defaultSettings, {
        isCancelled: () => false,
        // Each look at the clock is a millisecond later.
        now: () => (time += 1),
        pause() {
          pauses += 1;
          return Promise.resolve();
        },
      });
      assert.ok(findings !== undefined && findings.length > 0);
      assert.ok(pauses > 20, String(pauses));
    });

  it("names the start of a comment that swallows all of a long document", async () => {
    const rest = inGroups(group(2, "B", `[${'"a", '.repeat(1_000_000)}1]`));
    const text = inItem(`{"a": /* ${rest}`);
    const starts = (await findingsIn(text, schemaContext())).map(({ start }) => start);
    assert.ok(starts.includes(text.indexOf("/*")), String(starts));
  });
});
