import type { JsonObject, JsonValue } from "../../document/valueOf";
import type { Work } from "../work";
import type { SchemaResource } from "../files/indexFile";
import type { Schema } from "../files/schemaValue";
import type { Evaluated } from "./evaluated";
import type { Report } from "./report";

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
  /** The schema and those that it leads to by `$ref`, for what they say of themselves. */
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
}

export interface DynamicScope {
  readonly resource: SchemaResource;
  readonly outer: DynamicScope | undefined;
}

/** What rules are made from: a schema object and the way to the schemas around it. */
export interface RuleSource {
  readonly schema: JsonObject;
  /** The checker of a schema that stands under a keyword of this one. */
  readonly inside: (schema: Schema) => Checker;
  /** The checker of what `$ref` means in this schema; undefined where it leads nowhere. */
  readonly resolve: (reference: string) => Checker | undefined;
  /** The same for `$dynamicRef`, where it depends on the resources entered. */
  readonly resolveDynamic: (reference: string) => ((scope: DynamicScope | undefined) => Checker) | undefined;
}

/** Whether to go on after a rule failed: only to collect more problems. */
export function goesOn(report: Report | undefined): report is Report {
  return report !== undefined && !report.isFull;
}
