/** @typedef {{ [keyword: string]: unknown }} Schema */

/**
 * Converts the description's schemas for a tolerant reader. The specification does not define which fields
 * may be absent or null, so the reader replaces such a field by an empty value: text by "", a list by [], an
 * object by one with empty fields. A boolean has no empty value: it stays absent or null.
 *
 * Merges the parts of `allOf` into one schema with the fields of all: only then can ajv detect undescribed
 * fields.
 *
 * @param {{ [name: string]: Schema }} described the `components.schemas` of the description
 * @returns {{ [name: string]: Schema }} the schemas with a `default` for each such field, and without null:
 *   ajv (`useDefaults: "empty"`) replaces null by the default before it checks the type
 */
export function readingSchemas(described) {
  return mapValues(described, ({ allOf, ...schema }) => ({
    ...schema,
    type: "object",
    properties: mapValues(fieldsOf({ allOf, ...schema }, described), readField),
  }));
}

/**
 * @param {Schema} schema
 * @param {{ [name: string]: Schema }} described
 * @returns {{ [name: string]: Schema }} each field's schema, by name
 */
function fieldsOf({ $ref, allOf = [], properties }, described) {
  const referred = described[String($ref).replace("#/components/schemas/", "")];
  const parts = [...(referred === undefined ? [] : [referred]), .../** @type {Schema[]} */ (allOf)];
  return Object.assign({}, ...parts.map((part) => fieldsOf(part, described)), properties);
}

/**
 * @param {Schema} field
 * @returns {Schema}
 */
function readField(field) {
  const { anyOf, ...rest } = field;
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf[1].type === "null") {
    return { ...rest, ...anyOf[0], default: {} };
  }
  if (!Array.isArray(field.type)) return field;
  const [type] = field.type;
  if (type === "boolean") return { ...field, type, nullable: true };
  return { ...field, type, default: type === "array" ? [] : "" };
}

/**
 * @param {{ [key: string]: Schema }} object
 * @param {(value: Schema) => Schema} change
 */
function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
