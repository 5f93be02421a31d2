import type { CheckedDiagnostic } from "./diagnostic";
import type { JsonValue } from "@analyses/json";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaObjects } from "../schema/schemaObjects";
import { translate } from "../localisation/translate";
import { moreFindings } from "../findings/finding";
import { knowledgeOf, isDeprecated } from "../schemaLookup/valueKnowledge";
import { walkTree, isContainer, propertiesOf, pathAt, pathOf, memoized, isJsonObject } from "@analyses/json";
import type { FindingDraft } from "../findings/finding";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import type { AnalysisCheck } from "../findings/check";

/** Reports deprecated properties (JSON Schema validation 2020-12, section 9.3). */
const deprecatedPropertiesCheck: AnalysisCheck = {
  scope: "analysis",
  codes: ["deprecated-property"],
  dependsOn: ({ compiled, limit }) => [compiled.item, limit],
  *run({ document, schemas, limit }, analysis) {
    const names = namesThatMayBe(schemas);
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

/** The names of properties whose schema is deprecated or references other schemas; empty if no schema is deprecated. */
const namesThatMayBe = memoized((schemas: SchemaContext): ReadonlySet<string> => {
  const objects = schemaObjects(schemas);
  if (!objects.some(isDeprecated)) return new Set();
  const properties = objects.flatMap((schema) =>
    isJsonObject(schema.properties) ? Object.entries(schema.properties) : [],
  );
  const mayBe = ([, schema]: readonly [string, JsonValue]): boolean =>
    isJsonObject(schema) && (isDeprecated(schema) || leading.some((keyword) => keyword in schema));
  return new Set(properties.filter(mayBe).map(([name]) => name));
});

const leading = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if"] as const;

export const deprecatedProperty: CheckedDiagnostic = {
  kind: "checked",
  severity: "hint",
  checks: [deprecatedPropertiesCheck],
};
