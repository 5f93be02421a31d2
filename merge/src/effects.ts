import type { EffectMeasure, RoleBinding, Translate } from "@analyses/evidence";
import { effectText, evidenceOfItem, largestOf, measureAbbreviation } from "@analyses/evidence";
import { valueOf, type Yielding } from "@analyses/json";
import type { Merged } from "./mergeTexts";
import { type Answer, type Conflict, textOfPieces } from "./pieces";
import { readSide } from "./side";

/** The pooled results of an analysis: its total, else its subgroups. */
interface Pools {
  readonly measure: EffectMeasure;
  readonly pools: readonly {
    readonly estimate: number;
    readonly low: number;
    readonly high: number;
    readonly standardError: number;
  }[];
}

/** The effect of a conflict's resolution on the pooled result of its analysis. */
export interface ConflictEffect {
  /** Null if the analysis is not computable. */
  readonly ours: Pools | null;
  readonly theirs: Pools | null;
  /**
   * Distance of the two results in standard errors; infinite if they cannot be compared, as when only one is
   * computable.
   */
  readonly distance: number;
}

/** Maximum number of conflicts whose effects are computed: each takes two meta-analyses. */
const maxEffects = 1000;

/** Computes the pooled results for both sides of the first thousand conflicts; gives no results for the others. */
export function* conflictEffects(
  { items, conflicts }: Pick<Merged, "items" | "conflicts">,
  binding: RoleBinding,
  decided: ReadonlyMap<number, Answer>,
): Yielding<ReadonlyMap<number, ConflictEffect>> {
  const effects = new Map<number, ConflictEffect>();
  for (const pieces of items) {
    const own = new Set(
      pieces.flatMap((piece) =>
        typeof piece === "string" || piece.kind === "comma" ? [] : [piece.conflict],
      ),
    );
    /** The results with the decisions so far; `answer` resolves the conflict `varied` instead. */
    const pool = (varied?: Conflict, answer?: Answer): Pools | null => {
      const text = textOfPieces(pieces, (conflict) =>
        conflict === varied && answer !== undefined ? answer : (decided.get(conflict.id) ?? "ours"),
      );
      const side = readSide(text);
      return side === undefined ? null : poolsOf(valueOf(side.document, side.document.root), binding);
    };
    const { length } = textOfPieces(pieces, () => "ours");
    const asDecided = own.size > 0 ? pool() : null;
    for (const conflict of own) {
      if (effects.size >= maxEffects) break;
      const current = decided.get(conflict.id) ?? "ours";
      const ours = current === "ours" ? asDecided : pool(conflict, "ours");
      const theirs = current === "theirs" ? asDecided : pool(conflict, "theirs");
      effects.set(conflict.id, { ours, theirs, distance: distanceOf(ours, theirs) });
      yield length;
    }
  }
  const none = { ours: null, theirs: null, distance: 0 };
  for (const { id } of conflicts) if (!effects.has(id)) effects.set(id, none);
  return effects;
}

function poolsOf(item: unknown, binding: RoleBinding): Pools | null {
  const evidence = evidenceOfItem(item, binding);
  if (evidence.kind === "problem") return null;
  const { effect, subgroups } = evidence.result;
  const pools = effect === null ? (subgroups ?? []).flatMap((subgroup) => subgroup.effect ?? []) : [effect];
  return pools.length === 0 ? null : { measure: evidence.choices.pooling.choice.measure, pools };
}

function distanceOf(one: Pools | null, other: Pools | null): number {
  if (one === null || other === null) return one === other ? 0 : Infinity;
  if (one.measure !== other.measure || one.pools.length !== other.pools.length) return Infinity;
  return largestOf(
    one.pools.map(({ estimate, standardError, low, high }, index) => {
      const pool = other.pools[index];
      if (pool === undefined) return Infinity;
      const apart = Math.max(
        Math.abs(estimate - pool.estimate),
        Math.abs(low - pool.low),
        Math.abs(high - pool.high),
      );
      return apart === 0 ? 0 : apart / Math.max(standardError, pool.standardError, Number.MIN_VALUE);
    }),
  );
}

/** `RR 0.76 [0.60, 0.96]`; without a total, the subgroups' results; empty if there are none. */
export function poolsText(pools: Pools | null, translate: Translate): string {
  if (pools === null) return "";
  const texts = pools.pools.map((pool) => effectText(pool.estimate, pool, pools.measure));
  return `${measureAbbreviation(pools.measure, translate)} ${texts.join("; ")}`;
}
