import { isJsonObject } from "@analyses/json";
import type { JsonObject, JsonValue } from "@analyses/json";
import { stringsIn } from "../jsonValue";
import type { Pattern } from "../pattern/pattern";
import type { SchemaSet } from "../reading/schemaSet";
import { Work, WorkExceeded } from "../work";
import { applicatorOf } from "./combinations";
import type { Applicator } from "./combinations";
import { likelyBranches, namesTellingApart } from "./branches";
import { Checkers } from "./checkers";
import type { SchemaProblem } from "./problems";
import { Report } from "./problems";
import type { Checker, DynamicScope, Run } from "./rule";
import { enter } from "./rule";
import { Visits } from "./visits";

/** A schema from which to look for those that apply to a value. */
export interface SchemaRoot {
  readonly checker: Checker;
  /** The resources entered on the way here: where `$dynamicRef` looks. */
  readonly scope: DynamicScope | undefined;
  /** False for a branch of `anyOf` or `oneOf` while other branches may be meant as well. */
  readonly certain: boolean;
}

/** A schema that says something about a value. */
export interface ApplyingSchema extends SchemaRoot {
  readonly schema: JsonObject;
  /**
   * The order in which the schemas' own properties come: that of the text, in which a reference before
   * `properties` puts the properties of the schema that it means first.
   */
  readonly rank: number;
}

/** Of the branches of `anyOf` or `oneOf` that a value may mean, those to go on with. */
type ChooseBranches = (branches: readonly Checker[]) => readonly Checker[];

const mostWork = 2_000_000;
const mostProblems = 100;
const workForPattern = 100_000;

/** The schema of a file of a set; none where it says nothing. */
export function schemaOfFile(set: SchemaSet, uri: string): readonly SchemaRoot[] {
  const place = set.file(uri);
  return place === undefined
    ? []
    : [{ checker: Checkers.in(set).of(place), scope: undefined, certain: true }];
}

/**
 * All schemas that say something about a value, the outermost first: through references, `allOf`, the
 * branches of `anyOf` and `oneOf` that it may mean, the side of `if` that holds, `dependentSchemas`. What
 * the value lacks may still be written, so it does not count against a branch.
 *
 * @param value what is written so far; undefined where nothing is
 */
export function applyingSchemas(
  roots: readonly SchemaRoot[],
  value: JsonValue | undefined,
): readonly ApplyingSchema[] {
  return collect(roots, value, (branches) => branches);
}

/**
 * The schemas that apply to a value that is to be written. Of several branches those that are certain, else one
 * whose requirement is met, else the first, since what a schema leaves open has a usual form; but all of them where a property tells them apart:
 * which kind it is, only the author knows. All that may be meant where that hangs on what stands around.
 */
export function applyingToNew(
  schemas: readonly ApplyingSchema[],
  value: JsonValue,
): readonly ApplyingSchema[] {
  const certain = schemas.filter((one) => one.certain);
  if (certain.length === 0) return schemas;
  const chosen = new Set(certain.map(({ checker }) => checker));
  return collect(certain, value, (branches) => {
    const one = branches.find((branch) => chosen.has(branch));
    if (one !== undefined) return [one];
    const met = branches.find((branch) => hasWhatIsRequired(value, branch));
    if (met !== undefined) return [met];
    return discriminatorsIn(branches).size > 0 ? branches : branches.slice(0, 1);
  });
}

/** Whether a branch requires properties, and an object has them all. */
function hasWhatIsRequired(value: JsonValue, branch: Checker): boolean {
  const required = branch.described().flatMap((schema) => stringsIn(schema.required));
  return isJsonObject(value) && required.length > 0 && required.every((name) => Object.hasOwn(value, name));
}

/** A kind of value that may stand at a place. */
export interface SchemaVariant {
  /** What says what kind it is: the schemas of the branch alone. */
  readonly own: readonly ApplyingSchema[];
  readonly schemas: readonly ApplyingSchema[];
}

/** The kinds of values that schemas allow: one for each branch where they offer a choice, else one. */
export function schemaVariants(roots: readonly SchemaRoot[]): readonly SchemaVariant[] {
  const schemas = applyingSchemas(roots, undefined);
  const [choice] = choicesIn(schemas);
  if (choice === undefined) return [{ own: schemas, schemas }];
  const { branches, scope } = choice;
  const ofChoice = new Set(branches);
  return branches.slice(0, mostVariants).map((meant) => ({
    own: applyingSchemas([{ checker: meant, scope, certain: true }], undefined),
    schemas: collect(roots, undefined, (considered) =>
      considered.filter((branch) => branch === meant || !ofChoice.has(branch)),
    ),
  }));
}

/** A choice of more is one of values, such as a list of terms with a title each. */
const mostVariants = 100;

/**
 * Where a property tells the branches of a choice apart: the schemas that say so in each of them.
 *
 * @param parents those that apply to the object
 */
export function schemasTellingApart(
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

/** The branches of each choice that schemas offer for certain. */
function choicesIn(
  schemas: readonly ApplyingSchema[],
): readonly { readonly branches: readonly Checker[]; readonly scope: DynamicScope | undefined }[] {
  return schemas.flatMap(({ certain, checker: { source }, scope }) => {
    if (!certain || source === undefined) return [];
    return ["oneOf", "anyOf"].flatMap((keyword) => {
      const applicator = applicatorOf(source, keyword);
      const branches = applicator?.kind === "choice" ? applicator.branches.filter(saysSomething) : [];
      return branches.length < 2 ? [] : [{ branches, scope }];
    });
  });
}

function discriminatorsIn(branches: readonly Checker[]): ReadonlySet<string> {
  return namesTellingApart(branches.map((branch) => ({ schemas: branch.described() })));
}

/**
 * The schemas from which to look for those that apply to a property or an element.
 *
 * @param parents those that apply to the object or array
 * @param step the property's name or the element's index
 */
export function schemasOfChild(
  parents: readonly ApplyingSchema[],
  step: string | number,
): readonly SchemaRoot[] {
  const rootsIn = (schemasIn: (parent: ApplyingSchema) => readonly (Checker | undefined)[]) =>
    parents.flatMap((parent) =>
      schemasIn(parent).flatMap((checker) =>
        checker === undefined || !saysSomething(checker) ? [] : [{ ...parent, checker }],
      ),
    );
  const direct = rootsIn(({ checker }) => directSchemas(checker, step));
  if (direct.length > 0) return direct;
  // One of the elements is to be of it, and any of them may be that.
  const contained =
    typeof step === "string" ? [] : rootsIn(({ checker: { source } }) => insideOf(source, "contains"));
  if (contained.length > 0) return contained.map((root) => ({ ...root, certain: false }));
  const rest = typeof step === "string" ? "unevaluatedProperties" : "unevaluatedItems";
  return rootsIn(({ checker: { source } }) => insideOf(source, rest));
}

/** What a keyword has for elements or properties that nothing else speaks of. */
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

function saysSomething({ source }: Checker): boolean {
  return source !== undefined;
}

/** A pattern that takes too long counts as a match. */
function mayMatch(pattern: Pattern, name: string): boolean {
  return decided(() => pattern.matches(name, new Work(workForPattern))) ?? true;
}

/** What comes of a check; undefined where it asks for too much. */
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
  const [work, visits] = [new Work(mostWork), new Visits()];
  const found = new Map<Checker, Omit<ApplyingSchema, "rank">>();
  const ranks = new Map<Checker, number>();

  const visit = (checker: Checker, outer: DynamicScope | undefined, certain: boolean): void => {
    const { source } = checker;
    if (source === undefined || found.has(checker)) return;
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
      // One of the branches may be met by everything.
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

/** The schemas of a keyword that say something about the value. */
function applied(applicator: Applicator, value: JsonValue | undefined, run: Run): readonly Checker[] {
  switch (applicator.kind) {
    case "all":
      return applicator.schemas;
    case "dynamic":
      return [applicator.schemaIn(run.scope)];
    case "choice":
      return branchesFor(applicator.branches.filter(saysSomething), value, run);
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
  const report = Report.start(mostProblems);
  decided(() => branch.check(value, { ...run }, report, undefined));
  return report.problems;
}
