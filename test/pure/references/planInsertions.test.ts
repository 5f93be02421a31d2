import assert from "node:assert/strict";
import fc from "fast-check";
import { haveRoom, planInsertions } from "@analyses/client/references/planInsertions";
import type { Insertions } from "@analyses/client/references/planInsertions";
import type { TextChange } from "@analyses/client/references/jsonReading";
import type { RegistryReference } from "@analyses/protocol/references";
import { cases } from "../../support/size";

const north: RegistryReference = {
  kind: "group",
  id: "2",
  name: "Centre North",
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
const northValue = { groupId: "2", name: "Centre North", link: north.link };
const southValue = { groupId: "3", name: "Centre South", link: south.link };
const personValue = { personId: "11143", name: "Åse Ødegård", link: person.link };

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

function inserted(marked: string, references: readonly RegistryReference[] = [north]): unknown {
  return JSON.parse(insert(marked, references).text);
}

describe("inserting references at several places", () => {
  it("separates what goes into one array at two cursors", () => {
    assert.deepEqual(inserted("[| |]"), [northValue, northValue]);
    assert.deepEqual(inserted("[1|, 2|]"), [1, northValue, 2, northValue]);
  });

  it("gives properties of one object different names", () => {
    assert.deepEqual(inserted('{"a": 1,| "b": 2|}'), { a: 1, group: northValue, b: 2, group2: northValue });
  });

  it("fills a reference once, when two cursors are in it", () => {
    assert.deepEqual(inserted('{"groupId": "|", "name": "|"}'), northValue);
  });

  it("goes in where it can, and counts where it could not", () => {
    const { text, refused } = insert('{"ke|y": |}', [north]);
    assert.deepEqual(JSON.parse(text), { key: northValue });
    assert.equal(refused, 1);
  });

  it("says whether all have room: what is pasted would be lost where one has none", () => {
    assert.equal(haveRoom(insert("[|, |]", [north])), true);
    assert.equal(haveRoom(insert('{"ke|y": |}', [north])), false);
    assert.equal(haveRoom(insert('{"ke|y": 1}', [north])), false);
    assert.equal(haveRoom(insert('{"lead": {"groupId": "|"}}', [north, south])), false);
  });
});

describe("inserting several references", () => {
  it("goes on with further elements after a reference that it fills", () => {
    assert.deepEqual(inserted('[{"groupId": "|"}, 5]', [person, north, south]), [
      northValue,
      personValue,
      southValue,
      5,
    ]);
  });

  it("says how many are left out where only one fits", () => {
    const { text, leftOut } = insert('{"lead": {"groupId": "|"}}', [north, south]);
    assert.deepEqual(JSON.parse(text), { lead: northValue });
    assert.equal(leftOut, 1);
  });

  it("is a list of its own in an object, named after what is in it", () => {
    assert.deepEqual(inserted("{|}", [north, south]), { groups: [northValue, southValue] });
    assert.deepEqual(inserted('{"a": 1|}', [north, person]), { a: 1, references: [northValue, personValue] });
  });
});

describe("inserting a reference over a selection", () => {
  const cases: readonly (readonly [string, string, unknown])[] = [
    ["a value", '{"a": ‹"to do"›, "b": 1}', { a: northValue, b: 1 }],
    ["an element", "[1, ‹{}›, 2]", [1, northValue, 2]],
    ["the last element", "[1, ‹2›]", [1, northValue]],
    ["a property", '{‹"a": 1›, "b": 2}', { group: northValue, b: 2 }],
    ["words in a string", '{"a": "see ‹this› one"}', { a: "see 2 one" }],
  ];
  for (const [title, marked, expected] of cases) {
    it(`replaces ${title}`, () => assert.deepEqual(inserted(marked), expected));
  }

  it("leaves what cannot be replaced as it is", () => {
    const { text } = insert('[1‹, "a›b"]', [north]);
    assert.doesNotThrow(() => JSON.parse(text));
    assert.match(text, /1, "a/);
  });

  it("leaves a property's name as it is, in a text that is not JSON too", () => {
    for (const marked of ['[{ ‹"a"›: 1 }', '{ ‹"a"›: 1 }\n{"b":2}', '[{"groupId": "1", ‹"name"›: "x" }'])
      assert.match(insert(marked, [north]).text, /"(?:a|name)"\s*:/, marked);
    assert.equal(insert('{ ‹"a"›: 1 }\n{"b":2}', [north]).refused, 1);
    assert.match(insert('{ "a": ‹1› }\n{"b":2}', [north]).text, /^\{ "a": \{\n[^]*\} \}\n/);
    assert.equal(insert('[{ "a": "see ‹this›: x" }', [north]).text, '[{ "a": "see 2: x" }');
  });

  it("leaves what a comment or a last comma would be broken by", () => {
    assert.match(insert("[/* a ‹*/ 1›]", [north]).text, /^\[\/\* a \*\/ 1/);
    assert.match(insert("[1‹2›, 3,]", [north]).text, /^\[12,/);
    const { text } = insert("[// b\n ‹1›,]", [north]);
    assert.deepEqual(JSON.parse(text.replace("// b", "").replace(/,\s*\]/, "]")), [northValue]);
  });

  it("replaces selected text outside JSON", () => {
    assert.equal(insert("See ‹them›.", [north], "plaintext").text, `See Centre North <${north.link}>.`);
  });
});

describe("inserting a reference into a comment of a JSON document", () => {
  it("comes after a comment that is about what stands before it", () => {
    const member = `{\n    "groupId": "2",\n    "name": "Centre North",\n    "link": "${north.link}"\n  }`;
    for (const [before, after] of [
      [
        '{\n  "a": 1,| // about a\n  "b": 2\n}',
        `{\n  "a": 1, // about a\n  "group": ${member},\n  "b": 2\n}`,
      ],
      ['{\n  "a": 1| /* a */\n}', `{\n  "a": 1, /* a */\n  "group": ${member}\n}`],
    ] as const)
      assert.equal(insert(before, [north]).text, after);
  });

  it("is its name and link, and stays in the comment", () => {
    assert.equal(insert("[1, // see |\n 2]", [north]).text, `[1, // see Centre North <${north.link}>\n 2]`);
    const sly = { ...north, name: "*/ {\n" };
    assert.equal(insert("[1, /* | */ 2]", [sly]).text, `[1, /* * / { <${north.link}> */ 2]`);
  });
});

describe("inserting a reference into a document that nests very deeply", () => {
  const depth = 100_000;
  const nested = (middle: string) => "[".repeat(depth) + middle + "]".repeat(depth);
  const written = new RegExp(`"link": "${north.link}"\\s*}\\s*\\]{${depth}}$`);

  it("goes in at the caret, and in the place of what is selected", () => {
    assert.match(insert(nested("|"), [north]).text, written);
    assert.match(insert(nested("‹5›"), [north]).text, written);
  });

  it("goes in where nothing is closed yet", () => {
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
});
