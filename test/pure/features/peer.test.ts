import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { CompletionItemKind, MarkupKind } from "vscode-languageserver-types";
import bundled from "@analyses/schemas/analyses-1.0.0.schema.json";
import { complete } from "@analyses/server/features/completion/complete";
import { hover } from "@analyses/server/features/hover";
import { documentOf } from "./support/documents";
import { schemaContext } from "./support/schemas";

const read = (name: string): string => readFileSync(resolve("samples", name), "utf8");
const parse = (name: string) => JSON.parse(read(name)) as Record<string, unknown>;
const item = parse("pairwise-analysis.schema.json");
const references = parse("registry-reference.schema.json");
const text = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");

/** VS Code's own JSON service with the same schemas. */
function peer() {
  const service = getLanguageService({});
  // The service resolves references in place: the schema is one object for all tests.
  const own = structuredClone(bundled);
  const whole = { ...own, $defs: { ...own.$defs, Analysis: { $ref: "file:///schemas/item.json" } } };
  service.configure({
    schemas: [
      { uri: bundled.$id, schema: whole },
      { uri: "file:///schemas/item.json", schema: item },
      { uri: "file:///schemas/registry-reference.schema.json", schema: references },
    ],
  });
  const document = TextDocument.create("file:///review.json", "json", 1, text);
  return { service, document, parsed: service.parseJSONDocument(document) };
}

/** The sample's schema forbids these for fixed-effect models, but VS Code's service offers them. */
const isForbidden = (property: string): boolean =>
  property === "heterogeneity-estimator" || property === "confidence-interval-method";

describe("compared with VS Code's JSON service", () => {
  const { service, document: theirs, parsed } = peer();
  const ours = documentOf(text);
  const schemas = schemaContext(item, { "file:///schemas/registry-reference.schema.json": references });
  const options = { snippets: true, insertsAsIs: true, documentation: MarkupKind.Markdown };
  const keys = Array.from(text.matchAll(/"[\w$-]+"(?=:)/g), ({ index }) => index + 1);

  it("completion leaves out no property that it offers", async () => {
    let count = 0;
    for (const offset of keys) {
      const offered = await service.doComplete(theirs, theirs.positionAt(offset), parsed);
      const properties = offered?.items.filter(({ kind }) => kind === CompletionItemKind.Property) ?? [];
      count += properties.length;
      const own = new Set(
        complete(ours, schemas, theirs.positionAt(offset), options).items.map(({ label }) => label),
      );
      const missing = properties
        .map(({ label }) => label)
        .filter((label) => !own.has(label) && !isForbidden(label));
      assert.deepEqual(missing, [], `before ${text.slice(offset, offset + 20)}`);
    }
    assert.ok(count > keys.length);
  });

  it("hover says at least the title that it says", async () => {
    let titles = 0;
    for (const offset of keys) {
      const said = await service.doHover(theirs, theirs.positionAt(offset), parsed);
      const first = Array.isArray(said?.contents) ? said.contents[0] : undefined;
      const title = typeof first === "string" ? (first.split("\n")[0] ?? "").replaceAll("\\", "") : "";
      if (title !== "") titles += 1;
      const own = hover(ours, schemas, theirs.positionAt(offset), MarkupKind.PlainText);
      const words = own === null ? "" : JSON.stringify(own.contents);
      assert.ok(words.includes(title), `${words} lacks ${title}`);
    }
    assert.ok(titles > keys.length / 2);
  });
});
