// The JSON Schema of analyses.config.json: the settings of package.json that language server and checker know.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

/** @returns {Promise<string>} JSON */
export async function configurationSchema() {
  const { contributes } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  /** @type {Record<string, object>} */
  const settings = contributes.configuration.properties;
  const names = await namesOfConfiguration();
  const properties = {
    $schema: { type: "string" },
    ...Object.fromEntries(
      names.map((name) => [
        name,
        { ...settings[`analysesRegistry.${name}`], scope: undefined, order: undefined },
      ]),
    ),
  };
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    additionalProperties: false,
    allowComments: false,
    properties,
  };
  return `${inEnglish(JSON.stringify(schema, undefined, 2))}\n`;
}

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

/** @param {string} json with the keys of package.nls.json between `%` */
function inEnglish(json) {
  const texts = JSON.parse(readFileSync(inRoot("package.nls.json"), "utf8"));
  return json.replace(/"%([\w.-]+)%"/g, (_, key) => JSON.stringify(texts[key]));
}
