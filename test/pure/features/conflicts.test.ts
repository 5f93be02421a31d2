import assert from "node:assert/strict";
import { conflictLenses } from "@analyses/server/features/mergeConflicts";
import { documentSymbols } from "@analyses/server/features/structure";
import { formatDocument, inOneTurn } from "@analyses/json";
import { documentOf } from "./support/documents";
import { fixing } from "./support/fixing";

const group = (number: number, name: string, margin = "    ") =>
  `${margin}{\n${margin}  "number": ${number},\n${margin}  "name": "${name}",\n${margin}  "analyses": []\n${margin}}`;
const document = (groups: string) =>
  `{\n  "risk-of-bias-method": "RISK_OF_BIAS_1",\n  "analysis-groups": [\n${groups}\n  ]\n}\n`;
const conflict = (ours: string, theirs: string) =>
  `<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> theirs`;

const inValue = document(
  group(1, "a").replace('      "name": "a",', conflict('      "name": "ours",', '      "name": "theirs",')),
);
const inGroups = document(conflict(`${group(1, "a")},\n${group(2, "b")}`, group(1, "c")));
const withBase = document(
  group(1, "a").replace(
    '      "name": "a",',
    conflict('      "name": "ours",\n||||||| base\n      "name": "base",', '      "name": "theirs",'),
  ),
);

async function saidOf(text: string): Promise<string[]> {
  return (await fixing(text)).findings.map(({ start, end }) => text.slice(start, end));
}

describe("a merge conflict", () => {
  for (const [where, text, name] of [
    ["in a property", inValue, "1 ours"],
    ["over groups", inGroups, "1 a"],
    ["with its base", withBase, "1 ours"],
  ] as const) {
    it(`is one problem, and its first side is read: ${where}`, async () => {
      const { findings, actions, afterAll } = await fixing(text);
      assert.deepEqual(
        findings.map(({ start, end, code }) => [code, text.slice(start, end)]),
        [["syntax", "<<<<<<< HEAD"]],
      );
      assert.deepEqual([actions, afterAll], [[], undefined]);
      assert.ok(JSON.stringify(documentSymbols(documentOf(text))).includes(name));
    });
  }

  it("is one problem each, where there are several", async () => {
    const two = inValue.replace("\n  ]\n", `,\n${conflict(group(2, "b"), group(2, "c"))}\n  ]\n`);
    assert.deepEqual(await saidOf(two), ["<<<<<<< HEAD", "<<<<<<< HEAD"]);
  });

  it("is named by the marker that is left of it", async () => {
    for (const marker of ["<<<<<<< HEAD", "=======", ">>>>>>> theirs"])
      assert.deepEqual(await saidOf(document(`${marker}\n${group(1, "a")}`)), [marker]);
  });

  it("holds back every fix in it, and none elsewhere", async () => {
    const sides = conflict(`${group(1, "a").replace("1,", "+1,")},`, `${group(1, "b")},`);
    const text = document(`${sides}\n${group(2, "c").replace("2,", "+2,")}`);
    const { actions, afterAll, codes } = await fixing(text);
    assert.deepEqual(codes, ["syntax", "syntax", "syntax"]);
    assert.deepEqual(
      actions.map(({ title }) => title),
      ["Replace by 2"],
    );
    assert.equal(afterAll, text.replace("+2,", "2,"));
  });

  it("is resolved by a fix and a lens at its markers, where the editor has that command", async () => {
    const two = inValue.replace("\n  ]\n", `,\n${conflict(group(2, "b"), group(2, "c"))}\n  ]\n`);
    const { actions } = await fixing(two, undefined, { resolveConflict: "resolve" });
    assert.deepEqual(
      actions.map(({ title, command }) => [title, command?.command, command?.arguments]),
      Array.from({ length: 2 }, () => ["Resolve Merge Conflict…", "resolve", [documentOf(two).uri]]),
    );
    const lines = two.split("\n").flatMap((line, at) => (line.startsWith("<<<<<<<") ? [at] : []));
    assert.deepEqual(
      conflictLenses(documentOf(two), "resolve").map(({ range }) => range.start.line),
      lines,
    );
    assert.deepEqual(conflictLenses(documentOf(two), undefined), []);
    assert.deepEqual(conflictLenses(documentOf(document(group(1, "<<<<<<< HEAD"))), "resolve"), []);
  });

  it("is no conflict inside a text or after other text on its line", async () => {
    assert.deepEqual(await saidOf(document(group(1, "<<<<<<< HEAD"))), []);
  });

  it("stays as it is when the document is formatted", () => {
    for (const text of [inValue, inGroups, withBase])
      assert.deepEqual(inOneTurn(formatDocument(documentOf(text), { tabSize: 4, insertSpaces: true })), []);
  });
});
