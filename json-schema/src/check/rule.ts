import type { Report } from "./problems";
import type { JsonObject, JsonValue } from "@analyses/json";
import type { Schema } from "../jsonValue";
import type { Pattern } from "../pattern/pattern";
import type { SchemaResource } from "../reading/schemaFile";
import type { Work } from "../work";
import type { Visits } from "./visits";

/**
 * What one or more keywords of a schema ask of a value. Without a report it stops at the first problem;
 * with one it adds all of them.
 *
 * @param evaluated notes what was looked at, where a schema around asks for it
 * @returns whether the value is valid
 */
export type Rule<Value = JsonValue> = (
  value: Value,
  run: Run,
  report: Report | undefined,
  evaluated: Evaluated | undefined,
) => boolean;

/** A schema that is made ready when it is first needed. */
export interface Checker {
  readonly schema: Schema;
  /** What it is made from; undefined where the schema is `true` or `false`. */
  readonly source: RuleSource | undefined;
  /** The schema and those that it leads to by `$ref` and `allOf`, for what they say of themselves. */
  readonly described: () => readonly JsonObject[];
  /** The properties of every object that it looks at; undefined where that depends on the object. */
  readonly looksAt: () => ReadonlySet<string> | undefined;
  readonly check: Rule;
}

/** One check of one value. */
export interface Run {
  readonly work: Work;
  /** The resources entered on the way to the schema at hand (core 2020-12, section 7.1), innermost first. */
  scope: DynamicScope | undefined;
  /**
   * Whether the value is still being written: then what it lacks is not wrong, and neither is a text that
   * is not yet of the form that is asked for.
   */
  unfinished: boolean;
  readonly visits: Visits;
}

export interface DynamicScope {
  readonly resource: SchemaResource;
  readonly outer: DynamicScope | undefined;
}

/** The scope in a schema of a resource (core 2020-12, section 7.1). */
export function enter(resource: SchemaResource, scope: DynamicScope | undefined): DynamicScope {
  return scope?.resource === resource ? scope : { resource, outer: scope };
}

/** What rules are made from: a schema object and the way to the schemas around it. */
export interface RuleSource {
  readonly schema: JsonObject;
  readonly resource: SchemaResource;
  /** The checker of a schema that stands under a keyword of this one. */
  readonly inside: (schema: Schema) => Checker;
  /** The checker of what `$ref` means in this schema; undefined where it leads nowhere. */
  readonly resolve: (reference: string) => Checker | undefined;
  /** The same for `$dynamicRef`, where it depends on the resources entered. */
  readonly resolveDynamic: (reference: string) => ((scope: DynamicScope | undefined) => Checker) | undefined;
  readonly properties: () => PropertySchemas;
  readonly elements: () => ElementSchemas;
}

/** The schemas of an object's properties (core 2020-12, section 10.3.2). */
export interface PropertySchemas {
  /** That of a name; absent where none is named. */
  readonly named: ((name: string) => Checker | undefined) | undefined;
  readonly patterns: readonly { readonly pattern: Pattern; readonly checker: Checker }[];
  /** Of those that neither of the others takes. */
  readonly additional: Checker | undefined;
}

/** The schemas of an array's elements (core 2020-12, section 10.3.1). */
export interface ElementSchemas {
  readonly leading: readonly Checker[];
  /** Of those after the leading ones. */
  readonly rest: Checker | undefined;
}

/** Whether to go on after a rule failed: only to collect more problems. */
export function goesOn(report: Report | undefined): report is Report {
  return report !== undefined && !report.isFull;
}

/** Up to so many names looking through a list is quicker than a set. */
const mostInList = 16;

/**
 * Which properties and elements of a value some schema has looked at (the annotations that
 * `unevaluatedProperties` and `unevaluatedItems` ask for; core 2020-12, sections 11.2 and 11.3).
 */
export class Evaluated {
  #everything = false;
  // Made when needed: every object of some schemas gets an `Evaluated`, and most hold a few names.
  #names: string[] | Set<string> | undefined;
  #indices: Set<number> | undefined;
  /** All elements before this index. */
  #leading = 0;
  #byPlace = true;

  /** Whether elements are looked at by their places alone: then there are too many where one is not. */
  get byPlace(): boolean {
    return this.#byPlace;
  }

  has(step: string | number): boolean {
    if (this.#everything) return true;
    if (typeof step === "number") return step < this.#leading || this.#indices?.has(step) === true;
    const names = this.#names;
    return names !== undefined && (Array.isArray(names) ? names.includes(step) : names.has(step));
  }

  addEverything(): void {
    this.#everything = true;
  }

  add(step: string | number): void {
    if (typeof step === "number") (this.#indices ??= new Set()).add(step);
    else if (this.#names instanceof Set) this.#names.add(step);
    else if (this.#names === undefined) this.#names = [step];
    else if (this.#names.length < mostInList) this.#names.push(step);
    else this.#names = new Set(this.#names).add(step);
  }

  /** Elements are looked at by what they are, as by `contains`: others may be where one is not. */
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
    for (const name of other.#names ?? []) this.add(name);
    for (const index of other.#indices ?? []) this.add(index);
  }
}

/**
 * Stands in a value for something that is left out, an analysis for example: every schema is content
 * with it. Compared by identity.
 */
export const omitted: JsonValue = Object.freeze({});
