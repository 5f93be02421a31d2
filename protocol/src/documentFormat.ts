import type { SchemaAssociation } from "./settings";
import { createScanner, SyntaxKind } from "jsonc-parser";

/** The language identifier of analyses documents in editors. */
export const analysesLanguage = "analyses";

/**
 * The property names of an analyses document (registry interface, section 2.7): an object with `analysis-groups`, a
 * list of groups, each an object with a number, a name and `analyses`, a list of items of any structure.
 */
export const formatProperty = {
  schema: "$schema",
  riskOfBiasMethod: "risk-of-bias-method",
  groups: "analysis-groups",
  groupNumber: "number",
  groupName: "name",
  analyses: "analyses",
} as const;

/** What a value is in a document, by the value's path; `other` is anything that the format does not define. */
export type DocumentPart = "document" | "groups" | "group" | "analyses" | "analysis" | "other";

/** What the value of a property is. */
export function partOfProperty(parent: DocumentPart, name: string): DocumentPart {
  if (parent === "document" && name === formatProperty.groups) return "groups";
  return parent === "group" && name === formatProperty.analyses ? "analyses" : "other";
}

/** What the elements of a list are. */
export function partOfElements(parent: DocumentPart): DocumentPart {
  if (parent === "groups") return "group";
  return parent === "analyses" ? "analysis" : "other";
}

/** What the value at a path is. */
export function partAt(path: readonly (string | number)[]): DocumentPart {
  return path.reduce<DocumentPart>(
    (part, step) => (typeof step === "number" ? partOfElements(part) : partOfProperty(part, step)),
    "document",
  );
}

/** The length of the path to each part. */
export const depthOf = { groups: 1, group: 2, analyses: 3, analysis: 4 } as const;

/** The `$schema` of the documents that RevMan writes. */
export const revmanSchemaIdentifier = "https://assets.cochrane.org/schema/v1/analyses.schema.json";

/** The newest schema version that this project defines. */
export const newestSchemaIdentifier = "urn:analyses-registry:analyses:1.0.0";

/** The `$schema` identifiers whose schemas ship with the product. */
export const bundledSchemaIdentifiers = [newestSchemaIdentifier, revmanSchemaIdentifier] as const;

/** The name extensions of other programs' files that can be imported; the content of a file determines its format. */
export const importableExtensions = ["rm5", "zip", "csv", "tsv", "xlsx"];

export function isImportable(path: string): boolean {
  return importableExtensions.some((extension) => path.toLowerCase().endsWith(`.${extension}`));
}

/** The prefix of a bundled schema's name in the settings `schemas` and `itemSchema`. */
export const bundledPrefix = "bundled:";

/** The example item schemas that ship with the product, by their names in the setting `itemSchema`. */
export const bundledItemSchemas: ReadonlyMap<string, { readonly file: string }> = new Map([
  ["pairwise-analysis", { file: "samples/pairwise-analysis.schema.json" }],
]);

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
