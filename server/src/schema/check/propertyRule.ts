import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isJsonObject } from "../../document/json";
import type { Schema } from "../files/schemaValue";
import { isSchema } from "../files/schemaValue";
import { compilePattern } from "../pattern/pattern";
import type { Checker, Rule, RuleSource, Run } from "./rule";
import { goesOn } from "./rule";
import type { Report } from "./report";

/**
 * `properties`, `patternProperties` and `additionalProperties` (core 2020-12, section 10.3.2): one walk
 * over the properties that are there.
 */
export function propertyRule({ schema, inside }: RuleSource): Rule<JsonObject> | undefined {
  const named = new Map(schemasIn(schema.properties).map(([name, inner]) => [name, inside(inner)]));
  const patterns = schemasIn(schema.patternProperties).flatMap(([source, inner]) => {
    const compilation = compilePattern(source);
    return compilation.kind === "failed" ? [] : [{ pattern: compilation.pattern, checker: inside(inner) }];
  });
  const { additionalProperties } = schema;
  const additional = isSchema(additionalProperties) ? inside(additionalProperties) : undefined;
  if (named.size === 0 && patterns.length === 0 && additional === undefined) return undefined;

  return (value, run, report, evaluated) => {
    let valid = true;
    for (const name in value) {
      const inner = value[name];
      if (inner === undefined) continue;
      const own = named.get(name);
      let known = own !== undefined;
      let fits = own === undefined || checkProperty("properties", own, inner, name, schema, run, report);
      if (patterns.length > 0) {
        for (const { pattern, checker } of patterns) {
          if (!pattern.matches(name, run.work)) continue;
          known = true;
          fits = checkProperty("patternProperties", checker, inner, name, schema, run, report) && fits;
        }
      }
      if (!known && additional !== undefined) {
        known = true;
        fits = checkProperty("additionalProperties", additional, inner, name, schema, run, report);
      }
      if (known) evaluated?.add(name);
      if (fits) continue;
      valid = false;
      if (!goesOn(report)) return false;
    }
    return valid;
  };
}

/** Checks a property by a schema under a keyword of `owner`, where `false` forbids the property. */
export function checkProperty(
  keyword: "properties" | "patternProperties" | "additionalProperties" | "unevaluatedProperties",
  checker: Checker,
  value: JsonValue,
  property: string,
  owner: JsonObject,
  run: Run,
  report: Report | undefined,
): boolean {
  if (checker.schema !== false) return checker.check(value, run, report?.at(property), undefined);
  report?.add(owner, { keyword, property });
  return false;
}

function schemasIn(map: JsonValue | undefined): readonly (readonly [string, Schema])[] {
  if (!isJsonObject(map)) return [];
  return Object.entries(map).flatMap(([name, inner]) => (isSchema(inner) ? [[name, inner] as const] : []));
}
