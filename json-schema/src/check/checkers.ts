import { applicatorOf, elementSchemasOf, propertySchemasOf, combinationRules } from "./combinations";
import { arrayRules, unevaluatedItemsRule } from "./arrayRules";
import { alwaysEvaluated, objectRules, unevaluatedPropertiesRule } from "./objectRules";
import { type CompiledSchema, type SchemaProblem, Report } from "./problems";
import type { Checker, DynamicScope, ElementSchemas, PropertySchemas, Rule, RuleSource, Run } from "./rule";
import { Evaluated, Visits, enter, goesOn, omitted } from "./rule";
import { type ValueKind, anyValueRules, numberRules, stringRules, typeRule } from "./valueRules";
import { type JsonObject, type JsonValue, isJsonArray, memoized } from "@analyses/json";
import { isSchema } from "../jsonValue";
import { partsOf } from "../reading/addresses";
import { upgraded } from "../reading/dialects";
import type { SchemaPlace } from "../reading/schemaFile";
import type { SchemaSet } from "../reading/schemaSet";
import { Work, WorkExceeded } from "../work";

/** Creates the checkers of a set's schemas on first use: a large schema costs only as much as its used parts. */
export class Checkers {
  readonly #known = new Map<JsonObject, Checker>();

  private constructor(private readonly set: SchemaSet) {}

  /** Returns the checkers of a set, which it creates once. */
  static readonly in = memoized((set: SchemaSet) => new Checkers(set));

  of(place: SchemaPlace): Checker {
    const { schema } = place;
    if (schema === true) return everything;
    if (schema === false) return nothing;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const read = upgraded(schema);
    const checker = new ObjectChecker(read, this.#source(read, place));
    this.#known.set(schema, checker);
    return checker;
  }

  #source(schema: JsonObject, place: SchemaPlace): RuleSource {
    let properties: PropertySchemas | undefined;
    let elements: ElementSchemas | undefined;
    const source: RuleSource = {
      schema,
      resource: place.resource,
      inside: (inner) => this.of(this.set.inside(place, inner)),
      resolve: (reference) => {
        const target = this.set.resolve(place, reference);
        return target.kind === "found" ? this.of(target) : undefined;
      },
      resolveDynamic: (reference) => this.#dynamic(place, reference),
      properties: () => (properties ??= propertySchemasOf(source)),
      elements: () => (elements ??= elementSchemasOf(source)),
    };
    return source;
  }

  /** Resolves `$dynamicRef` to the outermost entered resource with its anchor (core 2020-12, section 8.2.3.2). */
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
  source: undefined,
  described: () => [],
  evaluates: () => noNames,
  check: () => true,
};
const nothing: Checker = {
  schema: false,
  source: undefined,
  described: () => [],
  evaluates: () => noNames,
  check: (_value, _run, report) => {
    report?.add(false, { keyword: "false" });
    return false;
  },
};

class ObjectChecker implements Checker {
  #rules: Rules | undefined;
  #evaluated: { readonly is: ReadonlySet<string> | undefined } | undefined;

  constructor(
    readonly schema: JsonObject,
    readonly source: RuleSource,
  ) {}

  readonly described = (): readonly JsonObject[] => {
    const found = new Set<JsonObject>();
    const visit = ({ source }: Checker): void => {
      if (source === undefined || found.has(source.schema)) return;
      found.add(source.schema);
      for (const keyword of ["$ref", "allOf"]) {
        const applicator = applicatorOf(source, keyword);
        if (applicator?.kind === "all") applicator.schemas.forEach(visit);
      }
    };
    visit(this);
    return [...found];
  };

  /** Computed once: many paths of references may lead to a schema. */
  readonly evaluates = (): ReadonlySet<string> | undefined =>
    (this.#evaluated ??= { is: alwaysEvaluated(this.source) }).is;

  readonly check: Rule = (value, run, report, evaluated) => {
    if (value === omitted) return true;
    run.work.spend(1);
    // Objects and lists are expensive to check twice; but a check that fills an outer schema's `evaluated` must run.
    const isCached = evaluated === undefined && (report !== undefined || run.work.isMuch);
    if (!isCached || typeof value !== "object" || value === null)
      return this.#look(value, run, report, evaluated);
    return run.visits.once(this, value, run, report, () => this.#look(value, run, report, evaluated));
  };

  readonly #look: Rule = (value, run, report, evaluated) => {
    const rules = (this.#rules ??= new Rules(this.source));
    const outer = run.scope;
    const isEntered = outer?.resource === this.source.resource;
    if (isEntered && !rules.needsEvaluated) return rules.check(value, run, report, evaluated);
    run.scope = enter(this.source.resource, outer);
    const own = rules.needsEvaluated ? new Evaluated() : evaluated;
    const valid = rules.check(value, run, report, own);
    if (own !== undefined && own !== evaluated) evaluated?.addAll(own);
    run.scope = outer;
    return valid;
  };
}

/** The rules of a schema object for each kind of value; creates them for the first value of the kind. */
class Rules {
  /** Whether some rules depend on the properties or elements that other rules evaluate. */
  readonly needsEvaluated: boolean;
  readonly #unevaluatedProperties: Rule<JsonObject> | undefined;
  readonly #unevaluatedItems: Rule<readonly JsonValue[]> | undefined;
  #ofAny: readonly Rule[] | undefined;
  #ofNull: Rule | undefined;
  #ofBooleans: Rule | undefined;
  #ofStrings: Rule<string> | undefined;
  #ofNumbers: Rule<number> | undefined;
  #ofObjects: Rule<JsonObject> | undefined;
  #ofArrays: Rule<readonly JsonValue[]> | undefined;

  constructor(private readonly source: RuleSource) {
    const names = isSchema(source.schema.unevaluatedProperties) ? alwaysEvaluated(source) : undefined;
    this.#unevaluatedProperties = unevaluatedPropertiesRule(source, names);
    this.#unevaluatedItems = unevaluatedItemsRule(source);
    const needsNames = this.#unevaluatedProperties !== undefined && names === undefined;
    this.needsEvaluated = needsNames || this.#unevaluatedItems !== undefined;
  }

  check(value: JsonValue, run: Run, report: Report | undefined, evaluated: Evaluated | undefined): boolean {
    const source = this.source;
    if (typeof value === "string") {
      const rule = (this.#ofStrings ??= this.#inSequence<string>("string", stringRules(source)));
      return rule(value, run, report, evaluated);
    }
    if (typeof value === "number") {
      const rule = (this.#ofNumbers ??= this.#inSequence<number>("number", numberRules(source)));
      return rule(value, run, report, evaluated);
    }
    if (typeof value === "boolean") {
      return (this.#ofBooleans ??= this.#inSequence("boolean", []))(value, run, report, evaluated);
    }
    if (value === null) return (this.#ofNull ??= this.#inSequence("null", []))(value, run, report, evaluated);
    if (isJsonArray(value)) {
      const rule = (this.#ofArrays ??= this.#inSequence("array", [
        ...arrayRules(source),
        this.#unevaluatedItems,
      ]));
      return rule(value, run, report, evaluated);
    }
    const rules = (this.#ofObjects ??= this.#inSequence("object", [
      ...objectRules(source),
      this.#unevaluatedProperties,
    ]));
    return rules(value, run, report, evaluated);
  }

  #inSequence<Value extends JsonValue>(
    kind: ValueKind,
    ofKind: readonly (Rule<Value> | undefined)[],
  ): Rule<Value> {
    const source = this.source;
    this.#ofAny ??= [...anyValueRules(source), ...combinationRules(source)];
    return inSequence<Value>([typeRule(source.schema, kind), ...this.#ofAny, ...ofKind]);
  }
}

const passes: Rule = () => true;

/** Combines rules into one that runs them in order; after a failure, only while a report collects further problems. */
function inSequence<Value extends JsonValue>(several: readonly (Rule<Value> | undefined)[]): Rule<Value> {
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

const defaultLimit = 1000;
const workForAny = 2_000_000;
/** Additional work for each character of a value: a value of a megabyte may take about a second. */
const workForCharacter = 20;

/** Compiles a schema of a set. Costs almost nothing until the first value. */
export function compileSchema(set: SchemaSet, place: SchemaPlace): CompiledSchema {
  const checker = Checkers.in(set).of(place);
  return (value, limit = defaultLimit) => {
    const start = (): Run => ({
      work: new Work(workForAny, () => workForCharacter * JSON.stringify(value).length),
      scope: undefined,
      unfinished: false,
      visits: new Visits(),
    });
    const report = Report.start(limit);
    try {
      if (checker.check(value, start(), undefined, undefined)) return [];
      checker.check(value, start(), report, undefined);
      return report.problems;
    } catch (error) {
      return [...report.problems, unfinished(place, error)];
    }
  };
}

function unfinished({ schema }: SchemaPlace, error: unknown): SchemaProblem {
  const isTooDeep = error instanceof RangeError;
  if (!isTooDeep && !(error instanceof WorkExceeded)) throw error;
  return {
    instancePath: [],
    detail: { keyword: "unfinished", reason: isTooDeep ? "too-deep" : "too-much-work" },
    schema: typeof schema === "boolean" ? false : schema,
    parents: [],
  };
}
