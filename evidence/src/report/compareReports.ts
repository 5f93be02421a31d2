import type { Translate } from "../roles/problems";
import type { ReportedAnalysis, ReportedRow } from "./evidenceReport";
import { dataOf } from "./evidenceReport";
import { countText, effectText, measureAbbreviation, percentText } from "./words";

/** What has become of a document's analyses. */
export interface EvidenceComparison {
  readonly version: 1;
  readonly base: string;
  readonly path: string;
  /** Those that are not as they were, in the order of the document, then those that are gone. */
  readonly analyses: readonly ComparedAnalysis[];
  readonly unchanged: number;
}

export interface ComparedAnalysis {
  readonly change: "added" | "removed" | "changed";
  /** Null of one that is new, or gone. */
  readonly before: ReportedAnalysis | null;
  readonly after: ReportedAnalysis | null;
  /** By their names. A study has changed when its numbers or its own effect have. */
  readonly studies: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** Whether the interval shows an effect, or its direction, is another one. */
  readonly conclusionChanges: boolean;
}

/** By what an analysis is known again in another version of its document. */
export interface AnalysisIdentity {
  /** With that of its group: `3.1`. */
  readonly number: string;
  readonly name: string;
  readonly group: string;
}

/** An analysis in both versions; null in the one that does not have it. */
export type AnalysisPair<One> =
  | { readonly before: One; readonly after: One }
  | { readonly before: null; readonly after: One }
  | { readonly before: One; readonly after: null };

/**
 * Finds the analyses of one version in the other: those with the same number and name in a group of the same name, then
 * the same name in the same group, then the same number and name, as where a group was renamed, then a name that no
 * other has, then the same number. Several that are alike are taken in their order.
 *
 * @returns the analyses in the order of the document, then those that are gone
 */
export function pairAnalyses<One>(
  base: readonly One[],
  analyses: readonly One[],
  identityOf: (analysis: One) => AnalysisIdentity,
): readonly AnalysisPair<One>[] {
  const left = new Set(base);
  const partners = new Map<One, One>();
  for (const { keyOf, isOnlyOne } of waysToKnow) {
    const open = analyses.filter((after) => !partners.has(after));
    if (open.length === 0 || left.size === 0) break;
    const known = byKey([...left], (one) => keyOf(identityOf(one)));
    const wanted = byKey(open, (one) => keyOf(identityOf(one)));
    for (const [key, all] of wanted) {
      const found = known.get(key) ?? [];
      if (key === "" || (isOnlyOne && (all.length > 1 || found.length > 1))) continue;
      all.forEach((after, index) => {
        const before = found[index];
        if (before === undefined) return;
        left.delete(before);
        partners.set(after, before);
      });
    }
  }
  return [
    ...analyses.map((after): AnalysisPair<One> => {
      const before = partners.get(after);
      return before === undefined ? { before: null, after } : { before, after };
    }),
    ...[...left].map((before): AnalysisPair<One> => ({ before, after: null })),
  ];
}

const waysToKnow: readonly {
  /** Empty where it says nothing. */
  readonly keyOf: (identity: AnalysisIdentity) => string;
  /** Whether it says nothing where several have it. */
  readonly isOnlyOne: boolean;
}[] = [
  { keyOf: ({ group, number, name }) => inGroup(group, number, name), isOnlyOne: false },
  { keyOf: ({ group, name }) => inGroup(group, name), isOnlyOne: false },
  { keyOf: ({ number, name }) => `${number} ${name}`, isOnlyOne: false },
  { keyOf: ({ name }) => name, isOnlyOne: true },
  { keyOf: ({ number }) => number, isOnlyOne: false },
];

/** A group without a name is not known again by it. */
function inGroup(group: string, ...words: readonly string[]): string {
  return group === "" ? "" : JSON.stringify([group, ...words]);
}

function byKey<One>(all: readonly One[], keyOf: (one: One) => string): ReadonlyMap<string, readonly One[]> {
  const known = new Map<string, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    const same = known.get(key);
    if (same === undefined) known.set(key, [one]);
    else same.push(one);
  }
  return known;
}

/** Compares the analyses of two documents. */
export function compareReports(
  base: { readonly path: string; readonly analyses: readonly ReportedAnalysis[] },
  { path, analyses }: { readonly path: string; readonly analyses: readonly ReportedAnalysis[] },
): EvidenceComparison {
  const pairs = pairAnalyses(base.analyses, analyses, (one) => ({
    number: numberOf(one),
    name: one.name,
    group: one.group.name,
  }));
  const compared = pairs.map(comparedAnalysis).filter((one) => one !== undefined);
  return { version: 1, base: base.path, path, analyses: compared, unchanged: pairs.length - compared.length };
}

function numberOf({ group, number }: ReportedAnalysis): string {
  return `${group.number}.${number}`;
}

/** Undefined where nothing has changed. */
export function comparedAnalysis({
  before,
  after,
}: AnalysisPair<ReportedAnalysis>): ComparedAnalysis | undefined {
  return before === null || after === null ? alone(before, after) : changed(before, after);
}

function alone(before: ReportedAnalysis | null, after: ReportedAnalysis | null): ComparedAnalysis {
  const names = (analysis: ReportedAnalysis | null): readonly string[] =>
    (analysis?.rows ?? []).map(({ study }) => study);
  return {
    change: after === null ? "removed" : "added",
    before,
    after,
    studies: { added: names(after), removed: names(before), changed: [] },
    conclusionChanges: false,
  };
}

function changed(before: ReportedAnalysis, after: ReportedAnalysis): ComparedAnalysis | undefined {
  const { added, removed, changed: others } = studiesBetween(before, after);
  const studies = {
    added: added.map(({ study }) => study),
    removed: removed.map(({ study }) => study),
    changed: others.map((one) => one.after.study),
  };
  const isSame =
    Object.values(studies).every((names) => names.length === 0) && summary(before) === summary(after);
  const [was, is] = [conclusionOf(before), conclusionOf(after)];
  const conclusionChanges = was !== undefined && is !== undefined && was !== is;
  return isSame ? undefined : { change: "changed", before, after, studies, conclusionChanges };
}

/** All that is said of an analysis as a whole. */
function summary({ subgroups, ...all }: ReportedAnalysis): string {
  const own = { ...all, pointer: null, rows: null, notes: null };
  return jsonOf([own, subgroups?.map(({ name, result }) => [name, result])]);
}

/** To ten digits: a sum in another order of studies differs in its last ones. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "number" ? Number(part.toPrecision(10)) : part,
  );
}

/** What has become of an analysis's studies: nothing is known of one that cannot be computed, as while it is written. */
export function studiesBetween(
  { rows: before }: ReportedAnalysis,
  { rows: after }: ReportedAnalysis,
): ReturnType<typeof comparedStudies> {
  return before === null || after === null
    ? { added: [], removed: [], changed: [] }
    : comparedStudies(before, after);
}

/** The studies of an analysis, known by their names; one has changed when its numbers or its own effect have. */
function comparedStudies(
  before: readonly ReportedRow[],
  after: readonly ReportedRow[],
): {
  readonly added: readonly ReportedRow[];
  readonly removed: readonly ReportedRow[];
  readonly changed: readonly { readonly before: ReportedRow; readonly after: ReportedRow }[];
} {
  const nameOf = ({ subgroup, study }: ReportedRow): string => JSON.stringify([subgroup, study]);
  const known = byKey(before, nameOf);
  const now = byKey(after, nameOf);
  const added: ReportedRow[] = [];
  const removed: ReportedRow[] = [];
  const changed: { readonly before: ReportedRow; readonly after: ReportedRow }[] = [];
  for (const name of new Set([...now.keys(), ...known.keys()])) {
    // The same study may stand in a subgroup twice: what is as it was comes first, then one after the other.
    const was = [...(known.get(name) ?? [])];
    const others = (now.get(name) ?? []).filter((row) => {
      const same = was.findIndex((one) => isSameStudy(one, row));
      if (same !== -1) was.splice(same, 1);
      return same === -1;
    });
    others.forEach((row, index) => {
      const one = was[index];
      if (one === undefined) added.push(row);
      else changed.push({ before: one, after: row });
    });
    removed.push(...was.slice(others.length));
  }
  return { added, removed, changed };
}

function isSameStudy(one: ReportedRow, other: ReportedRow): boolean {
  return ownEffect(one) === ownEffect(other) && dataOf(one) === dataOf(other);
}

function ownEffect({ estimable, estimate, standardError }: ReportedRow): string {
  return jsonOf([estimable, estimate, standardError]);
}

/** The direction of the effect that an interval shows; undefined where there is none to show it. */
function conclusionOf({ result }: ReportedAnalysis): "lower" | "higher" | "either" | undefined {
  const { low = null, high = null } = result ?? {};
  if (low === null || high === null) return undefined;
  if (high < 0) return "lower";
  return low > 0 ? "higher" : "either";
}

/** A comparison for people. */
export function comparisonText(
  { base, path, analyses, unchanged }: EvidenceComparison,
  translate: Translate,
): string {
  const blocks = analyses.map((one) => {
    const { before, after } = one;
    const lines = [
      titleOf(one),
      `  ${translate("before: {0}", resultOf(before, translate))}`,
      `  ${translate("after: {0}", resultOf(after, translate))}`,
      ...(before === null || after === null ? [] : studyLines(one, translate).map((line) => `  ${line}`)),
      ...(one.conclusionChanges ? [`  ${translate("The conclusion changes.")}`] : []),
    ];
    return `${lines.join("\n")}\n`;
  });
  return [`${base} → ${path}\n`, ...blocks, `${unchangedLine(unchanged, translate)}\n`].join("\n");
}

/** The same as Markdown, for a pull request. */
export function comparisonMarkdown(
  { analyses, unchanged }: EvidenceComparison,
  translate: Translate,
): string {
  if (analyses.length === 0) return `${unchangedLine(unchanged, translate)}\n`;
  const lines = analyses.map((one) => {
    const { before, after } = one;
    const studies = before === null || after === null ? [] : studyLines(one, translate);
    const conclusion = one.conclusionChanges ? [`**${translate("The conclusion changes.")}**`] : [];
    const cells = [titleOf(one), resultOf(before, translate), resultOf(after, translate)].map(plain);
    return [...cells, [...conclusion, ...studies.map(plain)].join("<br>")];
  });
  const heading = [translate("Analysis"), translate("Before"), translate("After"), translate("Studies")];
  const table = [heading, heading.map(() => "---"), ...lines]
    .map((line) => `| ${line.join(" | ")} |\n`)
    .join("");
  return `${table}\n${unchangedLine(unchanged, translate)}\n`;
}

function titleOf({ before, after }: ComparedAnalysis): string {
  const shown = after ?? before;
  return shown === null ? "" : `${numberOf(shown)} ${shown.name}`;
}

function resultOf(analysis: ReportedAnalysis | null, translate: Translate): string {
  if (analysis === null) return translate("not there");
  const { problem, result, effectMeasure, heterogeneity, studies, participants } = analysis;
  if (problem !== null) return problem;
  const counted = studies === 1 ? translate("1 study") : translate("{0} studies", studies ?? 0);
  const all =
    participants === null ? counted : translate("{0}, {1} participants", counted, countText(participants));
  const { estimate = null, low = null, high = null } = result ?? {};
  if (effectMeasure === null || estimate === null || low === null || high === null) return all;
  const effect = `${measureAbbreviation(effectMeasure, translate)} ${effectText(estimate, { low, high }, effectMeasure)}`;
  const i2 = heterogeneity?.i2 ?? null;
  return [effect, ...(i2 === null ? [] : [`I² = ${percentText(i2)}%`]), all].join("; ");
}

function studyLines(
  { studies: { added, removed, changed: other } }: ComparedAnalysis,
  translate: Translate,
): readonly string[] {
  return [
    ...(added.length > 0 ? [translate("added: {0}", added.join(", "))] : []),
    ...(removed.length > 0 ? [translate("removed: {0}", removed.join(", "))] : []),
    ...(other.length > 0 ? [translate("changed: {0}", other.join(", "))] : []),
  ];
}

function unchangedLine(count: number, translate: Translate): string {
  return count === 1
    ? translate("1 analysis has the result that it had.")
    : translate("{0} analyses have the results that they had.", count);
}

/** Names come from a document: nothing in them is Markdown or HTML. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|~&#@]/g, "\\$&");
}
