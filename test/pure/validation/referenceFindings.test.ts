import assert from "node:assert/strict";
import fc from "fast-check";
import type { LookUpResult } from "@analyses/protocol/referenceMessages";
import { readRegistryLink } from "@analyses/protocol/references";
import { type AnalysesDocument, updateDocument } from "@analyses/server/document/analysesDocument";
import {
  type ReferenceStatuses,
  collectReferences,
  noReferenceStatuses,
} from "@analyses/server/references/referenceStatuses";
import type { ValidationSettings } from "@analyses/server/findings/check";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import { each } from "../../support/each";
import { defaultSettings, told, uninterrupted } from "../../support/findings";
import { documentOf } from "../features/support/documents";
import {
  groupLink,
  groupRecord,
  groupReference,
  personLink,
  statusesOf,
  withAnalyses,
} from "../../support/references";
import { schemaContext } from "../features/support/schemas";
import { cases } from "../../support/size";

async function recordsIn(document: AnalysesDocument) {
  const references = await collectReferences(document, uninterrupted);
  assert.ok(references);
  return references.records;
}

async function linesOf(
  document: AnalysesDocument,
  statuses: ReferenceStatuses = noReferenceStatuses,
  settings: ValidationSettings = defaultSettings,
): Promise<string[]> {
  const findings = await validateDocument(document, schemaContext(), settings, uninterrupted, statuses);
  assert.ok(findings);
  return told(document.text.toString(), findings);
}

const known =
  (name: string) =>
  ({ id }: { readonly id: string }): LookUpResult => ({ kind: "known", record: groupRecord(id, name) });
const notChecked = (reason: "notReachable" | "signedOut" | "forbidden") => (): LookUpResult => ({
  kind: "notChecked",
  reason,
  registry: "Test registry",
  message: "",
});

const insert = (document: AnalysesDocument, at: number, length: number, text: string): AnalysesDocument => {
  const range = { start: document.text.positionAt(at), end: document.text.positionAt(at + length) };
  return updateDocument(document, [{ range, text }], document.version + 1);
};

describe("the references that the server looks up in a registry", () => {
  it("are found at any depth of an analysis, each record once", async () => {
    const document = documentOf(
      withAnalyses(
        `{ "studies": [ { "by": [ ${groupReference("2", "A")} ] }, ${groupReference("2", "B")} ] }`,
        groupReference("3", "C"),
        JSON.stringify({ personId: "2", name: "P", link: personLink("2") }),
      ),
    );
    each(await recordsIn(document), ({ kind, id }) => `${kind} ${id}`, ["group 2", "group 3", "person 2"]);
  });

  it("are distinguished by registry, but not by how its host is written", async () => {
    const other = groupLink("2", "https://prod.example");
    const sameHost = groupLink("2", "HTTPS://REGISTRY.example:443/api");
    const document = documentOf(
      withAnalyses(
        groupReference("2", "A"),
        groupReference("2", "A", other),
        groupReference("2", "A", sameHost),
      ),
    );
    each(await recordsIn(document), ({ link }) => link, [groupLink("2"), other]);
  });

  it("are only such as have an identifier and a link to that very record", async () => {
    const document = documentOf(
      withAnalyses(
        '{ "groupId": "2", "name": "no link" }',
        '{ "groupId": 2, "name": "a number", "link": "https://registry.example/api/rest/groups/2" }',
        '{ "groupId": "2", "name": "elsewhere", "link": "https://example.org/2" }',
        JSON.stringify({ groupId: "2", personId: "2", name: "both", link: groupLink("2") }),
        groupReference("2", "mismatch", groupLink("3")),
        '{ "groupId": "", "name": "", "link": "" }',
      ),
    );
    assert.deepEqual(await recordsIn(document), []);
  });

  it("are found in an analysis that is not well-formed", async () => {
    const document = documentOf(withAnalyses(`{ "a": , "by": ${groupReference("2", "A")} }`));
    assert.equal((await recordsIn(document)).length, 1);
  });
});

describe("findings about references", () => {
  it("are none where a person is named with titles, or as the registry's own references do", async () => {
    const reference = (name: string) => JSON.stringify({ personId: "9", name, link: personLink("9") });
    const names = ["Jane Doe", "Prof Jane Doe, PhD", "Jane Roe"];
    const document = documentOf(withAnalyses(...names.map(reference)));
    const record = { kind: "person", id: "9", name: "Jane Doe", link: personLink("9") } as const;
    const otherNames = ["Prof Jane Doe, PhD"];
    const statuses = await statusesOf(document, () => ({
      kind: "known",
      record: { ...record, registry: "Test registry", readAt: 1, otherNames },
    }));
    assert.deepEqual(await linesOf(document, statuses), [
      'reference-outdated ⟨"Jane Roe"⟩ Test registry has the name “Jane Doe”.',
    ]);
  });

  it("are none where a registry could not be read", async () => {
    const document = documentOf(withAnalyses(groupReference("2", "Old")));
    for (const reason of ["notReachable", "signedOut", "forbidden"] as const)
      assert.deepEqual(await linesOf(document, await statusesOf(document, notChecked(reason))), []);
    assert.deepEqual(
      await linesOf(document, await statusesOf(document, () => ({ kind: "otherRegistry" }))),
      [],
    );
  });

  it("stay while the registry is down, and go when the user signs out", async () => {
    const document = documentOf(withAnalyses(groupReference("2", "Old")));
    const before = await statusesOf(document, known("New"));
    assert.equal(
      (await linesOf(document, await statusesOf(document, notChecked("notReachable"), before))).length,
      1,
    );
    assert.equal(
      (await linesOf(document, await statusesOf(document, notChecked("signedOut"), before))).length,
      0,
    );
  });

  it("move with the text, and go with the reference that is edited", async () => {
    let document = documentOf(withAnalyses(groupReference("2", "Old"), groupReference("3", "Old")));
    const statuses = await statusesOf(document, known("New"));
    assert.equal((await linesOf(document, statuses)).length, 2);
    document = insert(document, 1, 0, "\n\n   ");
    assert.deepEqual(await linesOf(document, statuses), [
      'reference-outdated ⟨"Old"⟩ Test registry has the name “New”.',
      'reference-outdated ⟨"Old"⟩ Test registry has the name “New”.',
    ]);
    document = insert(document, document.text.toString().indexOf("Old"), 3, "Other");
    assert.equal((await linesOf(document, statuses)).length, 1);
    document = insert(document, document.text.toString().indexOf('"3"'), 3, '"4"');
    assert.deepEqual(
      (await linesOf(document, statuses)).filter((line) => line.startsWith("reference-outdated")),
      [],
    );
  });

  it("keep to other references of the same analysis when one is edited", async () => {
    let document = documentOf(
      withAnalyses(`{ "a": ${groupReference("2", "Old")}, "b": ${groupReference("3", "Old")} }`),
    );
    const statuses = await statusesOf(document, known("New"));
    document = insert(document, document.text.toString().indexOf("Old"), 3, "New");
    assert.equal((await linesOf(document, statuses)).length, 1);
  });

  it("tell of registry text in one short line", async () => {
    const document = documentOf(withAnalyses(groupReference("2", "Old")));
    const [line] = await linesOf(
      document,
      await statusesOf(document, known(`a\n\u202eb\u200b\u2060\ufeff${"x".repeat(1000)}`)),
    );
    assert.match(line ?? "", /the name “a bx+…”\.$/);
    assert.ok((line ?? "").length < 300);
  });
});

describe("a link that leads elsewhere than the identifier", () => {
  const anyId = fc.oneof(
    fc.constantFrom("2", "me", "a b", "a%20b", "ä", "..", "x-1_y", "groups", "2/rest/groups/3"),
    fc.string({ maxLength: 4 }),
  );
  const anyLinkTo = (id: string) =>
    fc.oneof(
      fc
        .tuple(
          fc.constantFrom("https://a.example", "HTTP://A.example:80/rest", "https://a b", "ftp://a", "", "x"),
          fc.constantFrom("/rest/groups/", "/rest/people/", "/rest/users/", "/REST/Groups/", "/groups/", "/"),
          fc.oneof(fc.constant(id), anyId),
          fc.constantFrom("", "", "", "/", "?x", "#2"),
        )
        .map((parts) => parts.join("")),
      fc.string({ maxLength: 8 }),
    );
  const anyReference = anyId.chain((id) =>
    fc.record({ name: fc.constantFrom("groupId", "personId"), id: fc.constant(id), link: anyLinkTo(id) }),
  );

  it("is reported exactly where reading the whole link reports it", async () => {
    const property = fc.asyncProperty(anyReference, async ({ name, id, link }) => {
      const document = documentOf(withAnalyses(JSON.stringify({ [name]: id, name: "N", link })));
      const target = readRegistryLink(link);
      const kind = name === "groupId" ? "group" : "person";
      const leadsElsewhere = id !== "" && target !== undefined && !(target.kind === kind && target.id === id);
      const lines = await linesOf(document);
      assert.equal(
        lines.some((line) => line.startsWith("reference-link-mismatch")),
        leadsElsewhere,
      );
    });
    await fc.assert(property, { numRuns: cases(2000) });
  });
});
