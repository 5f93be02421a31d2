/** The `$schema` identifiers of the schema versions that ship with the product, oldest first. */
export const bundledSchemaIdentifiers = ["urn:analyses-registry:analyses:1.0.0"] as const;
