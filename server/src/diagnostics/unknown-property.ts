import { type Fix, propertyAt, replaced, memberRemoval, fix } from "./fixes/fix";
import type { SchemaDiagnostic } from "./diagnostic";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import { translate } from "../localisation/translate";
import { isSameText, otherCharacters, maxListLength, kindName, listOf } from "../findings/subject";
import type { Subject, Reason } from "../findings/subject";
import { allowedAt, propertiesAt, holds, schemasAt, indexAt } from "../findings/objectIndex";
import { indentationStep, isJsonObject, membersInsertion, pathAt, propertyNamed } from "@analyses/json";
import type { PlacedProperty } from "@analyses/json";
import { type SchemaProblem, namesInOrder } from "@analyses/json-schema";
import { type Site, subjectAt, exampleIn, kindOf, mayStandAs } from "../findings/site";
import { nearestTo } from "../findings/nearest";
import type { FindingDraft } from "../findings/finding";

/** Reports a property that `additionalProperties` or `unevaluatedProperties` forbids. */
export function unknownPropertyFindings(site: Site, name: string): readonly FindingDraft[] {
  const { names: allowed, compared, areDescribed } = allowedAt(site);
  const form = areDescribed ? undefined : formByPatterns(site);
  if (form !== undefined) return namesOfForm(site, name, form);
  const { nearest, findings } = notAmong(site, name, allowed, compared.has(name));
  const [key] = propertiesAt(site).get(name) ?? [];
  // Removing this property would also remove an allowed property inside it, so no fix is offered.
  return key !== undefined && nearest.length === 0 && holds(site, key, allowed)
    ? findings.map(withoutFix)
    : findings;
}

/** Reports a name that is not among the allowed, still unused names; `nearest` are the ones that it may misspell. */
function notAmong(
  site: Site,
  name: string,
  allowed: readonly string[],
  isCompared = true,
): { readonly nearest: readonly string[]; readonly findings: readonly FindingDraft[] } {
  const nearest = isCompared ? nearestTo(name, allowed) : [];
  const message = unknownProperty(subjectAt(site), name, nearest, allowed);
  return { nearest, findings: namedFindings(site, name, message, nearest) };
}

/** Replaces the data from which the fixes are computed, so that the finding has no fix. */
function withoutFix(finding: FindingDraft): FindingDraft {
  return finding.code === "unknown-property"
    ? { ...finding, data: { kind: "schema", keyword: "propertyNames" } }
    : finding;
}

/** Reports a property whose schema is `false`. */
export function forbiddenPropertyFindings(site: Site, name: string): readonly FindingDraft[] {
  return namedFindings(site, name, propertyNotAllowed(subjectAt(site), name, site.reason));
}

/** Reports a name that violates `propertyNames`. No fix removes the property, because only its name is wrong. */
export function propertyNameFindings(
  site: Site,
  name: string,
  problems: readonly SchemaProblem[],
): readonly FindingDraft[] {
  const allowed = problems.flatMap(({ detail }) => (detail.keyword === "enum" ? detail.allowed : []));
  const names = allowed
    .filter((each) => typeof each === "string")
    .filter((each) => !propertiesAt(site).has(each));
  if (names.length > 0) {
    const { nearest, findings } = notAmong(site, name, names);
    return nearest.length > 0 ? findings : findings.map(withoutFix);
  }
  return namesOfForm(site, name, formOfNames(problems));
}

type FormOfNames = Parameters<typeof nameNotAllowed>[2];

function namesOfForm(site: Site, name: string, form: FormOfNames): readonly FindingDraft[] {
  return namedFindings(site, name, nameNotAllowed(subjectAt(site), name, form)).map(withoutFix);
}

/** The pattern of property names in `patternProperties`, if the schemas have exactly one. */
function formByPatterns(site: Site): FormOfNames {
  const patterns = schemasAt(site).flatMap(({ patternProperties }) =>
    isJsonObject(patternProperties) ? Object.keys(patternProperties) : [],
  );
  const [text] = patterns;
  return text === undefined || patterns.length > 1 ? undefined : { kind: "pattern", text };
}

function formOfNames(problems: readonly SchemaProblem[]): FormOfNames {
  for (const { schema, detail } of problems) {
    const example = exampleIn(schema);
    if (example !== undefined) return { kind: "example", text: example };
    if (detail.keyword === "pattern") return { kind: "pattern", text: detail.pattern };
  }
  return undefined;
}

function namedFindings(
  site: Site,
  name: string,
  message: string,
  nearest: readonly string[] = [],
): readonly FindingDraft[] {
  const { properties, inDoubt } = indexAt(site);
  const keys = (properties.get(name) ?? []).filter(({ property }) => property.keyLength > 0);
  return keys
    .filter((key) => !inDoubt.has(key.start))
    .map((key) => ({
      code: "unknown-property",
      message,
      start: key.start,
      end: key.keyEnd,
      related: [],
      data: {
        kind: "unknown-property",
        object: site.located.start,
        name,
        holds: kindOf(key.value.node),
        nearest,
        isAlike: nearest[0] !== undefined && mayStandAs(site, nearest[0], key),
      },
    }));
}

function unknownProperty(
  object: Subject,
  name: string,
  nearest: readonly string[],
  allowed: readonly string[],
): string {
  const kind = kindName(object);
  const [likeliest] = nearest;
  if (likeliest !== undefined && isSameText(name, likeliest)) return otherCharacters(name, likeliest);
  if (likeliest !== undefined)
    return translate("`{0}` is not a property of {1}: did you mean `{2}`?", name, kind, likeliest);
  if (allowed.length === 0 || allowed.length > maxListLength)
    return translate("`{0}` is not a property of {1}.", name, kind);
  const quoted = allowed.map((each) => `\`${each}\``);
  return translate("`{0}` is not a property of {1}: it may have {2}.", name, kind, listOf(quoted, "and"));
}

function propertyNotAllowed(object: Subject, name: string, reason: Reason | undefined): string {
  return reason === undefined
    ? translate("`{0}` must not stand in {1}.", name, kindName(object))
    : translate("`{0}` must not stand here, since `{1}` is {2}.", name, reason.name, reason.value);
}

/** @param form an example or a regular expression for names; undefined if the schema provides neither */
function nameNotAllowed(
  object: Subject,
  name: string,
  form: { readonly kind: "example" | "pattern"; readonly text: string } | undefined,
): string {
  const kind = kindName(object);
  if (form === undefined) return translate("`{0}` cannot be the name of a property of {1}.", name, kind);
  return form.kind === "example"
    ? translate("`{0}` cannot be the name of a property of {1}: write it like “{2}”.", name, kind, form.text)
    : translate(
        "`{0}` cannot be the name of a property of {1}: names have the form `{2}`.",
        name,
        kind,
        form.text,
      );
}

/** @param intended - The only possible name. */
export function emptyName(intended: string): string {
  return translate("The name of this property is empty: did you mean `{0}`?", intended);
}

export const unknownPropertyDiagnostic: SchemaDiagnostic = {
  kind: "schema",
  severity: "error",
  fixes(finding, document, schemas) {
    const { data, start } = finding;
    if (data.kind !== "unknown-property") return [];
    const property = propertyAt(document, start);
    const renames = data.nearest.map((name, index) =>
      fix(translate("Rename to “{0}”", name), [replaced(finding, JSON.stringify(name))], {
        preferred: index === 0 && data.isAlike,
      }),
    );
    if (property === undefined) return renames;
    const others = [...renames, ...moveOut(document, schemas, property)];
    // Removing a list or an object with data is never the only fix, because its data may belong elsewhere.
    const { value } = property;
    const hasData = /^[[{]\s*[^\s\]}]/.test(document.text.slice(value.start, value.start + farthestData));
    return hasData && others.length === 0
      ? []
      : [...others, fix(translate("Remove “{0}”", data.name), memberRemoval(document, property.start), {})];
  },
};

/** How far after the bracket of a list or an object (UTF-16 units) to look for data. */
const farthestData = 400;

/** Moves a property out of its object, if the object around it may have it. */
function moveOut(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { start, value, property: { name } }: PlacedProperty,
): readonly Fix[] {
  const { text } = document;
  const { steps } = pathAt(document, start);
  const [outer, object] = steps.slice(-2);
  if (outer?.node.kind !== "object" || object?.via.kind !== "property") return [];
  const around = { node: outer.node, start: outer.start };
  const known = namesInOrder(schemaLookup(schemas).schemasAt(document, steps.slice(0, -1)));
  if (!known.includes(name) || propertyNamed(around, name) !== undefined) return [];
  const holder = object.via.property;
  const index = around.node.starts.indexOf(holder.start - around.start);
  const written = text.slice(start, value.start + value.node.length);
  const member = written.replaceAll(`\n${indentationStep(text)}`, "\n");
  const insertion = membersInsertion(text, around, index, [member]);
  const replacements = [...memberRemoval(document, start), replaced(insertion, insertion.text)];
  const title = translate("Move “{0}” out of “{1}”", name, holder.property.name);
  return [fix(title, replacements, {})];
}
