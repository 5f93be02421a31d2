import { bundledSchemaIdentifiers } from "./documentFormat";
import type { SchemaAssociation } from "./settings";
import { topLevelSchema } from "./topLevelSchema";

// One rule for what an analyses document is, in editors and on command lines: by its name, as package.json has it, or, as
// any JSON file, by its `$schema`.

/** Whether a file is a document by its name, which says so in any case. @param name without folders */
export function isDocumentName(name: string): boolean {
  return /^analyses\.json$|.\.analyses\.json$/i.test(name);
}

/** How far into a JSON text its `$schema` is looked for, in UTF-16 code units. */
export const schemaSearchLimit = 1_000_000;

/**
 * Whether a JSON text names the schema of a document.
 *
 * @param text its first {@link schemaSearchLimit} code units
 * @param schemas the setting `schemas`
 */
export function namesDocumentSchema(
  text: string,
  schemas: readonly Pick<SchemaAssociation, "id">[],
): boolean {
  const schema = topLevelSchema(text);
  if (schema === undefined) return false;
  return [...bundledSchemaIdentifiers, ...schemas.map(({ id }) => id)].includes(schema);
}
