import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaProblem } from "../schema/compiledSchema";
import type { Placed } from "../syntax/nodes";
import type { FindingDraft } from "./finding";
import { judgeBranches } from "./keywords/branchFindings";
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
  return telling(problems).flatMap((problem) => {
    const located = locate(document, from, problem.instancePath);
    // What cannot be read has its own finding.
    if (located === undefined || located.node.kind === "missing" || located.node.kind === "error") return [];
    return problemFindings({ document, located, whole, problem }, from);
  });
}

/**
 * Without what only follows: of a value of the wrong type nothing else is told, of one that is not
 * among those allowed nothing about its form.
 */
function telling(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  if (problems.length < 2) return problems;
  const weights = new Map<string, number>();
  const pathOf = ({ instancePath }: SchemaProblem) => JSON.stringify(instancePath);
  for (const problem of problems) {
    const path = pathOf(problem);
    weights.set(path, Math.max(weights.get(path) ?? 0, weightOf(problem)));
  }
  return problems.filter((problem) => weightOf(problem) === weights.get(pathOf(problem)));
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
