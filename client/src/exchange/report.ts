import * as vscode from "vscode";
import { markdownText } from "@analyses/evidence";
import type { ReportItem } from "@analyses/exchange";
import type { SourceFile } from "./reading";

/** Reports of this window, by the path of their URI. */
const reports = new Map<string, string>();
const mostReports = 20;
let shownReports = 0;

/** The URI scheme of reports, which only this window can resolve. */
export const reportScheme = "analyses-report";

export function reportAt(uri: vscode.Uri): string {
  return reports.get(uri.path) ?? "";
}

/**
 * Opens a report to the side: a summary, and an item for each loss, change, assumption or note, with a link to its
 * place.
 *
 * @param files the imported ones
 */
export async function showReport(
  title: string,
  summary: string,
  items: readonly ReportItem[],
  files: readonly SourceFile[],
): Promise<void> {
  const lines = items.map(({ severity, analysis, place, message }) => {
    const at = place === null ? "" : ` (${linkTo(place.file, place.line, files)})`;
    return `- **${wordFor(severity)}** ${analysis ?? ""} ${markdownText(message)}${at}`;
  });
  const whole = items.some(({ severity }) => severity === "lost")
    ? ""
    : `\n\n${vscode.l10n.t("Everything of the analyses was carried over.")}`;
  const text = `# ${markdownText(title)}\n\n${markdownText(summary)}${whole}\n\n${lines.join("\n")}\n`;
  shownReports += 1;
  const path = `/${shownReports}-${title.replace(/[^\p{L}\p{N}.]+/gu, " ").trim()}.md`;
  reports.set(path, text);
  for (const oldest of reports.keys()) if (reports.size > mostReports) reports.delete(oldest);
  const uri = vscode.Uri.from({ scheme: reportScheme, path });
  await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
}

function linkTo(file: string, line: number, files: readonly SourceFile[]): string {
  const text = markdownText(`${file}:${line}`);
  // A file inside an archive has no URI to link to.
  const uri = files.find(({ name }) => name === file)?.uri;
  return uri === undefined ? text : `[${text}](<${uri.toString(true).replaceAll(/[<>\n]/g, "")}#L${line}>)`;
}

function wordFor(severity: ReportItem["severity"]): string {
  switch (severity) {
    case "lost":
      return vscode.l10n.t("Lost:");
    case "changed":
      return vscode.l10n.t("Changed:");
    case "assumed":
      return vscode.l10n.t("Assumed:");
    case "note":
      return vscode.l10n.t("Note:");
  }
}
