import type { Report } from "./problems";
import { type Checker, type Rule, type RuleSource, type Run, goesOn, omitted } from "./rule";
import { limitsRule } from "./valueRules";
import type { JsonValue } from "@analyses/json";
import { equalityKey, isSchema } from "../jsonValue";

type Elements = readonly JsonValue[];

/** The keywords for arrays except `unevaluatedItems` (core 2020-12, section 10.3.1; validation, 6.4). */
export function arrayRules(source: RuleSource): readonly Rule<Elements>[] {
  const countRule = limitsRule<Elements>(source, "minItems", "maxItems", ({ length }) => length);
  const rules = [countRule, itemsRule(source), containsRule(source), uniqueRule(source)];
  return rules.filter((rule) => rule !== undefined);
}

function itemsRule(source: RuleSource): Rule<Elements> | undefined {
  const { schema } = source;
  const { leading, rest } = source.elements();
  if (leading.length === 0 && rest === undefined) return undefined;
  return (value, run, report, evaluated) => {
    let valid = true;
    const count = rest === undefined ? Math.min(leading.length, value.length) : value.length;
    evaluated?.addLeading(count);
    for (let index = 0; index < count; index++) {
      const keyword = index < leading.length ? "prefixItems" : "items";
      const checker = leading[index] ?? rest;
      const element = value[index];
      // An omitted element, as in a very long list, is valid unless its schema is `false`.
      if (element === omitted && checker?.schema !== false) continue;
      if (checker === undefined || checkElement(checker, value, index, run, report)) continue;
      valid = false;
      // A forbidden element means that the list is too long: one problem, regardless of how many follow.
      if (checker.schema === false) report?.add(schema, { keyword, index });
      if (!goesOn(report) || checker.schema === false) return false;
    }
    return valid;
  };
}

/** Checks an element against a schema; the caller reports an element that `false` forbids. */
function checkElement(
  checker: Checker,
  elements: Elements,
  index: number,
  run: Run,
  report: Report | undefined,
): boolean {
  if (checker.schema === false) return false;
  const element = elements[index];
  return element === undefined || checker.check(element, run, report?.at(index), undefined);
}

function containsRule({ schema, inside }: RuleSource): Rule<Elements> | undefined {
  const { contains, minContains, maxContains } = schema;
  if (!isSchema(contains)) return undefined;
  const contained = inside(contains);
  const minimum = typeof minContains === "number" ? minContains : 1;
  const maximum = typeof maxContains === "number" ? maxContains : undefined;
  return (value, run, report, evaluated) => {
    let actual = 0;
    evaluated?.addByContent();
    for (let index = 0; index < value.length; index++) {
      const element = value[index];
      if (element === undefined || !contained.check(element, run, undefined, undefined)) continue;
      actual++;
      evaluated?.add(index);
    }
    if ((actual >= minimum || run.unfinished) && (maximum === undefined || actual <= maximum)) return true;
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

/**
 * `unevaluatedItems` (core 2020-12, section 11.2): for elements that no other
 * keyword of the schema evaluates, so it runs after all of them.
 */
export function unevaluatedItemsRule({ schema, inside }: RuleSource): Rule<readonly JsonValue[]> | undefined {
  if (!isSchema(schema.unevaluatedItems)) return undefined;
  const checker = inside(schema.unevaluatedItems);
  return (value, run, report, evaluated) => {
    let valid = true;
    for (let index = 0; index < value.length; index++) {
      if (evaluated?.has(index) === true) continue;
      if (checkElement(checker, value, index, run, report)) continue;
      valid = false;
      const isTooLong = evaluated?.byPlace === true;
      if (checker.schema === false) report?.add(schema, { keyword: "unevaluatedItems", index, isTooLong });
      if (!goesOn(report) || (checker.schema === false && isTooLong)) break;
    }
    evaluated?.addEverything();
    return valid;
  };
}
