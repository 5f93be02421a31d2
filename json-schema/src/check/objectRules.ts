import type { Report } from "./problems";
import { type Checker, type Rule, type RuleSource, type Run, goesOn } from "./rule";
import { type JsonObject, type JsonValue, isJsonArray, isJsonObject } from "@analyses/json";
import { isSchema, stringsIn } from "../jsonValue";
import { limitsRule } from "./valueRules";

/** The keywords for objects except `unevaluatedProperties` (core 2020-12, section 10.3.2; validation, 6.5). */
export function objectRules(source: RuleSource): readonly Rule<JsonObject>[] {
  const rules = [
    requiredRule(source),
    limitsRule<JsonObject>(source, "minProperties", "maxProperties", (value) => Object.keys(value).length),
    namesRule(source),
    propertyRule(source),
    dependentRequiredRule(source),
  ];
  return rules.filter((rule) => rule !== undefined);
}

function requiredRule({ schema }: RuleSource): Rule<JsonObject> | undefined {
  const required = stringsIn(schema.required);
  if (required.length === 0) return undefined;
  return (value, run, report) => {
    if (run.unfinished) return true;
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

function dependentRequiredRule({ schema }: RuleSource): Rule<JsonObject> | undefined {
  const { dependentRequired } = schema;
  if (!isJsonObject(dependentRequired)) return undefined;
  const properties = Object.keys(dependentRequired);
  return (value, run, report) => {
    if (run.unfinished) return true;
    let valid = true;
    for (const property of properties) {
      if (!Object.hasOwn(value, property)) continue;
      for (const missing of stringsIn(dependentRequired[property])) {
        if (Object.hasOwn(value, missing)) continue;
        valid = false;
        report?.add(schema, { keyword: "dependentRequired", property, missing });
        if (!goesOn(report)) return false;
      }
    }
    return valid;
  };
}

/**
 * `properties`, `patternProperties` and `additionalProperties` (core 2020-12, section 10.3.2), in one pass
 * over the object's properties.
 */
function propertyRule(source: RuleSource): Rule<JsonObject> | undefined {
  const { schema } = source;
  const { named, patterns, additional } = source.properties();
  if (named === undefined && patterns.length === 0 && additional === undefined) return undefined;

  return (value, run, report, evaluated) => {
    let valid = true;
    for (const name in value) {
      const inner = value[name];
      if (inner === undefined) continue;
      const own = named?.(name);
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

/** Checks a property against a schema under a keyword of `owner`; `false` forbids the property. */
function checkProperty(
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

/**
 * `unevaluatedProperties` (core 2020-12, section 11.3): for properties that no other keyword of the schema evaluates,
 * so it runs after all of them.
 *
 * @param names properties that the other keywords evaluate in every object; undefined to use the `Evaluated` of each
 * object
 */
export function unevaluatedPropertiesRule(
  { schema, inside }: RuleSource,
  names: ReadonlySet<string> | undefined,
): Rule<JsonObject> | undefined {
  if (!isSchema(schema.unevaluatedProperties)) return undefined;
  const checker = inside(schema.unevaluatedProperties);
  return (value, run, report, evaluated) => {
    let valid = true;
    for (const name in value) {
      const inner = value[name];
      if (inner === undefined) continue;
      if (names === undefined ? evaluated?.has(name) === true : names.has(name)) continue;
      if (checkProperty("unevaluatedProperties", checker, inner, name, schema, run, report)) continue;
      valid = false;
      if (!goesOn(report)) return false;
    }
    evaluated?.addEverything();
    return valid;
  };
}

/** Keywords with which the evaluated properties depend on the object. */
const dependent = [
  "$dynamicRef",
  "additionalProperties",
  "anyOf",
  "dependentSchemas",
  "if",
  "oneOf",
  "patternProperties",
];

/**
 * The properties that a schema evaluates in every object (core 2020-12, section 11.3), apart from its
 * `unevaluatedProperties`. If they are known, no check needs an `Evaluated` per object.
 *
 * @returns undefined if they depend on the object
 */
export function alwaysEvaluated({ schema, inside, resolve }: RuleSource): ReadonlySet<string> | undefined {
  if (dependent.some((keyword) => schema[keyword] !== undefined)) return undefined;
  const { properties, allOf, $ref } = schema;
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  const names = new Set(named.flatMap(([name, inner]) => (isSchema(inner) ? [name] : [])));
  const others = isJsonArray(allOf) ? allOf.filter(isSchema).map(inside) : [];
  const target = typeof $ref === "string" ? resolve($ref) : undefined;
  for (const other of target === undefined ? others : [...others, target]) {
    // A schema with `unevaluatedProperties` evaluates all remaining properties, whatever they are.
    if (isJsonObject(other.schema) && other.schema.unevaluatedProperties !== undefined) return undefined;
    const more = other.evaluates();
    if (more === undefined) return undefined;
    for (const name of more) names.add(name);
  }
  return names;
}
