// Generates types and validators in schemas/generated from schemas/registry.openapi.json.
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inRoot } from "./paths.mjs";

/** @typedef {{ [keyword: string]: unknown }} Schema */

const description = inRoot("schemas/registry.openapi.json");
const folder = inRoot("schemas/generated");

/** The resources with a validator: those that endpoints return, and the items of their long lists. */
const resources = [
  ...["Person", "User", "GroupTypeList", "GroupType", "GroupList", "Group"],
  ...["GroupTypeListItem", "GroupListItem", "GroupReference"],
];

/** The description, this generator and its libraries: the generated files contain a hash of them. */
const inputs = [
  description,
  fileURLToPath(import.meta.url),
  inRoot("node_modules/ajv/package.json"),
  inRoot("node_modules/openapi-typescript/package.json"),
];

/** Generates `schemas/generated`, unless it is up to date. */
export async function generate() {
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(await readFile(input));
  const stamp = `// Made from schemas/registry.openapi.json by scripts/lib/generate.mjs: ${hash.digest("hex")}\n`;
  const previous = await readFile(join(folder, "registry.ts"), "utf8").catch(() => "");
  if (previous.startsWith(stamp)) return;
  const api = JSON.parse(await readFile(description, "utf8"));
  api.components.schemas = readingSchemas(api.components.schemas);
  const files = {
    "registryValidators.d.ts": validatorDeclarations(),
    "registryValidators.js": await validators(api.components.schemas),
    // Last, because its stamp marks all files as complete.
    "registry.ts": await types(api),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    // Renames the file into place: concurrent readers see either the old or the new file, complete.
    await writeFile(`${file}.${process.pid}`, stamp + text);
    await rename(`${file}.${process.pid}`, file);
  }
}

/** @param {any} api */
async function types(api) {
  const { default: openapiTypescript, astToString } = await import("openapi-typescript");
  return astToString(
    await openapiTypescript(api, { immutable: true, rootTypes: true, rootTypesNoSchemaPrefix: true }),
  );
}

/** @param {{ [name: string]: object }} schemas */
async function validators(schemas) {
  const [{ Ajv2020 }, { default: standalone }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv/dist/standalone/index.js"),
  ]);
  const ajv = new Ajv2020({
    schemas: [{ $id: "registry", components: { schemas } }],
    code: { source: true, esm: true },
    useDefaults: "empty",
    removeAdditional: "all",
    // Keeps the code small: one function per schema, without messages.
    inlineRefs: false,
    messages: false,
    strictSchema: false,
  });
  const names = Object.fromEntries(
    resources.map((resource) => [`check${resource}`, `registry#/components/schemas/${resource}`]),
  );
  // Removes unused code, a tenth of the whole: the schema paths of errors, and the evaluated fields for the keyword
  // `unevaluatedProperties`, which the description does not use.
  const code = standalone(ajv, names)
    .replace(/schemaPath: ?"[^"]*", ?/g, "")
    .replace(
      /const evaluated0 = \w+\.evaluated;(if\(evaluated0\.\w+\)\{evaluated0\.\w+ = undefined;\})*/g,
      "",
    )
    .replace(/\w+\.evaluated = \{[^}]*\};/g, "");
  if (/\brequire\(|^import /m.test(code)) {
    throw new Error("The generated validators would need ajv at run time.");
  }
  return code;
}

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
function readingSchemas(described) {
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

const validatorDeclarations = () => `import type { ${resources.join(", ")} } from "./registry";

/** Where and why a value is not of the described form. */
export interface RegistryFormError {
  /** JSON Pointer (RFC 6901) of the value at fault, such as \`/groups/17/groupId\`; empty for the whole. */
  readonly instancePath: string;
  /** The JSON Schema keyword that the value does not meet: \`type\` or \`required\`. */
  readonly keyword: string;
  /** With \`type\`: the allowed type or types. With \`required\`: the name of the missing field. */
  readonly params: { readonly type?: string | readonly string[]; readonly missingProperty?: string };
}

/**
 * Checks a value from \`JSON.parse\` against the description, and changes it in place: absent or null text becomes "", a
 * list [], an object one with empty fields; a boolean stays absent or null. Removes undescribed fields. After a failure,
 * \`errors\` contains the first error.
 */
export interface RegistryValidator<Resource> {
  (value: unknown): value is Resource;
  readonly errors?: readonly RegistryFormError[] | null;
}

${resources.map((resource) => `export const check${resource}: RegistryValidator<${resource}>;`).join("\n")}
`;

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await generate();
}
