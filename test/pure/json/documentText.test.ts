import assert from "node:assert/strict";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { DocumentText, TextReader } from "@analyses/json";
import { holdsMeasure, processorTime } from "../../support/measured";

const pieces = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ maxLength: 20 }) },
    fc.constantFrom("\n", "\r", "\r\n", "\n\r", "\ud83d\ude00", "\ud83d", "\ude00", "\ufeff", "–", ""),
    fc.integer({ min: 100, max: 3000 }).map((length) => "ab\r\n".repeat(length)),
  ),
  { maxLength: 8 },
);
const text = pieces.map((parts) => parts.join(""));
const edits = fc.array(fc.record({ from: fc.nat(), length: fc.nat(), insert: text }), { maxLength: 12 });

describe("the text of a document", () => {
  it("keeps every character and position through edits, whatever the line endings", () => {
    fc.assert(
      fc.property(text, edits, fc.array(fc.nat(), { maxLength: 20 }), (initial, changes, probes) => {
        let plain = initial;
        let edited = DocumentText.of(initial);
        for (const { from, length, insert } of changes) {
          const start = from % (plain.length + 1);
          const end = Math.min(plain.length, start + (length % 700));
          plain = plain.slice(0, start) + insert + plain.slice(end);
          edited = edited.replace(start, end, insert);
        }
        assert.equal(edited.toString(), plain);
        assert.equal(edited.length, plain.length);
        const reader = new TextReader(edited);
        for (const probe of probes) {
          const at = probe % (plain.length + 1);
          const stretch = reader.stretchFrom(at, 5000);
          const end = stretch.start + stretch.text.length;
          assert.equal(stretch.text, plain.slice(stretch.start, end));
          assert.ok(stretch.start <= at && end >= Math.min(at + 5000, plain.length));
        }
        const model = TextDocument.create("file:///a", "analyses", 1, plain);
        assert.equal(edited.lineCount, model.lineCount);
        for (const probe of probes) {
          const offset = probe % (plain.length + 2);
          assert.deepEqual(edited.positionAt(offset), model.positionAt(offset));
          const code = plain.charCodeAt(offset);
          assert.ok(Object.is(edited.charCodeAt(offset), code));
          const position = { line: probe % (model.lineCount + 2), character: probe % 90 };
          assert.equal(edited.offsetAt(position), model.offsetAt(position));
          assert.equal(
            edited.slice(offset - 5, offset + 3000),
            plain.slice(Math.max(0, offset - 5), offset + 3000),
          );
        }
      }),
      { numRuns: 400 },
    );
  });

  it("stays quick when one long line is edited again and again", async () => {
    let document = DocumentText.of("[" + "1234567,".repeat(1_000_000) + "1]");
    const time = await processorTime(() => {
      for (let edit = 0; edit < 2000; edit++) {
        const at = 1 + ((edit * 7919) % 8_000_000);
        document = document.replace(at, at, "9").replace(at, at + 1, "");
        assert.equal(document.positionAt(at).character, at);
      }
    });
    assert.equal(document.length, 8_000_003);
    holdsMeasure(time, 2000, "milliseconds for 4000 edits");
  });
});
