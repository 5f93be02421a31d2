import type { AnalysesDocument } from "../document/analysesDocument";
import type { JsonPath, JsonValue, Placed, PlacedProperty, Step } from "../../../json/src";
import type { ApplyingSchema, SchemaRoot } from "../../../json-schema/src";
import {
  applyingSchemas,
  applyingToNew,
  jsonTypes,
  schemaOfFile,
  schemaVariants,
  schemasOfChild,
  schemasTellingApart,
} from "../../../json-schema/src";
import type { SchemaContext } from "../schema/schemaContext";
import { knowledgeOf } from "./valueKnowledge";
import { schemaSet } from "../schema/schemaContext";
import { depthOf, partAt } from "../../../protocol/src/documentFormat";
import {
  NodeCache,
  elementsOf,
  isContainer,
  memoized,
  pathAt,
  pathOf,
  propertiesOf,
  valueOf,
} from "../../../json/src";

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

  return {
    schemasAt: (document, steps, without) => {
      const way = pathOf(steps);
      let schemas: readonly ApplyingSchema[] = [];
      for (const [depth, step] of steps.entries()) {
        // Nothing is known of a value that stands in one of which nothing is known.
        if (depth > depthOf.analysis && schemas.length === 0) break;
        const isLast = depth === steps.length - 1;
        const value = writtenValue(document, step, isLast ? without : undefined);
        schemas = applyingSchemas(rootsAt(schemas, way, depth), value);
      }
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
