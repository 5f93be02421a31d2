import type { AnalysesDocument } from "../../document/analysesDocument";
import type { GroupPlace } from "../../document/groups";
import { groupAt, groupsOf } from "../../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText } from "../../presentation/labels";
import type { Way } from "../../guidance/ways";
import { leadsToAnalysis, leadsToGroup } from "../../guidance/ways";
import { translate } from "../../localisation/translate";

/** What a hover tells about the document itself: how many analyses there are, and which this one is. */
export function factsAbout(document: AnalysesDocument, way: Way): readonly string[] {
  if (way.length === 1 && way[0] === "analysis-groups") {
    const groups = [...groupsOf(document)];
    return [translate("{0} with {1} in all.", countGroups(groups), countAnalyses(groups))];
  }
  const [, groupIndex] = way;
  const group = typeof groupIndex === "number" ? groupAt(document, groupIndex) : undefined;
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
  const sum = groups.reduce((total, { analyses }) => total + (analyses?.node.elements.length ?? 0), 0);
  return sum === 1 ? translate("1 analysis") : translate("{0} analyses", sum);
}

function countGroups({ length }: readonly GroupPlace[]): string {
  return length === 1 ? translate("1 analysis group") : translate("{0} analysis groups", length);
}
