import { type RoleBinding, bindRoles } from "@analyses/evidence";
import type { JsonValue } from "@analyses/json";
import type { ApplyingSchema, SchemaRoot, ValuePlace } from "@analyses/json-schema";
import {
  applyingSchemas,
  applyingToNew,
  elementsNeeded,
  equalityKey,
  expectedTypes,
  isClosed,
  listIn,
  namesInOrder,
  placesByKey,
  requiredSiblings,
  schemaOfFile,
  schemaSetOf,
  schemasOfChild,
  subschemasOf,
} from "@analyses/json-schema";

/** The format of a document's items. */
export interface ItemShape {
  /** The item schema. */
  readonly uri: string;
  /** The item schema and every schema file that it reaches by `$ref`, by URI. */
  readonly files: ReadonlyMap<string, JsonValue>;
  /** The setting `evidence.roles`, for properties without a known name or annotation. */
  readonly roles?: unknown;
}

/** What the item schema expects of a new item. */
export function itemPlace({ uri, files }: ItemShape): ValuePlace {
  return placeFrom(schemaOfFile(schemaSetOf(files), uri));
}

/** The roles of the properties of items. */
export function bindingOf({ uri, files, roles }: ItemShape): RoleBinding {
  return bindRoles({ subschemas: subschemasOf(schemaSetOf(files), uri), setting: roles });
}

/**
 * Keywords whose schemas apply only to some values. Without them the same schemas apply to each object, and need not be
 * selected again.
 */
const conditional = ["anyOf", "oneOf", "if", "dependentSchemas"];

/** What the schemas expect of a value that does not exist yet. */
export function placeFrom(roots: readonly SchemaRoot[]): ValuePlace {
  const schemas = applyingSchemas(roots, undefined);
  const areFixed = !schemas.some(({ schema }) =>
    conditional.some((keyword) => schema[keyword] !== undefined),
  );
  const values = valuesIn(schemas);
  return {
    schemas,
    types: expectedTypes(schemas),
    values,
    isClosed: values.length > 0 && isClosed(schemas),
    entries: elementsNeeded(schemas),
    element: () => placeFrom(schemasOfChild(schemas, 0)),
    having(members) {
      const own = areFixed ? schemas : applyingSchemas(roots, members);
      return {
        names: namesInOrder(own),
        get lacking() {
          return requiredSiblings(areFixed ? own : applyingToNew(own, members), members);
        },
        property: (name) => placeFrom(schemasOfChild(own, name)),
      };
    },
  };
}

/** The listed values that no certain schema rules out. */
function valuesIn(schemas: readonly ApplyingSchema[]): readonly JsonValue[] {
  const listsIn = (isCertain: boolean): readonly (readonly JsonValue[])[] =>
    schemas.flatMap(({ schema, certain }) => (certain === isCertain ? [listIn(schema) ?? []] : []));
  const [first, ...others] = listsIn(true).filter(({ length }) => length > 0);
  if (first === undefined) return listsIn(false).flat();
  const allowed = others.map(placesByKey);
  return first.filter((value) => allowed.every((places) => places.has(equalityKey(value))));
}
