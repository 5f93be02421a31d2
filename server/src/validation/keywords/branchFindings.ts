import type { JsonObject, JsonValue } from "../../document/valueOf";
import type { SchemaProblem } from "../../schema/compiledSchema";
import type { ProblemDetail, SchemaBranch } from "../../schema/problemDetail";
import { isJsonObject, titleOf } from "./site";

/** What to tell about a value that no branch fits, or several do. */
export type BranchVerdict =
  /** The value is meant to fit one branch: what is wrong by it. */
  | { readonly kind: "meant"; readonly problems: readonly SchemaProblem[] }
  /** The value is of a type that no branch takes. */
  | { readonly kind: "type"; readonly expected: readonly string[] }
  /** Every branch names allowed values: these are all of them. */
  | { readonly kind: "values"; readonly allowed: readonly JsonValue[] }
  | { readonly kind: "none"; readonly choices: readonly string[] }
  | { readonly kind: "several"; readonly choices: readonly string[] };

type BranchDetail = Extract<ProblemDetail, { readonly keyword: "anyOf" | "oneOf" }>;

/**
 * Decides which branch the data means: the one whose constants it has, then the one with the fewest
 * and deepest problems.
 *
 * @param depth - Length of the instance path to the value.
 */
export function judgeBranches(detail: BranchDetail, depth: number): BranchVerdict {
  const { branches } = detail;
  if (detail.keyword === "oneOf" && detail.matching.length > 0) {
    const matching = branches.filter((_, index) => detail.matching.includes(index));
    return { kind: "several", choices: matching.map(choiceName) };
  }
  const values = allowedValues(branches, depth);
  if (values !== undefined) return { kind: "values", allowed: values };
  const possible = branches.filter(({ problems }) => !problems.some((each) => isAtType(each, depth)));
  if (possible.length === 0) {
    const expected = branches.flatMap(({ problems }) => typesAt(problems, depth));
    if (expected.length > 0) return { kind: "type", expected: [...new Set(expected)] };
  }
  const candidates = possible.filter(({ problems }) => problems.length > 0);
  const [best, next] = candidates.map((branch) => rate(branch, depth)).sort(compare);
  if (best === undefined) return { kind: "none", choices: branches.map(choiceName) };
  const isClear = next === undefined || compare(best, next) !== 0;
  return isClear
    ? { kind: "meant", problems: best.branch.problems }
    : { kind: "none", choices: branches.map(choiceName) };
}

interface Rating {
  readonly branch: SchemaBranch;
  /** Constants and enumerations of properties of the value that it does not have. */
  readonly wrongConstants: number;
  readonly problems: number;
  /** Problems directly at the value, such as missing or unknown properties. */
  readonly shallow: number;
}

function rate(branch: SchemaBranch, depth: number): Rating {
  const isConstant = ({ detail, instancePath }: SchemaProblem) =>
    (detail.keyword === "const" || detail.keyword === "enum") && instancePath.length === depth + 1;
  return {
    branch,
    wrongConstants: branch.problems.filter(isConstant).length,
    problems: branch.problems.length,
    shallow: branch.problems.filter(({ instancePath }) => instancePath.length === depth).length,
  };
}

function compare(one: Rating, other: Rating): number {
  return (
    one.wrongConstants - other.wrongConstants || one.problems - other.problems || one.shallow - other.shallow
  );
}

/** All values that branches allow when each fails at nothing but a constant or an enumeration. */
function allowedValues(branches: readonly SchemaBranch[], depth: number): JsonValue[] | undefined {
  const allowed: JsonValue[] = [];
  for (const { problems } of branches) {
    const [only, ...others] = problems;
    if (only?.instancePath.length !== depth || others.length > 0) return undefined;
    const { detail } = only;
    if (detail.keyword === "const") allowed.push(detail.allowed);
    else if (detail.keyword === "enum") allowed.push(...detail.allowed);
    else return undefined;
  }
  return allowed;
}

function isAtType({ detail, instancePath }: SchemaProblem, depth: number): boolean {
  return detail.keyword === "type" && instancePath.length === depth;
}

function typesAt(problems: readonly SchemaProblem[], depth: number): string[] {
  return problems.flatMap(({ detail, instancePath }) =>
    detail.keyword === "type" && instancePath.length === depth ? [...detail.expected] : [],
  );
}

/** What tells a branch from the others: its title, a constant, its type or what it requires. */
function choiceName({ schema }: SchemaBranch, index: number): string {
  if (typeof schema === "boolean") return `choice ${index + 1}`;
  const title = titleOf(schema);
  if (title !== undefined) return `“${title}”`;
  const constant = constantOf(schema);
  if (constant !== undefined) return constant;
  const { type, required } = schema;
  if (Array.isArray(required) && required.length > 0) {
    return `one with ${required.map((name) => `\`${String(name)}\``).join(", ")}`;
  }
  return typeof type === "string" ? `\`${type}\`` : `choice ${index + 1}`;
}

/** `"kind": "pairwise"` where a branch fixes a property, the constant itself where it fixes the value. */
function constantOf(schema: JsonObject): string | undefined {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const { properties } = schema;
  if (!isJsonObject(properties)) return undefined;
  for (const [name, property] of Object.entries(properties)) {
    if (isJsonObject(property) && property.const !== undefined) {
      return `one with \`${JSON.stringify(name)}: ${JSON.stringify(property.const)}\``;
    }
  }
  return undefined;
}
