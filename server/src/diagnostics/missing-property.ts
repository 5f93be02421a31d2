import { addPropertiesTo } from "./fixes/addProperties";
import type { SchemaDiagnostic } from "./diagnostic";
import type { AnalysesDocument } from "../document/analysesDocument";
import { type Fix, renameOther, replaced, addProperty, fix, objectWithSteps } from "./fixes/fix";
import { isSameText, listOf, otherCharacters, thingName } from "../findings/subject";
import { translate } from "../localisation/translate";
import type { Subject, Reason } from "../findings/subject";
import { holdsSeveralNumbers } from "./fixes/twoNumbers";
import { nearestTo } from "../findings/nearest";
import type { JsonObject, JsonPath } from "@analyses/json";
import { isContainer, isWellFormed, open, pathAt, pathOf, propertiesOf, stringPattern } from "@analyses/json";
import { depthOf } from "@analyses/protocol/documentFormat";
import { subschemasIn } from "../evidence/analysisEvidence";
import { namesInOrder } from "@analyses/json-schema";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import { knowledgeOf } from "../schemaLookup/valueKnowledge";
import { handleOf } from "../document/locate";
import {
  type Site,
  applyingAt,
  kindOf,
  subjectAt,
  mayStandAs,
  mayHold,
  typesOfProperty,
} from "../findings/site";
import {
  propertiesAt,
  schemaOfProperty,
  schemasAt,
  maxSearched,
  holds,
  maxCompared,
} from "../findings/objectIndex";
import type { FindingDraft, MisnamedKey } from "../findings/finding";

/** Reports that an object lacks a property that `required` or `dependentRequired` demands. */
export function missingPropertyFindings(site: Site, name: string, since?: string): readonly FindingDraft[] {
  const { located } = site;
  // A property with an unreadable value is present too.
  if (propertiesAt(site).has(name) || isBeingTyped(site, name) || isDeeper(site, name)) return [];
  if (isInOtherText(site, name)) return [];
  const schema = schemaOfProperty(site, name);
  const subject = subjectAt(site);
  // Where the schema allows further properties, the misspelt one gets no finding, so this finding names it if it is the
  // only one spelled alike.
  const misspelt = misnamedAmong(site, [name]);
  const unknown = misspelt?.isAlike === true ? misspelt : undefined;
  return [
    {
      code: "missing-property",
      message:
        since === undefined
          ? missingProperty(subject, name, site.reason)
          : missingDependent(subject, name, since),
      ...handleOf(located),
      related: relatedTo(unknown),
      data: {
        kind: "missing-property",
        object: located.start,
        name,
        ...(schema === undefined ? {} : { schema }),
        ...(unknown === undefined ? {} : { unknown }),
      },
    },
  ];
}

/** Reports that an object has none of several alternative properties. */
export function missingAlternativeFindings(site: Site, names: readonly string[]): readonly FindingDraft[] {
  const { located } = site;
  const [only] = names;
  if (only !== undefined && names.length === 1) return missingPropertyFindings(site, only);
  const present = propertiesAt(site);
  if (names.some((name) => present.has(name) || isInOtherText(site, name))) return [];
  const unknown = misnamedAmong(site, names);
  return [
    {
      code: "missing-property",
      message: missingAlternative(subjectAt(site), names),
      ...handleOf(located),
      related: relatedTo(unknown),
      data: {
        kind: "missing-alternative",
        object: located.start,
        names,
        ...(unknown === undefined ? {} : { unknown }),
      },
    },
  ];
}

function relatedTo(unknown: MisnamedKey | undefined): FindingDraft["related"] {
  if (unknown === undefined) return [];
  const { name, candidates, start, end } = unknown;
  const [same] = candidates.filter((candidate) => isSameText(name, candidate));
  return [{ message: same === undefined ? mayBeIntended(name) : otherCharacters(name, same), start, end }];
}

/** Whether the object has an unfinished key that is a prefix of the name. */
function isBeingTyped(site: Site, name: string): boolean {
  if (isWellFormed(site.located.node)) return false;
  for (const [begun, [key]] of propertiesAt(site)) {
    if (key?.value.node.kind === "missing" && key.property.keyLength > 0 && name.startsWith(begun))
      return true;
  }
  return false;
}

/** Whether the missing number may be in the text of another property that must be a number too, as in `19/151`. */
function isInOtherText(site: Site, name: string): boolean {
  const properties = propertiesAt(site);
  if (properties.size > maxCompared) return false;
  for (const [other, [key]] of properties) {
    if (key === undefined || (key.value.node.kind !== "error" && key.value.node.kind !== "string")) continue;
    const { node, start } = key.value;
    const written = site.document.text.slice(start, start + Math.min(node.length, maxNumbersLength));
    if (holdsSeveralNumbers(written) && isNumberIn(site, other)) return isNumberIn(site, name);
  }
  return false;
}

/** The length of the text (UTF-16 units) in which to look for several numbers. */
const maxNumbersLength = 100;

function isNumberIn(site: Site, name: string): boolean {
  const types = typesOfProperty(site, name);
  return types.length > 0 && types.every((type) => ["integer", "number", "null"].includes(type));
}

/**
 * Whether the missing property is one level too deep: it is inside another property, and either that property is not
 * allowed in the object or the missing one is not allowed inside it.
 */
function isDeeper(site: Site, name: string): boolean {
  const properties = propertiesAt(site);
  if (properties.size > maxSearched) return false;
  for (const [other, [key]] of properties)
    if (key !== undefined && holds(site, key, [name])) {
      const { schemas, path } = applyingAt(site);
      const inside = schemaLookup(site.schemas).schemasOfChild(schemas, [...path, other]);
      if (schemaOfProperty(site, other) === undefined && areClosed(schemasAt(site))) return true;
      if (areClosed(inside.map(({ schema }) => schema)) && !namesInOrder(inside).includes(name)) return true;
    }
  return false;
}

function areClosed(schemas: readonly JsonObject[]): boolean {
  return schemas.some(
    ({ additionalProperties, unevaluatedProperties }) =>
      additionalProperties === false || unevaluatedProperties === false,
  );
}

/**
 * The first unknown property that is spelled like one of `names` and has a fitting value; otherwise the only unknown
 * list or object that fits one of `names`.
 */
function misnamedAmong(site: Site, names: readonly string[]): MisnamedKey | undefined {
  const alike: MisnamedKey[] = [];
  const lists: MisnamedKey[] = [];
  const properties = propertiesAt(site);
  if (properties.size > maxCompared) return undefined;
  for (const [name, [key]] of properties) {
    if (key === undefined || key.property.keyLength === 0 || schemaOfProperty(site, name) !== undefined)
      continue;
    const place = { name, start: key.start, end: key.keyEnd };
    const [intended] = nearestTo(name, names);
    if (intended !== undefined) {
      if (mayStandAs(site, intended, key)) alike.push({ ...place, candidates: [intended], isAlike: true });
      continue;
    }
    const { node } = open(site.document, key.value);
    if (!isContainer(node)) continue;
    const fitting = names.filter((wanted) => mayHold(schemaOfProperty(site, wanted), node.kind));
    if (fitting.length > 0) lists.push({ ...place, candidates: fitting, isAlike: false });
  }
  const [first, ...others] = alike;
  if (first === undefined) return lists.length === 1 ? lists[0] : undefined;
  const isAmbiguous = others.some(({ candidates }) => candidates[0] === first.candidates[0]);
  return isAmbiguous ? { ...first, isAlike: false } : first;
}

function missingProperty(object: Subject, name: string, reason: Reason | undefined): string {
  return reason === undefined
    ? translate("{0} has no `{1}`.", thingName(object), name)
    : translate(
        "{0} has no `{1}`, which it needs since `{2}` is {3}.",
        thingName(object),
        name,
        reason.name,
        reason.value,
      );
}

/** @param names - Two or more alternatives. */
function missingAlternative(object: Subject, names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const [first, second, third] = quoted;
  if (first === undefined || second === undefined || third !== undefined)
    return translate("{0} must have {1}.", thingName(object), listOf(quoted, "or"));
  return translate("{0} has neither {1} nor {2}.", thingName(object), first, second);
}

function missingDependent(object: Subject, name: string, since: string): string {
  return translate("{0} has `{1}`, so it must have `{2}` too.", thingName(object), since, name);
}

/** The message at an unknown property that may be the missing one. */
export const mayBeIntended = (name: string): string => translate("`{0}` may be meant for it.", name);

function renamesOf(unknown: MisnamedKey): readonly Fix[] {
  return unknown.candidates.map((name, index) =>
    fix(renameOther(unknown.name, name), [replaced(unknown, JSON.stringify(name))], {
      preferred: unknown.isAlike && index === 0,
    }),
  );
}

const nextKey = new RegExp(String.raw`^\s*,?\s*${stringPattern}(?=\s*:)`);

/** Whether the missing property directly follows the object, which indicates a superfluous brace. */
function standsAfter(document: AnalysesDocument, object: number, name: string): boolean {
  const { steps } = pathAt(document, object + 1);
  const found = steps.findLast(({ start }) => start === object);
  if (found === undefined) return false;
  const end = found.start + found.node.length;
  const [key = ""] = nextKey.exec(document.text.slice(end, end + farthestKey)) ?? [];
  return key.endsWith(JSON.stringify(name));
}

/** How far after an object (UTF-16 units) to look for the key of the missing property. */
const farthestKey = 400;

/**
 * The maximum number of fixes that each add one missing property, and of fixes that each rename a property to a missing
 * one.
 */
const maxOffered = 10;

/** The title of the fix that adds all missing properties of an object. */
export const addAll = (count: number): string => translate("Add all {0} missing properties", count);

export const missingPropertyDiagnostic: SchemaDiagnostic = {
  kind: "schema",
  severity: "error",
  fixes({ data }, document, schemas) {
    const addFix = (name: string, object: number, preferred: boolean): Fix =>
      fix(addProperty(name), addPropertiesTo(document, schemas, object, [name]), { preferred });
    switch (data.kind) {
      case "missing-property": {
        const { name, object, unknown, others = [] } = data;
        const names = [name, ...others].filter((other) => !standsAfter(document, object, other));
        const renames = unknown === undefined ? renamesTo(document, schemas, object, names) : [];
        const preferred = renames.length === 0;
        if (others.length > 0 && names.length > 1)
          return [
            ...renames,
            fix(addAll(names.length), addPropertiesTo(document, schemas, object, names), { preferred }),
            ...names.slice(0, maxOffered).map((one) => addFix(one, object, false)),
          ];
        if (unknown === undefined) return [...renames, ...names.map((one) => addFix(one, object, preferred))];
        if (names.length === 0) return [];
        return [...renamesOf({ ...unknown, candidates: [name] }), addFix(name, object, false)];
      }
      case "missing-alternative": {
        const { names, object, unknown } = data;
        const renames = unknown === undefined ? [] : renamesOf(unknown);
        return [...renames, ...names.map((name) => addFix(name, object, false))];
      }
      default:
        return [];
    }
  },
};

/**
 * Offers to rename a property that no schema knows to a missing property that allows its value: `events` to `cases`.
 * Any such rename may be wrong, so the author chooses. Does not rename a property that is spelled like another missing
 * one.
 */
function renamesTo(
  document: AnalysesDocument,
  schemas: SchemaContext,
  objectStart: number,
  missing: readonly string[],
): readonly Fix[] {
  const { object, steps } = objectWithSteps(document, objectStart);
  if (object === undefined || object.node.properties.length > maxCompared) return [];
  const lookup = schemaLookup(schemas);
  const own = lookup.schemasAt(document, steps);
  const childOf = (name: string) => lookup.schemasOfChild(own, [...pathOf(steps), name]);
  const knownToOthers = namesInAnyKind(schemas, pathOf(steps));
  const properties = [...propertiesOf(object)];
  const present = new Set(properties.map(({ property }) => property.name));
  const lacking = namesInOrder(own).filter((name) => !present.has(name));
  const renames = properties.flatMap(({ property: { name, keyLength }, start, keyEnd, value }) => {
    if (keyLength === 0 || knownToOthers.has(name) || childOf(name).length > 0) return [];
    const alike = nearestTo(name, lacking);
    return missing.flatMap((to): readonly Fix[] => {
      const { types } = knowledgeOf(childOf(to));
      const isLikeAnother = alike.length > 0 && !alike.includes(to);
      if (isLikeAnother || types.length === 0 || !mayHold({ type: types }, kindOf(value.node))) return [];
      return [fix(renameOther(name, to), [replaced({ start, end: keyEnd }, JSON.stringify(to))], {})];
    });
  });
  return renames.slice(0, maxOffered);
}

/**
 * The property names that the item schema has at a path for any kind of analysis. Such a name is no misspelling: `mean`
 * belongs to another kind of analysis and is no other name for `cases`.
 */
function namesInAnyKind({ itemSchema }: SchemaContext, path: JsonPath): ReadonlySet<string | undefined> {
  const inItem = path.slice(depthOf.analysis).map((step) => (typeof step === "number" ? "*" : step));
  const atPath = subschemasIn(itemSchema).filter(
    (subschema) =>
      subschema.path.length === inItem.length + 1 &&
      inItem.every((step, index) => step === subschema.path[index]),
  );
  return new Set(atPath.map((one) => one.path.at(-1)));
}
