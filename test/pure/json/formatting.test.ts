import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { FormattingOptions, TextEdit } from "vscode-languageserver-types";
import { formatDocument, formatOnType, formatRange, withoutYielding } from "@analyses/json";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import { analysesText, changed, jsonPieces, trickyChange, trickyText } from "../../support/analysesText";
import { documentOf, documentWithCaret } from "../features/support/documents";
import { cases } from "../../support/size";
import { testCases } from "../../support/textCases";
import { textAfter } from "../../support/textAfter";

const two: FormattingOptions = { tabSize: 2, insertSpaces: true };

function applied({ text }: AnalysesDocument, edits: readonly TextEdit[]): string {
  return textAfter(text.toString(), edits);
}

const formatted = (text: string, options: FormattingOptions = two): string => {
  const document = documentOf(text);
  return applied(document, withoutYielding(formatDocument(document, options)));
};

describe("formatting a document", () => {
  it("on one line takes one edit where there would be more than 10,000, and changes nothing but white space", () => {
    const values = Array.from({ length: 5000 }, (_, number) => ({ number, name: "a  b" }));
    const document = documentOf(JSON.stringify({ values }));
    const edits = withoutYielding(formatDocument(document, { ...two, insertFinalNewline: true }));
    assert.equal(edits.length, 1);
    assert.equal(
      applied(document, edits),
      `{\n  "values": [\n    ${values.map(({ number, name }) => `{ "number": ${number}, "name": "${name}" }`).join(",\n    ")}\n  ]\n}\n`,
    );
  });

  testCases("test/fixtures/formatting/documents.txt", (one) => {
    const text = one.text.join("\n");
    const once = formatted(text);
    assert.equal(formatted(once), once);
    const lines = once === text ? ["//= the same"] : once.split("\n").map((line) => `//= ${line}`);
    return Promise.resolve({ written: [...one.text, ...lines], complaints: [] });
  });

  it("fills lines up to column 120, and no further", () => {
    const list = (letters: number) => `{\n  "a": ["${"x".repeat(letters)}"],\n  "b": 1\n}`;
    assert.equal(formatted(list(108)), list(108));
    assert.equal(formatted(list(109)), `{\n  "a": [\n    "${"x".repeat(109)}"\n  ],\n  "b": 1\n}`);
  });

  it("changes nothing in the samples", () => {
    for (const name of readdirSync("samples").filter((file) => file.endsWith(".analyses.json"))) {
      const text = readFileSync(join("samples", name), "utf8");
      if (!name.startsWith("problems")) assert.equal(formatted(text), text, name);
    }
  });

  it("goes by tab sizes that make sense; of no column by the text, of too many by the most", () => {
    const indented = (tabSize: number) =>
      /^ */m.exec(formatted("[\n1]", { ...two, tabSize }).split("\n")[1] ?? "")?.[0].length;
    assert.deepEqual([0, 8, 2.5, -1, 1e9].map(indented), [2, 8, 2, 2, 32]);
  });

  it("keeps the line endings and the final newline that the document has, and indents as the editor is set", () => {
    assert.equal(formatted('{\r\n"a":1}\r\n'), '{\r\n  "a": 1\r\n}\r\n');
    assert.equal(formatted('{\n"a":1}\n'), '{\n  "a": 1\n}\n');
    assert.equal(formatted('{"a":1}', { ...two, insertFinalNewline: true }), '{ "a": 1 }\n');
    assert.equal(formatted('{\n"a":1}', { tabSize: 4, insertSpaces: false }), '{\n\t"a": 1\n}');
  });

  it("leaves as it is what is nested more deeply than anybody indents", () => {
    const deep = `${"[".repeat(2000)} 1 ${"]".repeat(2000)}`;
    const lines = formatted(deep).split("\n");
    assert.deepEqual(lines.slice(0, 3), ["[", "  [", "    ["]);
    assert.equal(lines.length, 202);
    assert.equal(lines[100]?.trim(), `${"[".repeat(1900)} 1 ${"]".repeat(1899)}`);
    assert.equal(formatted(lines.join("\n")), lines.join("\n"));
  });

  it("changes nothing but white space, in whatever text", () => {
    const squeeze = (text: string): string => text.replace(/[ \t\r\n]/g, "");
    const pieces = fc.constantFrom(...jsonPieces, '"a b"', "1.0", "true", "//x\n", "é");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        assert.equal(squeeze(formatted(text)), squeeze(text));
      }),
      { numRuns: 300 },
    );
  });
  it("has nothing left to do the second time, in whatever text whose lines end alike, as in editors", () => {
    const broken = fc
      .tuple(analysesText, fc.array(trickyChange, { maxLength: 3 }))
      .map(([text, changes]) => changes.reduce(changed, text));
    const scraps = fc.array(trickyText, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(broken, scraps), (text) => {
        const once = formatted(text.replace(/\r\n?/g, "\n"));
        assert.equal(formatted(once), once);
      }),
      { numRuns: cases(2000) },
    );
  });
});

describe("formatting a range", () => {
  it("formats its lines only, as deep as they lie", () => {
    const text = '{\n"a": 1,\n      "b":  [ 2 ],\n"c":3\n}';
    const document = documentOf(text);
    const range = { start: { line: 2, character: 8 }, end: { line: 2, character: 9 } };
    assert.equal(
      applied(document, withoutYielding(formatRange(document, range, two))),
      '{\n"a": 1,\n  "b": [2],\n"c":3\n}',
    );
  });

  it("that begins in a comment leaves that as it is", () => {
    const text = '{\n/* first, second\n    third, fourth: fifth */\n"a":1}';
    const document = documentOf(text);
    const range = { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } };
    assert.equal(applied(document, withoutYielding(formatRange(document, range, two))), text);
  });

  it("puts closing brackets where they belong", () => {
    const document = documentOf('{\n  "a": [\n    1\n        ]\n      }');
    const range = { start: { line: 3, character: 0 }, end: { line: 4, character: 7 } };
    assert.equal(
      applied(document, withoutYielding(formatRange(document, range, two))),
      '{\n  "a": [\n    1\n  ]\n}',
    );
  });

  it("that begins with an empty line before a closing bracket leaves that and what follows where it belongs", () => {
    const document = documentOf('{\n  "a": {\n    "b": 1\n\n  },\n  "c": 2\n}');
    const range = { start: { line: 3, character: 0 }, end: { line: 6, character: 1 } };
    assert.equal(
      applied(document, withoutYielding(formatRange(document, range, two))),
      '{\n  "a": {\n    "b": 1\n  },\n  "c": 2\n}',
    );
  });
});

describe("formatting while typing", () => {
  const typed = (written: string): string => {
    const { document, position } = documentWithCaret(written);
    return applied(document, formatOnType(document, position, two));
  };

  it("indents a new line as deep as its place", () => {
    assert.equal(typed('{\n  "a": [\n|\n  ]\n}'), '{\n  "a": [\n    \n  ]\n}');
    assert.equal(typed('{\n  "a": [\n|'), '{\n  "a": [\n    ');
  });

  it("puts a closing bracket under the line of its opening one", () => {
    assert.equal(typed('{\n  "a": [\n    1\n    ]|'), '{\n  "a": [\n    1\n  ]');
  });

  it("leaves brackets within a line alone", () => {
    assert.equal(typed('{\n      "a": []|\n}'), '{\n      "a": []\n}');
  });
});
