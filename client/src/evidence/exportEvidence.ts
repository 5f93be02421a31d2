import * as vscode from "vscode";
import type { EvidenceExport, ExportFormat } from "@analyses/protocol/evidencePanel";
import { choose, isNew, showError, showInformation } from "../platform/editor";

/*
 * Exports a panel's evidence to files and the clipboard. In Node a separate bundle, loaded on the first export.
 */

/** The evidence that a panel shows, for export. */
export interface EvidenceSource {
  /** Undefined if there is nothing to write. */
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

/** @param wanted the export's id, from a key binding; if unknown, the reader chooses */
export async function exportEvidence(source: EvidenceSource, wanted: unknown): Promise<void> {
  const all = choices();
  const choice =
    all.find(({ id }) => id === wanted) ?? (await choose(all, { title: vscode.l10n.t("Export Evidence") }));
  await choice?.run(source);
}

function choices(): readonly Choice[] {
  return [
    { id: "sentence", label: vscode.l10n.t("Copy the Result as a Sentence"), run: copying("sentence") },
    { id: "markdown", label: vscode.l10n.t("Copy the Table as Markdown"), run: copying("markdown") },
    { id: "tsv", label: vscode.l10n.t("Copy the Table for a Spreadsheet"), run: copying("tsv") },
    { id: "r", label: vscode.l10n.t("Copy the R Script"), run: copying("r") },
    {
      id: "svg",
      label: vscode.l10n.t("Save the Figure as SVG…"),
      description: vscode.l10n.t("with its data"),
      run: async (source) => {
        const found = await written(source, "svg");
        if (found !== undefined) await save(source, found.name, "svg", new TextEncoder().encode(found.text));
      },
    },
    ...[1, 2, 3].map((scale) => ({
      id: `png${scale}`,
      label: vscode.l10n.t("Save the Figure as PNG, {0}×…", scale),
      description: vscode.l10n.t("for print at 300 dpi"),
      run: (source: EvidenceSource) => savePicture(source, scale),
    })),
    {
      id: "r-file",
      label: vscode.l10n.t("Save the R Script…"),
      run: async (source) => {
        const found = await written(source, "r");
        if (found !== undefined) await save(source, found.name, "R", new TextEncoder().encode(found.text));
      },
    },
  ];
}

function copying(format: ExportFormat): Choice["run"] {
  return async (source) => {
    const found = await written(source, format);
    if (found === undefined) return;
    await vscode.env.clipboard.writeText(found.text);
    vscode.window.setStatusBarMessage(vscode.l10n.t("Copied."), 3000);
  };
}

async function savePicture(source: EvidenceSource, scale: number): Promise<void> {
  const found = await written(source, "svg");
  if (found === undefined) return;
  const { name, text } = found;
  const picture = await source.draw(text, scale);
  if (picture === undefined) throw new Error(vscode.l10n.t("The figure is too large for a picture."));
  await save(source, name, "png", picture);
}

/** Reports if there is nothing to write. */
async function written(source: EvidenceSource, format: ExportFormat): Promise<EvidenceExport | undefined> {
  const found = await source.write(format);
  if (found !== undefined && found.text !== "") return found;
  void showInformation(vscode.l10n.t("This analysis has no pooled result at the moment."));
  return undefined;
}

/** Prompts for a file to save to; again if writing fails. */
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
    // Retries with the same content: drawing a picture takes time.
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
