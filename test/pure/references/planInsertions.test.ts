import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { haveRoom, planInsertions } from "@analyses/client/references/planInsertions";
import type { Insertions } from "@analyses/client/references/planInsertions";
import type { TextChange } from "@analyses/client/references/jsonReading";
import type { RegistryReference } from "@analyses/protocol/references";
import { cases } from "../../support/size";
import { changedLines, type TextCase, testCases } from "../../support/textCases";

const north: RegistryReference = {
  kind: "group",
  id: "2",
  name: 'Centre "North"',
  link: "https://registry.example/rest/groups/2",
};
const south: RegistryReference = {
  ...north,
  id: "3",
  name: "Centre South",
  link: "https://registry.example/rest/groups/3",
};
const person: RegistryReference = {
  kind: "person",
  id: "11143",
  name: "Åse Ødegård",
  link: "https://registry.example/rest/people/11143",
};
const records: Readonly<Record<string, RegistryReference>> = { north, south, person };

const folder = "test/fixtures/insertions";

interface Selection {
  readonly start: number;
  readonly end: number;
}

function plan(
  text: string,
  selections: readonly Selection[],
  references: readonly RegistryReference[],
  languageId = "json",
): Insertions {
  return planInsertions(
    {
      text,
      languageId,
      isJson: languageId !== "plaintext",
      layout: { indentation: "  ", lineBreak: "\n" },
    },
    selections,
    references,
  );
}

/** Applies all changes at once, as an editor does. */
function apply(text: string, changes: readonly TextChange[]): string {
  let result = "";
  let copied = 0;
  for (const { start, end, newText } of changes) {
    assert.ok(start >= copied && end >= start, "changes come in order and do not overlap");
    result += text.slice(copied, start) + newText;
    copied = end;
  }
  return result + text.slice(copied);
}

/** Inserts at each caret, marked `|`, or selection, marked `‹…›`. */
function insert(
  marked: string,
  references: readonly RegistryReference[],
  languageId?: string,
): { readonly text: string } & Insertions {
  const selections: Selection[] = [];
  let text = "";
  for (const part of marked.split(/(\||‹[^›]*›)/)) {
    const isSelection = part.startsWith("‹");
    const kept = isSelection ? part.slice(1, -1) : part === "|" ? "" : part;
    if (isSelection || part === "|") selections.push({ start: text.length, end: text.length + kept.length });
    text += kept;
  }
  const insertions = plan(text, selections, references, languageId);
  return { ...insertions, text: apply(text, insertions.changes) };
}

/** The lines that change, and what has no room. */
function insertCase(one: TextCase) {
  const { references = ["north"], language } = one.options;
  const text = one.text.join("\n");
  const chosen = references.map((name) => records[name] ?? assert.fail(name));
  const insertions = insert(text, chosen, language);
  const before = text.replace(/[|‹›]/g, "");
  const said = [
    ...changedLines(before, insertions.text, "").map((line) => `//= ${line}`),
    ...(insertions.refused > 0 ? [`//! no room at ${insertions.refused}`] : []),
    ...(insertions.leftOut > 0 ? [`//! left out: ${insertions.leftOut}`] : []),
    ...(haveRoom(insertions) ? [] : ["//! not to be pasted"]),
  ];
  return Promise.resolve({ written: [...one.text, ...said], complaints: [] });
}

describe("a reference is inserted at", () => {
  for (const file of readdirSync(folder)) testCases(join(folder, file), insertCase);

  it("a string for the name of a record without one, by its identifier", () => {
    assert.equal(insert('{"name": "|"}', [{ ...north, name: " " }]).text, '{"name": "2"}');
  });

  it("a place where names with invisible characters are escaped, except those that join letters", () => {
    const name = "A\u202eB\u200b\u2028C\u200c\u{e0041}";
    const written = "A\\u202eB\\u200b\\u2028C\u200c\\udb40\\udc41";
    for (const marked of ["|", '{"groupId": |}', '{"name": "|"}'])
      assert.ok(insert(marked, [{ ...north, name }]).text.includes(`"${written}"`), marked);
  });

  it("a comment, which no name can end", () => {
    const sly = { ...north, name: "*/ {\n" };
    assert.equal(insert("[1, /* | */ 2]", [sly]).text, `[1, /* * / { <${north.link}> */ 2]`);
    const slash = { ...north, name: '/ 1, "b": 2 }' };
    for (const marked of ['{"a": 1 /* x *| */}', '{"a": 1 /*| x */}'])
      assert.equal(insert(marked, [slash]).text.split("*/").length, 2, marked);
  });

  it("a text after a million apostrophes, or after 20 million characters in single quotes", () => {
    for (const text of ["'".repeat(1_000_000), `'${"a".repeat(20_000_000)}'`])
      assert.match(insert(`[${text}, |]`, [north]).text.slice(-120), /', \s*\{\s*"groupId": "2"/);
  });
});

describe("inserting a reference into a document that nests very deeply", () => {
  const depth = 100_000;
  const nested = (middle: string) => "[".repeat(depth) + middle + "]".repeat(depth);
  const written = new RegExp(`"link": "${north.link}"\\s*}\\s*\\]{${depth}}$`);

  it("goes in at the caret, and in the place of what is selected", () => {
    assert.match(insert(nested("|"), [north]).text, written);
    assert.match(insert(nested("‹5›"), [north]).text, written);
    assert.equal(insert("[".repeat(depth) + "‹5›", [north]).changes.length, 1);
  });
});

const places = fc.array(fc.tuple(fc.nat(), fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(30))), {
  minLength: 1,
  maxLength: 4,
});

/** Valid selections in an editor: they do not overlap, and none starts or ends inside an escape. */
function selectionsIn(text: string, wanted: readonly (readonly [number, number])[]): readonly Selection[] {
  const isCut = (at: number) => /\\.?$|\\u.{0,4}$/.test(text.slice(0, at));
  const sorted = wanted
    .map(([at, length]) => ({ start: at % (text.length + 1), length }))
    .map(({ start, length }) => ({ start, end: Math.min(text.length, start + length) }))
    .filter(({ start, end }) => !isCut(start) && !isCut(end))
    .sort((a, b) => a.start - b.start);
  return sorted.filter(({ start }, index) => sorted.slice(0, index).every(({ end }) => end < start));
}

/** Objects that may be references, or have some of their properties. */
const objects = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom("groupId", "personId", "name", "link", "other"),
      fc.constantFrom("", "Mine", null, 5, [], ["11"], {}, { a: 1 }),
    ),
    { selector: ([name]) => name },
  )
  .map((entries): Readonly<Record<string, unknown>> => Object.fromEntries(entries));

const picks = fc.constantFrom([north], [person], [north, person], [north, south]);

describe("inserting references, wherever the cursors and selections are", () => {
  it("never breaks a JSON document", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        places,
        fc.constantFrom(0, 2),
        picks,
        (value, wanted, space, references) => {
          const text = JSON.stringify(value, undefined, space);
          const { changes } = plan(text, selectionsIn(text, wanted), references);
          assert.doesNotThrow(() => JSON.parse(apply(text, changes)));
        },
      ),
      { numRuns: cases(5000) },
    );
  });

  it("keeps every character that it does not replace", () => {
    fc.assert(
      fc.property(fc.jsonValue(), places, (value, wanted) => {
        const text = JSON.stringify(value, undefined, 2);
        const carets = selectionsIn(
          text,
          wanted.map(([at]) => [at, 0] as const),
        );
        const { changes } = plan(text, carets, [north]);
        for (const { start, end } of changes) assert.match(text.slice(start, end), /^\s*(null)?\s*$/);
      }),
      { numRuns: 500 },
    );
  });

  it("replaces no list, no object and no name that is an object's own", () => {
    fc.assert(
      fc.property(objects, fc.nat(), fc.constantFrom(0, 2), (object, place, space) => {
        const text = JSON.stringify(object, undefined, space);
        const at = place % (text.length + 1);
        const { changes } = plan(text, [{ start: at, end: at }], [north]);
        assert.doesNotThrow(() => JSON.parse(apply(text, changes)), text);
        for (const { start, end } of changes) {
          assert.doesNotMatch(text.slice(start, end), /[[{]/, text);
          const isName = /"name": ?$/.test(text.slice(0, start));
          // If the object has another property that is not a string, the name is its own.
          if (isName && Object.hasOwn(object, "other") && typeof object.other !== "string")
            assert.notEqual(text.slice(start, end), '"Mine"', text);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
