import type { JsonObject, JsonValue } from "../document/valueOf";
import type { ProblemDetail } from "./problemDetail";

/**
 * A schema made ready to check values. Valid values are quick to check; problems are collected only
 * when there is one.
 *
 * A caller gets the compiled schemas of a document by `compiledSchemas(context)`: lazily, once for each
 * schema, the same functions as long as the schemas stay the same.
 *
 * @param value a value as `JSON.parse` makes it
 * @param limit how many problems to collect at most (those inside branches not counted); 1000 if not given
 * @returns everything that is wrong, none when the value is valid. Never throws: a check that was given
 *   up (values too deep, a schema that asks for endless work) ends with a problem of keyword "unfinished"
 */
export type CompiledSchema = (value: JsonValue, limit?: number) => readonly SchemaProblem[];

/** The names and indices that lead from the checked value to a value in it. */
export type InstancePath = readonly (string | number)[];

/**
 * One thing that is wrong with a value: where, which schema says so, and the `detail` of its keyword.
 *
 * Keywords that only hand on (`$ref`, `allOf`, `properties`, `then`, `else`, `dependentSchemas` …) make
 * no problem of their own: what is wrong is told by the schema they lead to.
 */
export interface SchemaProblem {
  /**
   * The value at fault. For keywords about properties and elements (`required`,
   * `additionalProperties` …) the object or array; `detail` names the property or index.
   */
  readonly instancePath: InstancePath;
  readonly detail: ProblemDetail;
  /** The schema object that has the keyword, as it stands in the schema file; `false` for that schema. */
  readonly schema: JsonObject | false;
  /**
   * The schema objects that led to `schema` for this same value, the outermost first (`$ref`, `allOf`,
   * branches …), so that titles and descriptions can be looked up; without `schema` itself.
   */
  readonly parents: readonly JsonObject[];
}
