import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isJsonArray } from "../../document/json";
import { isSchema } from "../files/schemaValue";
import { omitted } from "../omitted";
import { equalityKey } from "./equality";
import type { Report } from "./report";
import type { Checker, Rule, RuleSource, Run } from "./rule";
import { goesOn } from "./rule";

type Elements = readonly JsonValue[];

/** The keywords for arrays, but for `unevaluatedItems` (core 2020-12, section 10.3.1; validation, 6.4). */
export function arrayRules(source: RuleSource): readonly Rule<Elements>[] {
  const rules = [countRule(source), itemsRule(source), containsRule(source), uniqueRule(source)];
  return rules.filter((rule) => rule !== undefined);
}

function countRule({ schema }: RuleSource): Rule<Elements> | undefined {
  const { minItems, maxItems } = schema;
  if (minItems === undefined && maxItems === undefined) return undefined;
  return ({ length: actual }, _run, report) => {
    if (typeof minItems === "number" && actual < minItems) {
      report?.add(schema, { keyword: "minItems", limit: minItems, actual });
      return false;
    }
    if (typeof maxItems === "number" && actual > maxItems) {
      report?.add(schema, { keyword: "maxItems", limit: maxItems, actual });
      return false;
    }
    return true;
  };
}

function itemsRule({ schema, inside }: RuleSource): Rule<Elements> | undefined {
  const { prefixItems, items } = schema;
  const leading = isJsonArray(prefixItems) ? prefixItems.filter(isSchema).map(inside) : [];
  const rest = isSchema(items) ? inside(items) : undefined;
  if (leading.length === 0 && rest === undefined) return undefined;
  return (value, run, report, evaluated) => {
    let valid = true;
    const count = rest === undefined ? Math.min(leading.length, value.length) : value.length;
    evaluated?.addLeading(count);
    for (let index = 0; index < count; index++) {
      const keyword = index < leading.length ? "prefixItems" : "items";
      const checker = leading[index] ?? rest;
      // Of a very long list mostly all is left out.
      if (value[index] === omitted && checker?.schema !== false) continue;
      if (checker === undefined || checkElement(keyword, checker, value, index, schema, run, report))
        continue;
      valid = false;
      if (!goesOn(report)) return false;
    }
    return valid;
  };
}

/** Checks an element by a schema under a keyword of `owner`, where `false` forbids the element. */
export function checkElement(
  keyword: "prefixItems" | "items" | "unevaluatedItems",
  checker: Checker,
  elements: Elements,
  index: number,
  owner: JsonObject,
  run: Run,
  report: Report | undefined,
): boolean {
  if (checker.schema !== false) {
    const element = elements[index];
    return element === undefined || checker.check(element, run, report?.at(index), undefined);
  }
  report?.add(owner, { keyword, index });
  return false;
}

function containsRule({ schema, inside }: RuleSource): Rule<Elements> | undefined {
  const { contains, minContains, maxContains } = schema;
  if (!isSchema(contains)) return undefined;
  const contained = inside(contains);
  const minimum = typeof minContains === "number" ? minContains : 1;
  const maximum = typeof maxContains === "number" ? maxContains : undefined;
  return (value, run, report, evaluated) => {
    let actual = 0;
    for (let index = 0; index < value.length; index++) {
      const element = value[index];
      if (element === undefined || !contained.check(element, run, undefined, undefined)) continue;
      actual++;
      evaluated?.add(index);
    }
    if (actual >= minimum && (maximum === undefined || actual <= maximum)) return true;
    report?.add(schema, { keyword: "contains", actual, minimum, maximum });
    return false;
  };
}

function uniqueRule({ schema }: RuleSource): Rule<Elements> | undefined {
  if (schema.uniqueItems !== true) return undefined;
  return (value, _run, report) => {
    const indices = new Map<ReturnType<typeof equalityKey>, number>();
    for (let second = 0; second < value.length; second++) {
      const element = value[second];
      if (element === undefined || element === omitted) continue;
      const key = equalityKey(element);
      const first = indices.get(key);
      if (first !== undefined) {
        report?.add(schema, { keyword: "uniqueItems", first, second });
        return false;
      }
      indices.set(key, second);
    }
    return true;
  };
}
