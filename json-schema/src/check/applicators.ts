import type { JsonValue } from "../../../json/src";
import type { Schema } from "../jsonValue";
import { isJsonArray, isJsonObject } from "../../../json/src";
import { isSchema } from "../jsonValue";
import { compilePattern } from "../pattern/pattern";
import type { Checker, DynamicScope, ElementSchemas, PropertySchemas, RuleSource } from "./rule";

/** Keywords whose schemas are about the same value as the schema that has them (core 2020-12, section 10.2). */
export const inPlaceKeywords = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "dependentSchemas",
] as const;

/** What such a keyword does with its schemas: what checks a value and what looks up schemas both read this. */
export type Applicator =
  /** All of them hold. */
  | { readonly kind: "all"; readonly schemas: readonly Checker[] }
  /** The schema depends on the resources that were entered. */
  | { readonly kind: "dynamic"; readonly schemaIn: (scope: DynamicScope | undefined) => Checker }
  /** At least one of them holds, with `exclusive` no other. */
  | { readonly kind: "choice"; readonly branches: readonly Checker[]; readonly exclusive: boolean }
  | {
      readonly kind: "condition";
      readonly condition: Checker;
      readonly consequence: Checker | undefined;
      readonly alternative: Checker | undefined;
    }
  /** Those hold whose property is there. */
  | { readonly kind: "dependent"; readonly schemas: readonly (readonly [string, Checker])[] };

/** What a keyword of a schema does; undefined where the schema does not have it or it does nothing. */
export function applicatorOf(source: RuleSource, keyword: string): Applicator | undefined {
  const { schema, inside, resolve, resolveDynamic } = source;
  switch (keyword) {
    case "$ref": {
      const target = typeof schema.$ref === "string" ? resolve(schema.$ref) : undefined;
      return target && { kind: "all", schemas: [target] };
    }
    case "$dynamicRef": {
      const { $dynamicRef } = schema;
      const schemaIn = typeof $dynamicRef === "string" ? resolveDynamic($dynamicRef) : undefined;
      return schemaIn && { kind: "dynamic", schemaIn };
    }
    case "allOf": {
      const schemas = checkersIn(source, schema.allOf);
      return schemas.length === 0 ? undefined : { kind: "all", schemas };
    }
    case "anyOf":
    case "oneOf": {
      const branches = checkersIn(source, schema[keyword]);
      return branches.length === 0 ? undefined : { kind: "choice", branches, exclusive: keyword === "oneOf" };
    }
    case "if": {
      if (!isSchema(schema.if)) return undefined;
      const [consequence, alternative] = [schema.then, schema.else].map((one) =>
        isSchema(one) ? inside(one) : undefined,
      );
      return { kind: "condition", condition: inside(schema.if), consequence, alternative };
    }
    case "dependentSchemas": {
      const { dependentSchemas } = schema;
      const entries = isJsonObject(dependentSchemas) ? Object.entries(dependentSchemas) : [];
      const schemas = entries.flatMap(([name, inner]) =>
        isSchema(inner) ? [[name, inside(inner)] as const] : [],
      );
      return schemas.length === 0 ? undefined : { kind: "dependent", schemas };
    }
    default:
      return undefined;
  }
}

function checkersIn({ inside }: RuleSource, list: JsonValue | undefined): readonly Checker[] {
  return isJsonArray(list) ? list.filter(isSchema).map(inside) : [];
}

export function propertySchemasOf({ schema, inside }: RuleSource): PropertySchemas {
  const { properties, patternProperties, additionalProperties } = schema;
  return {
    named: new Map(schemasIn(properties).map(([name, inner]) => [name, inside(inner)])),
    patterns: schemasIn(patternProperties).flatMap(([written, inner]) => {
      const compilation = compilePattern(written);
      return compilation.kind === "failed" ? [] : [{ pattern: compilation.pattern, checker: inside(inner) }];
    }),
    additional: isSchema(additionalProperties) ? inside(additionalProperties) : undefined,
  };
}

function schemasIn(map: JsonValue | undefined): readonly (readonly [string, Schema])[] {
  if (!isJsonObject(map)) return [];
  return Object.entries(map).flatMap(([name, inner]) => (isSchema(inner) ? [[name, inner] as const] : []));
}

export function elementSchemasOf(source: RuleSource): ElementSchemas {
  const { prefixItems, items } = source.schema;
  return {
    leading: checkersIn(source, prefixItems),
    rest: isSchema(items) ? source.inside(items) : undefined,
  };
}
