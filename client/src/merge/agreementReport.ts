import * as vscode from "vscode";
import { markdownText, visible } from "@analyses/evidence";
import type { MergeAnswer } from "@analyses/protocol/mergeMessages";
import type { Decision } from "./decisions";
import { shownValues } from "./shownValue";

/**
 * The agreement of two extractions and the decisions on their disagreements, as Markdown for a methods section.
 *
 * @param decided by conflict
 * @param documents the paths of both
 */
export function agreementReport(
  { agreement, conflicts }: Extract<MergeAnswer, { kind: "merged" }>,
  decided: ReadonlyMap<number, Decision>,
  documents: readonly string[],
): string {
  const cell = (text: string): string => markdownText(visible(text));
  const none = vscode.l10n.t("not there");
  const [first = "", second = ""] = documents;
  const titles = [vscode.l10n.t("Cell"), first, second, vscode.l10n.t("Decision"), vscode.l10n.t("Reason")];
  const rows = conflicts.map(({ id, place, ours, theirs }) => {
    const decision = decided.get(id);
    const values = shownValues([ours, theirs], none);
    if (decision === undefined) return [place, ...values, vscode.l10n.t("open"), ""];
    const { value, reason, by, on } = decision;
    return [place, ...values, ...shownValues([value], none), `${reason} (${by}, ${on.slice(0, 10)})`];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const table = [titles.map(cell), titles.map(() => "---"), ...rows.map((row) => row.map(cell))].map(line);
  return [
    `# ${cell(`${first} · ${second}`)}`,
    ...agreement.map(cell),
    ...(rows.length === 0 ? [] : [table.join("\n")]),
    "",
  ].join("\n\n");
}
