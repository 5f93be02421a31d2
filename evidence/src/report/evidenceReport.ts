import type {
  DataType,
  EffectMeasure,
  HeterogeneityEstimator,
  IntervalMethod,
  Method,
  Model,
  Scale,
} from "../analysis";
import { analysisName, scaleOf } from "../analysis";
import { type PooledRows, type SubgroupDifferences, eachStudyOnce } from "../pooling/computeAnalysis";
import type { Heterogeneity, PooledEffect } from "../pooling/pool";
import type { RoleBinding } from "../roles/binding";
import { type ItemEvidence, evidenceOfItem } from "../evidenceOfItem";
import { htmlText } from "../htmlText";
import { isObject } from "../json";
import type { Translate } from "../roles/problems";
import type { ItemRow } from "../roles/readRow";
import { columnRoles } from "../roles/roles";
import { reportNotes } from "./notes";
import { methodSentence } from "./words";

/** The output of `analyses-evidence` and of the request `analyses/evidence`: `spec/evidence.md` section 3. */
export interface EvidenceReport {
  readonly version: 1;
  readonly documents: readonly ReportedDocument[];
}

export interface ReportedDocument {
  readonly path: string;
  readonly analyses: readonly ReportedAnalysis[];
}

/**
 * Numbers at full precision on the analysis scale, logarithms for ratios; null for what does not apply. In JSON,
 * infinite numbers are null too.
 */
export interface ReportedAnalysis {
  readonly group: { readonly number: number; readonly name: string };
  readonly number: number;
  readonly name: string;
  readonly pointer: string;
  readonly dataType: DataType | null;
  readonly effectMeasure: EffectMeasure | null;
  readonly method: Method | null;
  readonly model: Model["kind"] | null;
  readonly heterogeneityEstimator: HeterogeneityEstimator | null;
  readonly intervalMethod: IntervalMethod | null;
  readonly confidenceLevel: number | null;
  readonly scale: Scale | null;
  readonly problem: string | null;
  readonly studies: number | null;
  readonly notEstimable: number | null;
  readonly participants: number | null;
  readonly result: ReportedResult | null;
  readonly heterogeneity: ReportedHeterogeneity | null;
  readonly rows: readonly ReportedRow[] | null;
  readonly subgroups: readonly ReportedSubgroup[] | null;
  readonly subgroupDifferences: SubgroupDifferences | null;
  readonly notes: readonly string[] | null;
}

export type ReportedResult = Omit<PooledEffect, "waldError">;

export interface ReportedHeterogeneity extends Omit<Heterogeneity, "tau2"> {
  readonly tau2: number | null;
  readonly tau2Low: number | null;
  readonly tau2High: number | null;
}

export interface ReportedRow {
  readonly study: string;
  readonly pointer: string;
  readonly subgroup: string | null;
  readonly estimate: number | null;
  readonly standardError: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly weight: number | null;
  readonly estimable: boolean;
  readonly corrected: boolean;
}

export interface ReportedSubgroup {
  readonly name: string;
  readonly pointer: string | null;
  readonly studies: number;
  readonly participants: number | null;
  readonly weight: number | null;
  readonly result: ReportedResult | null;
  readonly heterogeneity: ReportedHeterogeneity | null;
}

/** An item of a document, with its result. */
export interface DocumentItem {
  readonly group: { readonly number: number; readonly name: string };
  readonly number: number;
  readonly name: string;
  /** The pointer of the item in the document (RFC 6901). */
  readonly pointer: string;
  readonly evidence: ItemEvidence;
}

/** Computes all items of an analyses document, plain JSON; empty for any other value. */
export function itemsOfDocument(document: unknown, binding: RoleBinding): readonly DocumentItem[] {
  const groups = isObject(document) ? document["analysis-groups"] : undefined;
  return listOf(groups).flatMap((group, groupIndex) =>
    listOf(isObject(group) ? group.analyses : undefined).map((item, index) =>
      documentItem(
        { value: group, index: groupIndex },
        { value: item, index },
        evidenceOfItem(item, binding),
      ),
    ),
  );
}

/** A plain JSON value, and its index in its list. */
interface Listed {
  readonly value: unknown;
  readonly index: number;
}

/**
 * An item of a document of which only the item and its group are at hand. Decodes names of a form whose texts are HTML.
 */
export function documentItem(group: Listed, item: Listed, evidence: ItemEvidence): DocumentItem {
  const groupNumber = numberOf(group.value) ?? group.index + 1;
  const nameOf = (value: unknown): string => {
    const name = analysisName(value) ?? "";
    return evidence.content.form?.isHtml === true ? htmlText(name) : name;
  };
  return {
    group: { number: groupNumber, name: nameOf(group.value) },
    number: numberOf(item.value, groupNumber) ?? item.index + 1,
    name: nameOf(item.value),
    pointer: `/analysis-groups/${group.index}/analyses/${item.index}`,
    evidence,
  };
}

/** A version of an analysis to compare with another: its report, and what the report does not have. */
export interface AnalysisVersion extends ReportedAnalysis {
  readonly report: ReportedAnalysis;
  readonly rows: readonly RowVersion[] | null;
  /** The method as a sentence; empty if unknown. */
  readonly methodSentence: string;
}

export interface RowVersion extends ReportedRow {
  /** Whether the document excludes the study from the pool. */
  readonly excluded: boolean;
  /** The study's numbers as the document has them: `12/148, 19/151` events of participants, else a list of all. */
  readonly data: string;
}

/** An item with all that a comparison needs. */
export function versionOfItem(item: DocumentItem, translate: Translate): AnalysisVersion {
  const { choices, content } = item.evidence;
  const report = reportItem(item, translate);
  const result = item.evidence.kind === "problem" ? undefined : item.evidence.result;
  return {
    ...report,
    report,
    methodSentence: choices === null ? "" : methodSentence(choices, translate),
    rows:
      report.rows?.map((reported, index) => {
        const row = result?.rows[index];
        const of = row === undefined ? undefined : content.rows?.[row.id];
        return { ...reported, excluded: of?.excluded === true, data: of === undefined ? "" : dataOf(of) };
      }) ?? null,
  };
}

function dataOf(row: ItemRow): string {
  const counts = columnRoles("dichotomous").map((role) => row.number(role));
  const [events1, total1, events2, total2] = counts;
  return counts.includes(undefined)
    ? row.numbers.map(([, value]) => String(value)).join(", ")
    : `${events1}/${total1}, ${events2}/${total2}`;
}

/** An item in the format of the report. */
export function reportItem(item: DocumentItem, translate: Translate): ReportedAnalysis {
  const { group, number, name, pointer, evidence } = item;
  const { choices } = evidence;
  const model = choices?.model;
  const known = {
    group,
    number,
    name,
    pointer,
    dataType: choices?.pooling.dataType ?? null,
    effectMeasure: choices?.pooling.choice.measure ?? null,
    method: choices?.pooling.choice.method ?? null,
    model: model?.kind ?? null,
    heterogeneityEstimator: model?.kind === "random-effects" ? model.estimator : null,
    intervalMethod: model === undefined ? null : model.kind === "random-effects" ? model.interval : "wald",
    confidenceLevel: choices?.confidenceLevel ?? null,
    scale: choices === null ? null : scaleOf(choices.pooling.choice.measure),
  } as const;
  if (evidence.kind === "problem")
    return {
      ...known,
      problem: evidence.problem.sentence(translate),
      studies: null,
      notEstimable: null,
      participants: null,
      result: null,
      heterogeneity: null,
      rows: null,
      subgroups: null,
      subgroupDifferences: null,
      notes: null,
    };
  const { result, content } = evidence;
  return {
    ...known,
    problem: null,
    ...reportPool(result),
    // Without a pool, counts a study with several rows once.
    ...(result.effect === null && eachStudyOnce(result, content.rows ?? [])),
    notEstimable: result.notEstimable,
    rows: result.rows.map(({ id, study, subgroup, effect, interval, weight }) => {
      const row = content.rows?.[id];
      return {
        study,
        pointer: pointer + (row?.pointer ?? ""),
        subgroup: subgroup === null ? null : (content.subgroups?.[subgroup]?.name ?? null),
        estimate: effect.kind === "estimable" ? effect.estimate : null,
        standardError: effect.kind === "estimable" ? effect.standardError : null,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
        weight,
        estimable: effect.kind === "estimable",
        corrected: effect.kind === "estimable" && effect.corrected,
      };
    }),
    subgroups:
      result.subgroups?.map((subgroup, index) => {
        const at = content.subgroups?.[index]?.pointer ?? null;
        return {
          name: subgroup.name,
          pointer: at === null ? null : pointer + at,
          ...reportPool(subgroup),
          weight: subgroup.weight,
        };
      }) ?? null,
    subgroupDifferences: result.subgroupDifferences,
    notes: reportNotes(evidence),
  };
}

/** Whether the numbers and the effect of two studies are the same. */
export function isSameData(one: RowVersion, other: RowVersion): boolean {
  return ownEffect(one) === ownEffect(other) && one.data === other.data;
}

function ownEffect({ estimable, estimate, standardError }: ReportedRow): string {
  return JSON.stringify([estimable, estimate, standardError]);
}

/** Whether two results are equal except for the last digits, which depend on the order of the studies. */
export function isSameEffect(one: ReportedResult | null, other: ReportedResult | null): boolean {
  if (one === null || other === null) return one === other;
  return (["estimate", "standardError", "low", "high"] as const).every((name) => {
    const [was, is] = [one[name], other[name]];
    return Math.abs(was - is) <= 1e-9 * Math.max(one.standardError, Math.abs(was), Math.abs(is));
  });
}

function reportPool({
  studies,
  participants,
  effect,
  heterogeneity,
}: PooledRows): Pick<ReportedSubgroup, "studies" | "participants" | "result" | "heterogeneity"> {
  if (effect === null) return { studies, participants, result: null, heterogeneity: null };
  const { estimate, standardError, low, high, statistic, p, prediction } = effect;
  return {
    studies,
    participants,
    result: { estimate, standardError, low, high, statistic, p, prediction },
    heterogeneity: heterogeneity === null ? null : reportHeterogeneity(heterogeneity),
  };
}

function reportHeterogeneity({ tau2, ...heterogeneity }: Heterogeneity): ReportedHeterogeneity {
  return {
    ...heterogeneity,
    tau2: tau2?.value ?? null,
    tau2Low: tau2?.low ?? null,
    tau2High: tau2?.high ?? null,
  };
}

/**
 * The number of a group, or the own number of an analysis, which may follow that of its group: "1.2" is the second
 * analysis of the first group.
 */
function numberOf(value: unknown, group?: number): number | undefined {
  const number = isObject(value) ? value.number : undefined;
  if (typeof number !== "number" && typeof number !== "string") return undefined;
  const text = String(number).trim();
  const prefix = group === undefined ? "" : `${group}.`;
  const own = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const read = own === "" ? NaN : Number(own);
  return Number.isFinite(read) ? read : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
