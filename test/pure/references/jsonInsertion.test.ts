import assert from "node:assert/strict";
import fc from "fast-check";
import type { RegistryReference } from "@analyses/protocol/references";
import { planJsonInsertion } from "@analyses/client/references/jsonInsertion";
import { withCaret } from "../../support/caret";

const group: RegistryReference = {
  kind: "group",
  id: "2",
  name: 'Centre "North"',
  link: "https://registry.example/rest/groups/2",
};
const person: RegistryReference = {
  kind: "person",
  id: "11143",
  name: "Åse Ødegård",
  link: "https://registry.example/rest/people/11143",
};
const layout = { indentation: "  ", lineBreak: "\n" };

const groupValue = { groupId: group.id, name: group.name, link: group.link };
const personValue = { personId: person.id, name: person.name, link: person.link };

function insert(
  marked: string,
  references: readonly RegistryReference[] = [group],
  lineBreak = "\n",
): string {
  const { text, offset } = withCaret(marked);
  const plan = planJsonInsertion(text, offset, references, { ...layout, lineBreak });
  return plan === undefined ? "noPlace" : apply(text, plan.changes);
}

function apply(text: string, changes: readonly { start: number; end: number; newText: string }[]): string {
  return [...changes]
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}

describe("inserting a reference into JSON", () => {
  const places: readonly (readonly [string, string, unknown])[] = [
    ["an empty document", "|", groupValue],
    ["a missing value", '{"a": |}', { a: groupValue }],
    ["a missing value before the next property", '{"a": |\n"b": 1}', { a: groupValue, b: 1 }],
    ["a null", '{"a": nu|ll}', { a: groupValue }],
    ["an empty array", '{"a": [|]}', { a: [groupValue] }],
    ["before the first element", "[|1]", [groupValue, 1]],
    ["between elements, after the comma", "[1,| 2]", [1, groupValue, 2]],
    ["between elements, before the comma", "[1 |, 2]", [1, groupValue, 2]],
    ["after the last element", "[1, {}|]", [1, {}, groupValue]],
    ["after a trailing comma", "[1, |]", [1, groupValue]],
    ["an empty object", '{"a": {|}}', { a: groupValue }],
    ["an object with other properties", '{"a": 1|}', { a: 1, group: groupValue }],
    ["an object that has a group already", '{"group": 1|, "b": 2}', { group: 1, group2: groupValue, b: 2 }],
    ["an object that refers to a group", '{"groupId": "1", |"name": "Old"}', groupValue],
    ["the identifier of a reference", '{"x": {"groupId": "|"}, "y": 1}', { x: groupValue, y: 1 }],
    ["an identifier that is missing", '{"groupId": |}', groupValue],
    [
      "an identifier that is missing before others",
      '{"groupId": |,\n"name": "Mine", "a": 1}',
      { ...groupValue, name: "Mine", a: 1 },
    ],
    [
      "an identifier that is missing, as its comma is",
      '{"groupId": |\n"a": {"b": 1}}',
      { ...groupValue, a: { b: 1 } },
    ],
    ["a reference whose name is missing", '{"x": {"groupId": "1", "name": |}}', { x: groupValue }],
    ["a reference that ends with a comma", '{\n  "groupId": "1",\n  |\n}', groupValue],
    ["a string", '{"a": "see |"}', { a: "see 2" }],
    ["a string for a name", '{"name": "|"}', { name: group.name }],
    ["a string for a link", '{"href": "|"}', { href: group.link }],
  ];
  const link = "https://registry.example/rest/groups/11";
  const old = `"groupId": "11", "name": "Old", "link": "${link}"`;
  const oldValue = { groupId: "11", name: "Old", link };
  const besides: readonly (readonly [string, string, unknown])[] = [
    ["the value of another property", `{${old}, "leads": |}`, { ...oldValue, leads: groupValue }],
    ["the null of another property", `{${old}, "parent": |null}`, { ...oldValue, parent: groupValue }],
    ["the string of another property", `{${old}, "notes": "see |"}`, { ...oldValue, notes: "see 2" }],
    [
      "a place between the members of what is more than a reference",
      '{"name": "Mortality at 30 days", "groupId": "11", "studies": [], |}',
      { name: "Mortality at 30 days", groupId: "11", studies: [], group: groupValue },
    ],
    [
      "a place beside a list of identifiers",
      '{"groupId": ["11", "12"], "name": "Mine", |}',
      { groupId: ["11", "12"], name: "Mine", group: groupValue },
    ],
    [
      "the identifier of what has a name of its own",
      '{"name": "Mortality", "groupId": "1|1", "studies": []}',
      { ...groupValue, name: "Mortality", studies: [] },
    ],
    [
      "the identifier of what has text beside it, and is called as the record",
      '{"name": "Old", "groupId": "1|1", "position": "lead"}',
      { ...groupValue, position: "lead" },
    ],
    [
      "the identifier of what has an empty name",
      '{"name": "", "groupId": "|", "studies": []}',
      { ...groupValue, studies: [] },
    ],
    [
      "a name that is an object's own",
      '{"name": "Mortality: |", "groupId": "11", "studies": []}',
      { name: `Mortality: ${group.name}`, groupId: "11", studies: [] },
    ],
    [
      "a reference whose name is an object",
      '{"groupId": "11", "name": {"en": "A"}, |}',
      { ...groupValue, name: { en: "A" } },
    ],
    ["a string in a list for links", '{"links": ["|"]}', { links: [group.link] }],
    ["a string whose name only contains one for names", '{"context": "|"}', { context: "2" }],
    ["a string for a name in several words", '{"centre-name": "|"}', { "centre-name": group.name }],
    ["a string for a link in several words", '{"homePageURL": "|"}', { homePageURL: group.link }],
  ];
  for (const [title, marked, expected] of [...places, ...besides]) {
    it(`fits ${title}`, () => assert.deepEqual(JSON.parse(insert(marked)), expected));
  }

  it("leaves a number next to a reference alone", () => {
    assert.equal(insert(`{${old}, "total": 1|2}`), "noPlace");
  });

  it("fills a reference whose identifier stands there twice, each other part once", () => {
    const result = insert('{"groupId": "1", "groupId": "1|"}');
    assert.equal(
      result,
      `{"groupId": "2", "groupId": "2", "name": ${JSON.stringify(group.name)}, "link": "${group.link}"}`,
    );
  });

  it("puts the identifier into a string for the name of a record without one", () => {
    assert.equal(insert('{"name": "|"}', [{ ...group, name: " " }]), '{"name": "2"}');
  });

  it("is inside a string that nothing closes yet", () => {
    assert.equal(insert('{\n  "center": "|\n}'), '{\n  "center": "2\n}');
    assert.equal(insert('["abc |\n]'), '["abc 2\n]');
    assert.equal(insert('{"name": "|'), `{"name": "${group.name.replaceAll('"', '\\"')}`);
  });

  it("goes into no text in single quotes, and reads over it", () => {
    for (const marked of [
      "{ list: ['Foo | bar', 'x'] }",
      "{ \"a\": 'Foo | bar' }",
      "{ \"a\": 'it\\'s | \" }' }",
      '{ "a": \'Foo |\n}',
    ])
      assert.equal(insert(marked), "noPlace", marked);
    assert.match(insert("{ a: 'x, \"y', b: | }"), /^\{ a: 'x, "y', b: \{\n/);
    assert.equal(
      insert("{ groupId: '1', name: 'Old, too',| }"),
      `{ groupId: "2", "link": "${group.link}", name: ${JSON.stringify(group.name)} }`,
    );
  });

  it("writes invisible characters in a name as escapes, except those that join letters", () => {
    const name = "A\u202eB\u200b\u2028C\u200c\u{e0041}";
    const written = "A\\u202eB\\u200b\\u2028C\u200c\\udb40\\udc41";
    for (const marked of ["|", '{"groupId": |}', '{"name": "|"}'])
      assert.ok(insert(marked, [{ ...group, name }]).includes(`"${written}"`), marked);
  });

  it("keeps the author's layout", () => {
    assert.match(insert('{"a":|}'), /^\{"a": \{\n/);
    assert.equal(
      insert('{\n  "groups": [\n    { "a": 1 },\n    |\n  ]\n}\n', [person]),
      '{\n  "groups": [\n    { "a": 1 },\n    {\n      "personId": "11143",\n      "name": "Åse Ødegård",\n' +
        '      "link": "https://registry.example/rest/people/11143"\n    }\n  ]\n}\n',
    );
  });

  it("lays a new element out as the elements before it", () => {
    const result = insert('{ "a": [\n      { "b": 1 },|\n      2\n] }');
    assert.match(result, /\n {6}\{\n {8}"groupId"[^]*\n {6}\},\n {6}2\n\] \}$/);
  });

  it("does not write a group's identifier into a person's reference, or a person's into a group's", () => {
    assert.equal(insert('{"personId": "|"}'), "noPlace");
    assert.equal(insert('{"personId": |}'), "noPlace");
    assert.equal(insert('{"groupId": "|"}', [person]), "noPlace");
  });

  it("puts the missing comma directly after the element, not on a line of its own", () => {
    const result = insert('{\r\n  "a": [\r\n    1\r\n    |\r\n  ]\r\n}', [group], "\r\n");
    assert.match(result, /\[\r\n {4}1,\r\n {4}\{\r\n {6}"groupId"/);
    assert.doesNotMatch(result, /[^\r]\n/);
  });

  it("puts several picks side by side in an array and makes an array at a single value", () => {
    assert.deepEqual(JSON.parse(insert("[|]", [group, person])), [groupValue, personValue]);
    assert.deepEqual(JSON.parse(insert('{"a": |}', [group, person])), { a: [groupValue, personValue] });
  });

  it("refuses places where JSON has no room", () => {
    for (const marked of ['{"ke|y": 1}', "12|3", '{"a": 1} |', '{"a" | : 1}']) {
      assert.equal(insert(marked), "noPlace", marked);
    }
  });

  it("looks at each sign once in a row of apostrophes, and in a text in single quotes of any length", () => {
    for (const text of ["'".repeat(1_000_000), `'${"a".repeat(20_000_000)}'`])
      assert.match(insert(`[${text}, |]`).slice(-120), /', \s*\{\s*"groupId": "2"/);
  });
});

describe("inserting a reference where others are written", () => {
  const value = fc.constantFrom("", "Mine", null, 5, [], ["11"], {}, { a: 1 });
  const member = fc.tuple(fc.constantFrom("groupId", "personId", "name", "link", "other"), value);
  const members = fc.uniqueArray(member, { selector: ([name]) => name });

  it("breaks no document, and replaces no list, no object and no name that is an object's own", () => {
    fc.assert(
      fc.property(members, fc.nat(), fc.constantFrom(0, 2), (entries, at, space) => {
        const object = Object.fromEntries(entries);
        const text = JSON.stringify(object, undefined, space);
        const plan = planJsonInsertion(text, at % (text.length + 1), [group], layout);
        if (plan === undefined) return;
        assert.doesNotThrow(() => JSON.parse(apply(text, plan.changes)), text);
        for (const { start, end } of plan.changes) {
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

describe("inserting a reference into JSON, sign by sign", () => {
  it("leaves properties alone whose names every object has", () => {
    const marked = '{"groupId": "|1", "constructor": "x", "toString": 2, "__proto__": [3]}';
    const others = '"name":"Centre \\"North\\"","link":"https://registry.example/rest/groups/2"';
    assert.equal(
      JSON.stringify(JSON.parse(insert(marked))),
      `{"groupId":"2",${others},"constructor":"x","toString":2,"__proto__":[3]}`,
    );
  });

  it("tears no escape and no sign of a comment apart", () => {
    for (const marked of [
      '{"a": "x\\|n"}',
      '{"a": "x\\u0|041"}',
      '{"a": "\\\\\\|""}',
      '{"a": 1 /|/ x\n}',
      '{"a": 1 /|* x */}',
      '{"a": 1 /* x *|/}',
    ]) {
      assert.equal(insert(marked), "noPlace", marked);
    }
    assert.equal(insert('{"a": "\\\\|"}'), '{"a": "\\\\2"}');
    const slash = { ...group, name: '/ 1, "b": 2 }' };
    for (const marked of ['{"a": 1 /* x *| */}', '{"a": 1 /*| x */}']) {
      assert.equal(insert(marked, [slash]).split("*/").length, 2, marked);
    }
  });
});
