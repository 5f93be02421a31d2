import { typeFindings } from "../diagnostics/wrong-type";
import {
  unknownPropertyFindings,
  forbiddenPropertyFindings,
  propertyNameFindings,
} from "../diagnostics/unknown-property";
import { missingPropertyFindings, missingAlternativeFindings } from "../diagnostics/missing-property";
import { allowedValueFindings } from "../diagnostics/not-allowed-value";
import { nearFormFindings } from "./checks/nearValues";
import { oneOfEach, withRenames, withoutMisplaced } from "./onePerMistake";
import { asUnfinished } from "../diagnostics/unfinished-value";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { AnalysesDocument } from "../document/analysesDocument";
import { type JsonPath, type Placed, isJsonObject, openYielding, type Yielding } from "@analyses/json";
import type { BranchChoice, SchemaBranch, SchemaProblem } from "@analyses/json-schema";
import { chooseBranch, fixedProperties, discriminatorsOf } from "@analyses/json-schema";
import { type Found, type ValidationContext, allOf } from "../findings/check";
import { type FindingDraft, moreFindings } from "../findings/finding";
import {
  entryCountFindings,
  extraEntryFindings,
  matchCountFindings,
  propertyCountFindings,
  sameEntryFindings,
} from "./countLimits";
import {
  formatFindings,
  multipleFindings,
  patternFindings,
  rangeFindings,
  ruledOut,
  textLengthFindings,
} from "./valueLimits";
import {
  absentReason,
  choiceNames,
  distinctNames,
  reasonOf,
  messageOfSchema,
  reasonOfBranch,
  schemaFinding,
  subjectAt,
  withReason,
} from "../findings/site";
import type { Site } from "../findings/site";
import { riskOfBiasOf } from "../schemaLookup/riskOfBias";
import { isGuess, locate } from "../document/locate";
import { type Reason, type Subject, fitsNone, listOf, valueName } from "../findings/subject";
import { translate } from "../localisation/translate";

/** The codes of findings that come from schemas. */
export const schemaCodes: readonly DiagnosticCode[] = [
  "missing-property",
  "unknown-property",
  "wrong-type",
  "not-allowed-value",
  "unfinished-value",
  "schema",
];

/**
 * Returns the schema findings of a value: all of them, or at least as many as the server publishes.
 * @param from the value to check
 * @param check returns problems, up to the given limit
 */
export function* findingsBySchema(
  context: ValidationContext,
  from: Placed,
  whole: Subject["whole"],
  check: (limit: number) => readonly SchemaProblem[],
): Yielding<readonly FindingDraft[]> {
  const { limit, settings, isOff } = context;
  for (let problemLimit = limit; ; problemLimit *= 4) {
    const findings = yield* schemaFindings(context, from, whole, check(problemLimit));
    const isCut = findings.some(({ data }) => data.kind === "more");
    // Filters drop consequences of other problems and codes that are off. If too few findings remain of a list that
    // was cut at the limit, the loop collects four times as many problems.
    if (!isCut || findings.filter((finding) => !isOff(finding)).length > settings.maxProblems) {
      // `withoutMisplaced` compares with all names of the schema, which can take long.
      yield 0;
      return withRenames(withoutMisplaced(context, findings), context);
    }
  }
}

/** The inputs of schema findings besides the problems. */
type Surroundings = Pick<ValidationContext, "document" | "schemas">;

function* schemaFindings(
  surroundings: Surroundings,
  from: Placed,
  whole: Subject["whole"],
  problems: readonly SchemaProblem[],
  form?: Form,
): Yielding<FindingDraft[]> {
  if (problems.length === 0) return [];
  yield* openYielding(surroundings.document, from);
  if (isGuess(surroundings.document, from)) return [];
  const collected = problems.filter((problem) => !isLimit(problem));
  const findings: FindingDraft[] = [];
  for (const problem of withoutConsequences(collected)) {
    for (const finding of yield* findingsOf(surroundings, from, whole, problem, form)) findings.push(finding);
    yield 0;
  }
  const distinct = oneOfEach(findings);
  return collected.length === problems.length ? distinct : [...distinct, moreFindings(from.start)];
}

function* findingsOf(
  { document, schemas }: Surroundings,
  from: Placed,
  whole: Subject["whole"],
  problem: SchemaProblem,
  form: Form | undefined,
): Yielding<readonly FindingDraft[]> {
  if (isConditionUnread(document, from, problem)) return [];
  const located = locate(document, from, problem.instancePath);
  if (located === undefined) return [];
  // The parser reports unreadable values.
  if (located.node.kind === "missing" || located.node.kind === "error") return [];
  // The parser reports invalid strings.
  if (located.node.kind === "string" && located.node.problems.length > 0) return [];
  const reason = reasonOf(document, from, problem) ?? reasonOfForm(problem, form);
  const site: Site = { document, schemas, located, whole, problem, reason };
  const findings = asUnfinished(site, yield* allOf(problemFindings(site, from)));
  const message = messageOfSchema(problem);
  const absent = reason === undefined ? absentReason(document, from, problem) : undefined;
  return findings.map((finding) =>
    message === undefined ? withReason(finding, reason, absent) : { ...finding, message },
  );
}

/** A branch of the schema that one of the value's properties selects, such as a data type. */
interface Form {
  /** The length of the path to the value that has this form. */
  readonly depth: number;
  /** The property that selects the form; undefined if no single property does. */
  readonly reason: Reason | undefined;
}

/** The property that selects the form, if the problem is a wrong value of another property of the same object. */
function reasonOfForm({ instancePath, detail }: SchemaProblem, form: Form | undefined): Reason | undefined {
  if (form?.reason === undefined) return undefined;
  const isAboutValue = detail.keyword === "const" || detail.keyword === "enum";
  const isOwn = instancePath.length === form.depth + 1 && instancePath.at(-1) !== form.reason.name;
  return isAboutValue && isOwn ? form.reason : undefined;
}

/** Whether the entry is no problem but shows that the list was cut at the limit. */
function isLimit({ detail }: SchemaProblem): boolean {
  return detail.keyword === "unfinished" && detail.reason === "limit";
}

/**
 * Drops problems that follow from others: at a value of the wrong type or outside the allowed list, all but that
 * problem; at an object without the property that selects its form, the problems of the form; and every conditional
 * problem whose `if` reads a property that is missing or has a wrong value.
 */
function withoutConsequences(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  if (problems.length < 2) return problems;
  const unsettled = new Set(
    problems.flatMap((problem) => {
      const { instancePath, detail, condition } = problem;
      if (detail.keyword === "required") return [JSON.stringify([...instancePath, detail.missing])];
      return condition === undefined && isOfWrongValue(problem) ? [JSON.stringify(instancePath)] : [];
    }),
  );
  const weights = new Map<string, number>();
  const pathOf = ({ instancePath }: SchemaProblem) => JSON.stringify(instancePath);
  for (const problem of problems) {
    const path = pathOf(problem);
    weights.set(path, Math.max(weights.get(path) ?? 0, weightOf(problem)));
  }
  return problems.filter(
    (problem) =>
      weightOf(problem) === weights.get(pathOf(problem)) &&
      !propertiesOfCondition(problem).some((path) => unsettled.has(JSON.stringify(path))) &&
      !selectingProperties(problem).some((name) =>
        unsettled.has(JSON.stringify([...problem.instancePath, name])),
      ),
  );
}

/** The properties that the `if` behind a conditional problem reads. */
function propertiesOfCondition({ condition }: SchemaProblem): readonly JsonPath[] {
  const properties = isJsonObject(condition?.schema.if) ? condition.schema.if.properties : undefined;
  if (condition === undefined || !isJsonObject(properties)) return [];
  return Object.keys(properties).map((name) => [...condition.instancePath, name]);
}

/** Whether the `if` reads a value that is missing or invalid JSON, so that the condition is unknown. */
function isConditionUnread(document: AnalysesDocument, from: Placed, problem: SchemaProblem): boolean {
  return propertiesOfCondition(problem).some((path) => {
    const node = locate(document, from, path)?.node;
    return (
      node?.kind === "missing" ||
      node?.kind === "error" ||
      (node?.kind === "string" && node.problems.length > 0)
    );
  });
}

/** The properties that should select one branch, if no branch fits or several do. */
function selectingProperties({ detail, instancePath }: SchemaProblem): readonly string[] {
  if (detail.keyword !== "oneOf" && detail.keyword !== "anyOf") return [];
  if (detail.keyword === "anyOf" || detail.matching.length === 0) {
    const isOpen = chooseBranch(detail, instancePath.length).kind === "none";
    return isOpen ? [...discriminatorsOf(detail.branches)] : [];
  }
  const [first, ...others] = detail.matching.map((index) =>
    fixedProperties(detail.branches[index]?.schemas ?? []).map(({ name }) => name),
  );
  return first?.filter((name) => others.every((names) => names.includes(name))) ?? [];
}

/** Whether the problem is a wrong type, or a value that is not among the allowed ones. */
function isOfWrongValue(problem: SchemaProblem): boolean {
  const { detail, instancePath } = problem;
  if (detail.keyword !== "oneOf" && detail.keyword !== "anyOf") return weightOf(problem) > 0;
  const { kind } = chooseBranch(detail, instancePath.length);
  return kind === "values" || kind === "type";
}

/** Of the problems at one path, only those of the greatest weight are reported. */
function weightOf({ detail: { keyword } }: SchemaProblem): number {
  if (keyword === "type") return 2;
  return keyword === "enum" || keyword === "const" ? 1 : 0;
}

function problemFindings(site: Site, from: Placed): Found {
  const { detail } = site.problem;
  switch (detail.keyword) {
    case "required":
      return missingPropertyFindings(site, detail.missing);
    case "dependentRequired":
      return missingPropertyFindings(site, detail.missing, detail.property);
    case "additionalProperties":
    case "unevaluatedProperties":
      return unknownPropertyFindings(site, detail.property);
    case "properties":
    case "patternProperties":
      return forbiddenPropertyFindings(site, detail.property);
    case "propertyNames":
      return propertyNameFindings(site, detail.property, detail.problems);
    case "minProperties":
    case "maxProperties":
      return propertyCountFindings(site, detail.keyword, detail.limit);
    case "type":
      return typeFindings(site, detail.expected);
    case "enum":
      return allowedValueFindings(site, detail.allowed);
    case "const":
      return allowedValueFindings(site, [detail.allowed]);
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return rangeFindings(site, detail);
    case "multipleOf":
      return multipleFindings(site, detail);
    case "minLength":
    case "maxLength":
      return textLengthFindings(site, detail.keyword, detail.limit);
    case "pattern":
      return patternFindings(site, detail);
    case "format":
      return formatFindings(site, detail);
    case "minItems":
    case "maxItems":
      return entryCountFindings(site, detail.keyword, detail.limit, detail.actual);
    case "prefixItems":
    case "items":
    case "unevaluatedItems":
      return extraEntryFindings(site, detail);
    case "uniqueItems":
      return sameEntryFindings(site, detail);
    case "contains":
      return matchCountFindings(site, detail);
    case "anyOf":
    case "oneOf":
      return branchFindings(site, from);
    case "not":
      return [schemaFinding(site, ruledOut(site))];
    case "false":
      return [schemaFinding(site, translate("{0} is not allowed here.", valueName(subjectAt(site))))];
    case "unfinished":
      if (detail.reason === "limit") return [];
      return [
        schemaFinding(
          site,
          detail.reason === "too-deep"
            ? translate("This is nested too deeply to be checked.")
            : translate("Checking this against the schema was given up, since it takes too long."),
        ),
      ];
  }
}

function branchFindings(site: Site, from: Placed): Found {
  const { detail, instancePath } = site.problem;
  if (detail.keyword !== "anyOf" && detail.keyword !== "oneOf") return [];
  const choiceByValue = chooseBranch(detail, instancePath.length);
  const choice = choiceByValue.kind === "none" ? choiceByMethod(detail.branches, site) : choiceByValue;
  switch (choice.kind) {
    case "meant": {
      const { document, whole, reason } = site;
      const branch = detail.branches.find(({ problems }) => problems === choice.problems);
      const own = branch && reasonOfBranch(document, from, branch, instancePath);
      const form = { depth: instancePath.length, reason: own ?? reason };
      const problems = choice.problems.map((problem) => withAllForms(problem, detail.branches, form.depth));
      return chosenBy(own, schemaFindings(site, from, whole, problems, form));
    }
    case "type":
      return typeFindings(site, choice.expected);
    case "values":
      return allowedValueFindings(site, choice.allowed);
    case "lacking":
      return missingAlternativeFindings(site, choice.names);
    case "none": {
      const near = nearFormFindings(site, detail.branches);
      const names = distinctNames(detail.branches).filter((name) => name !== undefined);
      const isComplete = names.length === detail.branches.length;
      return near.length > 0
        ? near
        : [schemaFinding(site, fitsNone(subjectAt(site), isComplete ? names : []))];
    }
    case "several": {
      const names = choiceNames(detail.branches).filter((_, index) => choice.matching.includes(index));
      const message = translate(
        "{0} fits {1} at once: it must fit only one of them.",
        valueName(subjectAt(site)),
        listOf(names, "and"),
      );
      return [schemaFinding(site, message)];
    }
  }
}

function* chosenBy(
  choice: Reason | undefined,
  findings: Yielding<readonly FindingDraft[]>,
): Yielding<readonly FindingDraft[]> {
  const found = yield* findings;
  return choice === undefined ? found : found.map((finding) => ({ chosenBy: choice.start, ...finding }));
}

/**
 * If every form fixes a value for a property, allows all of these values instead of only that of the likeliest form.
 */
function withAllForms(
  problem: SchemaProblem,
  branches: readonly SchemaBranch[],
  depth: number,
): SchemaProblem {
  const { detail, instancePath } = problem;
  if (detail.keyword !== "const" || instancePath.length !== depth + 1) return problem;
  const fixed = branches.map(({ schemas }) =>
    fixedProperties(schemas).find(({ name }) => name === instancePath.at(-1)),
  );
  if (fixed.includes(undefined)) return problem;
  const values = fixed.flatMap((one) => (one === undefined ? [] : [one.value]));
  const allowed = [
    ...new Map([detail.allowed, ...values].map((value) => [JSON.stringify(value), value])).values(),
  ];
  return allowed.length === 1 ? problem : { ...problem, detail: { keyword: "enum", allowed } };
}

/** Selects the branch whose domains belong to the document's risk-of-bias method. */
function choiceByMethod(
  branches: readonly SchemaBranch[],
  { document, schemas }: Surroundings,
): Extract<BranchChoice, { readonly kind: "meant" | "none" }> {
  const riskOfBias = riskOfBiasOf(document, schemas);
  if (riskOfBias === undefined) return { kind: "none" };
  const branchesWith = (matches: (name: string) => boolean): readonly SchemaBranch[] =>
    branches.filter((branch) =>
      branch.schemas.some(
        ({ properties }) => isJsonObject(properties) && Object.keys(properties).some(matches),
      ),
    );
  const [own, ...others] = branchesWith(riskOfBias.isDomain);
  const isOther = (name: string): boolean => riskOfBias.otherMethodOf(name) !== undefined;
  // The method decides only if exactly one branch has its domains and another branch has those of another method.
  return own === undefined || others.length > 0 || branchesWith(isOther).every((branch) => branch === own)
    ? { kind: "none" }
    : { kind: "meant", problems: own.problems };
}
