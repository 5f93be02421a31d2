import type { EffectMeasure, EvidenceProblem, ItemEvidence, RoleBinding } from "@analyses/evidence";
import { bindRoles, eachStudyOnce, evidenceOfItem } from "@analyses/evidence";
import type { EvidenceSettings } from "@analyses/protocol/settings";
import type { ContainerNode, JsonValue, Placed, LazyNode } from "@analyses/json";
import { NodeCache, isContainer, valueOf } from "@analyses/json";
import { partsOf } from "@analyses/json-schema";
import type { AnalysesDocument } from "../document/analysesDocument";
import { schemaSet } from "../schema/schemaContext";
import type { ItemSchema, SchemaContext } from "../schema/schemaContext";

/** Bindings by item schema, and these by what the setting says: a few, since folders have settings of their own. */
const bindings = new WeakMap<ItemSchema, Map<string, RoleBinding>>();
const mostBindings = 10;

/**
 * What the properties of a document's analyses mean: by the setting, the item schema's annotations, and names
 * (`spec/evidence.md` section 1). The same object as long as schema and setting are the same: what is computed by it
 * is kept by its identity.
 */
export function roleBinding(
  { itemSchema }: Pick<SchemaContext, "itemSchema">,
  { roles }: Pick<EvidenceSettings, "roles">,
): RoleBinding {
  const known = bindings.get(itemSchema) ?? new Map<string, RoleBinding>();
  bindings.set(itemSchema, known);
  const key = JSON.stringify(roles);
  const bound = known.get(key) ?? bindRoles({ setting: roles, ...annotatedBy(itemSchema) });
  known.delete(key);
  known.set(key, bound);
  for (const oldest of known.keys()) if (known.size > mostBindings) known.delete(oldest);
  return bound;
}

function annotatedBy(itemSchema: ItemSchema): Partial<Parameters<typeof bindRoles>[0]> {
  if (itemSchema.kind !== "ready") return {};
  return { itemSchema: itemSchema.schema, resolve: schemaResolver(itemSchema) };
}

/** What references in an item schema to other files mean. */
export function schemaResolver(
  itemSchema: Extract<ItemSchema, { kind: "ready" }>,
): NonNullable<Parameters<typeof bindRoles>[0]["resolve"]> {
  const set = schemaSet(itemSchema);
  const place = set.file(itemSchema.uri);
  // References of another file count from where it is.
  const places = new Map<unknown, typeof place>();
  return (reference, from) => {
    const base = places.get(from) ?? place;
    const found = base && set.resolve(base, partsOf(reference).address);
    if (found?.kind !== "found") return undefined;
    places.set(found.schema, found);
    return found.schema;
  };
}

/** What an analysis comes to, in a few numbers: kept with each that was looked at. */
export interface EvidenceSummary {
  readonly problem: EvidenceProblem | null;
  /** Null where there is no pooled result. */
  readonly pooled: {
    readonly measure: EffectMeasure;
    /** On the analysis scale: of ratios logarithms. */
    readonly estimate: number;
    readonly low: number;
    readonly high: number;
    /** A fraction of 1; null with one study. */
    readonly i2: number | null;
  } | null;
  /** How many could be pooled. */
  readonly studies: number;
  /** Null where the document does not say, or not how many people several rows of one study are. */
  readonly participants: number | null;
}

interface Kept {
  readonly binding: RoleBinding;
  readonly summary: EvidenceSummary;
}

const summaries = new NodeCache<Kept>();

/** What is known of an analysis without computing anything. */
export function knownSummary({ node }: Placed, binding: RoleBinding): EvidenceSummary | undefined {
  const kept = isContainer(node) ? summaries.get(node) : undefined;
  return kept?.binding === binding ? kept.summary : undefined;
}

/** What an analysis comes to, computed once for its text: an edit elsewhere leaves its node, and with it this. */
export function evidenceSummary(
  document: AnalysesDocument,
  analysis: Placed,
  binding: RoleBinding,
): EvidenceSummary {
  const known = knownSummary(analysis, binding);
  if (known !== undefined) return known;
  const evidence = analysisEvidence(document, analysis, binding);
  return knownSummary(analysis, binding) ?? summaryOf(evidence);
}

/** Everything is kept for the analyses looked at last; of others a summary. */
const latest = new WeakMap<RoleBinding, Map<ContainerNode | LazyNode, ItemEvidence>>();
const mostKept = 20;

/**
 * All that is computed from an analysis, with pointers that begin at it.
 *
 * @param read what was read of the analysis already
 */
export function analysisEvidence(
  document: AnalysesDocument,
  analysis: Placed,
  binding: RoleBinding,
  read?: { readonly value: JsonValue | undefined },
): ItemEvidence {
  const { node } = analysis;
  const compute = (): ItemEvidence =>
    evidenceOfItem(read === undefined ? valueOf(document, analysis) : read.value, binding);
  if (!isContainer(node)) return compute();
  const kept = latest.get(binding) ?? new Map<ContainerNode | LazyNode, ItemEvidence>();
  latest.set(binding, kept);
  const evidence = kept.get(node) ?? compute();
  kept.delete(node);
  kept.set(node, evidence);
  if (kept.size > mostKept)
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      break;
    }
  if (summaries.get(node)?.binding !== binding)
    summaries.set(node, { binding, summary: summaryOf(evidence) });
  return evidence;
}

export function summaryOf(evidence: ItemEvidence): EvidenceSummary {
  if (evidence.kind === "problem")
    return { problem: evidence.problem, pooled: null, studies: 0, participants: null };
  const { choices, content, result } = evidence;
  const { effect, heterogeneity } = result;
  const { studies, participants } = eachStudyOnce(result, content.rows ?? []);
  const { measure } = choices.pooling.choice;
  const pooled =
    effect === null
      ? null
      : {
          measure,
          estimate: effect.estimate,
          low: effect.low,
          high: effect.high,
          i2: heterogeneity?.i2 ?? null,
        };
  return { problem: null, pooled, studies, participants };
}
