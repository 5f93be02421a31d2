import type { JsonPath } from "@analyses/json";
import type { JsonObject, JsonValue } from "@analyses/json";

/**
 * A schema made ready to check values. Valid values are quick to check; problems are collected only
 * when there is one.
 *
 * @param value a value as `JSON.parse` makes it
 * @param limit how many problems to collect at most (those inside branches not counted, of each of which as
 *   many are collected); 1000 if not given
 * @returns everything that is wrong, none when the value is valid. Never throws: a check that was given up
 *   (values too deep, a schema that asks for endless work, more problems than `limit`) ends with a problem of
 *   keyword "unfinished"
 */
export type CompiledSchema = (value: JsonValue, limit?: number) => readonly SchemaProblem[];

/** The names and indices that lead from the checked value to a value in it. */

/**
 * One thing that is wrong with a value: where, which schema says so, and the `detail` of its keyword.
 *
 * Keywords that only hand on (`$ref`, `allOf`, `properties`, `then`, `else`, `dependentSchemas` …) make
 * no problem of their own: the schema that they lead to reports what is wrong.
 */
export interface SchemaProblem {
  /**
   * The value at fault. For keywords about properties and elements (`required`,
   * `additionalProperties` …) the object or array; `detail` names the property or index.
   */
  readonly instancePath: JsonPath;
  readonly detail: ProblemDetail;
  /** The schema object that has the keyword, as it stands in the schema file; `false` for that schema. */
  readonly schema: JsonObject | false;
  /**
   * The schema objects that led to `schema` for this same value, the outermost first (`$ref`, `allOf`,
   * branches …), so that titles and descriptions can be looked up; without `schema` itself.
   */
  readonly parents: readonly JsonObject[];
  /** The innermost `if` on whose answer it depends that `schema` applies; none where it applies always. */
  readonly condition?: SchemaCondition;
}

/** An `if` (core 2020-12, section 10.2.2.1) and what it came to. */
export interface SchemaCondition {
  /** The schema that has the `if`. */
  readonly schema: JsonObject;
  /** The value that was asked about. */
  readonly instancePath: JsonPath;
  readonly holds: boolean;
  /** The properties by which it does not hold; none where it holds, or fails by something else. */
  readonly unmet: readonly string[];
}

/** What a keyword has to say about the value that does not meet it (JSON Schema 2020-12). */
export type ProblemDetail =
  | { readonly keyword: "type"; readonly expected: readonly string[] }
  | { readonly keyword: "enum"; readonly allowed: readonly JsonValue[] }
  | { readonly keyword: "const"; readonly allowed: JsonValue }
  | {
      readonly keyword: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";
      readonly limit: number;
    }
  | { readonly keyword: "multipleOf"; readonly divisor: number }
  /** How many there may be: characters (code points), elements, properties; and how many there are. */
  | {
      readonly keyword:
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";
      readonly limit: number;
      readonly actual: number;
    }
  | { readonly keyword: "pattern"; readonly pattern: string }
  /**
   * Advice, a warning by default: in the standard dialect a value is valid whatever its format (JSON
   * Schema validation, section 7.2.1). Inside branches it counts all the same, so that a choice
   * between formats is one.
   */
  | { readonly keyword: "format"; readonly format: string }
  /** The first two elements that are equal. */
  | { readonly keyword: "uniqueItems"; readonly first: number; readonly second: number }
  /** `maximum` is undefined where there is none. */
  | {
      readonly keyword: "contains";
      readonly actual: number;
      readonly minimum: number;
      readonly maximum: number | undefined;
    }
  /** One problem for each property that is missing. */
  | { readonly keyword: "required"; readonly missing: string }
  /** `property` is there and asks for `missing`. */
  | { readonly keyword: "dependentRequired"; readonly property: string; readonly missing: string }
  /** One problem for each property that may not be there: that schema is `false`. */
  | {
      readonly keyword: "properties" | "patternProperties" | "additionalProperties" | "unevaluatedProperties";
      readonly property: string;
    }
  /** The first element that may not be there, since that schema is `false`: the array is too long. */
  | { readonly keyword: "prefixItems" | "items"; readonly index: number }
  /**
   * One problem for each element that may not be there; for the first of them only where elements are looked at by
   * their places alone, so that the array is too long.
   */
  | { readonly keyword: "unevaluatedItems"; readonly index: number; readonly isTooLong: boolean }
  /** The property's name is at fault; the instance path of `problems` leads to the object. */
  | {
      readonly keyword: "propertyNames";
      readonly property: string;
      readonly problems: readonly SchemaProblem[];
    }
  /** No branch fits: all of them, with what is wrong by each. */
  | { readonly keyword: "anyOf"; readonly branches: readonly SchemaBranch[] }
  /** No branch fits, or several do: those are named by their indices in `matching`. */
  | {
      readonly keyword: "oneOf";
      readonly branches: readonly SchemaBranch[];
      readonly matching: readonly number[];
    }
  | { readonly keyword: "not" }
  /** The schema is `false` and stands under none of the keywords above. */
  | { readonly keyword: "false" }
  /**
   * The check was given up: the value is too deep, the schema asks for too much work, or there are more
   * problems than were to be collected.
   */
  | { readonly keyword: "unfinished"; readonly reason: "too-deep" | "too-much-work" | "limit" };

/** A branch of `anyOf` or `oneOf`. */
export interface SchemaBranch {
  /** The branch's schema and those that it leads to by `$ref`; none where it is `true` or `false`. */
  readonly schemas: readonly JsonObject[];
  /** What is wrong with the value by this branch, instance paths from the checked value; none if it fits. */
  readonly problems: readonly SchemaProblem[];
}

interface Chain<Link> {
  readonly link: Link;
  readonly before: Chain<Link> | undefined;
}

/** Collects problems of one value: where it stands, and which schemas led to it. */
export class Report {
  private constructor(
    readonly problems: SchemaProblem[],
    /** As many are kept; one more says that there are others. */
    private readonly limit: number,
    private readonly path: Chain<string | number> | undefined,
    private readonly parents: Chain<JsonObject> | undefined,
    readonly condition: SchemaCondition | undefined,
  ) {}

  /** @param limit how many problems to keep */
  static start(limit: number): Report {
    return new Report([], limit, undefined, undefined, undefined);
  }

  /** Whether a problem was left out already. */
  get isFull(): boolean {
    return this.problems.length > this.limit;
  }

  /** The report on a property or element of the value. */
  at(step: string | number): Report {
    return new Report(
      this.problems,
      this.limit,
      { link: step, before: this.path },
      undefined,
      this.condition,
    );
  }

  /** The report on the same value, by a schema that `parent` led to. */
  by(parent: JsonObject): Report {
    const parents = { link: parent, before: this.parents };
    return new Report(this.problems, this.limit, this.path, parents, this.condition);
  }

  /**
   * The report on the same value, by the `then` or `else` of a schema.
   * @param against what is wrong with the value by the `if`
   */
  because(schema: JsonObject, against: readonly SchemaProblem[]): Report {
    const instancePath = listOf(this.path);
    const names = against.map((problem) => problem.instancePath[instancePath.length]);
    const unmet = names.filter((name) => typeof name === "string");
    const condition = { schema, instancePath, holds: against.length === 0, unmet };
    const parents = { link: schema, before: this.parents };
    return new Report(this.problems, this.limit, this.path, parents, condition);
  }

  /** A report on the same value of its own. */
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
