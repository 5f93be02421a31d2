import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { howToGetSuite, schemaSuiteFolder } from "../../../../scripts/lib/schemaSuite.mjs";
import { createDocument } from "@analyses/server/document/analysesDocument";
import { type Placed, elementsOf, open, propertyNamed, valueOf } from "@analyses/json";

/** One case of the official JSON Schema test suite. */
export interface SuiteCase {
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
export function officialSuite(draft: string): readonly SuiteCase[] {
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
