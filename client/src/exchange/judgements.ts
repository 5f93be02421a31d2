import * as vscode from "vscode";
import { type ReportItem, type Review, isJudged } from "@analyses/exchange";
import { choose } from "../platform/editor";

/** A review as it goes into a document, and the method of the document's judgements. */
interface Judged {
  readonly review: Review;
  readonly method: 1 | 2;
  readonly items: readonly ReportItem[];
}

/**
 * Asks the user how risk of bias is judged if neither document nor review states it, or what becomes of the review's
 * judgements if both state different methods.
 *
 * @param named the method as the document names it
 * @returns undefined if the user cancels
 */
export async function judgedAs(review: Review, named: string | null): Promise<Judged | undefined> {
  const own = ([1, 2] as const).find((version) => named === `RISK_OF_BIAS_${version}`);
  const theirs = review.riskOfBiasMethod;
  const method = own ?? theirs ?? (await chooseMethod());
  if (method === undefined) return undefined;
  if (theirs === null || method === theirs) return { review, method, items: [] };
  const without: Review = {
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
  if (!isJudged(review)) return { review: without, method, items: [] };
  const rows = [
    { label: vscode.l10n.t("Import without these judgements"), isLeftOut: true },
    { label: vscode.l10n.t("Import them as they are: each becomes a problem"), isLeftOut: false },
  ];
  const title = vscode.l10n.t(
    "The file judges risk of bias by version {0}, and the document by version {1}.",
    theirs,
    method,
  );
  const chosen = await choose(rows, { title, ignoreFocusOut: true });
  if (chosen === undefined) return undefined;
  if (!chosen.isLeftOut) return { review, method, items: [] };
  const item: ReportItem = {
    code: "risk-of-bias-domain",
    severity: "lost",
    analysis: null,
    place: null,
    message: vscode.l10n.t("Judgements by version {0} of risk of bias were left out.", theirs),
  };
  return { review: without, method, items: [item] };
}

async function chooseMethod(): Promise<1 | 2 | undefined> {
  const rows = [
    { label: vscode.l10n.t("Risk of bias, version 1"), method: 1 as const },
    { label: vscode.l10n.t("Risk of bias, version 2"), method: 2 as const },
  ];
  const title = vscode.l10n.t("How is risk of bias judged in this review?");
  return (await choose(rows, { title, ignoreFocusOut: true }))?.method;
}
