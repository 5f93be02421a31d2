import type { JsonPath, JsonObject, JsonValue } from "@analyses/json";

/**
 * A compiled schema. Checks valid values fast; collects problems only for invalid ones.
 *
 * @param value a value as `JSON.parse` returns it
 * @param limit maximum number of problems (not counting those inside branches, each of which has the same limit); 1000
 * by default
 * @returns the problems, empty if the value is valid. Never throws: an aborted check (value too deep, too much work,
 * more problems than `limit`) ends with a problem of keyword "unfinished"
 */
export type CompiledSchema = (value: JsonValue, limit?: number) => readonly SchemaProblem[];

/**
 * One problem of a value: its path, the violated schema, and the `detail` of the keyword.
 *
 * Keywords that only apply other schemas (`$ref`, `allOf`, `properties`, `then`, `else`, `dependentSchemas` …)
 * report no problems of their own: the applied schema reports them.
 */
export interface SchemaProblem {
  /**
   * The invalid value. For keywords about properties and elements (`required`, `additionalProperties` …)
   * the object or array; `detail` names the property or index.
   */
  readonly instancePath: JsonPath;
  readonly detail: ProblemDetail;
  /**
   * The schema object with the keyword, converted to 2020-12 (`asWritten` returns the original); or the schema `false`.
   */
  readonly schema: JsonObject | false;
  /**
   * The schema objects that led to `schema` for this same value, the outermost first (`$ref`, `allOf`,
   * branches …), for their titles and descriptions; without `schema` itself.
   */
  readonly parents: readonly JsonObject[];
  /** The innermost `if` that decides whether `schema` applies; undefined if it always applies. */
  readonly condition?: SchemaCondition;
}

/** An `if` (core 2020-12, section 10.2.2.1) and its result. */
export interface SchemaCondition {
  /** The schema that has the `if`. */
  readonly schema: JsonObject;
  /** The value that the `if` checked. */
  readonly instancePath: JsonPath;
  readonly holds: boolean;
  /** The properties that fail the `if`; empty if the `if` holds or fails for another reason. */
  readonly unmet: readonly string[];
}

/** The details of a violated keyword (JSON Schema 2020-12). */
export type ProblemDetail =
  | { readonly keyword: "type"; readonly expected: readonly string[] }
  | { readonly keyword: "enum"; readonly allowed: readonly JsonValue[] }
  | { readonly keyword: "const"; readonly allowed: JsonValue }
  | {
      readonly keyword: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";
      readonly limit: number;
    }
  | { readonly keyword: "multipleOf"; readonly divisor: number }
  /** The allowed and the actual number of characters (code points), elements or properties. */
  | {
      readonly keyword:
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";
      readonly limit: number;
      readonly actual: number;
    }
  | { readonly keyword: "pattern"; readonly pattern: string }
  /**
   * Advice, a warning by default: in the standard dialect a format never makes a value invalid (JSON Schema
   * validation, section 7.2.1). Inside branches a format can, so that a schema can choose between formats.
   */
  | { readonly keyword: "format"; readonly format: string }
  /** The first two equal elements. */
  | { readonly keyword: "uniqueItems"; readonly first: number; readonly second: number }
  /** `maximum` is undefined without a limit. */
  | {
      readonly keyword: "contains";
      readonly actual: number;
      readonly minimum: number;
      readonly maximum: number | undefined;
    }
  /** One problem per missing property. */
  | { readonly keyword: "required"; readonly missing: string }
  /** The object has `property`, which requires `missing`. */
  | { readonly keyword: "dependentRequired"; readonly property: string; readonly missing: string }
  /** One problem per forbidden property, whose schema is `false`. */
  | {
      readonly keyword: "properties" | "patternProperties" | "additionalProperties" | "unevaluatedProperties";
      readonly property: string;
    }
  /** The first forbidden element, whose schema is `false`: the array is too long. */
  | { readonly keyword: "prefixItems" | "items"; readonly index: number }
  /**
   * One problem per forbidden element; only for the first one if schemas evaluate elements by position alone, so
   * that the array is too long.
   */
  | { readonly keyword: "unevaluatedItems"; readonly index: number; readonly isTooLong: boolean }
  /** The property's name is invalid; the instance path of `problems` leads to the object. */
  | {
      readonly keyword: "propertyNames";
      readonly property: string;
      readonly problems: readonly SchemaProblem[];
    }
  /** No branch matches: all branches with their problems. */
  | { readonly keyword: "anyOf"; readonly branches: readonly SchemaBranch[] }
  /** No branch matches, or several match; `matching` contains the indices of the matching branches. */
  | {
      readonly keyword: "oneOf";
      readonly branches: readonly SchemaBranch[];
      readonly matching: readonly number[];
    }
  | { readonly keyword: "not" }
  /** The schema is `false` and not under one of the keywords above. */
  | { readonly keyword: "false" }
  /**
   * The check was aborted: the value is too deep, the schema needs too much work, or there are more problems
   * than the limit.
   */
  | { readonly keyword: "unfinished"; readonly reason: "too-deep" | "too-much-work" | "limit" };

/** A branch of `anyOf` or `oneOf`. */
export interface SchemaBranch {
  /** The branch's schema and those that it leads to by `$ref` and `allOf`; empty if it is `true` or `false`. */
  readonly schemas: readonly JsonObject[];
  /** The value's problems in this branch, empty if it matches; instance paths as in the other problems. */
  readonly problems: readonly SchemaProblem[];
}

interface Chain<Link> {
  readonly link: Link;
  readonly before: Chain<Link> | undefined;
}

/** Collects the problems of one value, with its path and the schemas that led to it. */
export class Report {
  private constructor(
    readonly problems: SchemaProblem[],
    /** Maximum number of problems; one more indicates that there are others. */
    private readonly limit: number,
    private readonly path: Chain<string | number> | undefined,
    private readonly parents: Chain<JsonObject> | undefined,
    readonly condition: SchemaCondition | undefined,
  ) {}

  /** @param limit maximum number of problems */
  static start(limit: number): Report {
    return new Report([], limit, undefined, undefined, undefined);
  }

  /** Whether the problems exceed the limit. */
  get isFull(): boolean {
    return this.problems.length > this.limit;
  }

  /** Returns the report for a property or element of the value. */
  at(step: string | number): Report {
    return new Report(
      this.problems,
      this.limit,
      { link: step, before: this.path },
      undefined,
      this.condition,
    );
  }

  /** Returns the report for the same value, for a schema that `parent` led to. */
  by(parent: JsonObject): Report {
    const parents = { link: parent, before: this.parents };
    return new Report(this.problems, this.limit, this.path, parents, this.condition);
  }

  /**
   * Returns the report for the same value, for the `then` or `else` of a schema.
   *
   * @param against the value's problems with the `if`; empty if the `if` holds
   */
  because(schema: JsonObject, against: readonly SchemaProblem[]): Report {
    const instancePath = listOf(this.path);
    const names = against.map((problem) => problem.instancePath[instancePath.length]);
    const unmet = names.filter((name) => typeof name === "string");
    const condition = { schema, instancePath, holds: against.length === 0, unmet };
    const parents = { link: schema, before: this.parents };
    return new Report(this.problems, this.limit, this.path, parents, condition);
  }

  /** Returns a report for the same value with its own problems. */
  apart(): Report {
    return new Report([], this.limit, this.path, this.parents, this.condition);
  }

  add(schema: JsonObject | false, detail: ProblemDetail): void {
    if (this.isFull) return;
    const [instancePath, parents] = [listOf(this.path), listOf(this.parents)];
    const isLeftOut = this.problems.length === this.limit;
    const problem = { instancePath, detail: isLeftOut ? more : detail, schema, parents };
    this.problems.push(this.condition === undefined ? problem : { ...problem, condition: this.condition });
  }
}

const more: ProblemDetail = { keyword: "unfinished", reason: "limit" };

function listOf<Link>(chain: Chain<Link> | undefined): readonly Link[] {
  const list: Link[] = [];
  for (let rest = chain; rest !== undefined; rest = rest.before) list.push(rest.link);
  return list.reverse();
}
