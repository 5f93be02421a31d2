import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../../../scripts/lib/paths.mjs";
import { createDocument } from "../../../../server/src/document/documentStore";
import { elementsOf, open, propertyNamed } from "../../../../server/src/document/places";
import { valueOf } from "../../../../server/src/document/valueOf";
import type { Placed } from "../../../../server/src/syntax/nodes";

/** One case of the official JSON Schema test suite. */
export interface SuiteCase {
  readonly title: string;
  /** The schema and the data as the suite's file writes them. */
  readonly schema: string;
  readonly data: string;
  readonly valid: boolean;
}

const folder = join(
  process.env.JSON_SCHEMA_TEST_SUITE ?? inRoot("..", "shared", "json-schema-test-suite"),
  "draft2020-12",
);

/**
 * The required cases of draft 2020-12 that need no server of their own; undefined where the suite is
 * not at hand. The variable `JSON_SCHEMA_TEST_SUITE` names its folder.
 */
export function officialSuite(): readonly SuiteCase[] | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder).flatMap((file) => {
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
