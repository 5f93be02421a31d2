import assert from "node:assert/strict";
import fc from "fast-check";
import type { RegistryReference } from "../../../protocol/src/references";
import { planJsonInsertion } from "../../../client/src/references/jsonInsertion";
import { analysesFormatPermits } from "../../../client/src/references/planInsertions";
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
  const plan = planJsonInsertion(text, offset, references, { ...layout, lineBreak }, () => true);
  return plan.kind === "changes" ? apply(text, plan.changes) : plan.kind;
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
      '{"groupId": |,\n"name": "Old", "a": 1}',
      { ...groupValue, a: 1 },
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
  for (const [title, marked, expected] of places) {
    it(`fits ${title}`, () => assert.deepEqual(JSON.parse(insert(marked)), expected));
  }

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

  it("does not write a group's identifier where a person's stands, or the other way round", () => {
    assert.equal(insert('{"personId": "|"}'), "noPlace");
    assert.equal(insert('{"personId": |}'), "noPlace");
    assert.equal(insert('{"groupId": "|"}', [person]), "noPlace");
  });

  it("puts the missing comma behind the element, not on a line of its own", () => {
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

  it("never breaks a JSON document, wherever the caret is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom(0, 2), (value, at, space) => {
        const text = JSON.stringify(value, undefined, space);
        const offset = at % (text.length + 1);
        if (/\\.?$|\\u.{0,4}$/.test(text.slice(0, offset))) return;
        const plan = planJsonInsertion(text, offset, [group], layout, () => true);
        if (plan.kind === "changes") assert.doesNotThrow(() => JSON.parse(apply(text, plan.changes)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("inserting a reference into an analyses document", () => {
  const place = (marked: string, hasItemSchema: boolean) => {
    const { text, offset } = withCaret(marked);
    return planJsonInsertion(text, offset, [group], layout, (at) => analysesFormatPermits(at, hasItemSchema))
      .kind;
  };

  it("leaves properties alone whose names every object has", () => {
    const marked = '{"groupId": "1", "constructor": "x", "toString": 2, "__proto__": [3]|}';
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

  it("is refused where the format allows no further property", () => {
    for (const marked of [
      "|",
      "{|}",
      '{"risk-of-bias-method": |}',
      '{"analysis-groups": [|]}',
      '{"analysis-groups": [{"name": "x", |}]}',
      '{"analysis-groups": [{"number": |}]}',
    ]) {
      assert.equal(place(marked, false), "formatForbids", marked);
    }
  });

  it("is refused in a name for what it is, not for where the name stands", () => {
    assert.equal(place('{"analysis-groups": [{"analyses": [{"te|am": 1}]}]}', true), "noPlace");
    assert.equal(place('{"analysis-groups": [{"analyses": [{"a": 1|2}]}]}', true), "noPlace");
  });

  it("is possible inside an analysis, and as an analysis where no item schema says what one is", () => {
    assert.equal(place('{"analysis-groups": [{"analyses": [{"a": |}]}]}', true), "changes");
    assert.equal(place('{"analysis-groups": [{"analyses": [|]}]}', false), "changes");
    assert.equal(place('{"analysis-groups": [{"analyses": [|]}]}', true), "formatForbids");
  });
});
