import assert from "node:assert/strict";
import { TextDocumentEdit, TextEdit } from "vscode-languageserver-types";
import type { LookUpResult } from "@analyses/protocol/referenceRequests";
import {
  codeActions,
  collectReferences,
  updateDocument,
  validateDocument,
} from "@analyses/server/languageService";
import { defaultSettings, uninterrupted } from "../../support/findings";
import { documentOf } from "./support/documents";
import { groupLink, groupRecord, personLink, withAnalyses } from "./support/references";
import { schemaContext } from "./support/schemas";
import { inOneTurn } from "@analyses/json";

const options = {
  only: undefined,
  snippetEdits: false,
  versionedEdits: true,
  selectItemSchema: undefined,
};

/** What is offered for a reference, and what its text and the findings are after one of the offers. */
async function mending(reference: string, result: LookUpResult) {
  const document = documentOf(withAnalyses(reference));
  const references = await collectReferences(document, uninterrupted);
  assert.ok(references);
  const statuses = references.compare(
    references.records.map(() => result),
    new Map(),
  );
  const schemas = schemaContext();
  const findingsIn = async (version: typeof document) => {
    const findings = await validateDocument(version, schemas, defaultSettings, uninterrupted, statuses);
    assert.ok(findings);
    return findings;
  };
  const findings = await findingsIn(document);
  const [finding] = findings;
  assert.ok(finding);
  const range = document.text.rangeBetween(finding.start, finding.end);
  const actions = inOneTurn(codeActions(document, schemas, findings, range, options));
  return {
    actions,
    titles: actions.map(({ title }) => title),
    after: async (title: string) => {
      const action = actions.find((one) => one.title === title);
      const [change] = action?.edit?.documentChanges ?? [];
      assert.ok(TextDocumentEdit.is(change));
      const changes = change.edits.map((edit) => {
        assert.ok(TextEdit.is(edit));
        return { range: edit.range, text: edit.newText };
      });
      const mended = updateDocument(document, changes.toReversed(), 2);
      return { text: mended.text.toString(), findings: await findingsIn(mended) };
    },
  };
}

const known = (name: string, link = groupLink("2")): LookUpResult => ({
  kind: "known",
  record: { ...groupRecord("2", name), link },
});

describe("fixes for references", () => {
  it("take the registry's name and link, and the finding is gone", async () => {
    const moved = groupLink("2", "https://prod.example");
    const { titles, actions, after } = await mending(
      `{ "link": "${groupLink("2")}", "groupId": "2", "name": "Old" }`,
      known('New "one"', moved),
    );
    const title = 'Take name and link from the registry: “New "one"”';
    assert.deepEqual(titles, [title]);
    assert.equal(actions[0]?.isPreferred, true);
    const { text, findings } = await after(title);
    assert.equal(text, withAnalyses(`{ "link": "${moved}", "groupId": "2", "name": "New \\"one\\"" }`));
    assert.deepEqual(findings, []);
  });

  it("leave the link alone where the registry's own leads to another record", async () => {
    const reference = `{ "groupId": "2", "name": "Old", "link": "${groupLink("2")}" }`;
    const { titles, after } = await mending(reference, known("New", "https://evil.example/x"));
    const { text } = await after(titles[0] ?? "");
    assert.equal(text, withAnalyses(reference.replace("Old", "New")));
  });

  it("are never applied unseen: what a registry says is no certain fix", async () => {
    const { actions } = await mending(
      `{ "groupId": "2", "name": "Old", "link": "${groupLink("2")}" }`,
      known("New"),
    );
    assert.deepEqual(
      actions.map(({ kind }) => kind),
      ["quickfix"],
    );
  });

  it("write the link of the identifier, or the identifier of the link", async () => {
    const reference = `{ "groupId": "2", "name": "A", "link": "${groupLink("3")}" }`;
    const { titles, after } = await mending(reference, known("A"));
    assert.deepEqual(titles, ["Write the link of “2”", "Refer to “3”, as the link does"]);
    const byLink = await after("Write the link of “2”");
    assert.equal(byLink.text, withAnalyses(reference.replace(groupLink("3"), groupLink("2"))));
    assert.deepEqual(byLink.findings, []);
    const byId = await after("Refer to “3”, as the link does");
    assert.equal(byId.text, withAnalyses(reference.replace('"2"', '"3"')));
    assert.deepEqual(byId.findings, []);
  });

  it("offer only the link where it leads to a record of another kind", async () => {
    const { titles } = await mending(
      `{ "groupId": "2", "name": "A", "link": "${personLink("3")}" }`,
      known("A"),
    );
    assert.deepEqual(titles, ["Write the link of “2”"]);
  });

  it("take only the reference out of an object that is more than one", async () => {
    const unknown: LookUpResult = { kind: "unknownId", registry: "Test registry" };
    const link = groupLink("9");
    for (const [written, left] of [
      [
        `{ "studies": [ { "study": "Smith 2010", "groupId": "9", "link": "${link}", "events": 12 }, { "study": "B" } ] }`,
        '{ "studies": [ { "study": "Smith 2010", "events": 12 }, { "study": "B" } ] }',
      ],
      [
        `{ "link": "${link}", "name": "Mortality", "studies": [], "groupId": "9" }`,
        '{ "name": "Mortality", "studies": [] }',
      ],
      [`{ "a": { "events": 1, "groupId": "9", "link": "${link}" } }`, '{ "a": { "events": 1 } }'],
    ] as const) {
      const { after } = await mending(written, unknown);
      const { text, findings } = await after("Remove the reference");
      assert.deepEqual(JSON.parse(text), JSON.parse(withAnalyses(left)));
      assert.deepEqual(findings, []);
    }
  });

  it("write what nobody would see in a name as escapes", async () => {
    const name = "A\u202eB\u200b\u2028C\u200d";
    const { titles, after } = await mending(
      `{ "groupId": "2", "name": "Old", "link": "${groupLink("2")}" }`,
      known(name),
    );
    const { text, findings } = await after(titles[0] ?? "");
    assert.ok(text.includes('"A\\u202eB\\u200b\\u2028C\u200d"'), text);
    assert.deepEqual(findings, []);
  });

  it("write no link that would name whoever asks", async () => {
    const reference = `{ "personId": "me", "name": "A", "link": "${personLink("7")}" }`;
    const { titles, actions } = await mending(reference, known("A"));
    assert.deepEqual(titles, ["Refer to “7”, as the link does"]);
    assert.equal(actions[0]?.isPreferred, true);
  });

  it("take away a reference that the registry does not know, with the property or entry that holds it", async () => {
    const unknown: LookUpResult = { kind: "unknownId", registry: "Test registry" };
    const reference = `{ "groupId": "9", "name": "Heart", "link": "${groupLink("9")}" }`;
    for (const [written, left] of [
      [`{ "a": 1, "team": ${reference}, "b": 2 }`, '{ "a": 1, "b": 2 }'],
      [`{ "teams": [ ${reference} ] }`, '{ "teams": [] }'],
    ] as const) {
      const { titles, after } = await mending(written, unknown);
      assert.deepEqual(titles, ["Remove the reference"]);
      const { text, findings } = await after("Remove the reference");
      assert.deepEqual(JSON.parse(text), JSON.parse(withAnalyses(left)));
      assert.deepEqual(findings, []);
    }
  });
});
