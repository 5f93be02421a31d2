import { isRatio } from "../analysis";
import type { PooledRows } from "../pooling/computeAnalysis";
import type { ComputedItem } from "../roles/evidenceOfItem";
import type { Found } from "../roles/readRow";
import type { ResultRole } from "../roles/roles";
import type { Finding } from "./finding";

/** Stored results that are not what the data give, by more than the digits they are written with. */
export function resultMismatch({ content, result, choices }: ComputedItem): readonly Finding[] {
  const ofRatio = isRatio(choices.pooling.choice.measure);
  const found: Finding[] = [];
  compare(content.results, (role) => pooledNumber(result, role, null));
  content.subgroups?.forEach(({ results }, index) => {
    const subgroup = result.subgroups?.[index];
    if (subgroup !== undefined) compare(results, (role) => pooledNumber(subgroup, role, subgroup.weight));
  });
  content.rows?.forEach(({ results }, index) => {
    const row = result.rows[index];
    if (row === undefined) return;
    compare(results, (role) => {
      if (role === "result-weight") return row.weight;
      if (row.effect.kind !== "estimable") return null;
      if (role === "result-estimate") return row.effect.estimate;
      if (role === "result-low") return row.interval?.low ?? null;
      return role === "result-high" ? (row.interval?.high ?? null) : null;
    });
  });
  return found;

  function compare(
    stored: ReadonlyMap<ResultRole, Found<number>>,
    computedOf: (role: ResultRole) => number | null,
  ): void {
    for (const [role, { value, pointer }] of stored) {
      const computed = computedOf(role);
      if (computed === null || !Number.isFinite(computed)) continue;
      const ways = waysToWrite(role, computed, ofRatio).filter(Number.isFinite);
      if (ways.some((one) => isSame(value, one))) continue;
      const likely = likeliest(value, ways);
      const repairs = [{ pointer, value: Number(likely.toFixed(Math.max(decimalsOf(value), 2))) }];
      found.push({ code: "result-mismatch", pointer, role, stored: value, computed: likely, repairs });
    }
  }
}

/** Ratios stand as such or as logarithms; shares as percent or as fractions. */
function waysToWrite(role: ResultRole, computed: number, ofRatio: boolean): readonly number[] {
  if (role === "result-i2" || role === "result-weight") return [computed * 100, computed];
  const isOnScale = role === "result-estimate" || role === "result-low" || role === "result-high";
  return isOnScale && ofRatio ? [Math.exp(computed), computed] : [computed];
}

/** The way in which the stored number is meant: a negative one is no ratio, the nearest is likely. */
function likeliest(stored: number, ways: readonly number[]): number {
  const possible = stored < 0 ? ways.slice(-1) : ways;
  const distance = (way: number): number => Math.abs(way - stored);
  return possible.reduce((best, way) => (distance(way) < distance(best) ? way : best));
}

function isSame(stored: number, computed: number): boolean {
  const precision = 10 ** -decimalsOf(stored);
  return Math.abs(stored - computed) <= 0.5 * precision * (1 + 1e-9) + 1e-12 * Math.abs(computed);
}

function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.min(100, Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent)));
}

function pooledNumber(
  { effect, heterogeneity, studies, participants }: PooledRows,
  role: ResultRole,
  weight: number | null,
): number | null {
  switch (role) {
    case "result-estimate":
      return effect?.estimate ?? null;
    case "result-low":
      return effect?.low ?? null;
    case "result-high":
      return effect?.high ?? null;
    case "result-weight":
      return weight;
    case "result-i2":
      return heterogeneity?.i2 ?? null;
    case "result-tau2":
      return heterogeneity?.tau2?.value ?? null;
    case "result-q":
      return heterogeneity?.q ?? null;
    case "result-p":
      return effect?.p ?? null;
    case "result-studies":
      return studies;
    case "result-participants":
      return participants;
  }
}
