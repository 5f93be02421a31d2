import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaProblem } from "../schema/compiledSchema";
import type { Placed } from "../syntax/nodes";
import type { FindingDraft } from "./finding";
import { fixedProperties, judgeBranches } from "./keywords/branchFindings";
import {
  entryCountFindings,
  extraEntryFindings,
  formatFindings,
  matchCountFindings,
  multipleFindings,
  patternFindings,
  rangeFindings,
  sameEntryFindings,
  textLengthFindings,
} from "./keywords/limitFindings";
import {
  forbiddenPropertyFindings,
  missingAlternativeFindings,
  missingPropertyFindings,
  propertyCountFindings,
  propertyNameFindings,
  unknownPropertyFindings,
} from "./keywords/propertyFindings";
import { subjectAt, titleOf } from "./keywords/site";
import type { Site } from "./keywords/site";
import { allowedValueFindings, typeFindings } from "./keywords/valueFindings";
import { handleOf, locate } from "./locate";
import { fitsNone, fitsSeveral, mustNotBe, notAllowedAtAll } from "./messages/branchMessages";
import { tooDeep, tooMuchWork } from "./messages/documentMessages";
import type { Subject } from "./messages/subject";

/**
 * What a schema finds wrong, told as findings; offsets as `from` has them.
 * @param from - The value that was checked.
 */
export function schemaFindings(
  document: AnalysesDocument,
  from: Placed,
  whole: Subject["whole"],
  problems: readonly SchemaProblem[],
): FindingDraft[] {
  if (problems.length === 0) return [];
  const findings = telling(problems).flatMap((problem) => {
    const located = locate(document, from, problem.instancePath);
    // What cannot be read has its own finding.
    if (located === undefined || located.node.kind === "missing" || located.node.kind === "error") return [];
    // That a list begins here is a guess, which the finding about its bracket tells.
    if (located.node.kind === "array" && !located.node.opened) return [];
    return problemFindings({ document, located, whole, problem }, from);
  });
  return withoutLongerLists(findings);
}

/** Several schemas may list the values for one place: told is the shortest list, of equal ones the last. */
function withoutLongerLists(findings: readonly FindingDraft[]): FindingDraft[] {
  const shortest = new Map<string, { readonly finding: FindingDraft; readonly length: number }>();
  const placeOf = ({ start, end }: FindingDraft) => `${start} ${end}`;
  for (const finding of findings) {
    if (finding.data.kind !== "not-allowed-value") continue;
    const { length } = finding.data.allowed;
    const known = shortest.get(placeOf(finding));
    if (known === undefined || length <= known.length) shortest.set(placeOf(finding), { finding, length });
  }
  return findings.filter(
    (finding) =>
      finding.data.kind !== "not-allowed-value" || shortest.get(placeOf(finding))?.finding === finding,
  );
}

/**
 * Without what only follows: of a value of the wrong type nothing else is told, of one that is not
 * among those allowed nothing about its form, of an object that lacks the property by which forms are
 * told apart nothing about its form.
 */
function telling(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  if (problems.length < 2) return problems;
  const missing = new Set(
    problems.flatMap(({ instancePath, detail }) =>
      detail.keyword === "required" ? [JSON.stringify([instancePath, detail.missing])] : [],
    ),
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
      !fixedAlike(problem).some((name) => missing.has(JSON.stringify([problem.instancePath, name]))),
  );
}

/** Where several branches fit at once: the properties whose value would tell them apart. */
function fixedAlike({ detail }: SchemaProblem): readonly string[] {
  if (detail.keyword !== "oneOf") return [];
  const [first, ...others] = detail.matching.map((index) =>
    fixedProperties(detail.branches[index]?.schemas ?? []).map(({ name }) => name),
  );
  return first?.filter((name) => others.every((names) => names.includes(name))) ?? [];
}

function weightOf({ detail: { keyword } }: SchemaProblem): number {
  if (keyword === "type") return 2;
  return keyword === "enum" || keyword === "const" ? 1 : 0;
}

function problemFindings(site: Site, from: Placed): FindingDraft[] {
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
      return propertyNameFindings(site, detail.property);
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
    case "not": {
      const { schema } = site.problem;
      const ruledOut = schema === false ? undefined : schema.not;
      const title =
        typeof ruledOut === "object" && ruledOut !== null && "title" in ruledOut
          ? titleOf(ruledOut)
          : undefined;
      return general(site, mustNotBe(subjectAt(site), title));
    }
    case "false":
      return general(site, notAllowedAtAll(subjectAt(site)));
    case "unfinished":
      return general(site, detail.reason === "too-deep" ? tooDeep() : tooMuchWork());
  }
}

function branchFindings(site: Site, from: Placed): FindingDraft[] {
  const { detail, instancePath } = site.problem;
  if (detail.keyword !== "anyOf" && detail.keyword !== "oneOf") return [];
  const verdict = judgeBranches(detail, instancePath.length);
  switch (verdict.kind) {
    case "meant":
      return schemaFindings(site.document, from, site.whole, verdict.problems);
    case "type":
      return typeFindings(site, verdict.expected);
    case "values":
      return allowedValueFindings(site, verdict.allowed);
    case "lacking":
      return missingAlternativeFindings(site, verdict.names);
    case "none":
      return general(site, fitsNone(subjectAt(site), verdict.choices));
    case "several":
      return general(site, fitsSeveral(subjectAt(site), verdict.choices));
  }
}

function general(site: Site, message: string): FindingDraft[] {
  const { keyword } = site.problem.detail;
  const { node, start } = site.located;
  const isContainer = node.kind === "object" || node.kind === "array";
  const range = isContainer ? handleOf(site.located) : { start, end: start + node.length };
  return [{ code: "schema", message, ...range, related: [], data: { kind: "schema", keyword } }];
}
