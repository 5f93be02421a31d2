import { isContainer, isJsonObject, isWellFormed, open, propertiesOf, propertyNamed } from "@analyses/json";
import type { JsonObject, JsonValue, PlacedProperty, SyntaxProblem } from "@analyses/json";
import type { SchemaProblem } from "@analyses/json-schema";
import type { FindingDraft, MisnamedKey } from "../finding";
import { handleOf } from "../../document/locate";
import {
  missingAlternative,
  missingDependent,
  mayBeMeant,
  missingProperty,
  nameNotAllowed,
  propertyNotAllowed,
  tooFewProperties,
  tooManyProperties,
  unknownProperty,
} from "../messages/valueMessages";
import { mayHold, nearestTo } from "../nearest";
import { tooManyChildren } from "../checks/lostInReading";
import { applyingAt, exampleIn, kindOf, mayStandAs, subjectAt } from "./site";
import type { Site } from "./site";

/** `required`, `dependentRequired`: an object lacks a property. */
export function missingPropertyFindings(site: Site, name: string, since?: string): readonly FindingDraft[] {
  const { located } = site;
  if (isPartlyRead(site)) return tooManyChildren(located);
  // A property whose value cannot be read is there all the same.
  if (propertiesAt(site).has(name) || isBeingTyped(site, name) || isDeeper(site, name)) return [];
  const schema = schemaOfProperty(site, name);
  const subject = subjectAt(site);
  // Nothing is said against one that is misspelt where others may stand beside, nor while it is open which may.
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

function relatedTo(unknown: MisnamedKey | undefined): FindingDraft["related"] {
  return unknown === undefined
    ? []
    : [{ message: mayBeMeant(unknown.name), start: unknown.start, end: unknown.end }];
}

/** Whether the object has the beginning of a name, with no value yet. */
function isBeingTyped(site: Site, name: string): boolean {
  if (isWellFormed(site.located.node)) return false;
  for (const [begun, [key]] of propertiesAt(site)) {
    if (key?.value.node.kind === "missing" && key.property.keyLength > 0 && name.startsWith(begun))
      return true;
  }
  return false;
}

/** More properties are not looked into. */
const mostLookedInto = 20;

/**
 * Of an object with more properties, none is compared with what is missing; and no more that it must not have are
 * compared with those that it may have: it is the wrong schema then.
 */
const mostCompared = 200;

/** Whether a property that must not be there holds what the object lacks: it is a level too many. */
function isDeeper(site: Site, name: string): boolean {
  const properties = propertiesAt(site);
  const isClosed = schemasAt(site).some(
    ({ additionalProperties, unevaluatedProperties }) =>
      additionalProperties === false || unevaluatedProperties === false,
  );
  if (!isClosed || properties.size > mostLookedInto) return false;
  for (const [unknown, [key]] of properties)
    if (key !== undefined && schemaOfProperty(site, unknown) === undefined && holds(site, key, [name]))
      return true;
  return false;
}

/** Whether an object is a property's value, and has one of these names. */
function holds({ document }: Site, { value }: PlacedProperty, names: readonly string[]): boolean {
  if (names.length > mostLookedInto || !isContainer(value.node)) return false;
  const { node, start } = open(document, value);
  return node.kind === "object" && names.some((name) => propertyNamed({ node, start }, name) !== undefined);
}

/** Whether the object has properties that the schema was not asked about, being so many. */
function isPartlyRead({ located: { node }, whole }: Site): boolean {
  const isReadWhole = whole === "analysis" && isWellFormed(node);
  return node.kind === "object" && node.unlisted > 0 && !isReadWhole;
}

/** An object lacks all properties of which it needs one. */
export function missingAlternativeFindings(site: Site, names: readonly string[]): readonly FindingDraft[] {
  const { located } = site;
  const [only] = names;
  if (only !== undefined && names.length === 1) return missingPropertyFindings(site, only);
  if (isPartlyRead(site)) return tooManyChildren(located);
  const present = propertiesAt(site);
  if (names.some((name) => present.has(name))) return [];
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

/**
 * The first property of the object that its schemas do not name, that is spelled like one of `names` and holds what may
 * stand there; else the only list or object without a name that they know, where one of `names` may hold that.
 */
function misnamedAmong(site: Site, names: readonly string[]): MisnamedKey | undefined {
  const alike: MisnamedKey[] = [];
  const lists: MisnamedKey[] = [];
  const properties = propertiesAt(site);
  if (properties.size > mostCompared) return undefined;
  for (const [name, [key]] of properties) {
    if (key === undefined || key.property.keyLength === 0 || schemaOfProperty(site, name) !== undefined)
      continue;
    const place = { name, start: key.start, end: key.keyEnd };
    const [meant] = nearestTo(name, names);
    if (meant !== undefined) {
      if (mayStandAs(site, meant, key)) alike.push({ ...place, meant: [meant], isAlike: true });
      continue;
    }
    const { node } = open(site.document, key.value);
    if (!isContainer(node)) continue;
    const fitting = names.filter((wanted) => mayHold(schemaOfProperty(site, wanted), node.kind));
    if (fitting.length > 0) lists.push({ ...place, meant: fitting, isAlike: false });
  }
  const [first, ...others] = alike;
  if (first === undefined) return lists.length === 1 ? lists[0] : undefined;
  const isOpen = others.some(({ meant }) => meant[0] === first.meant[0]);
  return isOpen ? { ...first, isAlike: false } : first;
}

/** `additionalProperties`, `unevaluatedProperties`: an object has a property that it must not have. */
export function unknownPropertyFindings(site: Site, name: string): readonly FindingDraft[] {
  const { names: allowed, compared, areDescribed } = allowedAt(site);
  const form = areDescribed ? undefined : formByPatterns(site);
  if (form !== undefined) return namesOfForm(site, name, form);
  const { nearest, findings } = notAmong(site, name, allowed, compared.has(name));
  const [key] = propertiesAt(site).get(name) ?? [];
  // What is wanted would go with it.
  return key !== undefined && nearest.length === 0 && holds(site, key, allowed)
    ? findings.map(withoutFix)
    : findings;
}

/** A property has another name than those that are allowed and not there yet; and which of these are near. */
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

function withoutFix(finding: FindingDraft): FindingDraft {
  return finding.code === "unknown-property"
    ? { ...finding, data: { kind: "schema", keyword: "propertyNames" } }
    : finding;
}

/** The schema `false` for a property that the schema names: it must not be there. */
export function forbiddenPropertyFindings(site: Site, name: string): readonly FindingDraft[] {
  return namedFindings(site, name, propertyNotAllowed(subjectAt(site), name, site.reason));
}

/** `propertyNames`: a name does not meet the conditions for names. What stands under it may be what is wanted. */
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

/** The form of the names of an object's properties where one pattern says it alone. */
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

/** Whether a problem makes it a guess what belongs to a name, as in `12 weeks: 3` or `"abc "total": 1`. */
function makesDoubt({ kind, repair }: SyntaxProblem): boolean {
  return (kind === "key-not-quoted" && repair?.newText.startsWith(",") === true) || kind === "quote-in-text";
}

function namedFindings(
  site: Site,
  name: string,
  message: string,
  nearest: readonly string[] = [],
): readonly FindingDraft[] {
  const { properties, inDoubt } = indexAt(site);
  const keys = (properties.get(name) ?? []).filter(({ property }) => property.keyLength > 0);
  if (keys.length === 0) return tooManyChildren(site.located);
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

/** What is asked of an object again for each of its problems, and there may be thousands. */
interface ObjectIndex {
  readonly start: number;
  readonly properties: ReadonlyMap<string, readonly PlacedProperty[]>;
  /** Where the properties start of which it is a guess what belongs to their names. */
  readonly inDoubt: ReadonlySet<number>;
  allowed: AllowedNames | undefined;
}

interface AllowedNames {
  readonly by: readonly JsonObject[];
  /** Whether these schemas describe any name. */
  readonly areDescribed: boolean;
  /** Names that they describe and that are not there, in their order. */
  readonly names: readonly string[];
  /** Names that are there and not described, as far as they are compared with those that are allowed. */
  readonly compared: ReadonlySet<string>;
}

const indexes = new WeakMap<object, ObjectIndex>();

function indexAt({ located: { node, start } }: Site): ObjectIndex {
  const known = indexes.get(node);
  if (known?.start === start) return known;
  const properties = new Map<string, PlacedProperty[]>();
  const doubts = node.problems.filter(makesDoubt).map((problem) => start + problem.start);
  doubts.sort((one, other) => one - other);
  const inDoubt = new Set<number>();
  let next = 0;
  for (const placed of node.kind === "object" ? propertiesOf({ node, start }) : []) {
    const { name } = placed.property;
    const same = properties.get(name);
    if (same === undefined) properties.set(name, [placed]);
    else same.push(placed);
    while ((doubts[next] ?? Infinity) < placed.start) next++;
    if ((doubts[next] ?? Infinity) < placed.keyEnd) inDoubt.add(placed.start);
  }
  const index: ObjectIndex = { start, properties, inDoubt, allowed: undefined };
  indexes.set(node, index);
  return index;
}

function propertiesAt(site: Site): ObjectIndex["properties"] {
  return indexAt(site).properties;
}

function allowedAt(site: Site): AllowedNames {
  const index = indexAt(site);
  const by = schemasWithBesideAt(site);
  const { allowed } = index;
  if (allowed?.by.length === by.length && by.every((schema, at) => schema === allowed.by[at])) return allowed;
  const forbidding = [...schemasAt(site), ...schemasBeside(site, true)];
  const isForbidden = (name: string): boolean =>
    forbidding.some(
      ({ properties }) =>
        isJsonObject(properties) && Object.hasOwn(properties, name) && properties[name] === false,
    );
  const described = new Set(
    by.flatMap(({ properties, required }) => [
      ...(isJsonObject(properties) ? Object.keys(properties).filter((name) => !isForbidden(name)) : []),
      ...(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []),
    ]),
  );
  const compared = new Set<string>();
  for (const name of index.properties.keys()) {
    if (compared.size === mostCompared) break;
    if (!described.has(name)) compared.add(name);
  }
  const names = [...described].filter((name) => !index.properties.has(name));
  return (index.allowed = { by, areDescribed: described.size > 0, names, compared });
}

function schemaOfProperty(site: Site, name: string): JsonValue | undefined {
  for (const { properties } of schemasAt(site)) {
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  }
  return undefined;
}

/** For `unevaluatedProperties` those count too that apply beside: by `$ref`, or by a branch that may be meant. */
function schemasWithBesideAt(site: Site): readonly JsonObject[] {
  const own = schemasAt(site);
  return [...own, ...schemasBeside(site, false).filter((schema) => !own.includes(schema))];
}

/** @param areCertain whether those of branches that may be meant do not count */
function schemasBeside(site: Site, areCertain: boolean): readonly JsonObject[] {
  if (site.problem.detail.keyword !== "unevaluatedProperties") return [];
  const { schemas } = applyingAt(site);
  return schemas.flatMap(({ schema, certain }) => (certain || !areCertain ? [schema] : []));
}

/** The schemas for the object, the one that makes the problem first. */
function schemasAt({ problem: { schema, parents } }: Site): JsonObject[] {
  return schema === false ? [...parents] : [schema, ...parents.toReversed()];
}
