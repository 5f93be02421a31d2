import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../../../scripts/lib/paths.mjs";
import type { JsonValue } from "../../../../server/src/document/valueOf";
import { isJsonArray, isJsonObject, readJson } from "../../../../server/src/guidance/json";

/** One case of the official JSON Schema test suite. */
export interface SuiteCase {
  readonly title: string;
  readonly schema: JsonValue;
  readonly data: JsonValue;
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
  return readdirSync(folder).flatMap((file) =>
    list(readJson(readFileSync(join(folder, file), "utf8"))).flatMap((group) => {
      const { description, schema, tests } = record(group);
      if (schema === undefined || JSON.stringify(schema).includes("localhost:1234")) return [];
      return list(tests).map((one): SuiteCase => {
        const test = record(one);
        const title = [file, text(description), text(test.description)].join(" › ");
        return { title, schema, data: test.data ?? null, valid: test.valid === true };
      });
    }),
  );
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isJsonArray(value) ? value : [];
}

function record(value: JsonValue): Readonly<Record<string, JsonValue | undefined>> {
  return isJsonObject(value) ? value : {};
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
