import { type JsonObject, type JsonValue, isJsonObject } from "@analyses/json";
import { equalityKey, listIn } from "../jsonValue";
import type { ProblemDetail, SchemaBranch, SchemaProblem } from "./problems";

/** The likely branch of `anyOf` or `oneOf` for a value that matches no branch, or several of `oneOf`. */
export type BranchChoice =
  /** The problems of the likely branch or, if several tie, of the properties whose value none of these allows. */
  | { readonly kind: "meant"; readonly problems: readonly SchemaProblem[] }
  /** The value has a type that no branch allows. */
  | { readonly kind: "type"; readonly expected: readonly string[] }
  /** Each branch rejects the value only by `const` or `enum`; `allowed` are the values of all branches. */
  | { readonly kind: "values"; readonly allowed: readonly JsonValue[] }
  /** Each branch reports one missing property and nothing else; `names` are these properties. */
  | { readonly kind: "lacking"; readonly names: readonly string[] }
  /** No branch is likelier than the others. */
  | { readonly kind: "none" }
  /** The value matches these branches of `oneOf`, by index. */
  | { readonly kind: "several"; readonly matching: readonly number[] };

type BranchDetail = Extract<ProblemDetail, { readonly keyword: "anyOf" | "oneOf" }>;

/**
 * Chooses the likely branch for a value.
 *
 * @param depth length of the instance path to the value
 */
export function chooseBranch(detail: BranchDetail, depth: number): BranchChoice {
  const { branches } = detail;
  if (detail.keyword === "oneOf" && detail.matching.length > 0)
    return { kind: "several", matching: detail.matching };
  const values = allowedValues(branches, depth);
  if (values !== undefined) return { kind: "values", allowed: values };
  const names = lackedByEach(branches, depth);
  if (names !== undefined) return { kind: "lacking", names };
  const types = branches.map(({ problems }) => typesAt(problems, depth));
  if (types.every(({ length }) => length > 0)) return { kind: "type", expected: [...new Set(types.flat())] };
  const ratings = rate(branches, depth);
  const [best, ...others] = ratings;
  if (best === undefined) return { kind: "none" };
  const ofOneKind = [best, ...others.filter((other) => compareKinds(best, other) === 0)];
  const undecided = ofOneKind.length > 1 ? constantsOfEach(ofOneKind) : [];
  if (undecided.length > 0) return { kind: "meant", problems: undecided };
  const isOneOfMany = others.some((other) => compare(best, other) === 0);
  return isOneOfMany ? { kind: "none" } : { kind: "meant", problems: best.problems };
}

/**
 * Returns the likely branches for a value, several if they tie in all criteria. The criteria in order: the value
 * violates the fewest constants of discriminating properties (which select a branch), of other properties, and the
 * fewest enumerations; the branch defines most of the value's properties; the branch reports the fewest and the deepest
 * problems. A branch that the value matches meets all criteria.
 *
 * @param depth length of the instance path to the value
 * @returns indices; those of all branches if none allows the value's type
 */
export function likelyBranches(branches: readonly SchemaBranch[], depth: number): readonly number[] {
  const ratings = rate(branches, depth);
  const [best] = ratings;
  if (best === undefined) return [...branches.keys()];
  return ratings.filter((rating) => compare(best, rating) === 0).map(({ index }) => index);
}

/** The problems of a value in one branch, and the properties that have them. */
interface Reading {
  readonly index: number;
  readonly problems: readonly SchemaProblem[];
  /** Problems directly at the value, such as missing or unknown properties. */
  readonly shallow: number;
  /** Properties whose value violates `const` or `enum`. */
  readonly constants: ReadonlyMap<string | number, SchemaProblem>;
  readonly unknown: ReadonlySet<string>;
  readonly atFault: ReadonlySet<string | number>;
}

interface Rating extends Reading {
  /**
   * Numbers of properties whose value violates a constant or an enumeration of this branch but suits another branch:
   * first discriminating properties, which select a branch; then the others, by `const` and by `enum`.
   */
  readonly wrong: {
    readonly discriminators: number;
    readonly constants: number;
    readonly enumerations: number;
  };
}

/** Rates the branches that allow the value's type, the likeliest first. */
function rate(branches: readonly SchemaBranch[], depth: number): readonly Rating[] {
  const readings = branches.flatMap(({ problems }, index) =>
    typesAt(problems, depth).length > 0 ? [] : [readingOf(problems, index, depth)],
  );
  const discriminators = discriminatorsOf(branches);
  const isAcceptedBySome = (name: string | number) =>
    readings.some(({ unknown, atFault }) => !atFault.has(name) && !unknown.has(String(name)));
  return readings
    .map((reading): Rating => {
      const wrong = { discriminators: 0, constants: 0, enumerations: 0 };
      for (const [name, { detail }] of reading.constants) {
        if (!isAcceptedBySome(name)) continue;
        if (discriminators.has(String(name))) wrong.discriminators++;
        else if (detail.keyword === "const") wrong.constants++;
        else wrong.enumerations++;
      }
      return { ...reading, wrong };
    })
    .sort(compare);
}

function readingOf(problems: readonly SchemaProblem[], index: number, depth: number): Reading {
  const constants = new Map<string | number, SchemaProblem>();
  const unknown = new Set<string>();
  const atFault = new Set<string | number>();
  for (const problem of problems) {
    const { detail, instancePath } = problem;
    const name = instancePath[depth];
    if (name !== undefined) atFault.add(name);
    if (valuesIn(detail) !== undefined && name !== undefined && instancePath.length === depth + 1)
      constants.set(name, problem);
    if (name === undefined && "property" in detail && detail.keyword !== "dependentRequired")
      unknown.add(detail.property);
  }
  const shallow = problems.filter(({ instancePath }) => instancePath.length === depth).length;
  return { index, problems, shallow, constants, unknown, atFault };
}

function compare(one: Rating, other: Rating): number {
  return (
    compareKinds(one, other) || one.problems.length - other.problems.length || one.shallow - other.shallow
  );
}

function compareKinds(one: Rating, other: Rating): number {
  return (
    one.wrong.discriminators - other.wrong.discriminators ||
    one.wrong.constants - other.wrong.constants ||
    one.wrong.enumerations - other.wrong.enumerations ||
    one.unknown.size - other.unknown.size
  );
}

/** Returns a problem for each property whose value no branch allows, with the values that the branches allow. */
function constantsOfEach([first, ...others]: readonly Reading[]): readonly SchemaProblem[] {
  return [...(first?.constants ?? [])].flatMap(([name, problem]) => {
    const same = others.flatMap(({ constants }) => constants.get(name) ?? []);
    if (same.length < others.length) return [];
    const allowed = [problem, ...same].flatMap(({ detail }) => valuesIn(detail) ?? []);
    return [{ ...problem, detail: { keyword: "enum", allowed: [...new Set(allowed)] } }];
  });
}

/** The missing properties, if each branch reports one missing property and nothing else. */
function lackedByEach(branches: readonly SchemaBranch[], depth: number): readonly string[] | undefined {
  const names = new Set<string>();
  for (const { problems } of branches) {
    const [only, ...others] = problems;
    if (only?.detail.keyword !== "required" || only.instancePath.length !== depth || others.length > 0)
      return undefined;
    names.add(only.detail.missing);
  }
  return [...names];
}

/** All values that branches allow, if each fails only at a constant or an enumeration. */
function allowedValues(branches: readonly SchemaBranch[], depth: number): readonly JsonValue[] | undefined {
  const allowed: JsonValue[] = [];
  for (const { problems } of branches) {
    const [only, ...others] = problems;
    if (only?.instancePath.length !== depth || others.length > 0) return undefined;
    const values = valuesIn(only.detail);
    if (values === undefined) return undefined;
    for (const value of values) allowed.push(value);
  }
  return allowed;
}

function valuesIn(detail: ProblemDetail): readonly JsonValue[] | undefined {
  if (detail.keyword === "const") return [detail.allowed];
  return detail.keyword === "enum" ? detail.allowed : undefined;
}

/** The types that a branch allows, if the value has another one. */
function typesAt(problems: readonly SchemaProblem[], depth: number): readonly string[] {
  return problems.flatMap(({ detail, instancePath }) =>
    detail.keyword === "type" && instancePath.length === depth ? [...detail.expected] : [],
  );
}

/** The properties for which every branch has a different constant, such as the type of an outcome. */
export function discriminatorsOf(branches: readonly Pick<SchemaBranch, "schemas">[]): ReadonlySet<string> {
  const [first, ...others] = branches.map(
    ({ schemas }) => new Map(fixedProperties(schemas).map(({ name, value }) => [name, equalityKey(value)])),
  );
  const discriminators = [...(first ?? [])].filter(([name, value]) => {
    const values = [value, ...others.flatMap((fixed) => fixed.get(name) ?? [])];
    return new Set(values).size === branches.length;
  });
  return new Set(discriminators.map(([name]) => name));
}

/** The properties for which schemas allow one value only. */
export function fixedProperties(
  schemas: readonly JsonObject[],
): readonly { readonly name: string; readonly value: JsonValue }[] {
  return schemas
    .flatMap(({ properties }) => (isJsonObject(properties) ? Object.entries(properties) : []))
    .flatMap(([name, property]) => {
      if (!isJsonObject(property)) return [];
      const [value, ...others] = listIn(property) ?? [];
      return value === undefined || others.length > 0 ? [] : [{ name, value }];
    });
}
