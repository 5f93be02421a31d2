import { containersIn, isJsonObject, memoized, propertyNamed, stringValue } from "@analyses/json";
import type { JsonPath, JsonValue, PlacedProperty } from "@analyses/json";
import { formatProperty } from "@analyses/protocol/documentFormat";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import { type ApplyingSchema, namesInOrder } from "@analyses/json-schema";
import type { SchemaLookup, Variant } from "./schemaLookup";

/** Domain names by risk-of-bias method. */
export type Domains = ReadonlyMap<string, ReadonlySet<string>>;

/** The domains of each method in the Cochrane Handbook (chapter 8, both editions), for schemas without annotations. */
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
 * The schema keyword that names a risk-of-bias method, such as `RISK_OF_BIAS_2`. In an object schema, the properties
 * are the method's domains; in an array schema, the elements are judgements by the method.
 */
const annotation = "x-risk-of-bias-method";

/** The domains that the item schema's annotations name; empty without annotations. */
const annotatedDomains = memoized((files: ReadonlyMap<string, JsonValue>): Domains => {
  const found = new Map<string, Set<string>>();
  for (const { value } of [...files.values()].flatMap((root) => [...containersIn(root)])) {
    const { [annotation]: method, properties } = isJsonObject(value) ? value : {};
    if (typeof method !== "string") continue;
    const names = found.get(method) ?? new Set();
    for (const name of isJsonObject(properties) ? Object.keys(properties) : []) names.add(name);
    found.set(method, names);
  }
  return found;
});

/** The risk-of-bias method in a document's `risk-of-bias-method`, with its domains. */
export interface RiskOfBias {
  readonly method: string;
  /** Whether the domains come from schema annotations. */
  readonly isAnnotated: boolean;
  readonly isDomain: (name: string) => boolean;
  /** Domain names by method; the same object for the same schema. */
  readonly domains: Domains;
  /** The other method that has this domain, unless the document's method has it too. */
  readonly otherMethodOf: (name: string) => string | undefined;
}

const methodsOf = memoized(
  (domains: Domains): ReadonlyMap<string, RiskOfBias> =>
    new Map(Array.from(domains, ([method, own]) => [method, riskOfBiasBy(method, own, domains)])),
);

/** The method that a document names, if it is known; the same object for the same method and schema. */
export function riskOfBiasOf(
  document: AnalysesDocument,
  { itemSchema }: SchemaContext,
): RiskOfBias | undefined {
  const method = methodOf(document);
  if (method === undefined) return undefined;
  const annotated = itemSchema.kind === "ready" ? annotatedDomains(itemSchema.files) : undefined;
  const domains = annotated === undefined || annotated.size === 0 ? knownDomains : annotated;
  return methodsOf(domains).get(method);
}

/**
 * The overall judgement. Any method can have one, so it does not distinguish methods, even where one lists it as a
 * domain.
 */
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

/** The document's top-level property that names its risk-of-bias method. */
export function methodProperty({ root: { node, start } }: AnalysesDocument): PlacedProperty | undefined {
  return node.kind === "object" ? propertyNamed({ node, start }, formatProperty.riskOfBiasMethod) : undefined;
}

function methodOf(document: AnalysesDocument): string | undefined {
  const value = methodProperty(document)?.value;
  if (value?.node.kind !== "string") return undefined;
  return stringValue(document, { node: value.node, start: value.start });
}

/**
 * An object with at least this many domain names is a judgement, as is one with domain names only. A single domain name
 * among other names may mean something else.
 */
const fewestDomains = 2;

/** The names that are domains of another method, if the object with these names appears to be a judgement by it. */
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

/**
 * The names not to suggest: the domains of other methods. The overall judgement is among them only if annotations list
 * it for another method and not for the document's; without annotations, any method can have one.
 */
export function namesOfOther(riskOfBias: RiskOfBias, names: readonly string[]): readonly string[] {
  return domainsOfOther(riskOfBias, names).flatMap(({ name }) =>
    name === ofEverything && !riskOfBias.isAnnotated ? [] : [name],
  );
}

/**
 * The variants with the method's domains first, then those without domains; those of other methods only if no variant
 * has the method's.
 */
export function fittingFirst(
  variants: readonly Variant[],
  riskOfBias: RiskOfBias | undefined,
): readonly Variant[] {
  if (riskOfBias === undefined || variants.length < 2) return variants;
  const named = variants.map((variant) => ({ variant, names: namesInOrder(variant.schemas) }));
  const isOwn = ({ names }: (typeof named)[number]): boolean => names.some(riskOfBias.isDomain);
  const own = named.filter(isOwn);
  const others = named.filter(
    (variant) =>
      !isOwn(variant) && (own.length === 0 || domainsOfOther(riskOfBias, variant.names).length === 0),
  );
  return [...own, ...others].map(({ variant }) => variant);
}

/** The variant at a path that has the method's domains or judgements; undefined if there is none. */
export function variantForMethod(
  lookup: SchemaLookup,
  parents: readonly ApplyingSchema[],
  path: JsonPath,
  riskOfBias: RiskOfBias | undefined,
): Variant | undefined {
  return riskOfBias === undefined
    ? undefined
    : lookup
        .variantsOfChild(parents, path)
        .find(
          ({ schemas }) =>
            namesInOrder(schemas).some(riskOfBias.isDomain) ||
            schemas.some(({ schema }) => schema[annotation] === riskOfBias.method),
        );
}

/** The schemas for a new property: those of the variant for the method; without one, those of the property. */
export function schemasForMethod(
  lookup: SchemaLookup,
  parents: readonly ApplyingSchema[],
  path: JsonPath,
  riskOfBias: RiskOfBias | undefined,
): readonly ApplyingSchema[] {
  return variantForMethod(lookup, parents, path, riskOfBias)?.schemas ?? lookup.schemasOfChild(parents, path);
}
