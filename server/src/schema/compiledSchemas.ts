import type { CompiledSchema } from "./compiledSchema";
import { compileSchema } from "./compileSchema";
import { schemasOfItems } from "./files/schemasOfItems";
import { setOf } from "./files/schemaSets";
import { judgesGroupsAlone } from "./groupsAlone";
import type { DocumentSchema, ItemSchema, SchemaContext } from "./schemaContext";

/** The compiled schemas of a document. */
export interface CompiledSchemas {
  /** The schema of the whole document. Values may hold `omitted` where something is left out. */
  readonly document: CompiledSchema;
  readonly judgesGroupsAlone: boolean;
  /**
   * What an analysis must follow: the item schema and what the document's schema itself says about
   * analyses. Undefined when neither says anything.
   */
  readonly item: CompiledSchema | undefined;
}

const compiled = new WeakMap<DocumentSchema, WeakMap<ItemSchema, CompiledSchemas>>();

/**
 * The compiled schemas of a context: made when first asked for, then the same as long as its schemas
 * are the same.
 */
export function compiledSchemas({ documentSchema, itemSchema }: SchemaContext): CompiledSchemas {
  const ofDocument = compiled.get(documentSchema) ?? new WeakMap<ItemSchema, CompiledSchemas>();
  compiled.set(documentSchema, ofDocument);
  const known = ofDocument.get(itemSchema);
  if (known !== undefined) return known;
  const schemas = compile(documentSchema, itemSchema);
  ofDocument.set(itemSchema, schemas);
  return schemas;
}

function compile(documentSchema: DocumentSchema, itemSchema: ItemSchema): CompiledSchemas {
  const documentSet = setOf(documentSchema.files);
  const document = documentSet.file(documentSchema.uri);
  const itemSet = itemSchema.kind === "ready" ? setOf(itemSchema.files) : undefined;
  const item = itemSchema.kind === "ready" ? itemSet?.file(itemSchema.uri) : undefined;
  const ofItems = document === undefined ? [] : schemasOfItems(documentSet, document);
  return {
    document: document === undefined ? () => [] : compileSchema(documentSet, document),
    judgesGroupsAlone: judgesGroupsAlone(documentSchema.schema),
    item: all([
      ...(itemSet && item ? [compileSchema(itemSet, item)] : []),
      ...ofItems.map((place) => compileSchema(documentSet, place)),
    ]),
  };
}

function all(schemas: readonly CompiledSchema[]): CompiledSchema | undefined {
  const [first, ...others] = schemas;
  if (first === undefined || others.length === 0) return first;
  return (value, limit) => schemas.flatMap((schema) => schema(value, limit)).slice(0, limit);
}
