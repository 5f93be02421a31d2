import assert from "node:assert/strict";
import fc from "fast-check";
import { memberRemoval, membersInsertion, membersRemoval, open } from "@analyses/json";
import { createDocument } from "@analyses/server/document/analysesDocument";

const noComment = fc.constantFrom("", " ", "\n  ");
const anyGap = fc.oneof(
  noComment,
  fc.constantFrom("/* a, b */", " // one, two,\n", "\n/* , */ ", " # all,\n "),
);

/** Builds an object or a list with gaps around its members. @returns the text and the start of each member */
function textOf(isObject: boolean, members: number, gap: () => string): { text: string; starts: number[] } {
  let text = isObject ? "{" : "[";
  const starts: number[] = [];
  for (let index = 0; index < members; index++) {
    text += gap();
    starts.push(text.length);
    text += isObject ? `"m${index}": ${index}` : `"m${index}"`;
    text += gap();
    if (index < members - 1) text += ",";
  }
  return { text: text + gap() + (isObject ? "}" : "]"), starts };
}

const comment = /\/\*.*?\*\/|(?:\/\/|#).*/g;

describe("taking a member away", () => {
  const anyText = fc.record({
    isObject: fc.boolean(),
    members: fc.integer({ min: 1, max: 4 }),
    gaps: fc.array(anyGap, { minLength: 13, maxLength: 13 }),
    removed: fc.nat(),
  });

  it("leaves the others and every comment, whatever commas the comments have", () => {
    fc.assert(
      fc.property(anyText, ({ isObject, members, gaps, removed }) => {
        let next = 0;
        const { text, starts } = textOf(isObject, members, () => gaps[next++] ?? "");
        const index = removed % members;
        const document = createDocument("file:///a", "analyses", 1, text);
        const { node, start } = open(document, document.root);
        assert.ok(node.kind === "object" || node.kind === "array");
        let after = text;
        for (const edit of memberRemoval(document.text, { node, start }, starts[index] ?? -1).toReversed())
          after = after.slice(0, edit.start) + edit.text + after.slice(edit.end);
        const all = JSON.parse(text.replace(comment, "")) as unknown;
        const left = JSON.parse(after.replace(comment, "")) as unknown;
        if (Array.isArray(all)) assert.deepEqual(left, all.toSpliced(index, 1));
        else
          assert.deepEqual(
            Object.keys(left as object),
            Object.keys(all as object).filter((name) => name !== `m${index}`),
          );
        assert.deepEqual(after.match(comment), text.match(comment));
      }),
      { numRuns: 500 },
    );
  });

  it("leaves JSON where several members go, adjacent or apart", () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), (given, goes) => {
        const gaps = given.gaps.map((gap) => (/^\s*$/.test(gap) ? gap : " "));
        let next = 0;
        const { text } = textOf(true, 4, () => gaps[next++ % gaps.length] ?? "");
        const kept = given.removed % 4;
        const removed = [0, 1, 2, 3].filter((index) => index !== kept && goes[index]);
        const document = createDocument("file:///a", "analyses", 1, text);
        const { node, start } = open(document, document.root);
        assert.ok(node.kind === "object");
        let after = text;
        for (const edit of membersRemoval(document.text, { node, start }, removed).toReversed())
          after = after.slice(0, edit.start) + edit.text + after.slice(edit.end);
        const left = Object.keys(JSON.parse(after) as object);
        assert.deepEqual(
          left,
          [0, 1, 2, 3].filter((index) => !removed.includes(index)).map((index) => `m${index}`),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("takes the white space before it too, where there is no comment", () => {
    const text = '{\n  "a": 1,\n  "b": 2\n}';
    const document = createDocument("file:///a", "analyses", 1, text);
    const { node, start } = open(document, document.root);
    assert.ok(node.kind === "object");
    const after = (member: string): string => {
      const [edit, ...others] = memberRemoval(document.text, { node, start }, text.indexOf(member));
      assert.ok(edit !== undefined && others.length === 0);
      return text.slice(0, edit.start) + text.slice(edit.end);
    };
    assert.equal(after('"a"'), '{\n  "b": 2\n}');
    assert.equal(after('"b"'), '{\n  "a": 1\n}');
    assert.deepEqual(memberRemoval(document.text, { node, start }, 1), []);
  });
});

describe("putting a member in", () => {
  it("takes nothing away from an object that has lost its brace", () => {
    const text = '"a": 1, "b": 2}';
    const document = createDocument("file:///a", "analyses", 1, text);
    const { node, start } = open(document, document.root);
    assert.ok(node.kind === "object" && !node.opened);
    const edit = membersInsertion(document.text, { node, start }, -1, ['"x": 0']);
    assert.equal(text.slice(0, edit.start) + edit.text + text.slice(edit.end), ' "x": 0,"a": 1, "b": 2}');
  });
});
