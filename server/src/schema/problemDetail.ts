import type { JsonObject, JsonValue } from "../document/valueOf";
import type { SchemaProblem } from "./compiledSchema";

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
  /** One problem for each element that may not be there: that schema is `false`. */
  | { readonly keyword: "prefixItems" | "items" | "unevaluatedItems"; readonly index: number }
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
  /** The check was given up: the value is too deep, or the schema asks for too much work. */
  | { readonly keyword: "unfinished"; readonly reason: "too-deep" | "too-much-work" };

/** A branch of `anyOf` or `oneOf`. */
export interface SchemaBranch {
  /** The branch's schema and those that it leads to by `$ref`; none where it is `true` or `false`. */
  readonly schemas: readonly JsonObject[];
  /** What is wrong with the value by this branch, instance paths from the checked value; none if it fits. */
  readonly problems: readonly SchemaProblem[];
}
