import assert from "node:assert/strict";
import { documentLinks } from "@analyses/server/features/navigation";
import { textIn } from "../../support/textAfter";
import { documentOf } from "./support/documents";
import { schemaContext } from "./support/schemas";

describe("document links", () => {
  it("lead to web addresses, in analyses and outside", () => {
    const link = "https://registry.example/rest/groups/1";
    const text = `{ "a": "${link}", "analysis-groups": [ { "analyses": [ { "link": "${link}", "b": "see https://x.example" } ] } ] }`;
    const document = documentOf(text);
    const links = documentLinks(document, schemaContext());
    assert.deepEqual(
      links.map(({ target, range }) => [target, textIn(document, range)]),
      [link, link].map((one) => [one, one]),
    );
  });

  it("lead from the schema identifier to the file that it means", () => {
    const context = schemaContext();
    const uri = "file:///schemas/ours.json";
    const mapped = { ...context, documentSchema: { ...context.documentSchema, id: "urn:ours", uri } };
    const links = documentLinks(documentOf('{ "$schema": "urn:ours" }'), mapped);
    assert.deepEqual(
      links.map(({ target }) => target),
      [uri],
    );
    assert.deepEqual(documentLinks(documentOf('{ "$schema": "urn:ours" }'), context), []);
  });
});
