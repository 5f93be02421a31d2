import assert from "node:assert/strict";
import { type Hover, MarkupContent, MarkupKind } from "vscode-languageserver-types";
import type { PublicRecord } from "@analyses/protocol/referenceMessages";
import { type RecordAnswer, recordHover } from "@analyses/server/features/hover";
import { referenceAt } from "@analyses/server/references/writtenReferences";
import { textIn } from "../../support/textAfter";
import { documentWithCaret } from "./support/documents";
import { groupLink, groupRecord, personLink, registryUrl, withAnalyses } from "../../support/references";

function found(written: string) {
  const { document, position } = documentWithCaret(written);
  const reference = referenceAt(document, position);
  if (reference === undefined) return undefined;
  const { range, kind, id, link } = reference;
  return { what: `${kind} ${id}`, link, about: textIn(document, range) };
}

const withReference = (written: string): string => withAnalyses(`{ "by": ${written} }`);

describe("the record under the pointer", () => {
  it("is the one of the reference, at each of its properties, key or value", () => {
    for (const [part, about] of [
      ['"group|Id"', '"groupId"'],
      ['"|2"', '"2"'],
      ['"na|me"', '"name"'],
      ['"Nam|e', '"Name of it"'],
      ['"li|nk"', '"link"'],
      ['"http|s', `"${groupLink("2")}"`],
    ] as const) {
      const reference = `{ "groupId": "2", "name": "Name of it", "link": "${groupLink("2")}" }`;
      const written = withReference(reference.replace(part.replace("|", ""), part));
      assert.deepEqual(found(written), { what: "group 2", link: groupLink("2"), about }, part);
    }
  });

  it("is what a link says, where that differs from the identifier, and wherever the link stands", () => {
    const mismatch = `{ "groupId": "2", "link": "${personLink("3")}" }`;
    assert.equal(found(withReference(mismatch.replace('"2"', '"|2"')))?.what, "group 2");
    assert.equal(found(withReference(mismatch.replace('"http', '"|http')))?.what, "person 3");
    assert.equal(found(withAnalyses(`[ "|${registryUrl}/rest/users/5" ]`))?.what, "user 5");
    assert.equal(found(`{ "note": "|${registryUrl}/rest/groupTypes/A" }`)?.what, "groupType A");
  });

  it("is known without a registry where the reference has no link", () => {
    assert.equal(found(withReference('{ "personId": "|2", "name": "P" }'))?.link, "");
    assert.equal(found(withReference('{ "personId": "|2", "link": "elsewhere" }'))?.link, "");
  });

  it("is none anywhere else", () => {
    for (const written of [
      '{ "name": "|x" }',
      '{ "groupId": 5, "name": "|x" }',
      '{ "groupId": "1", "personId": "1", "name": "|x" }',
      '{ "groupId": "1", "other": "|x" }',
      '{ "groupId" |: "1" }',
      '{ "link": "|https://example.org" }',
    ])
      assert.equal(found(withReference(written)), undefined, written);
    assert.equal(found("|"), undefined);
  });
});

const at = {
  kind: "group",
  id: "2",
  link: groupLink("2"),
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } },
} as const;

function shown(answer: RecordAnswer, own: Hover | null = null, format: MarkupKind = MarkupKind.PlainText) {
  const hover = recordHover(own, at, answer, format);
  if (hover === null) return undefined;
  assert.ok(MarkupContent.is(hover.contents));
  assert.equal(hover.contents.kind, format);
  return hover.contents.value;
}

const known = (record: PublicRecord): RecordAnswer => ({ kind: "known", record });

describe("the card about a record", () => {
  it("has a group's type, status and contact person, where it was read and when", () => {
    const record = { ...groupRecord("2", "Heart"), contactPerson: "Ada B." } as PublicRecord;
    assert.match(
      shown(known(record)) ?? "",
      /^Heart\n\nGroup · Centre · Registered · Contact person: Ada B\.\n\nFrom Test registry, read 2 Jan 2026, \d\d:\d\d$/,
    );
  });

  it("has a person's primary group and whether the person is active", () => {
    const person: PublicRecord = {
      kind: "person",
      id: "2",
      name: "Ada B.",
      link: personLink("2"),
      registry: "Test registry",
      readAt: 0,
      active: false,
      primaryGroup: "Heart",
    };
    assert.match(shown(known(person)) ?? "", /^Ada B\.\n\nPerson · inactive · Primary group: Heart\n\n/);
  });

  it("shows a registry's text as text: no link, image, HTML, command or line of its own", () => {
    const record = groupRecord(
      "2",
      "[x](command:evil)\n# y <img src=z> https://evil.example a@b.example `c`",
    );
    const card = shown(known(record), null, MarkupKind.Markdown) ?? "";
    const [heading = ""] = card.split("\n\n");
    assert.ok(heading.startsWith("**") && heading.endsWith("**"));
    assert.doesNotMatch(heading, /(?<!\\)[[\](<`#]|https:|(?<!\\)@|\n/);
  });

  it("stands in front of what schemas say", () => {
    const own = { contents: { kind: MarkupKind.Markdown, value: "**Group**" } };
    assert.match(
      shown(known(groupRecord("2", "A")), own, MarkupKind.Markdown) ?? "",
      /^\*\*A\*\*[^]*\n---\n\n\*\*Group\*\*$/,
    );
    assert.equal(recordHover(own, at, { kind: "otherRegistry" }, MarkupKind.Markdown), own);
  });

  it("says why there is none", () => {
    assert.equal(shown({ kind: "unknownId", registry: "R" }), "R has no group with the identifier “2”.");
    const message = "Sign in to R to see this.";
    assert.equal(shown({ kind: "notChecked", reason: "signedOut", registry: "R", message }), message);
    assert.match(shown({ kind: "late" }) ?? "", /has not answered yet/);
    assert.equal(shown({ kind: "otherRegistry" }), undefined);
  });
});
