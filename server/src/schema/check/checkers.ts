import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isJsonArray } from "../../guidance/json";
import { partsOf } from "../files/addresses";
import type { SchemaPlace, SchemaResource } from "../files/indexFile";
import type { SchemaSet } from "../files/schemaSet";
import { omitted } from "../omitted";
import { anyValueRules } from "./anyValueRules";
import { arrayRules } from "./arrayRules";
import { combinationRules } from "./combinationRules";
import { Evaluated } from "./evaluated";
import { numberRules } from "./numberRules";
import { objectRules } from "./objectRules";
import { referenceRules } from "./referenceRules";
import type { Report } from "./report";
import { goesOn } from "./rule";
import type { Checker, DynamicScope, Rule, RuleSource, Run } from "./rule";
import { stringRules } from "./stringRules";
import { unevaluatedItemsRule, unevaluatedPropertiesRule } from "./unevaluatedRule";

/** Makes the checkers of a set's schemas, each when it is first needed: a large schema costs what is used of it. */
export class Checkers {
  readonly #known = new Map<JsonObject, Checker>();

  constructor(private readonly set: SchemaSet) {}

  of(place: SchemaPlace): Checker {
    const { schema } = place;
    if (schema === true) return everything;
    if (schema === false) return nothing;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const checker = new ObjectChecker(schema, place.resource, this.#source(schema, place));
    this.#known.set(schema, checker);
    return checker;
  }

  #source(schema: JsonObject, place: SchemaPlace): RuleSource {
    return {
      schema,
      inside: (inner) => this.of(this.set.inside(place, inner)),
      resolve: (reference) => {
        const target = this.set.resolve(place, reference);
        return target.kind === "found" ? this.of(target) : undefined;
      },
      resolveDynamic: (reference) => this.#dynamic(place, reference),
    };
  }

  /** Core 2020-12, section 8.2.3.2: the outermost resource entered that has the same dynamic anchor. */
  #dynamic(
    place: SchemaPlace,
    reference: string,
  ): ((scope: DynamicScope | undefined) => Checker) | undefined {
    const initial = this.set.resolve(place, reference);
    if (initial.kind !== "found") return undefined;
    const name = partsOf(reference).fragment;
    const isDynamic = initial.resource.dynamicAnchors.get(name) === initial.schema;
    return (scope) => {
      let target: SchemaPlace = initial;
      for (let link = isDynamic ? scope : undefined; link !== undefined; link = link.outer) {
        const schema = link.resource.dynamicAnchors.get(name);
        if (schema !== undefined) target = { schema, resource: link.resource };
      }
      return this.of(target);
    };
  }
}

const everything: Checker = { schema: true, check: () => true };
const nothing: Checker = {
  schema: false,
  check: (_value, _run, report) => {
    report?.add(false, { keyword: "false" });
    return false;
  },
};

/** The rules of a schema object, by what they apply to. */
interface Rules {
  readonly forAny: readonly Rule[];
  readonly forStrings: readonly Rule<string>[];
  readonly forNumbers: readonly Rule<number>[];
  readonly forObjects: readonly Rule<JsonObject>[];
  readonly forArrays: readonly Rule<readonly JsonValue[]>[];
  /** Whether some of them ask what the others have looked at. */
  readonly asksForEvaluated: boolean;
}

class ObjectChecker implements Checker {
  #rules: Rules | undefined;

  constructor(
    readonly schema: JsonObject,
    private readonly resource: SchemaResource,
    private readonly source: RuleSource,
  ) {}

  readonly check: Rule = (value, run, report, evaluated) => {
    if (value === omitted) return true;
    run.work.spend(1);
    const outer = run.scope;
    if (outer?.resource !== this.resource) run.scope = { resource: this.resource, outer };
    const rules = (this.#rules ??= rulesOf(this.source));
    const own = rules.asksForEvaluated ? new Evaluated() : evaluated;
    const valid = checkAll(rules, value, run, report, own);
    if (own !== undefined && own !== evaluated) evaluated?.addAll(own);
    run.scope = outer;
    return valid;
  };
}

function checkAll(
  rules: Rules,
  value: JsonValue,
  run: Run,
  report: Report | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  const valid = checkEach(rules.forAny, value, run, report, evaluated);
  if (!valid && !goesOn(report)) return false;
  if (typeof value === "string") return checkEach(rules.forStrings, value, run, report, evaluated) && valid;
  if (typeof value === "number") return checkEach(rules.forNumbers, value, run, report, evaluated) && valid;
  if (typeof value === "boolean" || value === null) return valid;
  if (isJsonArray(value)) return checkEach(rules.forArrays, value, run, report, evaluated) && valid;
  return checkEach(rules.forObjects, value, run, report, evaluated) && valid;
}

function checkEach<Value>(
  rules: readonly Rule<Value>[],
  value: Value,
  run: Run,
  report: Report | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  let valid = true;
  for (const rule of rules) {
    if (rule(value, run, report, evaluated)) continue;
    valid = false;
    if (!goesOn(report)) return false;
  }
  return valid;
}

function rulesOf(source: RuleSource): Rules {
  const unevaluatedProperties = unevaluatedPropertiesRule(source);
  const unevaluatedItems = unevaluatedItemsRule(source);
  return {
    forAny: [...anyValueRules(source), ...referenceRules(source), ...combinationRules(source)],
    forStrings: stringRules(source),
    forNumbers: numberRules(source),
    forObjects: [...objectRules(source), ...(unevaluatedProperties ? [unevaluatedProperties] : [])],
    forArrays: [...arrayRules(source), ...(unevaluatedItems ? [unevaluatedItems] : [])],
    asksForEvaluated: unevaluatedProperties !== undefined || unevaluatedItems !== undefined,
  };
}
