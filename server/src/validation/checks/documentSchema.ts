import { type DocumentPart, partOfElements, partOfProperty } from "@analyses/protocol/documentFormat";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { groupListOf } from "../../document/groups";
import { NodeCache, elementsOf, propertiesOf, valueOf, type Yielding } from "@analyses/json";
import type { ArrayNode, JsonValue, ObjectNode, Placed, PlacedElement } from "@analyses/json";
import { type CompiledSchema, type SchemaProblem, omitted } from "@analyses/json-schema";
import type { DocumentCheck, ValidationContext } from "../../findings/check";
import type { FindingDraft } from "../../findings/finding";
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

/** Values of nodes this long (UTF-16 units) are not cached, to save memory. */
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
  switch (node.kind) {
    case "object":
      return objectValue(document, { node, start }, part, groups);
    case "array":
      return arrayValue(document, { node, start }, part, groups);
    case "lazy":
      if (node.wellFormed && node.length < maxCachedLength) {
        return cachedValues.of(node, () => valueOf(document, { node, start }) ?? null);
      }
      return valueOf(document, { node, start });
    default:
      return valueOf(document, { node, start });
  }
}

function objectValue(
  document: AnalysesDocument,
  object: Placed<ObjectNode>,
  part: DocumentPart,
  groups: GroupValues,
): JsonValue {
  const entries: [string, JsonValue][] = [];
  for (const { property, value } of propertiesOf(object)) {
    if (property.keyLength === 0) continue;
    const read = valueIn(document, value, partOfProperty(part, property.name), groups);
    if (read !== undefined) entries.push([property.name, read]);
  }
  return Object.fromEntries(entries);
}

function arrayValue(
  document: AnalysesDocument,
  array: Placed<ArrayNode>,
  part: DocumentPart,
  groups: GroupValues,
): JsonValue {
  const value = new Array<JsonValue>(array.node.elements.length).fill(omitted);
  if (part === "analyses") return value;
  if (part === "groups") {
    for (const [index, group] of groups) value[index] = group;
    return value;
  }
  for (const element of elementsOf(array)) {
    const read = valueIn(document, element, partOfElements(part), groups);
    if (read !== undefined) value[element.index] = read;
  }
  return value;
}
