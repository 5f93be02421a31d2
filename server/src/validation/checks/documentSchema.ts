import { type DocumentPart, partOfElements, partOfProperty } from "@analyses/protocol/documentFormat";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { groupListOf, isGroupNode, IncrementalList, lazyGroupValue } from "../../document/groups";
import { NodeCache, elementAt, elementsOf, propertiesOf, valueOf, type Yielding } from "@analyses/json";
import type { ArrayNode, JsonValue, ObjectNode, Placed, SyntaxNode } from "@analyses/json";
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

const invalidGroups = new IncrementalList();

function* run(context: ValidationContext): Yielding<readonly FindingDraft[]> {
  const { document, compiled } = context;
  const { document: schema, canValidateGroupsIndependently } = compiled;
  const list = groupListOf(document);
  const groups = list?.node.elements ?? [];
  const isKnownToBeValid = (index: number) => {
    const group = groups[index];
    return isGroupNode(group) && validBy.get(group) === schema;
  };
  const toCheck = invalidGroups
    .dirtyIndexes(document, groups, [schema])
    .filter((index) => !isKnownToBeValid(index));
  const values: ElementValue[] = [];
  for (const index of toCheck) {
    const group = list && elementAt(list, index);
    const value = group && valueIn(document, group, "group", noGroups);
    if (value !== undefined) values.push({ index, value });
    yield 0;
  }
  const value = valueIn(document, document.root, "document", { list: groups, values });
  if (value === undefined) return [];
  yield 0;
  return yield* findingsBySchema(context, document.root, "document", (limit) => {
    const problems = schema(value, limit);
    if (canValidateGroupsIndependently) noteValidGroups(groups, toCheck, schema, problems);
    const invalid = toCheck.filter((index) => !isKnownToBeValid(index));
    invalidGroups.markClean(document, groups, [schema], invalid);
    return problems;
  });
}

function noteValidGroups(
  groups: readonly SyntaxNode[],
  checked: readonly number[],
  schema: CompiledSchema,
  problems: readonly SchemaProblem[],
): void {
  if (problems.some(({ detail }) => detail.keyword === "unfinished")) return;
  const invalid = new Set(problems.map(({ instancePath }) => instancePath[1]));
  for (const index of checked) {
    const group = groups[index];
    if (isGroupNode(group) && !invalid.has(index)) validBy.set(group, schema);
  }
}

/** Values of nodes this long (UTF-16 units) are not cached, to save memory. */
const maxCachedLength = 20_000;

const cachedValues = new NodeCache<JsonValue>();

interface ElementValue {
  readonly index: number;
  readonly value: JsonValue;
}

interface GroupsToCheck {
  /** The elements of the group list. */
  readonly list: readonly SyntaxNode[];
  /** The values of the groups to check. */
  readonly values: readonly ElementValue[];
}

const noGroups: GroupsToCheck = { list: [], values: [] };

/** The value of a node, with `omitted` for each analysis and for each group not to check. */
function valueIn(
  document: AnalysesDocument,
  { node, start }: Placed,
  part: DocumentPart,
  groups: GroupsToCheck,
): JsonValue | undefined {
  if (part === "analysis") return omitted;
  switch (node.kind) {
    case "object":
      return objectValue(document, { node, start }, part, groups);
    case "array":
      return arrayValue(document, { node, start }, part, groups);
    case "lazy":
      if (part === "group") return lazyGroupValue(document, { node, start });
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
  groups: GroupsToCheck,
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
  groups: GroupsToCheck,
): JsonValue {
  const value = new Array<JsonValue>(array.node.elements.length).fill(omitted);
  if (part === "analyses") return value;
  if (array.node.elements === groups.list) {
    for (const group of groups.values) value[group.index] = group.value;
    return value;
  }
  for (const element of elementsOf(array)) {
    const read = valueIn(document, element, partOfElements(part), groups);
    if (read !== undefined) value[element.index] = read;
  }
  return value;
}
