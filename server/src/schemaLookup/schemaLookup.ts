import type { AnalysesDocument } from "../document/analysesDocument";
import type { JsonPath, JsonValue, Placed, PlacedProperty, Step } from "@analyses/json";
import type { ApplyingSchema, SchemaRoot } from "@analyses/json-schema";
import {
  applyingSchemas,
  applyingToNew,
  isWithinLimits,
  jsonTypes,
  schemaOfFile,
  schemaVariants,
  schemasOfChild,
  discriminatorSchemas,
  namesInOrder,
  requiredProperties,
} from "@analyses/json-schema";
import { type SchemaContext, schemaSet } from "../schema/schemaContext";
import { knowledgeOf } from "./valueKnowledge";
import { depthOf, formatProperty, partAt } from "@analyses/protocol/documentFormat";
import {
  NodeCache,
  elementsOf,
  isContainer,
  isWellFormed,
  memoized,
  pathAt,
  pathOf,
  propertiesOf,
  valueOf,
} from "@analyses/json";

/** Finds the schemas for each place in a document: the document schema and, in analyses, the item schema. */
export interface SchemaLookup {
  /**
   * The schemas of the node at the end of the steps.
   *
   * @param without an unfinished property of that node, which must not select a schema
   */
  readonly schemasAt: (
    document: AnalysesDocument,
    steps: readonly Step[],
    without?: PlacedProperty,
  ) => readonly ApplyingSchema[];
  /**
   * The schemas of a property or element, regardless of its current value.
   *
   * @param parents the schemas of the object or array
   * @param path the path of the property or element
   */
  readonly schemasOfChild: (parents: readonly ApplyingSchema[], path: JsonPath) => readonly ApplyingSchema[];
  /** The alternatives for a value: one per branch of each choice in the schemas. */
  readonly variantsOfChild: (parents: readonly ApplyingSchema[], path: JsonPath) => readonly Variant[];
  /**
   * The schemas of a property's constants in all branches of the object's schemas, if the property selects a branch;
   * none for other properties.
   *
   * @param parents the schemas of the object
   */
  readonly discriminatorSchemas: (
    parents: readonly ApplyingSchema[],
    name: string,
  ) => readonly ApplyingSchema[];
  /** The schemas of a new object that has the given value so far. */
  readonly schemasOfNew: (schemas: readonly ApplyingSchema[], value: JsonValue) => readonly ApplyingSchema[];
}

/** One alternative for the value at a path. */
export interface Variant {
  readonly title: string | undefined;
  readonly schemas: readonly ApplyingSchema[];
}

/** Returns the schema lookup of a context; always the same one, because it caches. */
export const schemaLookup = memoized(createLookup);

function createLookup({ documentSchema, itemSchema }: SchemaContext): SchemaLookup {
  const documentRoots = schemaOfFile(schemaSet(documentSchema), documentSchema.uri);
  const itemRoots = itemSchema.kind === "ready" ? schemaOfFile(schemaSet(itemSchema), itemSchema.uri) : [];

  /** The root schemas for the value after the first `length` steps of a path: item schemas begin at each analysis. */
  const rootsAt = (
    parents: readonly ApplyingSchema[],
    path: JsonPath,
    length = path.length,
  ): readonly SchemaRoot[] => {
    const key = path[length - 1];
    if (key === undefined) return documentRoots;
    const schemas = schemasOfChild(parents, key);
    return length === depthOf.analysis && partAt(path.slice(0, length)) === "analysis"
      ? [...itemRoots, ...schemas]
      : schemas;
  };

  /** The path of the last lookup in each document: the next lookup usually has the same ancestors. */
  const lastPaths = new WeakMap<AnalysesDocument, readonly SchemasOnPath[]>();

  return {
    schemasAt: (document, steps, without) => {
      const path = pathOf(steps);
      const before = lastPaths.get(document) ?? [];
      const now: SchemasOnPath[] = [];
      let isSamePath = true;
      let schemas: readonly ApplyingSchema[] = [];
      for (const [depth, step] of steps.entries()) {
        // Below an analysis, children of a value without schemas have none either; above, the item schema may follow.
        if (depth > depthOf.analysis && schemas.length === 0) break;
        const own = depth === steps.length - 1 ? without : undefined;
        const cached = before[depth];
        isSamePath &&= own === undefined && cached !== undefined && isSameStep(cached, step);
        schemas =
          cached !== undefined && isSamePath
            ? cached.schemas
            : applyingSchemas(rootsAt(schemas, path, depth), writtenValue(document, step, own));
        if (own === undefined) now.push({ start: step.start, length: step.node.length, schemas });
      }
      lastPaths.set(document, now);
      return schemas;
    },
    schemasOfChild: (parents, path) => applyingSchemas(rootsAt(parents, path), undefined),
    variantsOfChild: (parents, path) =>
      schemaVariants(rootsAt(parents, path)).map(({ own, schemas }) => ({
        title: knowledgeOf(own).title,
        schemas,
      })),
    discriminatorSchemas,
    schemasOfNew: applyingToNew,
  };
}

/** A step of the last path, with the schemas of its node. */
interface SchemasOnPath {
  readonly start: number;
  readonly length: number;
  readonly schemas: readonly ApplyingSchema[];
}

/**
 * Whether the step equals the cached one. Never for a missing value: it has no length, so another node can begin at its
 * offset.
 */
function isSameStep({ start, length }: SchemasOnPath, step: Step): boolean {
  return length > 0 && start === step.start && length === step.node.length;
}

/** What the schemas allow for the value at a place in a document. */
export interface ValuePlace {
  /** The types that the schemas allow; empty for any. */
  readonly types: readonly string[];
  /** The step to the value; undefined for the document or if the offset has no value. */
  readonly via: Step["via"] | undefined;
  /** Whether a number, as JSON text, is within the schemas' limits; true for other values. */
  readonly isWithinLimits: (json: string) => boolean;
}

/** What the schemas allow at the offset of a value, or of the place where a value is missing. */
export function placeOf(document: AnalysesDocument, schemas: SchemaContext, offset: number): ValuePlace {
  const { steps } = pathAt(document, offset);
  const via = steps.at(-1)?.via;
  if (steps.length < 2) return { types: [], via, isWithinLimits: () => true };
  const lookup = schemaLookup(schemas);
  const own = lookup.schemasOfChild(lookup.schemasAt(document, steps.slice(0, -1)), pathOf(steps));
  const { types, values } = knowledgeOf(own);
  const typesOfValues = values.flatMap(({ value }) => jsonTypes(value));
  return {
    types: types.length > 0 ? types : [...new Set(typesOfValues)],
    via,
    isWithinLimits: (json) =>
      Number.isNaN(Number(json)) ||
      own.every(({ schema, certain }) => !certain || isWithinLimits(schema, Number(json))),
  };
}

/** What the schemas define for a kind of object: a group, an analysis, or an entry of a list in one. */
export interface ObjectKind {
  readonly part: "group" | "analysis" | "other";
  /** The name of the list in an analysis whose entries are of this kind; undefined for groups and analyses. */
  readonly list?: string;
  readonly title: string | undefined;
  /** The names of its properties. */
  readonly known: ReadonlySet<string>;
  readonly required: readonly string[];
}

/** An object of another kind than its position requires. */
export interface Misplaced {
  /** The kind that the object is of. */
  readonly is: ObjectKind;
  /** The kind that its position requires. */
  readonly wanted: ObjectKind;
  readonly steps: readonly Step[];
  /** Whether the object has all properties that its kind requires. */
  readonly isComplete: boolean;
}

function kindOf(part: ObjectKind["part"], schemas: readonly ApplyingSchema[]): ObjectKind {
  return {
    part,
    title: knowledgeOf(schemas).title,
    known: new Set(namesInOrder(schemas)),
    required: [...requiredProperties(schemas)],
  };
}

interface ObjectKinds {
  readonly group: ObjectKind;
  readonly analysis: ObjectKind;
  readonly entries: readonly ObjectKind[];
}

/** The kinds of groups, of analyses, and of entries of the lists in analyses, such as studies. */
const kindsOf = memoized((context: SchemaContext): ObjectKinds => {
  const lookup = schemaLookup(context);
  const path = [formatProperty.groups, 0, formatProperty.analyses, 0];
  const schemasAfter = (length: number): readonly ApplyingSchema[] =>
    lookup.schemasOfChild(length === 0 ? [] : schemasAfter(length - 1), path.slice(0, length));
  const analysis = schemasAfter(depthOf.analysis);
  return {
    group: kindOf("group", schemasAfter(depthOf.group)),
    analysis: kindOf("analysis", analysis),
    entries: [...entryKinds(lookup, analysis, path, maxListDepth)],
  };
});

/** The maximum nesting of lists to search: an analysis has subgroups, which have studies. */
const maxListDepth = 2;

function* entryKinds(
  lookup: SchemaLookup,
  schemas: readonly ApplyingSchema[],
  path: JsonPath,
  depth: number,
): Generator<ObjectKind, void> {
  for (const list of depth === 0 ? [] : namesInOrder(schemas)) {
    const own = lookup.schemasOfChild(schemas, [...path, list]);
    const entry = lookup.schemasOfChild(own, [...path, list, 0]);
    const kind = { ...kindOf("other", entry), list };
    if (kind.known.size === 0) continue;
    yield kind;
    yield* entryKinds(lookup, entry, [...path, list, 0], depth - 1);
  }
}

/**
 * Finds a list element that is clearly of another kind than the list requires: a group, an analysis, or an entry of
 * another list. Undefined for an element that may just be unfinished, and for invalid JSON.
 */
export function misplacedAt(
  document: AnalysesDocument,
  schemas: SchemaContext,
  start: number,
): Misplaced | undefined {
  // One character further, the path leads into the object that starts at the offset.
  const { steps } = pathAt(document, start + 1);
  const index = steps.findLastIndex((step) => step.start === start);
  const [object, own] = [steps[index], steps.slice(0, index + 1)];
  if (object?.node.kind !== "object" || object.via.kind !== "element" || !isWellFormed(object.node))
    return undefined;
  const { group, analysis, entries } = kindsOf(schemas);
  const path = pathOf(own);
  const part = partAt(path);
  const names = new Set(object.node.properties.map(({ name }) => name));
  // An analysis too can have only a number and a name, so an object counts as a group only with a list of analyses.
  const kinds = [...(names.has(formatProperty.analyses) ? [group] : []), analysis, ...entries].filter(
    (kind) =>
      (kind.part === "other" || kind.part !== part) &&
      names.size > 0 &&
      [...names].every((name) => kind.known.has(name)),
  );
  // Most elements end here, before the slow search for the required kind.
  if (kinds.length === 0) return undefined;
  const lookup = schemaLookup(schemas);
  const wanted =
    part === "group" || part === "analysis"
      ? kindsOf(schemas)[part]
      : kindOf("other", lookup.schemasOfChild(lookup.schemasAt(document, own.slice(0, -1)), path));
  const [is] = kinds
    .filter((kind) => isClearly(kind, wanted, names))
    .sort((one, other) => missingIn(one, names).length - missingIn(other, names).length);
  return is && { is, wanted, steps: own, isComplete: missingIn(is, names).length === 0 };
}

/**
 * Whether an object with these names is clearly of `kind` rather than of `other`. The caller has checked that `kind`
 * has all the names; at least one must be no name of `other`. If the object lacks properties that `kind` requires,
 * several names must distinguish the two kinds, and `other` must fit worse.
 */
function isClearly(kind: ObjectKind, other: ObjectKind, names: ReadonlySet<string>): boolean {
  const distinguishing = [...names].filter((name) => kind.known.has(name) !== other.known.has(name));
  const missing = missingIn(kind, names).length;
  // A kind without known properties allows anything.
  if (other.known.size === 0 || distinguishing.length === 0) return false;
  if (missing === 0) return true;
  const lacksOther = missingIn(other, names).some((name) => !kind.known.has(name));
  return (
    distinguishing.length > 1 &&
    (lacksOther || missing * 2 <= distinguishing.length + missingIn(other, names).length)
  );
}

function missingIn({ required }: ObjectKind, names: ReadonlySet<string>): readonly string[] {
  return required.filter((name) => !names.has(name));
}

/** Objects and arrays over this length (in UTF-16 units) count as empty: values that select a schema are short. */
const maxLength = 2000;
const maxMembers = 500;

/** Values by node, because a list with a thousand problems is looked up a thousand times. */
const writtenCache = new NodeCache<{ readonly is: JsonValue | undefined }>();

/**
 * The value of a node as far as it can select a schema: its direct members, the long ones empty. So the cost does not
 * grow with the document.
 *
 * @param without an unfinished property, to ignore
 */
export function writtenValue(
  document: AnalysesDocument,
  placed: Placed,
  without?: PlacedProperty,
): JsonValue | undefined {
  return without === undefined && isContainer(placed.node)
    ? writtenCache.of(placed.node, () => ({ is: readWritten(document, placed) })).is
    : readWritten(document, placed, without);
}

function readWritten(
  document: AnalysesDocument,
  placed: Placed,
  without?: PlacedProperty,
): JsonValue | undefined {
  const { node, start } = placed;
  if (node.kind === "object") {
    const members: [string, JsonValue][] = [];
    let count = 0;
    for (const property of propertiesOf({ node, start })) {
      if (property.start === without?.start) continue;
      if ((count += 1) > maxMembers) break;
      const own = shortValue(document, property.value);
      if (own !== undefined) members.push([property.property.name, own]);
    }
    return Object.fromEntries(members);
  }
  if (node.kind === "array") {
    const value: JsonValue[] = [];
    for (const element of elementsOf({ node, start })) {
      if (value.length >= maxMembers) break;
      value.push(shortValue(document, element) ?? null);
    }
    return value;
  }
  return shortValue(document, placed);
}

function shortValue(document: AnalysesDocument, placed: Placed): JsonValue | undefined {
  const { node } = placed;
  if (node.length <= maxLength) return valueOf(document, placed);
  if (node.kind === "object" || (node.kind === "lazy" && node.opens === "object")) return {};
  if (node.kind === "array" || node.kind === "lazy") return [];
  return valueOf(document, placed);
}
