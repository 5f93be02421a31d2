import type { AnalysesDocument } from "../../document/analysesDocument";
import type { GroupPlace } from "../../document/groups";
import { arrayOf, groupsOf } from "../../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText } from "../../presentation/labels";
import type { Way } from "../../guidance/ways";
import { leadsToAnalysis, leadsToGroup } from "../../guidance/ways";

/** What a hover tells about the document itself: how many analyses there are, and which this one is. */
export function factsAbout(document: AnalysesDocument, way: Way): readonly string[] {
  const groups = [...groupsOf(document)];
  if (way.length === 1 && way[0] === "analysis-groups")
    return [`${count(groups.length, "analysis group")} with ${countAnalyses(groups)} in all.`];
  const group = groups.find(({ index }) => index === way[1]);
  if (group === undefined) return [];
  if (leadsToGroup(way) || (leadsToGroup(way.slice(0, 2)) && way.length === 3))
    return [`${labelText(groupLabel(group))}: ${countAnalyses([group])}.`];
  if (!leadsToAnalysis(way)) return [];
  for (const analysis of analysesOf(group))
    if (analysis.index === way[3])
      return [`${labelText(analysisLabel(document, group, analysis, analysis.index))}.`];
  return [];
}

function countAnalyses(groups: readonly GroupPlace[]): string {
  const sum = groups.reduce(
    (total, { analyses }) => total + (arrayOf(analyses)?.node.elements.length ?? 0),
    0,
  );
  return sum === 1 ? "1 analysis" : `${sum} analyses`;
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
