import { type Yielding, withoutYielding } from "@analyses/json";
import type { EffectMeasure, EvidenceProblem, ItemEvidence, RoleBinding } from "@analyses/evidence";
import { bindRoles, eachStudyOnce, evidenceYielding } from "@analyses/evidence";
import type { EvidenceSettings } from "@analyses/protocol/settings";
import type { ContainerNode, JsonValue, Placed, LazyNode } from "@analyses/json";
import { NodeCache, isContainer, valueOf } from "@analyses/json";
import { subschemasOf } from "@analyses/json-schema";
import type { AnalysesDocument } from "../document/analysesDocument";
import { type ItemSchema, type SchemaContext, schemaSet } from "../schema/schemaContext";

/** Bindings by item schema and by the setting `evidence.roles`; several, since folders can have their own settings. */
const bindings = new WeakMap<ItemSchema, Map<string, RoleBinding>>();
const maxBindings = 10;

/**
 * The meanings of the analyses' properties: by the setting, the item schema's annotations, and names
 * (`spec/evidence.md` section 1). Returns the same object for the same schema and setting, because caches compare it by
 * identity.
 */
export function roleBinding(
  { itemSchema }: Pick<SchemaContext, "itemSchema">,
  { roles }: Pick<EvidenceSettings, "roles">,
): RoleBinding {
  const known = bindings.get(itemSchema) ?? new Map<string, RoleBinding>();
  bindings.set(itemSchema, known);
  const key = JSON.stringify(roles);
  const bound = known.get(key) ?? bindRoles({ setting: roles, subschemas: subschemasIn(itemSchema) });
  known.delete(key);
  known.set(key, bound);
  for (const oldest of known.keys()) if (known.size > maxBindings) known.delete(oldest);
  return bound;
}

/** The subschemas of an item schema, whose annotations are roles. */
export function subschemasIn(itemSchema: ItemSchema): ReturnType<typeof subschemasOf> {
  return itemSchema.kind === "ready" ? subschemasOf(schemaSet(itemSchema), itemSchema.uri) : [];
}

/** The result of an analysis in a few numbers. Cached for every computed analysis. */
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

interface Kept {
  readonly binding: RoleBinding;
  readonly summary: EvidenceSummary;
}

const summaries = new NodeCache<Kept>();

/** The cached summary of an analysis. */
export function knownSummary({ node }: Placed, binding: RoleBinding): EvidenceSummary | undefined {
  const kept = isContainer(node) ? summaries.get(node) : undefined;
  return kept?.binding === binding ? kept.summary : undefined;
}

/** The summary of an analysis. Cached with its node, so only edits of the analysis recompute it. */
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

/** The full results of the latest analyses; the others keep only a summary. */
const latest = new WeakMap<RoleBinding, Map<ContainerNode | LazyNode, ItemEvidence>>();
const maxCached = 20;

/**
 * Computes an analysis, with pointers relative to it.
 *
 * @param read the analysis, if the caller has already read it
 */
export function analysisEvidence(...of: Parameters<typeof analysisEvidenceYielding>): ItemEvidence {
  return withoutYielding(analysisEvidenceYielding(...of));
}

/** As {@link analysisEvidence}, but yields in between. */
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
  const kept = latest.get(binding) ?? new Map<ContainerNode | LazyNode, ItemEvidence>();
  latest.set(binding, kept);
  const evidence = kept.get(node) ?? (yield* compute());
  kept.delete(node);
  kept.set(node, evidence);
  if (kept.size > maxCached)
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
