import { judgementText } from "@analyses/evidence";
import type { FindingOf, NumbersDiagnostic } from "./diagnostic";
import { type Fix, changeOther, replaced, fix } from "./fixes/fix";
import type { AnalysesDocument } from "../document/analysesDocument";
import { type Domains, riskOfBiasOf, domainsOfOther, methodProperty } from "../schemaLookup/riskOfBias";
import { translate } from "../localisation/translate";
import { type FindingDraft, moreFindings, withRelated } from "../findings/finding";
import { walkTree, isContainer, propertiesOf, NodeCache, memoized } from "@analyses/json";
import type { Placed, LazyNode } from "@analyses/json";
import type { Piece, AnalysisCheck } from "../findings/check";

/**
 * Domains of another risk-of-bias method than the document's. The methods are not interchangeable, but a schema that
 * allows both cannot report this.
 */
const riskOfBiasMethodCheck: AnalysisCheck = {
  scope: "analysis",
  codes: ["risk-of-bias-mismatch"],
  dependsOn: ({ document, schemas, limit }) => [riskOfBiasOf(document, schemas), limit],
  run({ document, schemas, limit }, analysis) {
    const riskOfBias = riskOfBiasOf(document, schemas);
    if (riskOfBias === undefined) return [];
    const { method, domains, otherMethodOf } = riskOfBias;
    const isOther = (name: string): boolean => otherMethodOf(name) !== undefined;
    // Opens only the few analyses with domains of another method.
    const opened = analysis.findInParts((part): readonly Placed[] =>
      part.node.kind === "lazy" && domainsIn(part, part.node, domains).some(isOther)
        ? [...walkTree(document, part, ({ node }) => isContainer(node))]
        : [part],
    );
    const found: FindingDraft[] = [];
    for (const { node, start } of opened) {
      if (node.kind !== "object") continue;
      const properties = [...propertiesOf({ node, start })];
      const names = properties.map(({ property: { name } }) => name);
      const others = new Map(domainsOfOther(riskOfBias, names).map(({ name, other }) => [name, other]));
      const [only, ...more] = new Set(others.values());
      // A fix can name the intended method only if one other method has all these domains.
      const intended = more.length === 0 && only !== undefined ? { method: only } : {};
      const ofObject = properties.flatMap(({ start: at, keyEnd, property: { name } }): FindingDraft[] => {
        const other = others.get(name);
        if (other === undefined) return [];
        const message = translate(
          "`{0}` is a domain of {1}, but this document follows {2}.",
          name,
          other,
          method,
        );
        const data = { kind: "other-method", ...intended } as const;
        return [{ code: "risk-of-bias-mismatch", message, start: at, end: keyEnd, related: [], data }];
      });
      if (found.length > limit) return [...found, moreFindings(start)];
      const [first, ...following] = ofObject;
      if (first === undefined) continue;
      // If the study follows a single other method, that is one mistake: the further domains become related places.
      for (const one of more.length > 0 ? ofObject : [withRelated(first, following)]) found.push(one);
    }
    return found;
  },
};

interface DomainsFound {
  readonly among: Domains;
  readonly names: readonly string[];
}

const domainsFound = new NodeCache<DomainsFound>();

/** Shared, because most analyses of a document have the same domains. */
const shared = memoized<Domains, Map<string, DomainsFound>>(() => new Map());

/**
 * The names in the part that are domains of any method, also of the document's own: its method can change without an
 * edit in this part, and names of other methods only would then be wrong in the cache.
 */
function domainsIn(part: Piece, node: LazyNode, among: Domains): readonly string[] {
  const known = domainsFound.get(node);
  if (known?.among === among) return known.names;
  const methods = [...among.values()];
  const names = [...part.keys.names].filter((name) => methods.some((domains) => domains.has(name)));
  const key = JSON.stringify(names);
  const found = shared(among).get(key) ?? { among, names };
  shared(among).set(key, found);
  domainsFound.set(node, found);
  return found.names;
}

/** Changes the document's risk-of-bias method to `method`, to which the domains belong. */
function changedMethod(document: AnalysesDocument, method: string): readonly Fix[] {
  const property = methodProperty(document);
  if (property === undefined) return [];
  const { start, node } = property.value;
  const json = JSON.stringify(method);
  const title = changeOther(property.property.name, method);
  return [fix(title, [replaced({ start, end: start + node.length }, json)], {})];
}

/** RevMan stores "some concerns" (RoB 2) and unclear risk (RoB 1) as the same value. */
function judgementOfRoB2(judgement: FindingOf<"risk-of-bias-mismatch">["worst"]): string {
  return judgementText(judgement === "unclear" ? "some-concerns" : judgement, translate);
}

/** Risk-of-bias inconsistencies: an overall judgement better than a domain's, or domains of another method. */
export const riskOfBiasMismatch: NumbersDiagnostic<"risk-of-bias-mismatch"> = {
  kind: "numbers",
  severity: "error",
  words(finding) {
    return translate(
      "The overall judgement is “{0}”, but “{1}” is judged “{2}”: by RoB 2 the result is judged no better than its worst domain.",
      judgementOfRoB2(finding.overall),
      finding.domain,
      judgementOfRoB2(finding.worst),
    );
  },
  // Only a warning, unlike domains of another method: review authors may justify a judgement that differs.
  severityOf: () => "warning",
  checks: [riskOfBiasMethodCheck],
  fixes: ({ data }, document) =>
    data.kind === "other-method" && data.method !== undefined ? changedMethod(document, data.method) : [],
};
