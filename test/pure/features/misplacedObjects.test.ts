import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { JsonValue } from "@analyses/json";
import { isJsonArray, isJsonObject, readJson } from "@analyses/json";
import { fixing } from "./support/fixing";

const read = (name: string): string => readFileSync(resolve("samples", name), "utf8");
const item = read("pairwise-analysis.schema.json");
const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };

const arm = `{ "events": 1, "total": 2 }`;
const analysis = (number: number, margin = "        ") =>
  `{
  "number": ${String(number)},
  "name": "Mortality",
  "outcome-type": "DICHOTOMOUS",
  "effect-measure": "RISK_RATIO",
  "method": "MANTEL_HAENSZEL",
  "model": "FIXED_EFFECT",

  "studies": [
    { "study": "Okafor 2019", "experimental": ${arm}, "comparator": ${arm} }
  ]
}`.replace(/\n(?=.)/g, `\n${margin}`);

const group = (number: number, ...analyses: readonly string[]) =>
  `    {
      "number": ${String(number)},
      "name": "Group ${String(number)}",
      "analyses": [
${analyses.map((one) => `        ${one}`).join(",\n")}
      ]
    }`;

const documentOfGroups = (...groups: readonly string[]) =>
  `{
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [
${groups.join(",\n")}
  ]
}
`;

const told = async (text: string) => {
  const found = await fixing(text, item, {}, files);
  return { ...found, messages: found.findings.map(({ message }) => message) };
};

/** All names and values that are written, wherever they stand. */
function written(value: JsonValue): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(written);
  if (!isJsonObject(value)) return [JSON.stringify(value)];
  return Object.entries(value).flatMap(([name, inner]) => [`${name}:`, ...written(inner)]);
}

function assertKeeps(before: string, after: string): void {
  const left = [...written(readJson(after))];
  for (const one of written(readJson(before))) {
    const at = left.indexOf(one);
    assert.notEqual(at, -1, one);
    left.splice(at, 1);
  }
}

const isAnalysis = "This looks like a pairwise meta-analysis, but an analysis group is expected here.";
const isGroup = "This looks like an analysis group, but a pairwise meta-analysis is expected here.";

describe("an analysis in the place of a group", () => {
  const text = documentOfGroups(
    group(1, analysis(1)),
    `    ${analysis(1, "    ")}`,
    group(3, analysis(1), analysis(2)),
  );

  it("is one problem, at its brace, though a group has its number too", async () => {
    const { findings, messages } = await told(text);
    assert.deepEqual(messages, [isAnalysis]);
    const [{ code, start, end } = { code: "", start: 0, end: 0 }] = findings;
    assert.equal(code, "wrong-type");
    assert.equal(text.slice(start, end), "{");
    assert.ok(text.slice(start).startsWith(analysis(1, "    ")));
  });

  it("is put into a new group, where all of it stands as it stood, only deeper", async () => {
    const found = await told(text);
    assert.equal(
      found.after("Put it into a new group"),
      documentOfGroups(
        group(1, analysis(1)),
        group(4, analysis(1)).replace('"Group 4"', '""'),
        group(3, analysis(1), analysis(2)),
      ),
    );
  });

  it("is put into a new group on its line where the text has only one", async () => {
    const line = JSON.stringify(readJson(text));
    const found = await told(line);
    assert.deepEqual(found.messages, [isAnalysis]);
    const after = found.after("Put it into a new group");
    assert.ok(!after.includes("\n"));
    assert.deepEqual(readJson(after), readJson((await told(text)).after("Put it into a new group")));
    assertKeeps(line, after);
  });

  it("is found where some of it is still missing", async () => {
    const { messages } = await told(
      documentOfGroups(
        `    { "number": 1, "name": "A", "outcome-type": "DICHOTOMOUS", "method": "PETO", "studies": [] }`,
      ),
    );
    assert.deepEqual(messages, [isAnalysis]);
  });
});

describe("a group in the place of an analysis", () => {
  const inner = group(2, analysis(1))
    .trimStart()
    .replace(/\n(?=.)/g, "\n    ");

  it("is one problem, and moves behind the group whose last analysis it is", async () => {
    const text = documentOfGroups(group(1, analysis(2), inner), group(3, analysis(1)));
    const found = await told(text);
    assert.deepEqual(found.messages, [isGroup]);
    assert.equal(
      found.after("Move it behind this group"),
      documentOfGroups(group(1, analysis(2)), group(2, analysis(1)), group(3, analysis(1))),
    );
    const line = JSON.stringify(readJson(text));
    const after = (await told(line)).after("Move it behind this group");
    assertKeeps(line, after);
    assert.deepEqual((await told(after)).messages, []);
  });

  it("is not moved where analyses stand behind it, which may be its own", async () => {
    const found = await told(documentOfGroups(group(1, inner, analysis(1))));
    assert.deepEqual(found.messages, [isGroup]);
    assert.deepEqual(found.titles, []);
  });
});

describe("an analysis or a group in the place of a subgroup", () => {
  it("is one problem", async () => {
    const withSubgroup = (inner: string) =>
      documentOfGroups(
        group(
          1,
          analysis(1).replace(
            /"studies": (\[.*\])/s,
            (_, studies: string) => `"subgroups": [{ "name": "S", "studies": ${studies} }, ${inner}]`,
          ),
        ),
      );
    assert.deepEqual((await told(withSubgroup(analysis(2)))).messages, [
      "This looks like a pairwise meta-analysis, but a subgroup is expected here.",
    ]);
    assert.deepEqual((await told(withSubgroup(group(2, analysis(1))))).messages, [
      "This looks like an analysis group, but a subgroup is expected here.",
    ]);
    const { messages } = await told(withSubgroup(`{ "name": "S", "number": 2, "model": "FIXED_EFFECT" }`));
    assert.ok(messages.length > 1 && !messages.some((message) => message.startsWith("This looks")));
  });
});

describe("an object that is only unfinished", () => {
  const isToldAsItIs = async (text: string): Promise<void> => {
    const { messages } = await told(text);
    assert.ok(messages.length > 0);
    assert.deepEqual(
      messages.filter((message) => message.startsWith("This looks")),
      [],
    );
  };

  it("in the place of a group is told what it lacks", async () => {
    for (const begun of [`{}`, `{ "number": 1 }`, `{ "number": 1, "name": "A", "model": "FIXED_EFFECT" }`])
      await isToldAsItIs(documentOfGroups(begun));
  });

  it("in the place of an analysis is told what it lacks", async () => {
    for (const begun of [
      `{}`,
      `{ "number": 1, "name": "A" }`,
      `{ "number": 1, "name": "A", "analyses": [], "studies": [] }`,
      `{ "name": "Subgroup", "studies": [] }`,
    ])
      await isToldAsItIs(documentOfGroups(group(1, begun)));
  });
});
