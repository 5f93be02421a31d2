import { isJsonObject } from "../../document/json";
import type { JsonObject, JsonValue } from "../../document/valueOf";
import type { SchemaProblem } from "../../schema/compiledSchema";
import type { ProblemDetail, SchemaBranch } from "../../schema/problemDetail";
import { titleOf } from "./site";
import { translate } from "../../localisation/translate";

/** What to tell about a value that no branch fits, or several do. */
export type BranchVerdict =
  /** The value is meant to fit one branch: what is wrong by it. */
  | { readonly kind: "meant"; readonly problems: readonly SchemaProblem[] }
  /** The value is of a type that no branch takes. */
  | { readonly kind: "type"; readonly expected: readonly string[] }
  /** Every branch names allowed values: these are all of them. */
  | { readonly kind: "values"; readonly allowed: readonly JsonValue[] }
  /** The object has none of the properties of which each branch asks for one. */
  | { readonly kind: "lacking"; readonly names: readonly string[] }
  | { readonly kind: "none"; readonly choices: readonly string[] }
  | { readonly kind: "several"; readonly choices: readonly string[] };

type BranchDetail = Extract<ProblemDetail, { readonly keyword: "anyOf" | "oneOf" }>;

/**
 * Decides which branch the data means: the one whose constants it has, then the one that knows most of
 * its properties, then the one with the fewest and deepest problems.
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
  const names = lackedByEach(branches, depth);
  if (names !== undefined) return { kind: "lacking", names };
  const possible = branches.filter(({ problems }) => !problems.some((each) => isAtType(each, depth)));
  if (possible.length === 0) {
    const expected = branches.flatMap(({ problems }) => typesAt(problems, depth));
    if (expected.length > 0) return { kind: "type", expected: [...new Set(expected)] };
  }
  const readings = possible
    .filter(({ problems }) => problems.length > 0)
    .map((branch) => readingOf(branch, depth));
  const [best, next, ...others] = readings.map((reading) => rate(reading, readings)).sort(compare);
  if (best === undefined) return { kind: "none", choices: branches.map(choiceName) };
  if (next === undefined) return { kind: "meant", problems: best.problems };
  const asLikely = [best, next, ...others].filter((one) => compareKinds(best, one) === 0);
  const undecided = asLikely.length > 1 ? constantsOfEach(asLikely) : [];
  if (undecided.length > 0) return { kind: "meant", problems: undecided };
  return compare(best, next) === 0
    ? { kind: "none", choices: branches.map(choiceName) }
    : { kind: "meant", problems: best.problems };
}

/** What a branch makes of the value's properties, by name. */
interface Reading {
  readonly problems: readonly SchemaProblem[];
  /** Problems directly at the value, such as missing or unknown properties. */
  readonly shallow: number;
  /** Properties whose value is not the constant, or not among those listed. */
  readonly constants: ReadonlyMap<string | number, SchemaProblem>;
  readonly unknown: ReadonlySet<string>;
  readonly atFault: ReadonlySet<string | number>;
}

function readingOf({ problems }: SchemaBranch, depth: number): Reading {
  const constants = new Map<string | number, SchemaProblem>();
  const unknown = new Set<string>();
  const atFault = new Set<string | number>();
  for (const problem of problems) {
    const { detail, instancePath } = problem;
    const name = instancePath[depth];
    if (name !== undefined) atFault.add(name);
    const isConstant = detail.keyword === "const" || detail.keyword === "enum";
    if (isConstant && name !== undefined && instancePath.length === depth + 1) constants.set(name, problem);
    if (name === undefined && "property" in detail && detail.keyword !== "dependentRequired")
      unknown.add(detail.property);
  }
  const shallow = problems.filter(({ instancePath }) => instancePath.length === depth).length;
  return { problems, shallow, constants, unknown, atFault };
}

interface Rating extends Reading {
  /** Constants that the value does not have, where another branch takes what it has. */
  readonly wrongConstants: number;
}

function rate(reading: Reading, all: readonly Reading[]): Rating {
  const isTaken = (name: string | number) =>
    all.some(({ unknown, atFault }) => !atFault.has(name) && !unknown.has(String(name)));
  return { ...reading, wrongConstants: [...reading.constants.keys()].filter(isTaken).length };
}

function compare(one: Rating, other: Rating): number {
  return (
    compareKinds(one, other) || one.problems.length - other.problems.length || one.shallow - other.shallow
  );
}

function compareKinds(one: Rating, other: Rating): number {
  return one.wrongConstants - other.wrongConstants || one.unknown.size - other.unknown.size;
}

/** What to tell of a property by whose value branches differ, where it is none of theirs: all of them. */
function constantsOfEach([first, ...others]: readonly Reading[]): readonly SchemaProblem[] {
  return [...(first?.constants ?? [])].flatMap(([name, problem]) => {
    const same = others.flatMap(({ constants }) => constants.get(name) ?? []);
    if (same.length < others.length) return [];
    const allowed = [problem, ...same].flatMap(({ detail }) => valuesIn(detail) ?? []);
    return [{ ...problem, detail: { keyword: "enum", allowed: [...new Set(allowed)] } }];
  });
}

/** The properties of which every branch misses one, and nothing else. */
function lackedByEach(branches: readonly SchemaBranch[], depth: number): string[] | undefined {
  const names = new Set<string>();
  for (const { problems } of branches) {
    const [only, ...others] = problems;
    if (only?.detail.keyword !== "required" || only.instancePath.length !== depth || others.length > 0)
      return undefined;
    names.add(only.detail.missing);
  }
  return [...names];
}

function valuesIn(detail: ProblemDetail): readonly JsonValue[] | undefined {
  if (detail.keyword === "const") return [detail.allowed];
  return detail.keyword === "enum" ? detail.allowed : undefined;
}

/** All values that branches allow when each fails at nothing but a constant or an enumeration. */
function allowedValues(branches: readonly SchemaBranch[], depth: number): JsonValue[] | undefined {
  const allowed: JsonValue[] = [];
  for (const { problems } of branches) {
    const [only, ...others] = problems;
    if (only?.instancePath.length !== depth || others.length > 0) return undefined;
    const values = valuesIn(only.detail);
    if (values === undefined) return undefined;
    allowed.push(...values);
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
function choiceName({ schemas }: SchemaBranch, index: number): string {
  const title = schemas.map(titleOf).find((one) => one !== undefined);
  if (title !== undefined) return translate("“{0}”", title);
  const constant = schemas.map(constantOf).find((one) => one !== undefined);
  if (constant !== undefined) return constant;
  for (const { required } of schemas) {
    if (Array.isArray(required) && required.length > 0)
      return translate("one with {0}", required.map((name) => `\`${String(name)}\``).join(", "));
  }
  const type = schemas.map((schema) => schema.type).find((one) => typeof one === "string");
  return type === undefined ? translate("choice {0}", index + 1) : `\`${type}\``;
}

/** `"kind": "pairwise"` where a branch fixes a property, the constant itself where it fixes the value. */
function constantOf(schema: JsonObject): string | undefined {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const [fixed] = fixedProperties([schema]);
  return (
    fixed && translate("one with {0}", `\`${JSON.stringify(fixed.name)}: ${JSON.stringify(fixed.value)}\``)
  );
}

/** The properties for which schemas allow one value only. */
export function fixedProperties(
  schemas: readonly JsonObject[],
): readonly { readonly name: string; readonly value: JsonValue }[] {
  return schemas
    .flatMap(({ properties }) => (isJsonObject(properties) ? Object.entries(properties) : []))
    .flatMap(([name, property]) =>
      isJsonObject(property) && property.const !== undefined ? [{ name, value: property.const }] : [],
    );
}
