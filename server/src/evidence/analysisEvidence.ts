import type { EffectMeasure, EvidenceProblem, ItemEvidence, RoleBinding } from "@analyses/evidence";
import { bindRoles, eachStudyOnce, evidenceYielding } from "@analyses/evidence";
import type { EvidenceSettings } from "@analyses/protocol/settings";
import type { Yielding, ContainerNode, JsonValue, Placed, LazyNode } from "@analyses/json";
import { withoutYielding, NodeCache, isContainer, memoized, valueOf } from "@analyses/json";
import { subschemasOf } from "@analyses/json-schema";
import type { AnalysesDocument } from "../document/analysesDocument";
import { type ItemSchema, type SchemaContext, schemaSet } from "../schema/schemaContext";

/** Bindings by item schema and setting `evidence.roles`. A schema can have several: folders can differ in settings. */
const bindings = new WeakMap<ItemSchema, Map<string, RoleBinding>>();
const maxBindings = 10;

/**
 * The roles of the analyses' properties, which follow from the setting, from the item schema's annotations and from
 * names (`spec/evidence.md` section 1). Returns the same object for the same schema and setting, because caches compare
 * bindings by identity.
 */
export function roleBinding(
  { itemSchema }: Pick<SchemaContext, "itemSchema">,
  { roles }: Pick<EvidenceSettings, "roles">,
): RoleBinding {
  const bindingsOfSchema = bindings.get(itemSchema) ?? new Map<string, RoleBinding>();
  bindings.set(itemSchema, bindingsOfSchema);
  const key = JSON.stringify(roles);
  const bound =
    bindingsOfSchema.get(key) ?? bindRoles({ setting: roles, subschemas: subschemasIn(itemSchema) });
  // The map is in the order of use, so that the first binding is the one to drop.
  bindingsOfSchema.delete(key);
  bindingsOfSchema.set(key, bound);
  for (const oldest of bindingsOfSchema.keys())
    if (bindingsOfSchema.size > maxBindings) bindingsOfSchema.delete(oldest);
  return bound;
}

/** The subschemas of an item schema, whose annotations are roles. Several fixes and each answer look for paths in them. */
export const subschemasIn = memoized((itemSchema: ItemSchema) =>
  itemSchema.kind === "ready" ? subschemasOf(schemaSet(itemSchema), itemSchema.uri) : [],
);

/** The result of an analysis in a few numbers, which the cache keeps for every computed analysis. */
export interface EvidenceSummary {
  readonly problem: EvidenceProblem | null;
  /** Null without a pooled result. */
  readonly pooled: {
    readonly measure: EffectMeasure;
    /** On the analysis scale: logarithms for ratios. */
    readonly estimate: number;
    readonly low: number;
    readonly high: number;
    /** As a fraction of 1; null with one study. */
    readonly i2: number | null;
  } | null;
  /** The number of studies that could be pooled. */
  readonly studies: number;
  /** Null if unknown, for example because several rows of one study may share participants. */
  readonly participants: number | null;
}

interface CachedSummary {
  readonly binding: RoleBinding;
  readonly summary: EvidenceSummary;
}

const summaries = new NodeCache<CachedSummary>();

/** The cached summary of an analysis; undefined if the analysis or the binding has changed since. */
export function knownSummary({ node }: Placed, binding: RoleBinding): EvidenceSummary | undefined {
  const cached = isContainer(node) ? summaries.get(node) : undefined;
  return cached?.binding === binding ? cached.summary : undefined;
}

/** The summary of an analysis. The cache belongs to its syntax node, so only edits of the analysis recompute it. */
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

/** The full results of the analyses used last; of other analyses, the cache has only the summary. */
const latest = new WeakMap<RoleBinding, Map<ContainerNode | LazyNode, ItemEvidence>>();
const maxCached = 20;

/**
 * Computes an analysis. The pointers in the result are relative to the analysis.
 *
 * @param read the analysis, if the caller has already read it
 */
export function analysisEvidence(...of: Parameters<typeof analysisEvidenceYielding>): ItemEvidence {
  return withoutYielding(analysisEvidenceYielding(...of));
}

/** As {@link analysisEvidence}, but yields between the steps of the computation. */
export function* analysisEvidenceYielding(
  document: AnalysesDocument,
  analysis: Placed,
  binding: RoleBinding,
  read?: { readonly value: JsonValue | undefined },
): Yielding<ItemEvidence> {
  const { node } = analysis;
  const compute = (): Yielding<ItemEvidence> =>
    evidenceYielding(read === undefined ? valueOf(document, analysis) : read.value, binding);
  if (!isContainer(node)) return yield* compute();
  const results = latest.get(binding) ?? new Map<ContainerNode | LazyNode, ItemEvidence>();
  latest.set(binding, results);
  const evidence = results.get(node) ?? (yield* compute());
  // The map is in the order of use, so that the first result is the one to drop.
  results.delete(node);
  results.set(node, evidence);
  if (results.size > maxCached)
    for (const oldest of results.keys()) {
      results.delete(oldest);
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
