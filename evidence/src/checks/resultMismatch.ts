import { isRatio } from "../analysis";
import type { PooledRows } from "../pooling/computeAnalysis";
import type { ComputedItem } from "../roles/evidenceOfItem";
import type { Found } from "../roles/readRow";
import type { ResultRole } from "../roles/roles";
import type { Finding } from "./finding";
import { rounded } from "./finding";

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
    const computed = new Map<ResultRole, number>();
    for (const role of stored.keys()) {
      const number = computedOf(role);
      if (number !== null && Number.isFinite(number)) computed.set(role, number);
    }
    const decimals = Math.max(0, ...effectRoles.map((role) => decimalsOf(stored.get(role)?.value ?? 0)));
    const areRatios = ofRatio && !areLogarithms(stored, computed, decimals);
    for (const [role, number] of computed) {
      const { value, pointer } = stored.get(role) ?? { value: number, pointer: "" };
      const isEffect = effectRoles.some((one) => one === role);
      const meant = isShare(role) ? share(value, number) : isEffect && areRatios ? Math.exp(number) : number;
      if (!Number.isFinite(meant) || isSame(value, meant, isEffect ? decimals : 0)) continue;
      const repairs = [{ pointer, value: asWritten(meant, decimalsOf(value)) }];
      found.push({ code: "result-mismatch", pointer, role, stored: value, computed: meant, repairs });
    }
  }
}

/** What is on the scale of the effect measure. */
const effectRoles = ["result-estimate", "result-low", "result-high"] as const;

function isShare(role: ResultRole): boolean {
  return role === "result-i2" || role === "result-weight";
}

/** Whether a ratio and its interval stand as logarithms: all of them in one way, that of the more that are right. */
function areLogarithms(
  stored: ReadonlyMap<ResultRole, Found<number>>,
  computed: ReadonlyMap<ResultRole, number>,
  decimals: number,
): boolean {
  const numbers = effectRoles.flatMap((role) => {
    const [value, number] = [stored.get(role)?.value, computed.get(role)];
    return value === undefined || number === undefined ? [] : [{ value, number }];
  });
  if (numbers.some(({ value }) => value < 0)) return true;
  const right = (way: (number: number) => number): number =>
    numbers.filter(({ value, number }) => isSame(value, way(number), decimals)).length;
  const off = (way: (number: number) => number): number =>
    numbers.reduce((sum, { value, number }) => sum + Math.abs(way(number) - value), 0);
  const more = right((number) => number) - right(Math.exp);
  return more === 0 ? off((number) => number) < off(Math.exp) : more > 0;
}

/** A share of 1 as it is meant: in percent, or as a fraction. */
function share(stored: number, computed: number): number {
  const percent = computed * 100;
  if (isSame(stored, percent, 0)) return percent;
  const isFraction = Math.abs(stored - computed) <= 0.005 || (stored < 1 && !Number.isInteger(stored));
  return isFraction ? computed : percent;
}

/** At the digits that are written; a whole number beside others with decimals has lost its zeros. */
function isSame(stored: number, computed: number, decimalsBeside: number): boolean {
  if (!Number.isFinite(computed)) return false;
  const isShort = Number.isInteger(stored) && Math.abs(stored) < 10;
  const precision = 10 ** -(isShort ? decimalsBeside : decimalsOf(stored));
  return Math.abs(stored - computed) <= 0.5 * precision * (1 + 1e-9) + 1e-12 * Math.abs(computed);
}

function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.min(100, Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent)));
}

/** With as many decimals as there were, two at least; what would be nothing then has two digits. */
function asWritten(value: number, decimals: number): number {
  const fixed = Math.max(decimals, 2);
  return Math.abs(value) < 10 ** -fixed ? rounded(value, 2) : Number(value.toFixed(fixed));
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
