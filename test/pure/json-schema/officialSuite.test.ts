import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Placed, elementsOf, open, propertyNamed, valueOf } from "@analyses/json";
import type { Finding } from "@analyses/server/findings/finding";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { howToGetSuite, schemaSuiteFolder } from "../../../scripts/lib/schemaSuite.mjs";
import { findingsIn } from "../../support/findings";
import { schemaContext } from "../features/support/schemas";
import { contextOf, storeWith } from "../schema/support/store";

/**
 * Drafts of the suite, each with the `$schema` of its schemas and its minimum number of cases. Debian 12 has the
 * smallest suite.
 */
const drafts = [
  ["draft7", "http://json-schema.org/draft-07/schema#", 820],
  ["draft2020-12", "https://json-schema.org/draft/2020-12/schema", 1100],
] as const;

/** Cases in which the checker deviates from the suite, with reasons. */
const knownDisagreements: ReadonlyMap<string, string> = new Map([
  [
    "ref.json › ref overrides any sibling keywords › ref valid, maxItems ignored",
    "as ajv and VS Code have it, what stands beside `$ref` counts in draft-07 too",
  ],
]);

/** One case of the official JSON Schema test suite. */
interface SuiteCase {
  readonly title: string;
  /** Schema and data, as text of the suite's file. */
  readonly schema: string;
  readonly data: string;
  readonly valid: boolean;
}

/**
 * Reads a draft's required cases, except those that need a server.
 *
 * @param draft the suite's name for it, such as `draft2020-12`
 * @throws with instructions if the suite is not installed
 */
function officialSuite(draft: string): readonly SuiteCase[] {
  const suite = schemaSuiteFolder();
  if (suite === undefined) throw new Error(howToGetSuite);
  const folder = join(suite, draft);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.flatMap((file) => {
    const document = createDocument("file:///suite", "json", 1, readFileSync(join(folder, file), "utf8"));
    const memberOf = (place: Placed, name: string): Placed => {
      const { node, start } = open(document, place);
      const property = node.kind === "object" ? propertyNamed({ node, start }, name) : undefined;
      if (property === undefined) throw new Error(`The suite has no “${name}” where it ought to be.`);
      return property.value;
    };
    const elementsIn = (place: Placed): readonly Placed[] => {
      const { node, start } = open(document, place);
      return node.kind === "array" ? [...elementsOf({ node, start })] : [];
    };
    const textOf = ({ node, start }: Placed): string => document.text.slice(start, start + node.length);

    return elementsIn(document.root).flatMap((group) => {
      const schema = textOf(memberOf(group, "schema"));
      if (schema.includes("localhost:1234")) return [];
      return elementsIn(memberOf(group, "tests")).map((test): SuiteCase => {
        const names = [group, test].map((one) => valueOf(document, memberOf(one, "description")));
        const title = [file, ...names.map(String)].join(" › ");
        const valid = valueOf(document, memberOf(test, "valid")) === true;
        return { title, schema, data: textOf(memberOf(test, "data")), valid };
      });
    });
  });
}

let last = { schema: "", context: schemaContext() };

/** Validates a document with the case's data as its only analysis. Caches the schema, which consecutive cases share. */
async function findingsOf({ title, schema, data }: SuiteCase): Promise<readonly Finding[]> {
  const text = `{
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [{ "number": 1, "name": "a", "analyses": [${data}] }]
}`;
  if (last.schema !== schema) {
    const store = storeWith(new Map([["file:///w/item.json", schema]]));
    last = { schema, context: await contextOf(store, { itemSchema: "/w/item.json" }) };
  }
  const { context } = last;
  const { itemSchema } = context;
  assert.equal(itemSchema.kind, "ready", `${title}: ${JSON.stringify(itemSchema)}`);
  return findingsIn(createDocument("file:///w/a.analyses.json", "analyses", 1, text), context);
}

/** Adds the draft's `$schema`, since the suite's schemas need not name their draft. */
function ofDraft(one: SuiteCase, $schema: string): SuiteCase {
  const schema: unknown = JSON.parse(one.schema);
  if (typeof schema !== "object" || schema === null || "$schema" in schema) return one;
  return { ...one, schema: JSON.stringify({ $schema, ...schema }) };
}

describe("the findings in a document mean what its item schema's draft of JSON Schema says", () => {
  for (const [draft, $schema, least] of drafts)
    it(`agree with the official test suite of ${draft} in at least 99.5 % of its cases`, async () => {
      const suite = officialSuite(draft);
      const disagreements: string[] = [];
      let warnings = 0;
      for (const one of suite) {
        const severities = (await findingsOf(ofDraft(one, $schema))).map(({ severity }) => severity);
        // A violated "format" is a warning, since the suite treats formats as annotations.
        const isValid = !severities.includes("error");
        if (isValid && severities.includes("warning")) warnings += 1;
        if (isValid !== one.valid) disagreements.push(one.title);
      }
      const agreeing = suite.length - disagreements.length;
      const share = ((100 * agreeing) / suite.length).toFixed(2);
      console.log(
        `    ${agreeing} of ${suite.length} cases agree (${share} %), ${warnings} of them with a warning`,
      );
      assert.deepEqual(
        disagreements.filter((title) => !knownDisagreements.has(title)),
        [],
      );
      assert.ok(suite.length > least && agreeing / suite.length >= 0.995);
    });
});
