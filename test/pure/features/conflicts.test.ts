import assert from "node:assert/strict";
import { conflictLenses } from "@analyses/server/features/evidenceInText";
import { documentSymbols } from "@analyses/server/features/structure";
import { formatDocument, withoutYielding } from "@analyses/json";
import { each } from "../../support/each";
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

describe("a merge conflict", () => {
  it("has its first side read", () => {
    for (const [text, name] of [
      [inValue, "1 ours"],
      [inGroups, "1 a"],
      [withBase, "1 ours"],
    ] as const)
      assert.ok(JSON.stringify(documentSymbols(documentOf(text))).includes(name), name);
  });

  it("is resolved by a fix and a lens at its markers, where the editor has that command", async () => {
    const two = inValue.replace("\n  ]\n", `,\n${conflict(group(2, "b"), group(2, "c"))}\n  ]\n`);
    const { actions } = await fixing(two, undefined, { resolveConflict: "resolve" });
    assert.deepEqual(
      actions.map(({ title, command }) => [title, command?.command, command?.arguments]),
      Array.from({ length: 2 }, () => ["Resolve Merge Conflict…", "resolve", [documentOf(two).uri]]),
    );
    const lines = two.split("\n").flatMap((line, at) => (line.startsWith("<<<<<<<") ? [at] : []));
    each(conflictLenses(documentOf(two), "resolve"), ({ range }) => range.start.line, lines);
    assert.deepEqual(conflictLenses(documentOf(two), undefined), []);
    assert.deepEqual(conflictLenses(documentOf(document(group(1, "<<<<<<< HEAD"))), "resolve"), []);
  });

  it("stays as it is when the document is formatted", () => {
    for (const text of [inValue, inGroups, withBase])
      assert.deepEqual(
        withoutYielding(formatDocument(documentOf(text), { tabSize: 4, insertSpaces: true })),
        [],
      );
  });
});
