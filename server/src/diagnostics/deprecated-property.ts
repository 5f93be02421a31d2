import type { CheckedDiagnostic } from "./diagnostic";
import type { JsonObject, JsonValue, Yielding } from "@analyses/json";
import { ofSchemas, visitSchemaObjects } from "../schema/schemaContext";
import { translate } from "../localisation/translate";
import { type FindingDraft, moreFindings } from "../findings/finding";
import { knowledgeOf, isDeprecated } from "../schemaLookup/valueKnowledge";
import { walkTree, isContainer, propertiesOf, pathAt, pathOf, isJsonObject } from "@analyses/json";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import type { AnalysisCheck } from "../findings/check";

/** Reports deprecated properties (JSON Schema validation 2020-12, section 9.3). */
const deprecatedPropertiesCheck: AnalysisCheck = {
  scope: "analysis",
  codes: ["deprecated-property"],
  dependsOn: ({ compiled, limit }) => [compiled.item, limit],
  *run({ document, schemas, limit }, analysis) {
    const names = yield* namesThatMayBe(schemas);
    if (names.size === 0 || ![...analysis.keys.names].some((name) => names.has(name))) return [];
    const lookup = schemaLookup(schemas);
    const found: FindingDraft[] = [];
    for (const { node, start } of walkTree(document, analysis, ({ node }) => isContainer(node))) {
      yield 0;
      if (node.kind !== "object") continue;
      const written = [...propertiesOf({ node, start })].filter(({ property }) => names.has(property.name));
      const [first] = written;
      if (first === undefined) continue;
      const { steps } = pathAt(document, first.start + 1);
      const own = lookup.schemasAt(document, steps);
      for (const { start: at, keyEnd, property } of written) {
        const { name } = property;
        const { deprecated, deprecationMessage } = knowledgeOf(
          lookup.schemasOfChild(own, [...pathOf(steps), name]),
        );
        if (!deprecated) continue;
        if (found.length >= limit) return [...found, moreFindings(at)];
        const message =
          deprecationMessage === undefined
            ? translate("`{0}` is deprecated.", name)
            : translate("`{0}` is deprecated: {1}", name, deprecationMessage);
        found.push({
          code: "deprecated-property",
          message,
          start: at,
          end: keyEnd,
          related: [],
          data: { kind: "none" },
        });
      }
    }
    return found;
  },
};

/**
 * The names of properties whose schema is deprecated, or may be by another schema that it applies; empty if no schema
 * of the document is deprecated.
 */
const namesThatMayBe = ofSchemas(function* (schemas): Yielding<ReadonlySet<string>> {
  const names = new Set<string>();
  const deprecated = new Set<JsonObject>();
  yield* visitSchemaObjects(schemas, (schema) => {
    if (isDeprecated(schema)) deprecated.add(schema);
    const { properties } = schema;
    if (isJsonObject(properties))
      for (const name of Object.keys(properties)) if (mayBeDeprecated(properties[name])) names.add(name);
  });
  return deprecated.size > 0 ? names : new Set();
});

function mayBeDeprecated(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && (isDeprecated(schema) || applicators.some((keyword) => keyword in schema));
}

/** Keywords by which a schema can apply other schemas to the same value. */
const applicators = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if"] as const;

export const deprecatedProperty: CheckedDiagnostic = {
  kind: "checked",
  severity: "hint",
  checks: [deprecatedPropertiesCheck],
};
