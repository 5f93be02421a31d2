import type { DocumentItem, RoleBinding } from "@analyses/evidence";
import type { LineRange } from "@analyses/json";
import { pathOfPointer } from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { groupsOf } from "../../document/groups";
import { analysesOf, analysisLabel, groupLabel } from "../../document/labels";
import { locate, rangeOf } from "../../document/locate";
import type { AnalysisPlace } from "../../evidence/reportEvidence";
import { itemOf } from "../../evidence/reportEvidence";
import { firstBreak, syntaxFinding, syntaxFindings } from "../../diagnostics/syntax";
import type { FindingDraft } from "../../findings/finding";

/** The comparison's access to a document: reads and computes only the analyses that it needs. */
export interface ComparableDocument {
  readonly analyses: readonly ComparableAnalysis[];
  /** The first break in the document's JSON. */
  readonly problem: () => TextProblem | null;
  readonly textOf: (place: AnalysisPlace) => string;
  readonly itemOf: (place: AnalysisPlace) => DocumentItem;
  /** The first break in an analysis's JSON. */
  readonly problemOf: (place: AnalysisPlace) => TextProblem | null;
  /** The range at a pointer relative to the analysis. */
  readonly rangeOf: (place: AnalysisPlace, pointer: string) => LineRange | null;
}

interface TextProblem {
  readonly message: string;
  readonly range: LineRange;
}

export interface ComparableAnalysis {
  readonly place: AnalysisPlace;
  readonly label: ReturnType<typeof analysisLabel>;
  readonly group: ReturnType<typeof groupLabel>;
}

export function comparable(document: AnalysesDocument, binding: RoleBinding): ComparableDocument {
  const { text } = document;
  const first = (findings: readonly FindingDraft[]): TextProblem | null => {
    const found = firstBreak([...findings].sort((one, other) => one.start - other.start));
    return found ? { message: found.message, range: text.rangeBetween(found.start, found.end) } : null;
  };
  return {
    analyses: [...groupsOf(document)].flatMap((group) =>
      Array.from(analysesOf(group), (analysis) => ({
        place: { group, analysis },
        label: analysisLabel(document, group, analysis, analysis.index),
        group: groupLabel(group),
      })),
    ),
    textOf: ({ analysis: { start, node } }) => text.slice(start, start + node.length),
    itemOf: (place) => itemOf(document, place, binding),
    problem: () =>
      first([
        ...document.problems.flatMap((problem) => syntaxFinding(document, problem)),
        ...syntaxFindings(document, document.root),
      ]),
    problemOf: ({ analysis }) => first(syntaxFindings(document, analysis)),
    rangeOf({ analysis }, pointer) {
      const found = locate(document, analysis, pathOfPointer(pointer));
      if (found === undefined) return null;
      const { start, end } = rangeOf(found);
      return text.rangeBetween(start, end);
    },
  };
}
