import type { JsonObject } from "../../document/valueOf";
import { isJsonObject } from "../../document/json";
import { isSchema } from "../files/schemaValue";
import { namesIn } from "./anyValueRules";
import { propertyRule } from "./propertyRule";
import type { Rule, RuleSource } from "./rule";
import { goesOn } from "./rule";

/** The keywords for objects, but for `unevaluatedProperties` (core 2020-12, section 10.3.2; validation, 6.5). */
export function objectRules(source: RuleSource): readonly Rule<JsonObject>[] {
  const rules = [requiredRule(source), countRule(source), namesRule(source), propertyRule(source)];
  return [...rules, ...dependencyRules(source)].filter((rule) => rule !== undefined);
}

function requiredRule({ schema }: RuleSource): Rule<JsonObject> | undefined {
  const required = namesIn(schema.required);
  if (required.length === 0) return undefined;
  return (value, _run, report) => {
    let valid = true;
    for (const missing of required) {
      if (Object.hasOwn(value, missing)) continue;
      valid = false;
      report?.add(schema, { keyword: "required", missing });
      if (!goesOn(report)) return false;
    }
    return valid;
  };
}

function countRule({ schema }: RuleSource): Rule<JsonObject> | undefined {
  const { minProperties, maxProperties } = schema;
  if (minProperties === undefined && maxProperties === undefined) return undefined;
  return (value, _run, report) => {
    const actual = Object.keys(value).length;
    if (typeof minProperties === "number" && actual < minProperties) {
      report?.add(schema, { keyword: "minProperties", limit: minProperties, actual });
      return false;
    }
    if (typeof maxProperties === "number" && actual > maxProperties) {
      report?.add(schema, { keyword: "maxProperties", limit: maxProperties, actual });
      return false;
    }
    return true;
  };
}

function namesRule({ schema, inside }: RuleSource): Rule<JsonObject> | undefined {
  if (!isSchema(schema.propertyNames)) return undefined;
  const names = inside(schema.propertyNames);
  return (value, run, report) => {
    let valid = true;
    for (const property of Object.keys(value)) {
      const ofName = report?.apart();
      if (names.check(property, run, ofName, undefined)) continue;
      valid = false;
      report?.add(schema, { keyword: "propertyNames", property, problems: ofName?.problems ?? [] });
      if (!goesOn(report)) return false;
    }
    return valid;
  };
}

function dependencyRules({ schema, inside }: RuleSource): readonly Rule<JsonObject>[] {
  const rules: Rule<JsonObject>[] = [];
  const { dependentRequired, dependentSchemas } = schema;
  for (const [property, names] of isJsonObject(dependentRequired) ? Object.entries(dependentRequired) : []) {
    const required = namesIn(names);
    rules.push((value, _run, report) => {
      if (!Object.hasOwn(value, property)) return true;
      let valid = true;
      for (const missing of required) {
        if (Object.hasOwn(value, missing)) continue;
        valid = false;
        report?.add(schema, { keyword: "dependentRequired", property, missing });
      }
      return valid;
    });
  }
  for (const [property, inner] of isJsonObject(dependentSchemas) ? Object.entries(dependentSchemas) : []) {
    if (!isSchema(inner)) continue;
    const dependent = inside(inner);
    rules.push(
      (value, run, report, evaluated) =>
        !Object.hasOwn(value, property) || dependent.check(value, run, report?.by(schema), evaluated),
    );
  }
  return rules;
}
