import { bundledSchemaIdentifiers } from "./documentFormat";
import type { SchemaAssociation } from "./settings";
import { topLevelSchema } from "./topLevelSchema";

// The one rule, for editors and command lines, of which files are analyses documents: those with a name as in
// package.json, or any JSON file with a known `$schema`.

/** Whether a file name is that of a document, in any letter case. @param name without folders */
export function isDocumentName(name: string): boolean {
  return /^analyses\.json$|.\.analyses\.json$/i.test(name);
}

/** The length of a JSON text's beginning in which to search for `$schema`, in UTF-16 code units. */
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
