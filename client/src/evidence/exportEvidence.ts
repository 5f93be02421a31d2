// A separate bundle in Node, which the first export loads.
import * as vscode from "vscode";
import type { EvidenceExport, ExportFormat } from "@analyses/protocol/evidencePanel";
import { choose, isNew, showError, showInformation } from "../platform/editor";

/** The evidence that a panel shows, for export. */
export interface EvidenceSource {
  /** Requests the evidence in a format; undefined if there is nothing to write. */
  readonly write: (format: ExportFormat) => Promise<EvidenceExport | undefined>;
  /** Draws a PNG; undefined if the page cannot draw it. */
  readonly draw: (svg: string, scale: number) => Promise<Uint8Array | undefined>;
  /** The document: the save dialog opens in its folder. */
  readonly uri: vscode.Uri;
}

interface Choice extends vscode.QuickPickItem {
  readonly id: string;
  readonly run: (source: EvidenceSource) => Promise<void>;
}

/**
 * Exports the evidence of a panel to a file or the clipboard.
 *
 * @param exportId from a key binding; if it is unknown, the user chooses an export
 */
export async function exportEvidence(source: EvidenceSource, exportId: unknown): Promise<void> {
  const all = choices();
  const choice =
    all.find(({ id }) => id === exportId) ?? (await choose(all, { title: vscode.l10n.t("Export Evidence") }));
  await choice?.run(source);
}

function choices(): readonly Choice[] {
  return [
    { id: "sentence", label: vscode.l10n.t("Copy the Result as a Sentence"), run: copyAs("sentence") },
    { id: "markdown", label: vscode.l10n.t("Copy the Table as Markdown"), run: copyAs("markdown") },
    { id: "tsv", label: vscode.l10n.t("Copy the Table for a Spreadsheet"), run: copyAs("tsv") },
    { id: "r", label: vscode.l10n.t("Copy the R Script"), run: copyAs("r") },
    {
      id: "svg",
      label: vscode.l10n.t("Save the Figure as SVG…"),
      description: vscode.l10n.t("with its data"),
      run: saveAs("svg", "svg"),
    },
    ...[1, 2, 3].map((scale) => ({
      id: `png${scale}`,
      label: vscode.l10n.t("Save the Figure as PNG, {0}×…", scale),
      description: vscode.l10n.t("for print at 300 dpi"),
      run: (source: EvidenceSource) => savePicture(source, scale),
    })),
    { id: "r-file", label: vscode.l10n.t("Save the R Script…"), run: saveAs("r", "R") },
  ];
}

function copyAs(format: ExportFormat): Choice["run"] {
  return async (source) => {
    const evidence = await evidenceText(source, format);
    if (evidence === undefined) return;
    await vscode.env.clipboard.writeText(evidence.text);
    vscode.window.setStatusBarMessage(vscode.l10n.t("Copied."), 3000);
  };
}

function saveAs(format: ExportFormat, extension: string): Choice["run"] {
  return async (source) => {
    const evidence = await evidenceText(source, format);
    if (evidence !== undefined)
      await save(source, evidence.name, extension, new TextEncoder().encode(evidence.text));
  };
}

async function savePicture(source: EvidenceSource, scale: number): Promise<void> {
  const evidence = await evidenceText(source, "svg");
  if (evidence === undefined) return;
  const { name, text } = evidence;
  const picture = await source.draw(text, scale);
  if (picture === undefined) throw new Error(vscode.l10n.t("The figure is too large for a picture."));
  await save(source, name, "png", picture);
}

/** The evidence in a format. If there is none, reports that and returns undefined. */
async function evidenceText(
  source: EvidenceSource,
  format: ExportFormat,
): Promise<EvidenceExport | undefined> {
  const evidence = await source.write(format);
  if (evidence !== undefined && evidence.text !== "") return evidence;
  void showInformation(vscode.l10n.t("This analysis has no pooled result at the moment."));
  return undefined;
}

/** Prompts for a file, and writes it. If that fails, offers to choose another file. */
async function save(
  source: EvidenceSource,
  name: string,
  extension: string,
  content: Uint8Array,
): Promise<void> {
  const { uri } = source;
  // Replaces characters that file systems reject in names.
  const file = `${name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, 100)}.${extension}`;
  const defaultUri = vscode.Uri.joinPath(uri.with({ query: "", fragment: "" }), "..", file);
  const target = await vscode.window.showSaveDialog({
    ...(isNew(uri) ? {} : { defaultUri }),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (target === undefined) return;
  const path = vscode.workspace.asRelativePath(target);
  try {
    await vscode.workspace.fs.writeFile(target, content);
  } catch {
    // Saves the same content again, since drawing a picture takes time.
    const elsewhere = vscode.l10n.t("Choose Another Place…");
    const message = vscode.l10n.t("{0} could not be written.", path);
    if ((await showError(message, elsewhere)) === elsewhere) await save(source, name, extension, content);
    return;
  }
  const open = vscode.l10n.t("Open");
  const message = vscode.l10n.t("{0} is written.", path);
  if ((await showInformation(message, open)) === open)
    await vscode.commands.executeCommand("vscode.open", target);
}
