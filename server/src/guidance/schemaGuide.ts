import type { AnalysesDocument } from "../document/analysesDocument";
import type { JsonValue } from "../document/valueOf";
import type { PlacedProperty } from "../document/places";
import type { Step } from "../document/pathAt";
import type { SchemaContext } from "../schema/schemaContext";
import type { ApplicableSchema, FoundSchema } from "./applicableSchemas";
import { applicableSchemas, schemasOfChild } from "./applicableSchemas";
import { schemaList } from "./schemaKeywords";
import type { SchemaPlace } from "./schemaLibrary";
import { SchemaLibrary } from "./schemaLibrary";
import { knowledgeOf } from "./valueKnowledge";
import type { Way } from "./ways";
import { analysisDepth, leadsToAnalysis, wayOf } from "./ways";
import { writtenValue } from "./writtenValue";

/** Which schemas hold where in a document: the document's own and, in analyses, the item schema. */
export interface SchemaGuide {
  /**
   * The schemas of the node at the end of the steps.
   *
   * @param without a property of that node that the author is just writing, and which does not count
   */
  readonly schemasAt: (
    document: AnalysesDocument,
    steps: readonly Step[],
    without?: PlacedProperty,
  ) => readonly FoundSchema[];
  /**
   * The schemas of a property or an element, whatever is written there.
   *
   * @param parents the schemas of the object or array
   * @param way the way to the property or element
   */
  readonly schemasOfChild: (parents: readonly ApplicableSchema[], way: Way) => readonly FoundSchema[];
  /** The kinds of values that may stand there: one for each branch where schemas offer a choice. */
  readonly variantsOfChild: (parents: readonly ApplicableSchema[], way: Way) => readonly Variant[];
  /** The schemas of an object that is to be written: what is required once it holds a value. */
  readonly schemasOfNew: (schemas: readonly ApplicableSchema[], value: JsonValue) => readonly FoundSchema[];
}

/** One kind of value that may stand at a place. */
export interface Variant {
  readonly title: string | undefined;
  readonly schemas: readonly FoundSchema[];
}

const guides = new WeakMap<SchemaContext, SchemaGuide>();

/** The guide to the schemas in force; made once for each context. */
export function guideTo(context: SchemaContext): SchemaGuide {
  const known = guides.get(context);
  if (known !== undefined) return known;
  const guide = createGuide(context);
  guides.set(context, guide);
  return guide;
}

function createGuide({ documentSchema, itemSchema }: SchemaContext): SchemaGuide {
  const itemFiles = itemSchema.kind === "ready" ? itemSchema.files : [];
  const library = new SchemaLibrary(new Map([...documentSchema.files, ...itemFiles]));
  const documentRoots = rootsOf(library, documentSchema.uri);
  const itemRoots = itemSchema.kind === "ready" ? rootsOf(library, itemSchema.uri) : [];

  /** The schemas to begin with at the end of the first `length` steps of a way. */
  const rootsAt = (
    parents: readonly ApplicableSchema[],
    way: Way,
    length = way.length,
  ): readonly ApplicableSchema[] => {
    const key = way[length - 1];
    if (key === undefined) return documentRoots;
    const schemas = schemasOfChild(library, parents, key);
    return length === analysisDepth && leadsToAnalysis(way.slice(0, length))
      ? [...itemRoots, ...schemas]
      : schemas;
  };

  return {
    schemasAt: (document, steps, without) => {
      const way = wayOf(steps);
      let schemas: readonly FoundSchema[] = [];
      for (const [depth, step] of steps.entries()) {
        // Nothing is known of a value that stands in one of which nothing is known.
        if (depth > analysisDepth && schemas.length === 0) break;
        const isLast = depth === steps.length - 1;
        const value = writtenValue(document, step, isLast ? without : undefined);
        schemas = applicableSchemas(library, rootsAt(schemas, way, depth), value);
      }
      return schemas;
    },
    schemasOfChild: (parents, way) => applicableSchemas(library, rootsAt(parents, way), undefined),
    variantsOfChild: (parents, way) => variantsOf(library, rootsAt(parents, way)),
    schemasOfNew: (schemas, value) => {
      const settled = schemas.filter(({ certain }) => certain);
      const isSettled = (branch: SchemaPlace): boolean =>
        settled.some(({ schema }) => schema === branch.schema);
      return applicableSchemas(library, settled, value, (branches) => {
        const chosen = branches.find(isSettled) ?? branches[0];
        return chosen === undefined ? [] : [chosen];
      });
    },
  };
}

function rootsOf(library: SchemaLibrary, uri: string): readonly ApplicableSchema[] {
  const place = library.root(uri);
  return place === undefined ? [] : [{ ...place, certain: true }];
}

function variantsOf(library: SchemaLibrary, roots: readonly ApplicableSchema[]): readonly Variant[] {
  const schemas = applicableSchemas(library, roots, undefined);
  for (const place of schemas.filter(({ certain }) => certain)) {
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const branches = schemaList(place.schema, keyword).flatMap((one) => library.inside(place, one) ?? []);
      if (branches.length > 1) return branches.map((branch) => variantOf(library, roots, branches, branch));
    }
  }
  return [{ title: knowledgeOf(schemas).title, schemas }];
}

/** The schemas of a value for which, of several branches, one is meant. */
function variantOf(
  library: SchemaLibrary,
  roots: readonly ApplicableSchema[],
  branches: readonly SchemaPlace[],
  meant: SchemaPlace,
): Variant {
  const others = new Set(branches.filter((branch) => branch !== meant).map(({ schema }) => schema));
  const ofBranch = applicableSchemas(library, [{ ...meant, certain: true }], undefined);
  return {
    title: knowledgeOf(ofBranch).title,
    schemas: applicableSchemas(library, roots, undefined, (considered) =>
      considered.filter(({ schema }) => !others.has(schema)),
    ),
  };
}
