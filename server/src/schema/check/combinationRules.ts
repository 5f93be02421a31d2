import type { JsonObject, JsonValue } from "../../document/valueOf";
import { isJsonArray } from "../../document/json";
import { isSchema } from "../files/schemaValue";
import type { SchemaBranch } from "../problemDetail";
import { Evaluated } from "./evaluated";
import type { Report } from "./report";
import type { Checker, Rule, RuleSource, Run } from "./rule";
import { goesOn } from "./rule";

/** The keywords that put schemas together for the same value (core 2020-12, section 10.2). */
export function combinationRules(source: RuleSource): readonly Rule[] {
  const rules = [allOfRule(source), anyOfRule(source), oneOfRule(source), notRule(source), ifRule(source)];
  return rules.filter((rule) => rule !== undefined);
}

function allOfRule(source: RuleSource): Rule | undefined {
  const { schema } = source;
  const all = checkersIn(source, "allOf");
  if (all.length === 0) return undefined;
  return (value, run, report, evaluated) => {
    const inner = report?.by(schema);
    let valid = true;
    for (const one of all) {
      if (one.check(value, run, inner, evaluated)) continue;
      valid = false;
      if (!goesOn(inner)) return false;
    }
    return valid;
  };
}

function anyOfRule(source: RuleSource): Rule | undefined {
  const { schema } = source;
  const any = checkersIn(source, "anyOf");
  if (any.length === 0) return undefined;
  return (value, run, report, evaluated) => {
    let valid = false;
    for (const branch of any) {
      if (!fits(branch, value, run, evaluated)) continue;
      valid = true;
      // Where it is asked what was looked at, each branch that fits has its say.
      if (evaluated === undefined) return true;
    }
    if (valid) return true;
    report?.add(schema, { keyword: "anyOf", branches: problemsBy(any, schema, value, run, report) });
    // Which branch is meant is not known, so neither is what it leaves for `unevaluatedProperties`.
    evaluated?.addEverything();
    return false;
  };
}

function oneOfRule(source: RuleSource): Rule | undefined {
  const { schema } = source;
  const branches = checkersIn(source, "oneOf");
  if (branches.length === 0) return undefined;
  return (value, run, report, evaluated) => {
    let matching = 0;
    for (const branch of branches) {
      if (fits(branch, value, run, evaluated)) matching++;
      if (matching > 1 && report === undefined) return false;
    }
    if (matching === 1) return true;
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
    if (!unwanted.check(value, run, undefined, undefined)) return true;
    report?.add(schema, { keyword: "not" });
    return false;
  };
}

function ifRule({ schema, inside }: RuleSource): Rule | undefined {
  if (!isSchema(schema.if)) return undefined;
  const condition = inside(schema.if);
  const [consequence, alternative] = [schema.then, schema.else].map((one) =>
    isSchema(one) ? inside(one) : undefined,
  );
  return (value, run, report, evaluated) => {
    const side = fits(condition, value, run, evaluated) ? consequence : alternative;
    return side === undefined || side.check(value, run, report?.by(schema), evaluated);
  };
}

function checkersIn(
  { schema, inside }: RuleSource,
  keyword: "allOf" | "anyOf" | "oneOf",
): readonly Checker[] {
  const list = schema[keyword];
  return isJsonArray(list) ? list.filter(isSchema).map(inside) : [];
}

/** Whether a branch fits. What it looked at counts only if it does. */
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
