import type { JsonValue } from "../document/valueOf";
import type { CompiledSchema } from "./compiledSchema";
import type { SchemaContext } from "./schemaContext";

/** The compiled schemas of a document. */
export interface CompiledSchemas {
  /** The schema of the whole document. Values may hold `omitted` where something is left out. */
  readonly document: CompiledSchema;
  /**
   * What an analysis must follow: the item schema and what the document's schema itself says about
   * analyses. Undefined when neither says anything.
   */
  readonly item: CompiledSchema | undefined;
}

/**
 * Stands in a value for something that is left out, an analysis for example: every schema is content
 * with it. Compared by identity.
 */
export const omitted: JsonValue = Object.freeze({});

/** The compiled schemas of a context: made when first asked for, then the same as long as it lasts. */
export type CompileSchemas = (context: SchemaContext) => CompiledSchemas;

/** Until schemas are compiled, none has an objection. */
export const compiledSchemas: CompileSchemas = () => ({ document: () => [], item: undefined });
