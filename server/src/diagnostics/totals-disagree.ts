import type { NumbersDiagnostic } from "./diagnostic";
import { withAlike } from "./words/numbers";
import { translate } from "../localisation/translate";
import { analysisWordsOf, rangeAt } from "../document/labels";
import type { FindingDraft } from "../findings/finding";
import { analysisEvidence } from "../evidence/analysisEvidence";
import { type StudyTotal, studyTotals, totalsDisagree } from "@analyses/evidence";
import type { Piece, ValidationContext, GroupCheck } from "../findings/check";
import { type Placed, NodeCache, isContainer, isWellFormed, elementsOf } from "@analyses/json";
interface KnownTotals {
  readonly roles: ValidationContext["roles"];
  readonly totals: readonly StudyTotal[];
  /** The pointers of the totals looked up so far. */
  readonly pointers: Map<StudyTotal, string>;
}

const knownTotals = new NodeCache<KnownTotals>();

const noTotals: Pick<KnownTotals, "totals" | "pointers"> = { totals: [], pointers: new Map() };

/** The totals of an analysis, cached with its node; none if the analysis has syntax errors. */
function totalsIn(
  { document, roles }: ValidationContext,
  analysis: Placed,
  read?: Piece,
): Pick<KnownTotals, "totals" | "pointers"> {
  const { node } = analysis;
  if (!isContainer(node) || !isWellFormed(node)) return noTotals;
  const known = knownTotals.get(node);
  if (known?.roles === roles) return known;
  const totals = studyTotals(analysisEvidence(document, analysis, roles, read).content);
  const found =
    totals.length === 0 ? { roles, ...noTotals } : { roles, totals, pointers: new Map<StudyTotal, string>() };
  knownTotals.set(node, found);
  return found;
}

function pointerOfTotal(context: ValidationContext, analysis: Placed | undefined, total: StudyTotal): string {
  if (analysis === undefined) return "";
  const { pointers } = totalsIn(context, analysis);
  const known = pointers.get(total);
  if (known !== undefined) return known;
  const { content } = analysisEvidence(context.document, analysis, context.roles);
  const pointer = content.rows?.[total.row]?.pointerOf(total.role) ?? "";
  pointers.set(total, pointer);
  return pointer;
}

/** Studies with different totals in two analyses of a group. */
const totalsDisagreeCheck: GroupCheck = {
  scope: "group",
  codes: ["totals-disagree"],
  dependsOn: ({ roles }) => [roles],
  prepare: (context, analysis) => void totalsIn(context, analysis, analysis),
  run(context, group) {
    const { document } = context;
    const analyses = [...elementsOf(group.analyses)];
    const found = totalsDisagree(
      analyses.map((analysis) => totalsIn(context, analysis).totals),
      (item, total) => pointerOfTotal(context, analyses[item], total),
    );
    return found.flatMap((findings, index) =>
      findings.flatMap((finding): FindingDraft[] => {
        const [analysis, other] = [analyses[index], analyses[finding.otherItem]];
        const range = analysis && rangeAt(context.document, analysis, finding.pointer);
        const otherRange = other && rangeAt(context.document, other, finding.otherPointer);
        if (analysis === undefined || other === undefined || range === undefined) return [];
        const { name, number } = analysisWordsOf(document, other);
        const label = name ?? number ?? String(finding.otherItem + 1);
        const { code, value, otherValue } = finding;
        const message = translate("“{0}” has {1} participants here.", label, otherValue);
        const study =
          totalsIn(context, analysis).totals.find(({ row }) => row === finding.row)?.study ?? null;
        return [
          {
            code,
            message: withAlike(participantsDiffer(value, otherValue, label), finding),
            ...range,
            related: otherRange === undefined ? [] : [{ message, ...otherRange }],
            data: { kind: "evidence", study, numbers: [value, otherValue], repairs: [] },
          },
        ];
      }),
    );
  },
};

/** @param label of the other analysis */
function participantsDiffer(here: number, there: number, label: string): string {
  return translate(
    "{0} participants here, but {1} in “{2}”, an analysis of the same group: a digit may have slipped.",
    here,
    there,
    label,
  );
}

export const totalsDisagreement: NumbersDiagnostic<"totals-disagree"> = {
  kind: "numbers",
  severity: "hint",
  words: (finding) => participantsDiffer(finding.value, finding.otherValue, String(finding.otherItem + 1)),
  lateChecks: [totalsDisagreeCheck],
};
