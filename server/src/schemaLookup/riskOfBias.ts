import { isJsonArray, isJsonObject, memoized, propertyNamed, stringValue } from "@analyses/json";
import type { JsonPath, JsonValue, PlacedProperty } from "@analyses/json";
import { formatProperty } from "@analyses/protocol/documentFormat";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import type { ApplyingSchema } from "@analyses/json-schema";
import type { SchemaLookup, Variant } from "./schemaLookup";
import { namesInOrder } from "./valueKnowledge";

/** The names of domains by risk-of-bias method. */
export type Domains = ReadonlyMap<string, ReadonlySet<string>>;

/** The domains of each method by the Cochrane Handbook (chapter 8, both editions), for schemas that do not say it. */
const knownDomains: Domains = new Map([
  [
    "RISK_OF_BIAS_1",
    new Set([
      "random-sequence-generation",
      "allocation-concealment",
      "blinding-of-participants-and-personnel",
      "blinding-of-outcome-assessment",
      "incomplete-outcome-data",
      "selective-reporting",
      "other-bias",
    ]),
  ],
  [
    "RISK_OF_BIAS_2",
    new Set([
      "randomisation-process",
      "randomization-process",
      "deviations-from-intended-interventions",
      "missing-outcome-data",
      "measurement-of-the-outcome",
      "selection-of-the-reported-result",
      "overall",
    ]),
  ],
]);

/**
 * At the schema of an object whose properties are the domains of a method, as `RISK_OF_BIAS_2`; or at that of a list of
 * judgements by it, in which no property is a domain.
 */
const annotation = "x-risk-of-bias-method";

/** What an item schema's own annotations say about the methods; nothing where it has none. */
const annotatedDomains = memoized((files: ReadonlyMap<string, JsonValue>): Domains => {
  const found = new Map<string, Set<string>>();
  const waiting: JsonValue[] = [...files.values()];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isJsonArray(next)) for (const each of next) waiting.push(each);
    if (!isJsonObject(next)) continue;
    const { [annotation]: method, properties } = next;
    if (typeof method === "string") {
      const names = found.get(method) ?? new Set();
      for (const name of isJsonObject(properties) ? Object.keys(properties) : []) names.add(name);
      found.set(method, names);
    }
    for (const each of Object.values(next)) waiting.push(each);
  }
  return found;
});

/** The risk-of-bias method that a document names at its top, with what belongs to it. */
export interface RiskOfBias {
  readonly method: string;
  /** Whether a schema says which domains are whose. */
  readonly isAnnotated: boolean;
  readonly isDomain: (name: string) => boolean;
  /** The names of domains by method: the same object for the same schema. */
  readonly domains: Domains;
  /** The other method that a domain belongs to, where it does not belong to this one. */
  readonly otherMethodOf: (name: string) => string | undefined;
}

const known = new WeakMap<Domains, Map<string, RiskOfBias>>();

/** Undefined where the document names no method that is known. The same object for the same method and schema. */
export function riskOfBiasOf(
  document: AnalysesDocument,
  { itemSchema }: SchemaContext,
): RiskOfBias | undefined {
  const method = methodOf(document);
  const annotated = itemSchema.kind === "ready" ? annotatedDomains(itemSchema.files) : undefined;
  const domains = annotated === undefined || annotated.size === 0 ? knownDomains : annotated;
  const own = method === undefined ? undefined : domains.get(method);
  if (method === undefined || own === undefined) return undefined;
  const ofDomains = known.get(domains) ?? new Map<string, RiskOfBias>();
  known.set(domains, ofDomains);
  const made = ofDomains.get(method) ?? riskOfBiasBy(method, own, domains);
  ofDomains.set(method, made);
  return made;
}

/** A judgement of everything has its place beside the domains of any method. */
const ofEverything = "overall";

function riskOfBiasBy(method: string, own: ReadonlySet<string>, domains: Domains): RiskOfBias {
  const others = new Map<string, string>();
  for (const [other, names] of domains)
    for (const name of names) if (!own.has(name) && !others.has(name)) others.set(name, other);
  const isAnnotated = domains !== knownDomains;
  return {
    method,
    isAnnotated,
    isDomain: (name) => own.has(name),
    domains,
    otherMethodOf: (name) => others.get(name),
  };
}

/** Where the document names its risk-of-bias method: the property at its top. */
export function methodProperty({ root: { node, start } }: AnalysesDocument): PlacedProperty | undefined {
  return node.kind === "object" ? propertyNamed({ node, start }, formatProperty.riskOfBiasMethod) : undefined;
}

function methodOf(document: AnalysesDocument): string | undefined {
  const value = methodProperty(document)?.value;
  if (value?.node.kind !== "string") return undefined;
  return stringValue(document, { node: value.node, start: value.start });
}

/** So many domains make an object a judgement of the risk of bias: one name alone may mean something else. */
const fewestDomains = 2;

/** Which of an object's names are domains of another method than the document's, where they make it a judgement by that. */
export function domainsOfOther(
  { otherMethodOf }: RiskOfBias,
  names: readonly string[],
): readonly { readonly name: string; readonly other: string }[] {
  const domains = names.flatMap((name) => {
    const other = otherMethodOf(name);
    return other === undefined ? [] : [{ name, other }];
  });
  if (domains.every(({ name }) => name === ofEverything)) return [];
  return domains.length < fewestDomains && domains.length < names.length ? [] : domains;
}

/** Which names an object is not to be given: only a schema can say that a judgement of everything is one method's alone. */
export function namesOfOther(riskOfBias: RiskOfBias, names: readonly string[]): readonly string[] {
  return domainsOfOther(riskOfBias, names).flatMap(({ name }) =>
    name === ofEverything && !riskOfBias.isAnnotated ? [] : [name],
  );
}

/** The kinds of a value, those with domains of the method first and none with domains of another beside them. */
export function fittingFirst(
  variants: readonly Variant[],
  riskOfBias: RiskOfBias | undefined,
): readonly Variant[] {
  if (riskOfBias === undefined || variants.length < 2) return variants;
  const named = variants.map((variant) => ({ variant, names: namesInOrder(variant.schemas) }));
  const isOwn = ({ names }: (typeof named)[number]): boolean => names.some(riskOfBias.isDomain);
  const own = named.filter(isOwn);
  const others = named.filter(
    (one) => !isOwn(one) && (own.length === 0 || domainsOfOther(riskOfBias, one.names).length === 0),
  );
  return [...own, ...others].map(({ variant }) => variant);
}

/** The kind of value with the method's domains, or its judgements, where schemas have one at the end of the way. */
export function variantForMethod(
  lookup: SchemaLookup,
  parents: readonly ApplyingSchema[],
  way: JsonPath,
  riskOfBias: RiskOfBias | undefined,
): Variant | undefined {
  return riskOfBias === undefined
    ? undefined
    : lookup
        .variantsOfChild(parents, way)
        .find(
          ({ schemas }) =>
            namesInOrder(schemas).some(riskOfBias.isDomain) ||
            schemas.some(({ schema }) => schema[annotation] === riskOfBias.method),
        );
}

/** The schemas of a property that is to be written: of several kinds of value the one with the method's domains. */
export function schemasForMethod(
  lookup: SchemaLookup,
  parents: readonly ApplyingSchema[],
  way: JsonPath,
  riskOfBias: RiskOfBias | undefined,
): readonly ApplyingSchema[] {
  return variantForMethod(lookup, parents, way, riskOfBias)?.schemas ?? lookup.schemasOfChild(parents, way);
}
