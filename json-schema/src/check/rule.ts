import type { Report, SchemaCondition, SchemaProblem } from "./problems";
import type { JsonObject, JsonValue } from "@analyses/json";
import type { Schema } from "../jsonValue";
import type { Pattern } from "../pattern/pattern";
import type { SchemaResource } from "../reading/schemaFile";
import type { Work } from "../work";

/**
 * Checks a value against one or more keywords of a schema. Stops at the first problem without a report;
 * adds all problems to a report.
 *
 * @param evaluated collects evaluated properties and elements, if an outer schema needs them
 * @returns whether the value is valid
 */
export type Rule<Value = JsonValue> = (
  value: Value,
  run: Run,
  report: Report | undefined,
  evaluated: Evaluated | undefined,
) => boolean;

/** A lazily compiled schema. */
export interface Checker {
  readonly schema: Schema;
  /** The source of the schema's rules; undefined if the schema is `true` or `false`. */
  readonly source: RuleSource | undefined;
  /** The schema and those that it leads to by `$ref` and `allOf`, for their annotations. */
  readonly described: () => readonly JsonObject[];
  /** The properties that the schema evaluates in every object; undefined if they depend on the object. */
  readonly evaluates: () => ReadonlySet<string> | undefined;
  readonly check: Rule;
}

/** One check of one value. */
export interface Run {
  readonly work: Work;
  /** The resources entered on the path to the current schema (core 2020-12, section 7.1), innermost first. */
  scope: DynamicScope | undefined;
  /**
   * Whether the user is still writing the value: missing parts, and texts that do not have the required
   * form yet, are then no problems.
   */
  unfinished: boolean;
  readonly visits: Visits;
}

export interface DynamicScope {
  readonly resource: SchemaResource;
  readonly outer: DynamicScope | undefined;
}

/** Returns the scope after entering a resource (core 2020-12, section 7.1). */
export function enter(resource: SchemaResource, scope: DynamicScope | undefined): DynamicScope {
  return scope?.resource === resource ? scope : { resource, outer: scope };
}

/** The source of rules: a schema object and access to related schemas. */
export interface RuleSource {
  readonly schema: JsonObject;
  readonly resource: SchemaResource;
  /** Returns the checker of a schema under a keyword of `schema`. */
  readonly inside: (schema: Schema) => Checker;
  /** Returns the checker of a `$ref` in this schema; undefined if it does not resolve. */
  readonly resolve: (reference: string) => Checker | undefined;
  /** Like `resolve` for a `$dynamicRef`, whose schema depends on the entered resources. */
  readonly resolveDynamic: (reference: string) => ((scope: DynamicScope | undefined) => Checker) | undefined;
  readonly properties: () => PropertySchemas;
  readonly elements: () => ElementSchemas;
}

/** The schemas of an object's properties (core 2020-12, section 10.3.2). */
export interface PropertySchemas {
  /** Returns the checker of a property that `properties` names. Undefined if the schema has no `properties`. */
  readonly named: ((name: string) => Checker | undefined) | undefined;
  readonly patterns: readonly { readonly pattern: Pattern; readonly checker: Checker }[];
  /** The checker of the properties that neither `named` nor `patterns` covers. */
  readonly additional: Checker | undefined;
}

/** The schemas of an array's elements (core 2020-12, section 10.3.1). */
export interface ElementSchemas {
  readonly leading: readonly Checker[];
  /** The checker of the elements after the leading ones. */
  readonly rest: Checker | undefined;
}

/** Whether to continue after a rule failed: only to collect more problems. */
export function goesOn(report: Report | undefined): report is Report {
  return report !== undefined && !report.isFull;
}

/**
 * The properties and elements of a value that schemas have evaluated (the annotations for
 * `unevaluatedProperties` and `unevaluatedItems`; core 2020-12, sections 11.2 and 11.3).
 */
export class Evaluated {
  #everything = false;
  /** The names of properties and the indices of elements. */
  readonly #steps = new Set<string | number>();
  /** All elements before this index are evaluated. */
  #leading = 0;
  #byPlace = true;

  /** Whether schemas evaluate elements by position alone: an unevaluated one then means that the array is too long. */
  get byPlace(): boolean {
    return this.#byPlace;
  }

  has(step: string | number): boolean {
    return this.#everything || (typeof step === "number" && step < this.#leading) || this.#steps.has(step);
  }

  addEverything(): void {
    this.#everything = true;
  }

  add(step: string | number): void {
    this.#steps.add(step);
  }

  /** Records that a schema evaluates elements by content (`contains`): evaluated ones may follow an unevaluated one. */
  addByContent(): void {
    this.#byPlace = false;
  }

  addLeading(count: number): void {
    this.#leading = Math.max(this.#leading, count);
  }

  addAll(other: Evaluated): void {
    this.#everything ||= other.#everything;
    this.#byPlace &&= other.#byPlace;
    this.addLeading(other.#leading);
    for (const step of other.#steps) this.#steps.add(step);
  }
}

/** The result of a schema for a value, and what it depends on: the state of the run and of the report. */
interface Visit {
  readonly scope: object | undefined;
  readonly unfinished: boolean;
  readonly problems: readonly SchemaProblem[] | undefined;
  readonly condition: SchemaCondition | undefined;
  readonly valid: boolean;
}

/**
 * Caches the last result of each schema for each value: if many paths lead to a schema, such as `allOf` on thirty
 * levels, it checks a value once.
 */
export class Visits {
  readonly #last = new Map<object, Map<object, Visit>>();

  /** Runs the check of a value, unless the schema has just checked it in the same scope and state. */
  once(
    checker: object,
    value: object,
    { scope, unfinished }: Pick<Visit, "scope" | "unfinished">,
    report: Report | undefined,
    check: () => boolean,
  ): boolean {
    const ofChecker = this.#last.get(checker) ?? new Map<object, Visit>();
    this.#last.set(checker, ofChecker);
    const [problems, condition] = [report?.problems, report?.condition];
    const last = ofChecker.get(value);
    const isSame =
      last?.scope === scope &&
      last?.unfinished === unfinished &&
      last.problems === problems &&
      last.condition === condition;
    if (isSame) return last.valid;
    const valid = check();
    ofChecker.set(value, { scope, unfinished, problems, condition, valid });
    return valid;
  }
}

/**
 * Placeholder for an omitted part of a value, such as an analysis: every schema except `false` accepts it. Compare by
 * identity.
 */
export const omitted: JsonValue = Object.freeze({});
