import type { Translate } from "../roles/problems";
import type { ReportedAnalysis, ReportedRow } from "./evidenceReport";
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
  /** By their names. A study has changed when its own effect has. */
  readonly studies: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** Whether the interval shows an effect, or its direction, is another one. */
  readonly conclusionChanges: boolean;
}

/** Compares the analyses of two documents: those with the same number and name, then the same name, then number. */
export function compareReports(
  base: { readonly path: string; readonly analyses: readonly ReportedAnalysis[] },
  { path, analyses }: { readonly path: string; readonly analyses: readonly ReportedAnalysis[] },
): EvidenceComparison {
  const left = new Set(base.analyses);
  const partners = new Map<ReportedAnalysis, ReportedAnalysis>();
  for (const keyOf of [numberAndName, nameInGroup, numberOf]) {
    const known = new Map([...left].map((one) => [keyOf(one), one]));
    for (const after of analyses) {
      const before = partners.has(after) ? undefined : known.get(keyOf(after));
      if (before === undefined || !left.delete(before)) continue;
      partners.set(after, before);
    }
  }
  const now = analyses.map((after): ComparedAnalysis | undefined => {
    const before = partners.get(after);
    return before === undefined ? alone(null, after) : changed(before, after);
  });
  const compared = now.filter((one) => one !== undefined);
  const gone = [...left].map((before) => alone(before, null));
  return {
    version: 1,
    base: base.path,
    path,
    analyses: [...compared, ...gone],
    unchanged: now.length - compared.length,
  };
}

function numberOf({ group, number }: ReportedAnalysis): string {
  return `${group.number}.${number}`;
}

function numberAndName(analysis: ReportedAnalysis): string {
  return `${numberOf(analysis)} ${analysis.name}`;
}

function nameInGroup({ group, name }: ReportedAnalysis): string {
  return JSON.stringify([group.name, name]);
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

/** Undefined where nothing has. */
function changed(before: ReportedAnalysis, after: ReportedAnalysis): ComparedAnalysis | undefined {
  const studies = comparedStudies(before.rows ?? [], after.rows ?? []);
  const isSame =
    Object.values(studies).every((names) => names.length === 0) && summary(before) === summary(after);
  const [was, is] = [conclusionOf(before), conclusionOf(after)];
  const conclusionChanges = was !== undefined && is !== undefined && was !== is;
  return isSame ? undefined : { change: "changed", before, after, studies, conclusionChanges };
}

/** All that is said of an analysis as a whole. */
function summary({ subgroups, ...all }: ReportedAnalysis): string {
  const own = { ...all, pointer: null, rows: null, notes: null };
  return JSON.stringify([own, subgroups?.map(({ name, result }) => [name, result])]);
}

function comparedStudies(
  before: readonly ReportedRow[],
  after: readonly ReportedRow[],
): ComparedAnalysis["studies"] {
  const known = byName(before);
  const now = byName(after);
  const kept = [...now].filter(([name]) => known.has(name));
  return {
    added: [...now].filter(([name]) => !known.has(name)).map(([, { study }]) => study),
    removed: [...known].filter(([name]) => !now.has(name)).map(([, { study }]) => study),
    changed: kept
      .filter(([name, row]) => ownEffect(known.get(name)) !== ownEffect(row))
      .map(([, { study }]) => study),
  };
}

/** The same study may stand in several subgroups, and twice in one. */
function byName(rows: readonly ReportedRow[]): ReadonlyMap<string, ReportedRow> {
  const named = new Map<string, ReportedRow>();
  for (const row of rows) {
    let name = JSON.stringify([row.subgroup, row.study]);
    while (named.has(name)) name += " ";
    named.set(name, row);
  }
  return named;
}

function ownEffect(row: ReportedRow | undefined): string {
  return JSON.stringify([row?.estimable, row?.estimate, row?.standardError]);
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
  return shown === null ? "" : numberAndName(shown);
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
    ? translate("1 analysis is as it was.")
    : translate("{0} analyses are as they were.", count);
}

/** Names come from a document: nothing in them is Markdown or HTML. */
function plain(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>|~&#@]/g, "\\$&");
}
