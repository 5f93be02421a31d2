import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isJsonArray } from "../../document/json";
import { partsOf } from "../files/addresses";
import type { SchemaPlace, SchemaResource } from "../files/indexFile";
import type { SchemaSet } from "../files/schemaSet";
import { isSchema } from "../files/schemaValue";
import { omitted } from "../omitted";
import { alwaysLookedAt } from "./alwaysLookedAt";
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
import { typeRule } from "./typeRule";
import type { ValueKind } from "./typeRule";
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

const noNames: ReadonlySet<string> = new Set();

const everything: Checker = {
  schema: true,
  described: () => [],
  looksAt: () => noNames,
  check: () => true,
};
const nothing: Checker = {
  schema: false,
  described: () => [],
  looksAt: () => noNames,
  check: (_value, _run, report) => {
    report?.add(false, { keyword: "false" });
    return false;
  },
};

class ObjectChecker implements Checker {
  #rules: Rules | undefined;

  constructor(
    readonly schema: JsonObject,
    private readonly resource: SchemaResource,
    private readonly source: RuleSource,
  ) {}

  readonly described = (): readonly JsonObject[] => {
    const { $ref } = this.schema;
    // A reference that leads back here would be endless, and is refused when the schema is read.
    const target = typeof $ref === "string" ? this.source.resolve($ref) : undefined;
    return [this.schema, ...(target?.described() ?? [])];
  };

  readonly looksAt = (): ReadonlySet<string> | undefined => alwaysLookedAt(this.source);

  readonly check: Rule = (value, run, report, evaluated) => {
    if (value === omitted) return true;
    run.work.spend(1);
    const rules = (this.#rules ??= new Rules(this.source));
    const outer = run.scope;
    const isEntered = outer?.resource === this.resource;
    if (isEntered && !rules.asksForEvaluated) return rules.check(value, run, report, evaluated);
    if (!isEntered) run.scope = { resource: this.resource, outer };
    const own = rules.asksForEvaluated ? new Evaluated() : evaluated;
    const valid = rules.check(value, run, report, own);
    if (own !== undefined && own !== evaluated) evaluated?.addAll(own);
    run.scope = outer;
    return valid;
  };
}

/** What a schema object asks of each kind of value: made ready when the first value of a kind comes. */
class Rules {
  /** Whether some of them ask what the others have looked at. */
  readonly asksForEvaluated: boolean;
  readonly #source: RuleSource;
  readonly #unevaluatedProperties: Rule<JsonObject> | undefined;
  readonly #unevaluatedItems: Rule<readonly JsonValue[]> | undefined;
  #ofAny: readonly Rule[] | undefined;
  #ofNull: Rule | undefined;
  #ofBooleans: Rule | undefined;
  #ofStrings: Rule<string> | undefined;
  #ofNumbers: Rule<number> | undefined;
  #ofObjects: Rule<JsonObject> | undefined;
  #ofArrays: Rule<readonly JsonValue[]> | undefined;

  constructor(source: RuleSource) {
    this.#source = source;
    const names = isSchema(source.schema.unevaluatedProperties) ? alwaysLookedAt(source) : undefined;
    this.#unevaluatedProperties = unevaluatedPropertiesRule(source, names);
    this.#unevaluatedItems = unevaluatedItemsRule(source);
    const asksForNames = this.#unevaluatedProperties !== undefined && names === undefined;
    this.asksForEvaluated = asksForNames || this.#unevaluatedItems !== undefined;
  }

  check(value: JsonValue, run: Run, report: Report | undefined, evaluated: Evaluated | undefined): boolean {
    const source = this.#source;
    if (typeof value === "string") {
      const rule = (this.#ofStrings ??= this.#inTurn<string>("string", stringRules(source)));
      return rule(value, run, report, evaluated);
    }
    if (typeof value === "number") {
      const rule = (this.#ofNumbers ??= this.#inTurn<number>("number", numberRules(source)));
      return rule(value, run, report, evaluated);
    }
    if (typeof value === "boolean") {
      return (this.#ofBooleans ??= this.#inTurn("boolean", []))(value, run, report, evaluated);
    }
    if (value === null) return (this.#ofNull ??= this.#inTurn("null", []))(value, run, report, evaluated);
    if (isJsonArray(value)) {
      const rule = (this.#ofArrays ??= this.#inTurn("array", [
        ...arrayRules(source),
        this.#unevaluatedItems,
      ]));
      return rule(value, run, report, evaluated);
    }
    const rules = (this.#ofObjects ??= this.#inTurn("object", [
      ...objectRules(source),
      this.#unevaluatedProperties,
    ]));
    return rules(value, run, report, evaluated);
  }

  #inTurn<Value extends JsonValue>(
    kind: ValueKind,
    ofKind: readonly (Rule<Value> | undefined)[],
  ): Rule<Value> {
    const source = this.#source;
    this.#ofAny ??= [...anyValueRules(source), ...referenceRules(source), ...combinationRules(source)];
    return inTurn<Value>([typeRule(source.schema, kind), ...this.#ofAny, ...ofKind]);
  }
}

const passes: Rule = () => true;

/** One rule that asks all of several, in their order. */
function inTurn<Value extends JsonValue>(several: readonly (Rule<Value> | undefined)[]): Rule<Value> {
  const rules = several.filter((rule) => rule !== undefined);
  if (rules.length < 2) return rules[0] ?? passes;
  return (value, run, report, evaluated) => {
    let valid = true;
    // eslint-disable-next-line @typescript-eslint/prefer-for-of -- an iterator takes several times as long until it is compiled
    for (let index = 0; index < rules.length; index++) {
      if (rules[index]?.(value, run, report, evaluated) !== false) continue;
      valid = false;
      if (!goesOn(report)) return false;
    }
    return valid;
  };
}
