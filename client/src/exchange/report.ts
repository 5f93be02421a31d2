import * as vscode from "vscode";
import type { ReportItem } from "@analyses/exchange";
import { withoutControls } from "../platform/displayText";
import type { SourceFile } from "./reading";

/**
 * A text, with links from its lines to places in files. It is no Markdown, whose preview does not follow links to
 * files.
 */
interface Report {
  readonly text: string;
  readonly links: readonly vscode.DocumentLink[];
}

/** The reports of this window, by the path of their URI. */
const reports = new Map<string, Report>();
const maxReports = 20;
/** The number of reports so far, which makes their paths unique. */
let reportCount = 0;

/** The URI scheme of reports, which only this window can resolve. */
export const reportScheme = "analyses-report";

export function reportAt({ path }: vscode.Uri): Report | undefined {
  return reports.get(path);
}

/**
 * Opens a report to the side: a summary, and a line for each loss, change, assumption or note, with a link to the place
 * in the file.
 *
 * @param files the imported files
 */
export async function showReport(
  title: string,
  summary: string,
  items: readonly ReportItem[],
  files: readonly SourceFile[],
): Promise<void> {
  const order: readonly ReportItem["severity"][] = ["lost", "changed", "assumed", "note"];
  const sorted = order.flatMap((severity) => items.filter((item) => item.severity === severity));
  const lines = [title, "", summary];
  if (sorted[0]?.severity !== "lost")
    lines.push(vscode.l10n.t("Everything of the analyses was carried over."));
  lines.push("");
  const links: vscode.DocumentLink[] = [];
  for (const { severity, analysis, place, message } of sorted) {
    const line = withoutControls([wordFor(severity), analysis ?? "", message].filter(Boolean).join(" "));
    const placeText = place === null ? "" : withoutControls(`${place.file}:${place.line}`);
    const target = place === null ? undefined : targetOf(place, files);
    if (target !== undefined) {
      const start = new vscode.Position(lines.length, line.length + 2);
      links.push(
        new vscode.DocumentLink(
          new vscode.Range(start, start.with({ character: start.character + placeText.length })),
          target,
        ),
      );
    }
    lines.push(placeText === "" ? line : `${line} (${placeText})`);
  }
  reportCount += 1;
  const path = `/${reportCount}/${title.replace(/[\\/]/g, " ")}`;
  reports.set(path, { text: `${lines.join("\n")}\n`, links });
  for (const oldest of reports.keys()) if (reports.size > maxReports) reports.delete(oldest);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: reportScheme, path }));
  // VS Code would derive the language from the path, which ends in the name of the imported file.
  await vscode.languages.setTextDocumentLanguage(document, reportScheme);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}

/** The URI of a line of a text file; undefined in an archive, whose files have no URI, and in a workbook. */
function targetOf(
  { file, line, column }: NonNullable<ReportItem["place"]>,
  files: readonly SourceFile[],
): vscode.Uri | undefined {
  const uri = files.find(({ name }) => name === file)?.uri;
  return uri === undefined || /\.(?:xlsx|zip)$/i.test(file)
    ? undefined
    : uri.with({ fragment: `L${line},${column}` });
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
