// Generates the JSON Schema of analyses.config.json: package.json's settings for the language server and the checker.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** @returns {Promise<string>} JSON */
export async function configurationSchema() {
  const { contributes } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  /** @type {Record<string, object>} */
  const settings = contributes.configuration.properties;
  const names = await namesOfConfiguration();
  /** @param {string} name */
  const setting = (name) => ({ ...settings[`analysesRegistry.${name}`], scope: undefined, order: undefined });
  /** The same settings as nested objects. @type {Record<string, { properties: Record<string, object> }>} */
  const groups = {};
  for (const name of names) {
    const [group = "", inner] = name.split(".");
    if (inner !== undefined) (groups[group] ??= objectOf({})).properties[inner] = setting(name);
  }
  const properties = {
    $schema: { type: "string" },
    exclude: {
      type: "array",
      items: { type: "string" },
      default: [],
      markdownDescription:
        "Files that command lines leave out where a folder or a glob is named: globs, which count from this file's folder. Editors check what is opened.",
    },
    ...Object.fromEntries(names.map((name) => [name, setting(name)])),
    ...groups,
  };
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    allowComments: false,
    ...objectOf(properties),
  };
  // The manifest has the keys of its texts between `%`.
  const texts = JSON.parse(readFileSync(inRoot("package.nls.json"), "utf8"));
  const json = JSON.stringify(schema, undefined, 2);
  return `${json.replace(/"%([\w.-]+)%"/g, (_, key) => JSON.stringify(texts[key]))}\n`;
}

/** @param {Record<string, object>} properties */
const objectOf = (properties) => ({ type: "object", additionalProperties: false, properties });

/** @returns {Promise<readonly string[]>} */
async function namesOfConfiguration() {
  const { build } = await import("esbuild");
  const entryPoints = [inRoot("protocol/src/settings.ts")];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false });
  const { configurationNames } = await import(
    `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`
  );
  return configurationNames();
}
