import { knownProperties } from "@analyses/json-schema";
import { stillToFillIn } from "../../diagnostics/unfinished-value";
import {
  isContainer,
  isEmptyText,
  pathAt,
  pathOf,
  propertiesOf,
  walkTree,
  type Yielding,
} from "@analyses/json";
import { riskOfBiasOf } from "../../schemaLookup/riskOfBias";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";
import type { AnalysisCheck, Piece, ValidationContext } from "../../findings/check";
import { type FindingDraft, moreFindings, noneListed } from "../../findings/finding";
import { findingsBySchema, schemaCodes } from "../schemaFindings";

/** Checks an analysis against the item schema and the document schema. */
export const itemSchemaCheck: AnalysisCheck = {
  scope: "analysis",
  codes: schemaCodes,
  dependsOn: ({ compiled, limit }) => [compiled.item, limit],
  wordingDependsOn: ({ document, schemas }) => [riskOfBiasOf(document, schemas)],
  *run(context, analysis) {
    const { item } = context.compiled;
    const { value } = analysis;
    if (item === undefined || value === undefined) return [];
    yield 0;
    const findings = yield* findingsBySchema(context, analysis, "analysis", (limit) => item(value, limit));
    return [...findings, ...(yield* emptyTexts(context, analysis, findings))];
  },
};

/**
 * Reports empty texts in required properties. A schema without a minimum length allows empty texts, but they leave the
 * property unfinished like a placeholder does.
 *
 * @param findings the schema findings; an empty text with a schema finding is not reported again
 */
function* emptyTexts(
  { document, schemas, limit }: ValidationContext,
  analysis: Piece,
  findings: readonly FindingDraft[],
): Yielding<readonly FindingDraft[]> {
  if (!analysis.text.includes('""')) return [];
  const lookup = schemaLookup(schemas);
  const reported = new Set(findings.map((finding) => finding.start));
  const found: FindingDraft[] = [];
  for (const object of walkTree(document, analysis, ({ node }) => isContainer(node))) {
    yield 0;
    if (object.node.kind !== "object") continue;
    const empty = [...propertiesOf({ node: object.node, start: object.start })].filter(
      ({ value }) => isEmptyText(value.node) && !reported.has(value.start),
    );
    const [first] = empty;
    if (first === undefined) continue;
    const { steps } = pathAt(document, first.start + 1);
    const own = lookup.schemasAt(document, steps);
    const required = new Set(
      knownProperties(own).flatMap((property) => (property.required ? [property.name] : [])),
    );
    for (const { property, value } of empty) {
      const { name } = property;
      if (!required.has(name)) continue;
      const { values } = knowledgeOf(lookup.schemasOfChild(own, [...pathOf(steps), name]));
      if (values.some((known) => known.value === "")) continue;
      if (found.length >= limit) return [...found, moreFindings(value.start)];
      found.push({
        code: "unfinished-value",
        severity: "warning",
        message: stillToFillIn({ property: name, entry: undefined, title: undefined, whole: "analysis" }),
        start: value.start,
        end: value.start + value.node.length,
        related: [],
        data: { kind: "unfinished-value", ...noneListed },
      });
    }
  }
  return found;
}
