import { type JsonObject, type JsonValue, isJsonObject } from "@analyses/json";
import { stringsIn } from "../jsonValue";
import { mayMatch } from "../pattern/pattern";
import type { SchemaSet } from "../reading/schemaSet";
import { Work, WorkExceeded } from "../work";
import { type Applicator, applicatorOf } from "./combinations";
import { likelyBranches, discriminatorsOf } from "./branches";
import { Checkers } from "./checkers";
import { type SchemaProblem, Report } from "./problems";
import { type Checker, type DynamicScope, type Run, Visits, enter } from "./rule";

/** A schema at which to start looking for the schemas that apply to a value. */
export interface SchemaRoot {
  readonly checker: Checker;
  /** The resources entered on the path to this schema, in which `$dynamicRef` resolves. */
  readonly scope: DynamicScope | undefined;
  /** False below a branch of `anyOf` or `oneOf` if other branches may apply as well, and below `contains`. */
  readonly certain: boolean;
}

/** A schema that applies to a value. */
export interface ApplyingSchema extends SchemaRoot {
  readonly schema: JsonObject;
  /**
   * The position of the schema's own properties among those of the other schemas, in text order: if a reference
   * precedes `properties`, the properties of the referenced schema come first.
   */
  readonly rank: number;
}

/** Selects the branches to follow from the possible branches of `anyOf` or `oneOf`. */
type ChooseBranches = (branches: readonly Checker[]) => readonly Checker[];

const maxWork = 2_000_000;
const maxProblems = 100;
/** Maximum number of schemas of one value: each property is looked up in all of them. Further schemas are omitted. */
const maxApplying = 500;

/** The root schema of a file in a set; empty if the set does not contain the file. */
export function schemaOfFile(set: SchemaSet, uri: string): readonly SchemaRoot[] {
  const place = set.file(uri);
  return place === undefined
    ? []
    : [{ checker: Checkers.in(set).of(place), scope: undefined, certain: true }];
}

/**
 * Returns all schemas that apply to a value, the outermost first: through references, `allOf`, the possible
 * branches of `anyOf` and `oneOf`, the applicable side of `if`, `dependentSchemas`. The user may still add
 * missing parts of the value, so they do not count against a branch. Returns at most 500.
 *
 * @param value the value written so far; undefined if there is none
 */
export function applyingSchemas(
  roots: readonly SchemaRoot[],
  value: JsonValue | undefined,
): readonly ApplyingSchema[] {
  return collect(roots, value, (branches) => branches);
}

/**
 * Returns the schemas that apply to a value still to be written; `schemas` if none of these is certain. Of several
 * branches, follows only one: a branch that certainly applies, else one whose required properties the value has, else
 * the first branch, since a schema lists the usual form first. Instead of the first branch alone, follows all branches
 * if a property distinguishes them: only the author knows the kind.
 */
export function applyingToNew(
  schemas: readonly ApplyingSchema[],
  value: JsonValue,
): readonly ApplyingSchema[] {
  const certain = schemas.filter((schema) => schema.certain);
  if (certain.length === 0) return schemas;
  const chosen = new Set(certain.map(({ checker }) => checker));
  return collect(certain, value, (branches) => {
    const checker = branches.find((branch) => chosen.has(branch));
    if (checker !== undefined) return [checker];
    const met = branches.find((branch) => hasWhatIsRequired(value, branch));
    if (met !== undefined) return [met];
    return discriminatorsIn(branches).size > 0 ? branches : branches.slice(0, 1);
  });
}

/** Whether a branch requires properties and the object has all of them. */
function hasWhatIsRequired(value: JsonValue, branch: Checker): boolean {
  const required = branch.described().flatMap((schema) => stringsIn(schema.required));
  return isJsonObject(value) && required.length > 0 && required.every((name) => Object.hasOwn(value, name));
}

/** One possible kind of a value. */
export interface SchemaVariant {
  /** The schemas of the branch alone, which describe the kind. */
  readonly own: readonly ApplyingSchema[];
  readonly schemas: readonly ApplyingSchema[];
}

/** Returns the kinds of values that schemas allow: one per branch of their first choice; without a choice, one. */
export function schemaVariants(roots: readonly SchemaRoot[]): readonly SchemaVariant[] {
  const schemas = applyingSchemas(roots, undefined);
  const [choice] = choicesIn(schemas);
  if (choice === undefined) return [{ own: schemas, schemas }];
  const { branches, scope } = choice;
  const ofChoice = new Set(branches);
  return branches.slice(0, maxVariants).map((intended) => ({
    own: applyingSchemas([{ checker: intended, scope, certain: true }], undefined),
    schemas: collect(roots, undefined, (considered) =>
      considered.filter((branch) => branch === intended || !ofChoice.has(branch)),
    ),
  }));
}

/** Maximum number of kinds: a choice with more branches is a list of values, such as terms with a title each. */
const maxVariants = 100;

/**
 * If a property distinguishes the branches of a choice, returns the property's schemas in each branch.
 *
 * @param parents schemas that apply to the object
 */
export function discriminatorSchemas(
  parents: readonly ApplyingSchema[],
  name: string,
): readonly ApplyingSchema[] {
  return choicesIn(parents).flatMap(({ branches, scope }) => {
    if (!discriminatorsIn(branches).has(name)) return [];
    const ofBranches = branches.flatMap((checker) =>
      schemasOfChild(applyingSchemas([{ checker, scope, certain: true }], undefined), name),
    );
    return ofBranches.flatMap((root) => applyingSchemas([{ ...root, certain: false }], undefined));
  });
}

/** Returns the branches of each choice in schemas that certainly apply. */
function choicesIn(
  schemas: readonly ApplyingSchema[],
): readonly { readonly branches: readonly Checker[]; readonly scope: DynamicScope | undefined }[] {
  return schemas.flatMap(({ certain, checker: { source }, scope }) => {
    if (!certain || source === undefined) return [];
    return ["oneOf", "anyOf"].flatMap((keyword) => {
      const applicator = applicatorOf(source, keyword);
      const all = applicator?.kind === "choice" ? applicator.branches.slice(0, maxApplying) : [];
      const branches = all.filter(isObjectSchema);
      return branches.length < 2 ? [] : [{ branches, scope }];
    });
  });
}

function discriminatorsIn(branches: readonly Checker[]): ReadonlySet<string> {
  return discriminatorsOf(branches.map((branch) => ({ schemas: branch.described() })));
}

/**
 * Returns the schemas at which to start looking for those that apply to a property or an element.
 *
 * @param parents schemas that apply to the object or array
 * @param step the property's name or the element's index
 */
export function schemasOfChild(
  parents: readonly ApplyingSchema[],
  step: string | number,
): readonly SchemaRoot[] {
  const rootsIn = (schemasIn: (parent: ApplyingSchema) => readonly (Checker | undefined)[]) =>
    parents.flatMap((parent) =>
      schemasIn(parent).flatMap((checker) =>
        checker === undefined || !isObjectSchema(checker) ? [] : [{ ...parent, checker }],
      ),
    );
  const direct = rootsIn(({ checker }) => directSchemas(checker, step));
  if (direct.length > 0) return direct;
  // `contains` requires one matching element, and any element may be the one.
  const contained =
    typeof step === "string" ? [] : rootsIn(({ checker: { source } }) => insideOf(source, "contains"));
  if (contained.length > 0) return contained.map((root) => ({ ...root, certain: false }));
  const rest = typeof step === "string" ? "unevaluatedProperties" : "unevaluatedItems";
  return rootsIn(({ checker: { source } }) => insideOf(source, rest));
}

/** The checker of the schema object under a keyword; an empty list if there is none. */
function insideOf(source: Checker["source"], keyword: string): readonly (Checker | undefined)[] {
  const inner = source?.schema[keyword];
  return isJsonObject(inner) ? [source?.inside(inner)] : [];
}

function directSchemas({ source }: Checker, step: string | number): readonly (Checker | undefined)[] {
  if (source === undefined) return [];
  if (typeof step === "number") {
    const { leading, rest } = source.elements();
    return [step < leading.length ? leading[step] : rest];
  }
  const { named, patterns, additional } = source.properties();
  const matching = patterns.filter(({ pattern }) => mayMatch(pattern, step)).map(({ checker }) => checker);
  const own = named?.(step);
  if (own === undefined) return matching.length === 0 ? [additional] : matching;
  return [own, ...matching];
}

function isObjectSchema({ source }: Checker): boolean {
  return source !== undefined;
}

/** Returns the result of a check; undefined if the check exceeds its work limit or the stack. */
function decided<Result>(check: () => Result): Result | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof WorkExceeded || error instanceof RangeError) return undefined;
    throw error;
  }
}

function collect(
  roots: readonly SchemaRoot[],
  value: JsonValue | undefined,
  choose: ChooseBranches,
): readonly ApplyingSchema[] {
  const [work, visits] = [new Work(maxWork), new Visits()];
  const found = new Map<Checker, Omit<ApplyingSchema, "rank">>();
  const ranks = new Map<Checker, number>();

  const visit = (checker: Checker, outer: DynamicScope | undefined, certain: boolean): void => {
    const { source } = checker;
    if (source === undefined || found.has(checker) || found.size === maxApplying) return;
    const { schema } = source;
    const scope = enter(source.resource, outer);
    found.set(checker, { checker, schema, scope, certain });
    for (const keyword of Object.keys(schema)) {
      if (keyword === "properties") ranks.set(checker, ranks.size);
      const applicator = applicatorOf(source, keyword);
      if (applicator === undefined) continue;
      const possible = applied(applicator, value, { work, scope, visits, unfinished: true });
      const inner = applicator.kind === "choice" ? choose(possible) : possible;
      const isChosen = inner.length === 1 && possible.length > 1;
      // Branches that are `true` are not among the possible ones, but accept every value.
      const isChoice =
        applicator.kind === "choice" &&
        !isChosen &&
        (inner.length > 1 || applicator.branches.some((branch) => branch.schema === true));
      for (const one of inner) visit(one, scope, certain && !isChoice);
    }
    if (!ranks.has(checker)) ranks.set(checker, ranks.size);
  };

  for (const { checker, scope, certain } of roots) visit(checker, scope, certain);
  return Array.from(found.values(), (one) => ({ ...one, rank: ranks.get(one.checker) ?? 0 }));
}

/** Returns a keyword's schemas that apply to the value. */
function applied(applicator: Applicator, value: JsonValue | undefined, run: Run): readonly Checker[] {
  switch (applicator.kind) {
    case "all":
      return applicator.schemas;
    case "dynamic":
      return [applicator.schemaIn(run.scope)];
    case "choice":
      return branchesFor(applicator.branches.filter(isObjectSchema).slice(0, maxApplying), value, run);
    case "condition": {
      if (value === undefined) return [];
      const { condition, consequence, alternative } = applicator;
      const whole = { ...run, unfinished: false };
      const holds = decided(() => condition.check(value, whole, undefined, undefined)) ?? false;
      const side = holds ? consequence : alternative;
      return side === undefined ? [] : [side];
    }
    case "dependent":
      return isJsonObject(value)
        ? applicator.schemas.filter(([name]) => Object.hasOwn(value, name)).map(([, schema]) => schema)
        : [];
  }
}

function branchesFor(
  branches: readonly Checker[],
  value: JsonValue | undefined,
  run: Run,
): readonly Checker[] {
  if (value === undefined || branches.length < 2) return branches;
  const judged = branches.map((branch) => ({
    schemas: branch.described(),
    problems: problemsBy(branch, value, run),
  }));
  const likely = new Set(likelyBranches(judged, 0));
  return branches.filter((_, index) => likely.has(index));
}

function problemsBy(branch: Checker, value: JsonValue, run: Run): readonly SchemaProblem[] {
  const report = Report.start(maxProblems);
  decided(() => branch.check(value, { ...run }, report, undefined));
  return report.problems;
}
