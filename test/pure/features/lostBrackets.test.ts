import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fixing } from "./support/fixing";

const read = (name: string): string => readFileSync(resolve("samples", name), "utf8");
const item = read("pairwise-analysis.schema.json");
const files = { "file:///registry-reference.schema.json": read("registry-reference.schema.json") };

const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");
/** With each study's numbers on one line, as many people write them. */
const compact = sample.replace(
  /\{\s+("(?:events|mean|estimate|randomisation|random-seq)[^{}]*?)\s+\}/g,
  (_, members: string) => `{ ${members.replace(/\s*\n\s*/g, " ")} }`,
);

describe("where one bracket of a document is lost", () => {
  for (const [layout, text] of Object.entries({
    "a line for each property": sample,
    "data on one line": compact,
  }))
    it(`(${layout}) that is one problem, and its fix gives the document back`, async () => {
      const meant = JSON.stringify(JSON.parse(text));
      const lost = [...text.matchAll(/[{}[\]]/g)].map(({ index }) => index);
      const wrong: string[] = [];
      for (const at of lost) {
        const found = await fixing(text.slice(0, at) + text.slice(at + 1), item, {}, files);
        const told = found.findings.map(({ message }) => message);
        const preferred = found.actions.filter(({ isPreferred }) => isPreferred === true);
        const [fix] = preferred;
        const isMended = fix !== undefined && isSame(found.after(fix.title), meant);
        // A `]` behind a text may as well be one too many, so that the text is told to be no list too.
        const most = told.some((message) => message.endsWith("must be a list, not text.")) ? 2 : 1;
        if (told.length > most || preferred.length !== 1 || !isMended) {
          const line = text.slice(0, at).split("\n").length;
          wrong.push(
            `${text.charAt(at)} of line ${String(line)}: ${told.join(" ")} ${preferred.map(({ title }) => `★ ${title}`).join(" ")}`,
          );
        }
      }
      assert.ok(lost.length > 100);
      assert.deepEqual(wrong, []);
    });
});

describe("where one opening bracket of a laid-out document stands twice", () => {
  for (const [where, between] of [
    ["beside itself", () => ""],
    ["on a line of its own", (indent: string) => `\n${indent}`],
  ] as const)
    it(`(${where}) that is one problem, and its fix gives the document back`, async () => {
      const meant = JSON.stringify(JSON.parse(sample));
      const brackets = [...sample.matchAll(/[{[]/g)].map(({ 0: bracket, index }) => ({ bracket, index }));
      assert.ok(brackets.length > 50);
      const wrong: string[] = [];
      for (const { bracket, index } of brackets) {
        const line = sample.slice(sample.lastIndexOf("\n", index) + 1, index);
        const indent = /^\s*/.exec(line)?.[0] ?? "";
        const text = sample.slice(0, index + 1) + between(indent) + bracket + sample.slice(index + 1);
        const found = await fixing(text, item, {}, files);
        const told = found.findings.map(({ message }) => message);
        const preferred = found.actions.filter(({ isPreferred }) => isPreferred === true);
        const isMended = preferred[0] !== undefined && isSame(found.after(preferred[0].title), meant);
        if (told.join() !== `This \`${bracket}\` is one too many.` || !isMended)
          wrong.push(
            `${bracket} of line ${String(sample.slice(0, index).split("\n").length)}: ${told.join(" ")}`,
          );
      }
      assert.deepEqual(wrong, []);
    });
});

describe("where a group loses the bracket of its analyses, all on one line", () => {
  it("that is one problem, and its fix gives the document back", async () => {
    const text = JSON.stringify(JSON.parse(sample));
    const lost = [...text.matchAll(/\](?=\},\{"number":\d+,"name":"[^"]*","analyses")/g)];
    assert.ok(lost.length > 0);
    for (const { index } of lost) {
      const found = await fixing(text.slice(0, index) + text.slice(index + 1), item, {}, files);
      assert.deepEqual(
        found.findings.map(({ message }) => message),
        ["This list is not closed: a `]` is missing."],
      );
      assert.equal(found.after("Add ]"), text);
    }
  });
});

describe("where a study's brace is lost with its comma", () => {
  it("that is one problem, and its fix gives the document back", async () => {
    const meant = JSON.stringify(JSON.parse(sample));
    const lost = [...sample.matchAll(/\n +\},(?=\n +\{\n +"study")/g)];
    assert.ok(lost.length > 3);
    for (const { 0: written, index } of lost) {
      const found = await fixing(
        sample.slice(0, index) + sample.slice(index + written.length),
        item,
        {},
        files,
      );
      assert.deepEqual(
        found.findings.map(({ message }) => message),
        ["This object is not closed: a `}` is missing."],
      );
      const fix = found.actions.find(({ isPreferred }) => isPreferred === true);
      assert.ok(fix && isSame(found.after(fix.title), meant));
    }
  });
});

describe("where a participant group's brace is lost with its comma", () => {
  it("that is one problem, and its fix gives the document back", async () => {
    const meant = JSON.stringify(JSON.parse(sample));
    const lost = [...sample.matchAll(/\n {14}\},(?=\n {14}")/g)];
    assert.ok(lost.length > 10);
    for (const { 0: written, index } of lost) {
      const text = sample.slice(0, index) + sample.slice(index + written.length);
      const found = await fixing(text, item, {}, files);
      assert.deepEqual(
        found.findings.map(({ message }) => message),
        ["This object is not closed: a `}` is missing."],
      );
      const fix = found.actions.find(({ isPreferred }) => isPreferred === true);
      assert.ok(fix && isSame(found.after(fix.title), meant));
      // “Fix all” would write the comma alone, and what follows would belong to the group.
      assert.equal(found.afterAll, undefined);
    }
  });
});

describe("where a study's brace stands before its last property", () => {
  it("it is offered to take it away, and nothing to write that property once more", async () => {
    const early = sample.replace(/\n {14}\},(?=\n {14}"comparator")/, "\n              }},");
    assert.notEqual(early, sample);
    const found = await fixing(early, item, {}, files);
    assert.deepEqual(
      found.findings.map(({ message }) => message),
      ["This `}` closes nothing."],
    );
    assert.deepEqual(
      found.actions.filter(({ isPreferred }) => isPreferred === true).map(({ title }) => title),
      ["Remove the bracket"],
    );
    assert.equal(found.after("Remove the bracket"), sample);
  });
});

describe("where braces stand for the brackets of a list of objects", () => {
  it("that is one problem, and its fix gives the document back", async () => {
    const list = /("studies": )\[(.*?\n) {10}\]/s;
    const problem = "A list must stand in square brackets: `[` and `]`.";
    for (const written of ["$1{$2          }", "$1{$2          ]"])
      await assertMended(sample.replace(list, written), problem, "Write it in []");
  });
});

describe("where the braces of the objects of a list are forgotten", () => {
  const one = '"study": "Abara 2014", "experimental": { "events": 12, "total": 148 }';
  const other = '"study": "Berg 2015", "experimental": { "events": 7, "total": 92 }';
  const listed = {
    properties: {
      studies: { type: "array", items: { type: "object", required: ["study", "experimental"] } },
      kind: { type: "object" },
    },
  };
  const analysis = (written: string) =>
    `{ "risk-of-bias-method": "RISK_OF_BIAS_2", "analysis-groups": [{ "number": 1, "name": "a", "analyses": [\n{ ${written} }\n] }] }`;

  it("that is one problem, and its fix writes them, one pair for each object", async () => {
    for (const [written, meant] of [
      [`[ ${one} ]`, `[ { ${one} } ]`],
      [`[\n${one},\n${other}\n]`, `[\n{ ${one} },\n{ ${other} }\n]`],
      [
        `[ ${one}, ${other}, "study": "Cole 2016" ]`,
        `[ { ${one} }, { ${other} }, { "study": "Cole 2016" } ]`,
      ],
    ]) {
      const found = await fixing(analysis(`"studies": ${written}`), listed);
      assert.deepEqual(
        found.findings.map(({ message }) => message),
        ["An object must stand in braces: `{` and `}`."],
      );
      assert.deepEqual(found.titles, ["Write it in {}"]);
      assert.equal(found.after("Write it in {}"), analysis(`"studies": ${meant}`));
    }
  });

  it("an object is one all the same", async () => {
    const found = await fixing(analysis(`"kind": [ ${one} ]`), listed);
    assert.equal(found.after("Write it in {}"), analysis(`"kind": { ${one} }`));
  });
});

describe("where studies stand behind the end of their list", () => {
  const end = /(\n +\}),(\n +\{\n +"study": "[^"]*",(?:(?!\n {10}\]).)*)(\n +\])/s;

  it("that is one problem, and its fix moves the bracket behind them", async () => {
    const problem = "This list ends too early: what stands behind it belongs to it.";
    for (const behind of ["$1$3,$2", "$1$3$2"])
      await assertMended(sample.replace(end, behind), problem, "Let the list end behind it");
  });
});

describe("a line as other notations have it", () => {
  const line = (written: string) => sample.replace('"name": "Mortality at 12 months"', written);
  const fixed = async (written: string): Promise<string> => {
    assert.notEqual(line(written), sample);
    const found = await fixing(line(written), item, {}, files);
    const [finding, ...others] = found.findings.map(({ message }) => message);
    assert.ok(finding);
    assert.deepEqual(others, []);
    const [fix] = found.actions.filter(({ kind }) => kind?.startsWith("quickfix"));
    assert.ok(fix);
    return found.after(fix.title);
  };

  it("has a text without quotes and with a colon: one problem, which quotes all of it", async () => {
    assert.equal(await fixed('"name": Mortality: 12 months'), line('"name": "Mortality: 12 months"'));
  });

  it("gives a name its value by an equals sign: one problem, which makes it a property", async () => {
    assert.equal(await fixed('name = "Mortality at 12 months"'), sample);
  });
});

/** A broken sample has one problem, and the fix of that gives back what the sample says. */
async function assertMended(broken: string, problem: string, title: string): Promise<void> {
  const found = await fixing(broken, item, {}, files);
  assert.deepEqual(
    found.findings.map(({ message }) => message),
    [problem],
  );
  assert.ok(isSame(found.after(title), JSON.stringify(JSON.parse(sample))));
}

function isSame(text: string, meant: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === meant;
  } catch {
    return false;
  }
}

describe("where a list is begun before another property, all on one line", () => {
  it("what follows stays what it was", async () => {
    const withoutFootnotes = (name: string, value: unknown) => (name === "footnotes" ? undefined : value);
    const text = JSON.stringify(JSON.parse(sample, withoutFootnotes));
    const begun = [...text.matchAll(/(?="(?:experimental|comparator)":)/g)];
    assert.ok(begun.length > 10);
    const wrong: string[] = [];
    for (const { index } of begun) {
      const found = await fixing(
        `${text.slice(0, index)}"footnotes": [${text.slice(index)}`,
        item,
        {},
        files,
      );
      const told = found.findings.map(({ message }) => message);
      const isOne = told.length === 1 && told[0] === "This list is not closed: a `]` is missing.";
      if (!isOne) wrong.push(`${text.slice(index - 40, index)}| ${told.join(" ")}`);
    }
    assert.deepEqual(wrong, []);
  });
});

/** What is told of a broken text, and the text after its one preferred fix. */
async function told(text: string) {
  const { findings, actions, after } = await fixing(text, item, {}, files);
  const [fix, ...others] = actions.filter(({ isPreferred }) => isPreferred === true);
  return {
    messages: findings.map(({ message }) => message),
    mended: fix === undefined || others.length > 0 ? undefined : after(fix.title),
  };
}

describe("where the line is lost that opens the object or the list of a property", () => {
  for (const [layout, text] of Object.entries({
    "a line for each property": sample,
    "data on one line": compact,
  }))
    it(`(${layout}) that is one problem, and its fix writes the line again`, async () => {
      const lines = [...text.matchAll(/^ +"[^"]+": ([{[])\n/gm)];
      assert.ok(lines.length > 5);
      for (const { 0: line, 1: bracket, index } of lines) {
        const found = await told(text.slice(0, index) + text.slice(index + line.length));
        assert.deepEqual(
          found.messages,
          [`The name of a property and its \`${bracket ?? ""}\` are missing before this.`],
          line,
        );
        assert.equal(found.mended, text);
      }
    });

  it("a document whose braces stand in the column of its keys, and keys deeper than others, is JSON", async () => {
    const odd = sample.replace(/^( +)(\}|"(?:total|comparator)")/gm, "  $1$2");
    assert.ok(isSame(odd, JSON.stringify(JSON.parse(sample))));
    assert.deepEqual((await told(odd)).messages, []);
  });
});

describe("where the name of a property is lost, and its value stays", () => {
  for (const [layout, text] of Object.entries({
    "a line for each property": sample,
    "data on one line": compact,
    "all on one line": JSON.stringify(JSON.parse(sample)),
  }))
    for (const [what, nameOf] of Object.entries({
      "its name": /"(?:[^"]+)"(?=:)/g,
      "its name and the colon": /"[^"]+": ?(?=[{[])/g,
      "the name and the colon of a text": /"(?:name|study|model|method)": ?/g,
    }))
      it(`(${layout}, ${what}) that is one problem, and no fix names another`, async () => {
        const meant = JSON.stringify(JSON.parse(text));
        const names = [...text.matchAll(nameOf)].filter((_, index) => index % 3 === 0);
        assert.ok(names.length > 5);
        let mended = 0;
        for (const { 0: name, index } of names) {
          const found = await told(text.slice(0, index) + text.slice(index + name.length));
          assert.deepEqual(found.messages, ["The name of a property is missing before this value."], name);
          if (found.mended === undefined) continue;
          assert.ok(isSame(found.mended, meant), name);
          mended++;
        }
        assert.ok(mended > names.length / 3);
      });

  it("a word that is a value is no name", async () => {
    const found = await told(sample.replace('"prediction-interval": true', "true"));
    assert.deepEqual(found.messages, ["The name of a property is missing before this value."]);
  });
});

describe("where the data of a study lose their brace, all on one line", () => {
  for (const [what, lost] of Object.entries({
    alone: /\}(?=,"(?:comparator|risk-of-bias)":)/g,
    "with its comma": /\},(?="(?:comparator|risk-of-bias)":)/g,
  }))
    it(`(${what}) that is one problem, and its fix closes them as those of the other studies`, async () => {
      const text = JSON.stringify(JSON.parse(sample));
      const wrong: string[] = [];
      // In the subgroups behind it are studies without others beside them.
      const braces = [...text.matchAll(lost)].filter(({ index }) => index < text.indexOf('"subgroups"'));
      assert.ok(braces.length >= 10);
      for (const { 0: brace, index } of braces) {
        const found = await told(text.slice(0, index) + text.slice(index + brace.length));
        const isOne = found.messages.join() === "This object is not closed: a `}` is missing.";
        if (!isOne || found.mended !== text)
          wrong.push(`${text.slice(index - 40, index)}| ${found.messages.join(" ")}`);
      }
      assert.deepEqual(wrong, []);
    });
});

describe("where a brace is lost in a row of closing brackets, all on one line", () => {
  it("that is one problem, and its fix gives the document back: what follows is like what it closes", async () => {
    const text = JSON.stringify(JSON.parse(sample));
    const lost = [...text.matchAll(/\}(?=\}*\]\}\]\}?,)/g)];
    assert.ok(lost.length >= 5);
    const wrong: string[] = [];
    for (const { index } of lost) {
      const found = await told(text.slice(0, index) + text.slice(index + 1));
      const isOne = found.messages.join() === "This object is not closed: a `}` is missing.";
      if (!isOne || found.mended !== text)
        wrong.push(`${text.slice(index - 40, index)}| ${found.messages.join(" ")}`);
    }
    assert.deepEqual(wrong, []);
  });
});
