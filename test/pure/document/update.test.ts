import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createDocument,
  updateDocument,
  type AnalysesDocument,
} from "@analyses/server/document/analysesDocument";
import { groupsOf } from "@analyses/server/document/groups";
import { type DocumentChange, elementsOf } from "@analyses/json";
import { analysesText, changed, changeIn, trickyChange } from "../../support/analysesText";
import { cases } from "../../support/size";

const runs = cases(2000);

/** Applies a change to the text. Like LSP, moves positions inside line endings. */
function applied(document: AnalysesDocument, { range, text }: DocumentChange): string {
  const content = document.text.toString();
  if (range === undefined) return text;
  const from = document.text.offsetAt(range.start);
  const to = document.text.offsetAt(range.end);
  return content.slice(0, from) + text + content.slice(to);
}

describe("a document that is edited", () => {
  it("is after every change what it would be if it were opened anew", () => {
    fc.assert(
      fc.property(
        analysesText,
        fc.array(trickyChange, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (text, changes, undo) => {
          let document = createDocument("file:///a", "analyses", 1, text);
          const undone: DocumentChange[] = [];
          for (const change of changes) {
            const edit = changeIn(document, change);
            const expected = applied(document, edit);
            const start = document.text.offsetAt(edit.range?.start ?? { line: 0, character: 0 });
            const end = document.text.offsetAt(edit.range?.end ?? { line: 0, character: 0 });
            const removed = document.text.slice(start, end);
            document = updateDocument(document, [edit], document.version + 1);
            const inserted = {
              start: document.text.positionAt(start),
              end: document.text.positionAt(start + edit.text.length),
            };
            if (document.text.offsetAt(inserted.end) === start + edit.text.length) {
              undone.unshift({ range: inserted, text: removed });
            }
            assertFresh(document, expected);
          }
          if (!undo) return;
          for (const edit of undone) {
            const expected = applied(document, edit);
            document = updateDocument(document, [edit], document.version + 1);
            assertFresh(document, expected);
          }
        },
      ),
      { numRuns: runs, endOnFailure: true },
    );
  });

  it("is right when many changes come at once", () => {
    fc.assert(
      fc.property(analysesText, fc.array(trickyChange, { maxLength: 12 }), (text, changes) => {
        const document = createDocument("file:///a", "analyses", 1, text);
        let now = document;
        const edits: DocumentChange[] = [];
        let expected = text;
        for (const change of changes) {
          const edit = changeIn(now, change);
          expected = applied(now, edit);
          edits.push(edit);
          now = createDocument("file:///a", "analyses", 1, expected);
        }
        assertFresh(updateDocument(document, edits, 2), expected);
      }),
      { numRuns: Math.ceil(runs / 4), endOnFailure: true },
    );
  });

  it("is right after a change without a range", () => {
    const document = createDocument("file:///a", "analyses", 1, '{"analysis-groups": [{"analyses": [{}]}]}');
    const text = changed(document.text.toString(), { at: 30, length: 1, insert: "x" });
    assertFresh(updateDocument(document, [{ text }], 2), text);
  });
});

function assertFresh(document: AnalysesDocument, text: string): void {
  const { root, problems } = createDocument("file:///a", "analyses", 1, text);
  assert.equal(document.text.toString(), text);
  // Comparing texts is much faster; on a difference the assertion shows the details.
  if (JSON.stringify(document.root) !== JSON.stringify(root)) assert.deepEqual(document.root, root);
  assert.deepEqual(document.problems, problems);
}

describe("an edit in one analysis", () => {
  const analysis = (name: string) => `{"name": "${name}", "studies": [{"id": "A"}, {"id": "B"}]}`;
  const group = (number: number) =>
    `{"number": ${number}, "name": "g", "analyses": [${["a", "b", "c"].map(analysis).join(", ")}]}`;
  const text = `{"analysis-groups": [${[1, 2, 3].map(group).join(",\n")}]}`;

  const itemsOf = (document: AnalysesDocument) =>
    [...groupsOf(document)].flatMap(({ analyses }) =>
      analyses === undefined ? [] : [...elementsOf(analyses)].map(({ node }) => node),
    );

  for (const insert of ["x", '"', "}", "{", "]", "[", ",", "\n"]) {
    it(`leaves the other analyses as they are, so that nothing is done for them again: ${JSON.stringify(insert)}`, () => {
      const document = createDocument("file:///a", "analyses", 1, text);
      const at = text.indexOf('"b"', text.indexOf('"number": 2')) + 1;
      const place = document.text.positionAt(at);
      const edited = updateDocument(document, [{ range: { start: place, end: place }, text: insert }], 2);
      const before = itemsOf(document);
      const after = new Set(itemsOf(edited));
      assert.equal(before.length, 9);
      assert.ok(before.filter((item) => after.has(item)).length >= 8);
    });
  }
});
