import { isJsonObject } from "../../document/json";
import { propertiesOf } from "../../document/places";
import type { PlacedProperty } from "../../document/places";
import type { JsonObject, JsonValue } from "../../document/valueOf";
import type { FindingDraft } from "../finding";
import { handleOf } from "../locate";
import {
  missingAlternative,
  missingDependent,
  missingProperty,
  nameNotAllowed,
  propertyNotAllowed,
  tooFewProperties,
  tooManyProperties,
  unknownProperty,
} from "../messages/propertyMessages";
import { nearestTo } from "../nearest";
import { subjectAt } from "./site";
import type { Site } from "./site";

/** `required`, `dependentRequired`: an object lacks a property. */
export function missingPropertyFindings(site: Site, name: string, since?: string): FindingDraft[] {
  const { located } = site;
  if (located.node.kind === "object" && located.node.unlisted > 0) return [];
  // A property whose value cannot be read is there all the same.
  if (propertiesAt(site).some(({ property }) => property.name === name)) return [];
  const schema = schemaOfProperty(site, name);
  const subject = subjectAt(site);
  return [
    {
      code: "missing-property",
      message: since === undefined ? missingProperty(subject, name) : missingDependent(subject, name, since),
      ...handleOf(located),
      related: [],
      data: {
        kind: "missing-property",
        object: located.start,
        name,
        ...(schema === undefined ? {} : { schema }),
      },
    },
  ];
}

/** An object lacks all properties of which it needs one. */
export function missingAlternativeFindings(site: Site, names: readonly string[]): FindingDraft[] {
  const { located } = site;
  const [only] = names;
  if (only !== undefined && names.length === 1) return missingPropertyFindings(site, only);
  if (located.node.kind === "object" && located.node.unlisted > 0) return [];
  if (propertiesAt(site).some(({ property }) => names.includes(property.name))) return [];
  return [
    {
      code: "missing-property",
      message: missingAlternative(subjectAt(site), names),
      ...handleOf(located),
      related: [],
      data: { kind: "missing-alternative", object: located.start, names },
    },
  ];
}

/** `additionalProperties`, `unevaluatedProperties`: an object has a property that it must not have. */
export function unknownPropertyFindings(site: Site, name: string): FindingDraft[] {
  const present = new Set(propertiesAt(site).map(({ property }) => property.name));
  const allowed = namesIn(site).filter((known) => !present.has(known));
  const nearest = nearestTo(name, allowed);
  return namedFindings(site, name, unknownProperty(subjectAt(site), name, nearest, allowed), nearest);
}

/** The schema `false` for a property that the schema names: it must not be there. */
export function forbiddenPropertyFindings(site: Site, name: string): FindingDraft[] {
  return namedFindings(site, name, propertyNotAllowed(subjectAt(site), name));
}

/** `propertyNames`: a name does not meet the conditions for names. */
export function propertyNameFindings(site: Site, name: string): FindingDraft[] {
  return namedFindings(site, name, nameNotAllowed(subjectAt(site), name));
}

/** `minProperties`, `maxProperties`. */
export function propertyCountFindings(
  site: Site,
  keyword: "minProperties" | "maxProperties",
  limit: number,
): FindingDraft[] {
  const message = keyword === "minProperties" ? tooFewProperties : tooManyProperties;
  return [
    {
      code: "schema",
      message: message(subjectAt(site), limit),
      ...handleOf(site.located),
      related: [],
      data: { kind: "schema", keyword },
    },
  ];
}

function namedFindings(
  site: Site,
  name: string,
  message: string,
  nearest: readonly string[] = [],
): FindingDraft[] {
  return keysNamed(propertiesAt(site), name).map(({ start, keyEnd }) => ({
    code: "unknown-property",
    message,
    start,
    end: keyEnd,
    related: [],
    data: { kind: "unknown-property", name, nearest },
  }));
}

function propertiesAt({ located: { node, start } }: Site): PlacedProperty[] {
  return node.kind === "object" ? [...propertiesOf({ node, start })] : [];
}

function keysNamed(properties: readonly PlacedProperty[], name: string): PlacedProperty[] {
  return properties.filter(({ property }) => property.name === name && property.keyLength > 0);
}

/** Names that the schemas at hand describe, in their order. */
function namesIn(site: Site): string[] {
  const names = schemasAt(site).flatMap(({ properties, required }) => [
    ...(isJsonObject(properties) ? Object.keys(properties) : []),
    ...(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []),
  ]);
  return [...new Set(names)];
}

function schemaOfProperty(site: Site, name: string): JsonValue | undefined {
  for (const { properties } of schemasAt(site)) {
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  }
  return undefined;
}

/** The schemas for the object, the one that makes the problem first. */
function schemasAt({ problem: { schema, parents } }: Site): JsonObject[] {
  return schema === false ? [...parents] : [schema, ...parents.toReversed()];
}
