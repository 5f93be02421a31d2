/** The language of analyses documents, as editors name it. */
export const analysesLanguage = "analyses";

/**
 * The shape of an analyses document (registry interface, section 2.7), said once: an object with `analysis-groups`, a
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

/** What a value of the document is by its place; "other" is what the format says nothing about. */
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

/** What the value is to which names and indexes lead from the document. */
export function partAt(path: readonly (string | number)[]): DocumentPart {
  return path.reduce<DocumentPart>(
    (part, step) => (typeof step === "number" ? partOfElements(part) : partOfProperty(part, step)),
    "document",
  );
}

/** How many names and indexes lead from the document to a part. */
export const depthOf = { groups: 1, group: 2, analyses: 3, analysis: 4 } as const;

/** The `$schema` of the documents that RevMan writes. */
export const revmanSchemaIdentifier = "https://assets.cochrane.org/schema/v1/analyses.schema.json";

/** The newest schema version of the project's own. */
export const newestSchemaIdentifier = "urn:analyses-registry:analyses:1.0.0";

/** The `$schema` identifiers whose schemas ship with the product. */
export const bundledSchemaIdentifiers = [newestSchemaIdentifier, revmanSchemaIdentifier] as const;

/** What the settings `schemas` and `itemSchema` may name instead of a file begins with this. */
export const bundledPrefix = "bundled:";

/** The item schemas that ship with the product, as examples, by the names that the setting `itemSchema` gives them. */
export const bundledItemSchemas: ReadonlyMap<string, { readonly file: string }> = new Map([
  ["pairwise-analysis", { file: "samples/pairwise-analysis.schema.json" }],
]);
