import * as vscode from "vscode";
import { type ReportItem, type Review, isJudged } from "@analyses/exchange";
import { riskOfBiasMethods } from "../authoring/riskOfBiasMethods";
import { choose } from "../platform/editor";

/** A review with the judgements that go into a document. */
interface JudgedReview {
  readonly review: Review;
  /** The version of the risk-of-bias tool that the document names, or is to name. */
  readonly method: 1 | 2;
  readonly items: readonly ReportItem[];
}

/**
 * Asks the user how risk of bias is judged, if neither the document nor the review states it. If they state different
 * methods, asks what becomes of the review's judgements.
 *
 * @param named the method as the document names it
 * @returns undefined if the user cancels
 */
export async function chooseJudgements(
  review: Review,
  named: string | null,
): Promise<JudgedReview | undefined> {
  const ofDocument = ([1, 2] as const).find((version) => named === `RISK_OF_BIAS_${version}`);
  const ofReview = review.riskOfBiasMethod;
  const method = ofDocument ?? ofReview ?? (await chooseMethod(isJudged(review)));
  if (method === undefined) return undefined;
  if (ofReview === null || ofDocument === undefined || ofDocument === ofReview)
    return { review, method, items: [] };
  const withoutJudgements: Review = {
    ...review,
    riskOfBiasMethod: null,
    groups: review.groups.map((group) => ({
      ...group,
      analyses: group.analyses.map((analysis) => ({
        ...analysis,
        rows: analysis.rows.map((row) => ({ ...row, riskOfBias: [] })),
      })),
    })),
  };
  if (!isJudged(review)) return { review: withoutJudgements, method: ofDocument, items: [] };
  const rows = [
    { label: vscode.l10n.t("Import without these judgements"), isLeftOut: true },
    { label: vscode.l10n.t("Import them as they are: each becomes a problem"), isLeftOut: false },
  ];
  const title = vscode.l10n.t(
    "The file judges risk of bias by version {0}, and the document by version {1}.",
    ofReview,
    ofDocument,
  );
  const chosen = await choose(rows, { title, ignoreFocusOut: true });
  if (chosen === undefined) return undefined;
  if (!chosen.isLeftOut) return { review, method: ofDocument, items: [] };
  const item: ReportItem = {
    code: "risk-of-bias-domain",
    severity: "lost",
    analysis: null,
    place: null,
    message: vscode.l10n.t("Judgements by version {0} of risk of bias were left out.", ofReview),
  };
  return { review: withoutJudgements, method: ofDocument, items: [item] };
}

async function chooseMethod(hasJudgements: boolean): Promise<1 | 2 | undefined> {
  const title = vscode.l10n.t("How is risk of bias judged in this review?");
  const placeHolder = hasJudgements
    ? ""
    : vscode.l10n.t("The file judges no study: you can still change this in the document.");
  return (await choose(riskOfBiasMethods(), { title, placeHolder, ignoreFocusOut: true }))?.method;
}
