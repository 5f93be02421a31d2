import assert from "node:assert/strict";
import { edited, planInsertions, textOf, unedited } from "@analyses/client/references/planInsertions";
import type { TextChange } from "@analyses/client/references/jsonReading";
import type { RegistryReference } from "@analyses/protocol/references";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import { problemsAfter } from "@analyses/server/validation/problemsAfter";
import { withCaret } from "../../support/caret";
import { findingsIn, uninterrupted } from "../../support/findings";
import { documentOf } from "../features/support/documents";
import { withAnalyses } from "../../support/references";
import { schemaContext } from "../features/support/schemas";

const north: RegistryReference = {
  kind: "group",
  id: "2",
  name: "Centre North",
  link: "https://registry.example/rest/groups/2",
};

const reference = { type: "object", required: ["groupId"], properties: { groupId: { type: "string" } } };

/** Item schemas with a place that accepts no reference. */
const forbidding: Readonly<Record<string, { readonly schema: object; readonly item: string }>> = {
  "an object that allows no other properties": {
    schema: { type: "object", properties: { outcome: {}, team: {} }, additionalProperties: false },
    item: '{ "outcome": "Pain"| }',
  },
  "an object all of whose properties are evaluated": {
    schema: { allOf: [{ properties: { outcome: {} } }], unevaluatedProperties: false },
    item: '{ "outcome": "Pain"| }',
  },
  "a list that is full": {
    schema: { properties: { team: { type: "array", items: reference, maxItems: 1 } } },
    item: '{ "team": [{ "groupId": "1" }|] }',
  },
  "a list of something else": {
    schema: { properties: { studies: { items: { type: "string" } } } },
    item: '{ "studies": ["Abe 2001",| "Bly 2004"] }',
  },
  "a value of another type": {
    schema: { properties: { total: { type: ["number", "null"] } } },
    item: '{ "total": nu|ll }',
  },
  "a text of which only some are allowed": {
    schema: { properties: { effect: { enum: ["", "ODDS_RATIO"] } } },
    item: '{ "effect": "|" }',
  },
};

function plan(text: string, at: number): readonly TextChange[] {
  const target = {
    text,
    languageId: "analyses",
    isJson: true,
    layout: { indentation: "  ", lineBreak: "\n" },
  };
  return planInsertions(target, [{ start: at, end: at }], [north]).changes;
}

async function problems(
  text: string,
  changes: readonly TextChange[],
  schemas: SchemaContext,
  maxProblems = 1000,
): Promise<readonly string[]> {
  const document = documentOf(text);
  const found = await problemsAfter(
    document,
    changes.toReversed().map(({ start, end, newText }) => ({
      range: { start: document.text.positionAt(start), end: document.text.positionAt(end) },
      text: newText,
    })),
    schemas,
    { maxProblems },
    uninterrupted,
  );
  assert.equal(document.text.toString(), text);
  assert.ok(found);
  return found;
}

function marked(item: string): { readonly text: string; readonly at: number } {
  const text = withAnalyses(item);
  const at = text.indexOf("|");
  return { text: text.slice(0, at) + text.slice(at + 1), at };
}

describe("a reference that is to go into a valid document", () => {
  for (const [what, { schema, item }] of Object.entries(forbidding)) {
    it(`leaves it valid at every place without a problem, with ${what}`, async () => {
      const schemas = schemaContext(schema);
      const { text } = marked(item);
      let [told, untold] = [0, 0];
      for (let at = 0; at <= text.length; at += 1) {
        const changes = plan(text, at);
        if (changes.length === 0) continue;
        const found = await problems(text, changes, schemas);
        const after = textOf(edited(unedited(text), changes));
        const errors = (await findingsIn(after, schemas)).filter(({ severity }) => severity === "error");
        assert.deepEqual(
          found,
          errors.map(({ message }) => message),
          after,
        );
        if (found.length > 0) told += 1;
        else untold += 1;
      }
      assert.ok(told > 0 && untold > 0, `${told} told, ${untold} not`);
    });
  }
});

describe("a reference that is to go into a document outside of its analyses", () => {
  for (const place of [
    "|",
    "{|}",
    '{"risk-of-bias-method": |}',
    '{"analysis-groups": [|]}',
    '{"analysis-groups": [{"name": "x", |}]}',
    '{"analysis-groups": [{"number": |}]}',
  ])
    it(`is known to be forbidden by the format: ${place}`, async () => {
      const { text, offset } = withCaret(place);
      assert.notDeepEqual(await problems(text, plan(text, offset), schemaContext()), []);
    });
});

describe("a reference that is to go into a document with problems", () => {
  const schemas = schemaContext({ properties: { outcome: { type: "string" } }, additionalProperties: false });

  it("has only new problems reported against it", async () => {
    const { text, at } = marked('{ "outcome": 5, "extra": 1| }');
    assert.equal((await findingsIn(text, schemas)).length, 2);
    const found = await problems(text, plan(text, at), schemas);
    assert.equal(found.length, 1, found.join("\n"));
    assert.match(found[0] ?? "", /group/);
    assert.deepEqual(await problems(text, [], schemas), []);
  });

  it("is not held back where there are more problems than the limit reports", async () => {
    const { text, at } = marked('{ "outcome": 5, "extra": 1, "other": 2| }');
    assert.deepEqual(await problems(text, plan(text, at), schemas, 1), []);
  });
});

/** Syntactically incomplete analyses, each with a place that the schema restricts. */
const unfinished = {
  "a value that is missing": '{ "total": | }',
  "a value that is missing before others": '{ "total": | "outcome": "Pain" }',
  "a list that has begun": '{ "studies": ["Abe 2001", | }',
  "a list with a comma too many": '{ "studies": ["Abe 2001", |] }',
};

describe("a reference that is to go into a text that is not JSON yet", () => {
  const total = { type: ["number", "null"] };
  const studies = { items: { type: "string" } };
  const forbids = schemaContext({ properties: { total, studies, outcome: {} } });
  const permits = schemaContext({ properties: { total: reference, studies: {}, outcome: {} } });

  for (const [what, item] of Object.entries(unfinished)) {
    it(`is judged by what the schema says of its place, with ${what}`, async () => {
      const { text, at } = marked(item);
      assert.ok((await findingsIn(text, permits)).some(({ code }) => code === "syntax"));
      const changes = plan(text, at);
      assert.ok(changes.length > 0);
      const found = await problems(text, changes, forbids);
      assert.equal(found.length, 1, found.join("\n"));
      assert.match(found[0] ?? "", /number|text|string/);
      assert.deepEqual(await problems(text, changes, permits), []);
    });
  }

  it("has no problem reported against it that is elsewhere, before or after", async () => {
    const { text, at } = marked(
      '{ "total": "a", "studies": [1, 2], "team": |, "total": "b", "studies": [3] }',
    );
    assert.deepEqual(await problems(text, plan(text, at), forbids), []);
    const cut = text.slice(0, at);
    assert.deepEqual(await problems(cut, plan(cut, at), forbids), []);
  });
});
