import { bundledSchemaIdentifiers } from "./documentFormat";
import type { SchemaAssociation } from "./settings";
import { createScanner, SyntaxKind } from "jsonc-parser";

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

/**
 * The value of the top-level `$schema` property of a JSON text, or undefined if there is none.
 * Scans no further than the property; tolerates text that is not valid JSON (yet).
 */
export function topLevelSchema(text: string): string | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  let key: string | undefined;
  let isValue = false;
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    switch (token) {
      case SyntaxKind.OpenBraceToken:
      case SyntaxKind.OpenBracketToken:
        if (depth === 0 && token === SyntaxKind.OpenBracketToken) return undefined;
        depth += 1;
        break;
      case SyntaxKind.CloseBraceToken:
      case SyntaxKind.CloseBracketToken:
        depth -= 1;
        if (depth === 0) return undefined;
        break;
      case SyntaxKind.ColonToken:
        isValue = depth === 1;
        break;
      case SyntaxKind.CommaToken:
        isValue = false;
        break;
      case SyntaxKind.StringLiteral:
        if (depth !== 1) break;
        if (!isValue) key = scanner.getTokenValue();
        else if (key === "$schema") return scanner.getTokenValue();
        break;
      default:
        break;
    }
  }
  return undefined;
}
