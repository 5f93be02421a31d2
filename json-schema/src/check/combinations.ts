import { type JsonValue, type JsonObject, isJsonArray, isJsonObject, memoized } from "@analyses/json";
import { type Schema, isSchema } from "../jsonValue";
import { compilePattern } from "../pattern/pattern";
import type { Checker, DynamicScope, ElementSchemas, PropertySchemas, RuleSource, Rule, Run } from "./rule";
import type { Report, SchemaBranch } from "./problems";
import { Evaluated, goesOn } from "./rule";

/** Keywords that apply subschemas to the same value as their own schema (core 2020-12, section 10.2). */
const inPlaceKeywords = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"] as const;

/** How an in-place keyword applies its schemas, for both checking values and looking up schemas. */
export type Applicator =
  /** All schemas apply. */
  | { readonly kind: "all"; readonly schemas: readonly Checker[] }
  /** The schema depends on the entered resources. */
  | { readonly kind: "dynamic"; readonly schemaIn: (scope: DynamicScope | undefined) => Checker }
  /** At least one schema must accept the value; if `exclusive`, exactly one schema. */
  | { readonly kind: "choice"; readonly branches: readonly Checker[]; readonly exclusive: boolean }
  | {
      readonly kind: "condition";
      readonly condition: Checker;
      readonly consequence: Checker | undefined;
      readonly alternative: Checker | undefined;
    }
  /** Each schema applies if the object has its property. */
  | { readonly kind: "dependent"; readonly schemas: readonly (readonly [string, Checker])[] };

/** Returns the applicator of a keyword; undefined if the schema lacks the keyword, or if the keyword has no effect. */
export function applicatorOf(source: RuleSource, keyword: string): Applicator | undefined {
  const { schema, inside, resolve, resolveDynamic } = source;
  switch (keyword) {
    case "$ref": {
      const target = typeof schema.$ref === "string" ? resolve(schema.$ref) : undefined;
      return target && { kind: "all", schemas: [target] };
    }
    case "$dynamicRef": {
      const { $dynamicRef } = schema;
      const schemaIn = typeof $dynamicRef === "string" ? resolveDynamic($dynamicRef) : undefined;
      return schemaIn && { kind: "dynamic", schemaIn };
    }
    case "allOf": {
      const schemas = checkersIn(source, schema.allOf);
      return schemas.length === 0 ? undefined : { kind: "all", schemas };
    }
    case "anyOf":
    case "oneOf": {
      const branches = checkersIn(source, schema[keyword]);
      return branches.length === 0 ? undefined : { kind: "choice", branches, exclusive: keyword === "oneOf" };
    }
    case "if": {
      if (!isSchema(schema.if)) return undefined;
      const [consequence, alternative] = [schema.then, schema.else].map((value) =>
        isSchema(value) ? inside(value) : undefined,
      );
      return { kind: "condition", condition: inside(schema.if), consequence, alternative };
    }
    case "dependentSchemas": {
      const { dependentSchemas } = schema;
      const entries = isJsonObject(dependentSchemas) ? Object.entries(dependentSchemas) : [];
      const schemas = entries.flatMap(([name, inner]) =>
        isSchema(inner) ? [[name, inside(inner)] as const] : [],
      );
      return schemas.length === 0 ? undefined : { kind: "dependent", schemas };
    }
    default:
      return undefined;
  }
}

/** The checkers of a schema's lists, memoized: a choice can have thousands of branches, and each lookup reads them. */
const checkersByList = memoized(({ inside }: RuleSource) =>
  memoized((list: readonly JsonValue[]): readonly Checker[] => list.filter(isSchema).map(inside)),
);

function checkersIn(source: RuleSource, list: JsonValue | undefined): readonly Checker[] {
  return isJsonArray(list) ? checkersByList(source)(list) : [];
}

export function propertySchemasOf({ schema, inside }: RuleSource): PropertySchemas {
  const { properties, patternProperties, additionalProperties } = schema;
  return {
    named: isJsonObject(properties) ? checkersByName(properties, inside) : undefined,
    patterns: schemasIn(patternProperties).flatMap(([written, inner]) => {
      const compilation = compilePattern(written);
      return compilation.kind === "failed" ? [] : [{ pattern: compilation.pattern, checker: inside(inner) }];
    }),
    additional: isSchema(additionalProperties) ? inside(additionalProperties) : undefined,
  };
}

/** Creates the checker of a property when a value has the property: a schema may name a hundred thousand. */
function checkersByName(properties: JsonObject, inside: RuleSource["inside"]): PropertySchemas["named"] {
  const checkers = new Map<string, Checker>();
  return (name) => {
    const known = checkers.get(name);
    if (known !== undefined) return known;
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isSchema(schema)) return undefined;
    const checker = inside(schema);
    checkers.set(name, checker);
    return checker;
  };
}

function schemasIn(map: JsonValue | undefined): readonly (readonly [string, Schema])[] {
  if (!isJsonObject(map)) return [];
  return Object.entries(map).flatMap(([name, inner]) => (isSchema(inner) ? [[name, inner] as const] : []));
}

export function elementSchemasOf(source: RuleSource): ElementSchemas {
  const { prefixItems, items } = source.schema;
  return {
    leading: checkersIn(source, prefixItems),
    rest: isSchema(items) ? source.inside(items) : undefined,
  };
}

/** Rules of references and of keywords that combine schemas for the same value (core 2020-12, sections 8.2.3, 10.2). */
export function combinationRules(source: RuleSource): readonly Rule[] {
  const rules = inPlaceKeywords.map((keyword) => {
    const applicator = applicatorOf(source, keyword);
    return applicator && ruleOf(applicator, source.schema);
  });
  return [...rules, notRule(source)].filter((rule) => rule !== undefined);
}

function ruleOf(applicator: Applicator, schema: JsonObject): Rule {
  switch (applicator.kind) {
    case "all":
      return allRule(applicator.schemas, schema);
    case "dynamic":
      return (value, run, report, evaluated) =>
        applicator.schemaIn(run.scope).check(value, run, report?.by(schema), evaluated);
    case "choice":
      return applicator.exclusive
        ? oneOfRule(applicator.branches, schema)
        : anyOfRule(applicator.branches, schema);
    case "condition":
      return conditionRule(applicator, schema);
    case "dependent":
      return (value, run, report, evaluated) => {
        if (!isJsonObject(value)) return true;
        let valid = true;
        for (const [property, dependent] of applicator.schemas) {
          if (!Object.hasOwn(value, property)) continue;
          if (dependent.check(value, run, report?.by(schema), evaluated)) continue;
          valid = false;
          if (!goesOn(report)) return false;
        }
        return valid;
      };
  }
}

function allRule(all: readonly Checker[], schema: JsonObject): Rule {
  const [only] = all;
  if (only !== undefined && all.length === 1)
    return (value, run, report, evaluated) => only.check(value, run, report?.by(schema), evaluated);
  return (value, run, report, evaluated) => {
    const inner = report?.by(schema);
    let valid = true;
    for (const checker of all) {
      if (checker.check(value, run, inner, evaluated)) continue;
      valid = false;
      if (!goesOn(inner)) return false;
    }
    return valid;
  };
}

function anyOfRule(branches: readonly Checker[], schema: JsonObject): Rule {
  return (value, run, report, evaluated) => {
    let valid = false;
    for (const branch of branches) {
      if (!fits(branch, value, run, evaluated)) continue;
      valid = true;
      // To fill `evaluated`, checks all branches: each matching branch adds what it evaluates.
      if (evaluated === undefined) return true;
    }
    if (valid) return true;
    report?.add(schema, { keyword: "anyOf", branches: problemsBy(branches, schema, value, run, report) });
    // Without a known branch, the properties left to `unevaluatedProperties` are unknown, too: reports none of them.
    evaluated?.addEverything();
    return false;
  };
}

function oneOfRule(branches: readonly Checker[], schema: JsonObject): Rule {
  return (value, run, report, evaluated) => {
    let matching = 0;
    for (const branch of branches) {
      if (fits(branch, value, run, evaluated)) matching++;
      if (matching > 1 && report === undefined && !run.unfinished) return false;
    }
    // Parts of the value that are still to be written may distinguish the branches.
    if (matching === 1 || (matching > 1 && run.unfinished)) return true;
    if (report !== undefined) {
      const judged = problemsBy(branches, schema, value, run, report);
      const indices = judged.flatMap(({ problems }, index) => (problems.length === 0 ? [index] : []));
      report.add(schema, { keyword: "oneOf", branches: judged, matching: indices });
    }
    evaluated?.addEverything();
    return false;
  };
}

function notRule({ schema, inside }: RuleSource): Rule | undefined {
  if (!isSchema(schema.not)) return undefined;
  const unwanted = inside(schema.not);
  return (value, run, report) => {
    if (!asItStands(run, () => unwanted.check(value, run, undefined, undefined))) return true;
    report?.add(schema, { keyword: "not" });
    return false;
  };
}

function conditionRule(
  { condition, consequence, alternative }: Extract<Applicator, { readonly kind: "condition" }>,
  schema: JsonObject,
): Rule {
  return (value, run, report, evaluated) => {
    const holds = asItStands(run, () => fits(condition, value, run, evaluated));
    const side = holds ? consequence : alternative;
    if (side === undefined) return true;
    const against = holds ? undefined : report?.apart();
    if (against !== undefined) asItStands(run, () => condition.check(value, run, against, undefined));
    return side.check(value, run, report?.because(schema, against?.problems ?? []), evaluated);
  };
}

/** Runs a check of `not` or `if`, which treat the value as finished. */
function asItStands(run: Run, check: () => boolean): boolean {
  if (!run.unfinished) return check();
  run.unfinished = false;
  const fit = check();
  run.unfinished = true;
  return fit;
}

/** Whether a branch accepts the value; only then adds the properties that the branch evaluates to `evaluated`. */
function fits(branch: Checker, value: JsonValue, run: Run, evaluated: Evaluated | undefined): boolean {
  if (evaluated === undefined) return branch.check(value, run, undefined, undefined);
  const byBranch = new Evaluated();
  if (!branch.check(value, run, undefined, byBranch)) return false;
  evaluated.addAll(byBranch);
  return true;
}

function problemsBy(
  branches: readonly Checker[],
  owner: JsonObject,
  value: JsonValue,
  run: Run,
  report: Report,
): readonly SchemaBranch[] {
  return branches.map((branch) => {
    const apart = report.by(owner).apart();
    branch.check(value, run, apart, undefined);
    return { schemas: branch.described(), problems: apart.problems };
  });
}
