import type { AnalysesDocument } from "../document/analysesDocument";
import type { JsonPath, JsonValue, Placed, PlacedProperty, Step } from "@analyses/json";
import type { ApplyingSchema, SchemaRoot } from "@analyses/json-schema";
import {
  applyingSchemas,
  applyingToNew,
  jsonTypes,
  schemaOfFile,
  schemaVariants,
  schemasOfChild,
  schemasTellingApart,
} from "@analyses/json-schema";
import type { SchemaContext } from "../schema/schemaContext";
import { knowledgeOf, knownProperties } from "./valueKnowledge";
import { schemaSet } from "../schema/schemaContext";
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

/** Which schemas hold where in a document: the document's own and, in analyses, the item schema. */
export interface SchemaLookup {
  /**
   * The schemas of the node at the end of the steps.
   *
   * @param without a property of that node that the author is just writing, and which does not count
   */
  readonly schemasAt: (
    document: AnalysesDocument,
    steps: readonly Step[],
    without?: PlacedProperty,
  ) => readonly ApplyingSchema[];
  /**
   * The schemas of a property or an element, whatever is written there.
   *
   * @param parents the schemas of the object or array
   * @param way the way to the property or element
   */
  readonly schemasOfChild: (parents: readonly ApplyingSchema[], way: JsonPath) => readonly ApplyingSchema[];
  /** The kinds of values that may stand there: one for each branch where schemas offer a choice. */
  readonly variantsOfChild: (parents: readonly ApplyingSchema[], way: JsonPath) => readonly Variant[];
  /**
   * Where a property tells the branches of a choice apart: the schemas of its constants in all of them.
   *
   * @param parents the schemas of the object
   */
  readonly tellingApart: (parents: readonly ApplyingSchema[], name: string) => readonly ApplyingSchema[];
  /** The schemas of an object that is to be written: what is required once it holds a value. */
  readonly schemasOfNew: (schemas: readonly ApplyingSchema[], value: JsonValue) => readonly ApplyingSchema[];
}

/** One kind of value that may stand at a place. */
export interface Variant {
  readonly title: string | undefined;
  readonly schemas: readonly ApplyingSchema[];
}

/** The lookup of the schemas in force; made once for each context. */
export const schemaLookup = memoized(createLookup);

function createLookup({ documentSchema, itemSchema }: SchemaContext): SchemaLookup {
  const documentRoots = schemaOfFile(schemaSet(documentSchema), documentSchema.uri);
  const itemRoots = itemSchema.kind === "ready" ? schemaOfFile(schemaSet(itemSchema), itemSchema.uri) : [];

  /** The schemas to begin with at the end of the first `length` steps of a way. */
  const rootsAt = (
    parents: readonly ApplyingSchema[],
    way: JsonPath,
    length = way.length,
  ): readonly SchemaRoot[] => {
    const key = way[length - 1];
    if (key === undefined) return documentRoots;
    const schemas = schemasOfChild(parents, key);
    return length === depthOf.analysis && partAt(way.slice(0, length)) === "analysis"
      ? [...itemRoots, ...schemas]
      : schemas;
  };

  /** Of each document, the way that was asked about last: whoever goes through a list asks about what is around it each time. */
  const lastWays = new WeakMap<AnalysesDocument, readonly SchemasOnWay[]>();

  return {
    schemasAt: (document, steps, without) => {
      const way = pathOf(steps);
      const before = lastWays.get(document) ?? [];
      const now: SchemasOnWay[] = [];
      let isSameWay = true;
      let schemas: readonly ApplyingSchema[] = [];
      for (const [depth, step] of steps.entries()) {
        // Nothing is known of a value that stands in one of which nothing is known.
        if (depth > depthOf.analysis && schemas.length === 0) break;
        const own = depth === steps.length - 1 ? without : undefined;
        const known = before[depth];
        isSameWay &&= own === undefined && known !== undefined && isSameStep(known, step);
        schemas =
          known !== undefined && isSameWay
            ? known.schemas
            : applyingSchemas(rootsAt(schemas, way, depth), writtenValue(document, step, own));
        if (own === undefined) now.push({ start: step.start, length: step.node.length, schemas });
      }
      lastWays.set(document, now);
      return schemas;
    },
    schemasOfChild: (parents, way) => applyingSchemas(rootsAt(parents, way), undefined),
    variantsOfChild: (parents, way) =>
      schemaVariants(rootsAt(parents, way)).map(({ own, schemas }) => ({
        title: knowledgeOf(own).title,
        schemas,
      })),
    tellingApart: schemasTellingApart,
    schemasOfNew: applyingToNew,
  };
}

/** A step of a way through a document, and the schemas of what it leads to. */
interface SchemasOnWay {
  readonly start: number;
  readonly length: number;
  readonly schemas: readonly ApplyingSchema[];
}

/** Whether steps behind the same ones are the same: values that are missing may stand at one place. */
function isSameStep({ start, length }: SchemasOnWay, step: Step): boolean {
  return length > 0 && start === step.start && length === step.node.length;
}

/** The place of a value, and what may stand there. */
export interface ValuePlace {
  /** The types that schemas allow there; empty where they allow any. */
  readonly types: readonly string[];
  /** How the value is reached; undefined where there is none, or it is the document. */
  readonly via: Step["via"] | undefined;
}

/** @param offset of the value, or of what stands for one */
export function placeOf(document: AnalysesDocument, schemas: SchemaContext, offset: number): ValuePlace {
  const { steps } = pathAt(document, offset);
  const via = steps.at(-1)?.via;
  if (steps.length < 2) return { types: [], via };
  const lookup = schemaLookup(schemas);
  const parents = lookup.schemasAt(document, steps.slice(0, -1));
  const { types, values } = knowledgeOf(lookup.schemasOfChild(parents, pathOf(steps)));
  const ofValues = values.flatMap(({ value }) => jsonTypes(value));
  return { types: types.length > 0 ? types : [...new Set(ofValues)], via };
}

/** What the schemas in force say of an object of a kind: a group, an analysis, or an entry of a list in one. */
export interface ObjectKind {
  readonly part: "group" | "analysis" | "other";
  readonly title: string | undefined;
  readonly known: ReadonlySet<string>;
  readonly required: readonly string[];
}

/** An object that is of another kind than its place asks for. */
export interface Misplaced {
  readonly is: ObjectKind;
  readonly wanted: ObjectKind;
  /** The way to it, the object last. */
  readonly steps: readonly Step[];
}

function kindOf(part: ObjectKind["part"], schemas: readonly ApplyingSchema[]): ObjectKind {
  const properties = knownProperties(schemas);
  return {
    part,
    title: knowledgeOf(schemas).title,
    known: new Set(properties.map(({ name }) => name)),
    required: properties.flatMap(({ name, required }) => (required ? [name] : [])),
  };
}

/** What a group is, and what an analysis is. */
const kindsOf = memoized(
  (context: SchemaContext): { readonly group: ObjectKind; readonly analysis: ObjectKind } => {
    const lookup = schemaLookup(context);
    const way = [formatProperty.groups, 0, formatProperty.analyses, 0];
    const schemasAfter = (length: number): readonly ApplyingSchema[] =>
      lookup.schemasOfChild(length === 0 ? [] : schemasAfter(length - 1), way.slice(0, length));
    return {
      group: kindOf("group", schemasAfter(depthOf.group)),
      analysis: kindOf("analysis", schemasAfter(depthOf.analysis)),
    };
  },
);

/**
 * The kind of the element of a list that starts at an offset, where that is clearly a group or an analysis and another
 * kind belongs there. Undefined for what may as well be unfinished, and for what is not JSON.
 */
export function misplacedAt(
  document: AnalysesDocument,
  schemas: SchemaContext,
  start: number,
): Misplaced | undefined {
  const { steps } = pathAt(document, start + 1);
  const index = steps.findLastIndex((step) => step.start === start);
  const [object, own] = [steps[index], steps.slice(0, index + 1)];
  if (object?.node.kind !== "object" || object.via.kind !== "element" || !isWellFormed(object.node))
    return undefined;
  const { group, analysis } = kindsOf(schemas);
  const way = pathOf(own);
  const part = partAt(way);
  const names = new Set(object.node.properties.map(({ name }) => name));
  // Numbers and names have analyses too, whatever they are: a group is what has a list of them.
  const kinds = (names.has(formatProperty.analyses) ? [group, analysis] : [analysis]).filter(
    (kind) => kind.part !== part && names.size > 0 && [...names].every((name) => kind.known.has(name)),
  );
  // What is wanted there takes long to find.
  if (kinds.length === 0) return undefined;
  const lookup = schemaLookup(schemas);
  const wanted =
    part === "group" || part === "analysis"
      ? kindsOf(schemas)[part]
      : kindOf("other", lookup.schemasOfChild(lookup.schemasAt(document, own.slice(0, -1)), way));
  const is = kinds.find((kind) => isClearly(kind, wanted, names));
  return is && { is, wanted, steps: own };
}

/**
 * Whether names are those of one kind of object, and not of another: some are only of the one, none is only of the other,
 * and the one is whole, or they fit it much better.
 */
function isClearly(kind: ObjectKind, other: ObjectKind, names: ReadonlySet<string>): boolean {
  const telling = [...names].filter((name) => kind.known.has(name) !== other.known.has(name));
  const missing = missingIn(kind, names).length;
  // Where nothing is known of the one that is wanted, it may be anything.
  if (other.known.size === 0 || telling.length === 0) return false;
  if (missing === 0) return true;
  const lacksOther = missingIn(other, names).some((name) => !kind.known.has(name));
  return telling.length > 1 && (lacksOther || missing * 2 <= telling.length + missingIn(other, names).length);
}

function missingIn({ required }: ObjectKind, names: ReadonlySet<string>): readonly string[] {
  return required.filter((name) => !names.has(name));
}

/** Containers longer than this (UTF-16 units) count as empty; what tells schemas apart is short. */
const longest = 2000;
const mostMembers = 500;

/** Each of a thousand problems asks about the list that they all stand in. */
const writtenCache = new NodeCache<{ readonly is: JsonValue | undefined }>();

/**
 * What is written at a node, as far as it can tell which schema is meant: its own members, without the
 * inside of long ones. The cost does not grow with the document.
 *
 * @param without the property that the author is just writing
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
    const value: Record<string, JsonValue> = {};
    let count = 0;
    for (const property of propertiesOf({ node, start })) {
      if (property.start === without?.start) continue;
      if ((count += 1) > mostMembers) break;
      const own = shortValue(document, property.value);
      if (own !== undefined) Object.defineProperty(value, property.property.name, enumerable(own));
    }
    return value;
  }
  if (node.kind === "array") {
    const value: JsonValue[] = [];
    for (const element of elementsOf({ node, start })) {
      if (value.length >= mostMembers) break;
      value.push(shortValue(document, element) ?? null);
    }
    return value;
  }
  return shortValue(document, placed);
}

function shortValue(document: AnalysesDocument, placed: Placed): JsonValue | undefined {
  const { node } = placed;
  if (node.length <= longest) return valueOf(document, placed);
  if (node.kind === "object" || (node.kind === "lazy" && node.opens === "object")) return {};
  if (node.kind === "array" || node.kind === "lazy") return [];
  return valueOf(document, placed);
}

/** Plain assignment would not make a property of `__proto__`. */
function enumerable(value: JsonValue): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}
