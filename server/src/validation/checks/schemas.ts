// Checks the document against its schemas: everything but the analyses, and each analysis.

import {
  type JsonValue,
  type Placed,
  type PlacedElement,
  type Yielding,
  NodeCache,
  elementsOf,
  isContainer,
  isEmptyText,
  pathAt,
  pathOf,
  propertiesOf,
  valueOf,
  walkTree,
} from "@analyses/json";
import { type CompiledSchema, type SchemaProblem, knownProperties, omitted } from "@analyses/json-schema";
import { type DocumentPart, partOfElements, partOfProperty } from "@analyses/protocol/documentFormat";
import { stillToFillIn } from "../../diagnostics/unfinished-value";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { groupListOf } from "../../document/groups";
import type { AnalysisCheck, DocumentCheck, Piece, ValidationContext } from "../../findings/check";
import { type FindingDraft, moreFindings, noneListed } from "../../findings/finding";
import { riskOfBiasOf } from "../../schemaLookup/riskOfBias";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";
import { findingsBySchema, schemaCodes } from "../schemaFindings";

/**
 * Checks everything but the analyses against the document schema. The value to check omits the analyses and, if the
 * schema validates groups independently, also the groups that are known to be valid.
 */
export const documentSchemaCheck: DocumentCheck = { scope: "document", codes: schemaCodes, run };

/** The schema that a group is known to match. */
const validBy = new NodeCache<CompiledSchema>();

function* run(context: ValidationContext): Yielding<readonly FindingDraft[]> {
  const { document, compiled } = context;
  const { document: schema, canValidateGroupsIndependently } = compiled;
  const groups = groupListOf(document);
  const toCheck = new Map<number, PlacedElement>();
  const values = new Map<number, JsonValue>();
  for (const group of groups === undefined ? [] : elementsOf(groups)) {
    if (group.node.kind === "object" && validBy.get(group.node) === schema) continue;
    const value = valueIn(document, group, "group", noValues);
    if (value !== undefined) values.set(group.index, value);
    toCheck.set(group.index, group);
    yield 0;
  }
  const value = valueIn(document, document.root, "document", values);
  if (value === undefined) return [];
  yield 0;
  return yield* findingsBySchema(context, document.root, "document", (limit) => {
    const problems = schema(value, limit);
    if (canValidateGroupsIndependently) noteValidGroups(toCheck, schema, problems);
    return problems;
  });
}

function noteValidGroups(
  checked: ReadonlyMap<number, PlacedElement>,
  schema: CompiledSchema,
  problems: readonly SchemaProblem[],
): void {
  if (problems.some(({ detail }) => detail.keyword === "unfinished")) return;
  const invalid = new Set(problems.map(({ instancePath }) => instancePath[1]));
  for (const [index, { node }] of checked)
    if (node.kind === "object" && !invalid.has(index)) validBy.set(node, schema);
}

/** Values of nodes with at least this length (UTF-16 units) are not cached, to save memory. */
const maxCachedLength = 20_000;

const cachedValues = new NodeCache<JsonValue>();

/** The values of the groups to check, by their index. */
type GroupValues = ReadonlyMap<number, JsonValue>;

const noValues: GroupValues = new Map();

/** The value of a node, with `omitted` for each analysis and for each group not to check. */
function valueIn(
  document: AnalysesDocument,
  { node, start }: Placed,
  part: DocumentPart,
  groups: GroupValues,
): JsonValue | undefined {
  if (part === "analysis") return omitted;
  if (node.kind === "object") {
    const entries: [string, JsonValue][] = [];
    for (const { property, value } of propertiesOf({ node, start })) {
      if (property.keyLength === 0) continue;
      const read = valueIn(document, value, partOfProperty(part, property.name), groups);
      if (read !== undefined) entries.push([property.name, read]);
    }
    return Object.fromEntries(entries);
  }
  if (node.kind === "array") {
    const values = new Array<JsonValue>(node.elements.length).fill(omitted);
    if (part === "groups") for (const [index, group] of groups) values[index] = group;
    else if (part !== "analyses")
      for (const element of elementsOf({ node, start }))
        values[element.index] = valueIn(document, element, partOfElements(part), groups) ?? omitted;
    return values;
  }
  return node.kind === "lazy" && node.wellFormed && node.length < maxCachedLength
    ? cachedValues.of(node, () => valueOf(document, { node, start }) ?? null)
    : valueOf(document, { node, start });
}

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
