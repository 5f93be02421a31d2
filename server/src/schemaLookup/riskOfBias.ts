import { propertyNamed, stringValue } from "../../../json/src";
import { formatProperty } from "../../../protocol/src/documentFormat";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { Variant } from "./schemaLookup";
import { namesInOrder } from "./valueKnowledge";

/** The domains of each risk-of-bias method (Cochrane Handbook, chapter 8, both editions), as schemas name them. */
const domains: ReadonlyMap<string, ReadonlySet<string>> = new Map([
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

/** The risk-of-bias method that a document names at its top; undefined where it names none that is known. */
export function riskOfBiasMethodOf(document: AnalysesDocument): string | undefined {
  const { node, start } = document.root;
  if (node.kind !== "object") return undefined;
  const value = propertyNamed({ node, start }, formatProperty.riskOfBiasMethod)?.value;
  if (value?.node.kind !== "string") return undefined;
  const method = stringValue(document, { node: value.node, start: value.start });
  return domains.has(method) ? method : undefined;
}

export function isDomainOf(method: string | undefined, name: string): boolean {
  return method !== undefined && domains.get(method)?.has(name) === true;
}

/** The other method that a domain belongs to, where it does not belong to this one. */
export function otherMethodOf(method: string, name: string): string | undefined {
  if (isDomainOf(method, name)) return undefined;
  return [...domains].find(([, names]) => names.has(name))?.[0];
}

/** The kinds of a value, those with domains of the method first and those with domains of another last. */
export function fittingFirst(variants: readonly Variant[], method: string | undefined): readonly Variant[] {
  if (method === undefined || variants.length < 2) return variants;
  const rank = ({ schemas }: Variant): number => {
    const names = namesInOrder(schemas);
    if (names.some((name) => isDomainOf(method, name))) return 0;
    return names.some((name) => otherMethodOf(method, name) !== undefined) ? 2 : 1;
  };
  return [...variants].sort((one, other) => rank(one) - rank(other));
}
