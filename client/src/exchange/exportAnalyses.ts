import * as vscode from "vscode";
import { bindRoles } from "@analyses/evidence";
import type { NamedBytes, ReportItem, Review, TargetFormat } from "@analyses/exchange";
import {
  analysisKey,
  bindingOf,
  onlyAnalyses,
  readDocument,
  readSource,
  writeReview,
  zipOf,
} from "@analyses/exchange";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage, newestSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { choose, chooseSeveral, confirm, showError, showInformation } from "../platform/editor";
import { nameOf } from "../platform/displayText";
import { inEditor, shapeOf, translate } from "./reading";

interface FormatRow extends vscode.QuickPickItem {
  readonly format: TargetFormat;
}

/** Exports the analyses of a document to a file of another program, after the user accepts any losses. */
export async function exportAnalyses(
  { languageClient }: { readonly languageClient: AnalysesLanguageClient },
  target?: vscode.Uri,
): Promise<void> {
  const document =
    target === undefined
      ? vscode.window.activeTextEditor?.document
      : await vscode.workspace.openTextDocument(target);
  if (document?.languageId !== analysesLanguage) {
    await showInformation(vscode.l10n.t("Open an analyses document first."));
    return;
  }
  const shape = await shapeOf(languageClient, document);
  const review = await reviewOf(document, shape);
  if (typeof review === "string") {
    await showError(review);
    return;
  }
  const chosen = await choose(formatRows(), { title: vscode.l10n.t("Export Analyses As") });
  if (chosen === undefined) return;
  const wanted = await chooseAnalyses(review);
  if (wanted === undefined) return;
  const name = nameOf(document.uri).replace(/(?:\.analyses)?\.[^.]*$/, "");
  const outcome = await inEditor(
    writeReview(wanted, {
      translate,
      format: chosen.format,
      name,
      shape,
      $schema: newestSchemaIdentifier,
      riskOfBias: null,
      withoutResults: false,
      rawText: false,
      isMinified: chosen.format === "revman-json",
    }),
  );
  if (outcome.kind !== "written") {
    await showError(
      outcome.kind === "refused"
        ? outcome.reason
        : vscode.l10n.t(
            "The document does not say how risk of bias is judged: “risk-of-bias-method” is missing.",
          ),
    );
    return;
  }
  if (!(await confirmLosses(outcome.items))) return;
  await save(outcome.files, chosen.format, name, document.uri);
}

/** The review in a document, or a message that says why there is none. */
async function reviewOf(
  document: vscode.TextDocument,
  shape: Awaited<ReturnType<typeof shapeOf>>,
): Promise<Review | string> {
  const file = nameOf(document.uri);
  const text = document.getText();
  if (shape === null) {
    const bytes = new TextEncoder().encode(text);
    const read = await inEditor(readSource([{ name: file, bytes }], { translate }));
    if (read.kind === "read") return read.review;
    if (read.kind === "refused") return read.reason;
  }
  const binding = shape === null ? bindRoles({}) : bindingOf(shape);
  const read = await inEditor(readDocument(text, { file, binding, translate }));
  return read.kind === "read" ? read.review : read.reason;
}

function formatRows(): readonly FormatRow[] {
  return [
    { label: vscode.l10n.t("RevMan's data package"), description: ".zip", format: "revman-package" },
    { label: vscode.l10n.t("RevMan's analyses document"), description: ".json", format: "revman-json" },
    { label: vscode.l10n.t("Table for R's metafor"), description: ".csv", format: "metafor" },
    { label: vscode.l10n.t("Table for R's meta"), description: ".csv", format: "meta" },
    { label: vscode.l10n.t("Table with a row for each arm"), description: ".csv", format: "arms" },
  ];
}

async function chooseAnalyses(review: Review): Promise<Review | undefined> {
  const rows = review.groups.flatMap((group) =>
    group.analyses.map((analysis) => {
      const key = analysisKey(group, analysis);
      return { label: `${key} ${analysis.name.value}`, description: group.name.value, picked: true, key };
    }),
  );
  if (rows.length < 2) return review;
  const chosen = await chooseSeveral(rows, { title: vscode.l10n.t("Which analyses?") });
  return chosen === undefined || chosen.length === 0
    ? undefined
    : onlyAnalyses(review, new Set(chosen.map(({ key }) => key)));
}

/** Whether nothing is lost, or the user accepts the losses. */
async function confirmLosses(items: readonly ReportItem[]): Promise<boolean> {
  const lost = items.filter(({ severity }) => severity === "lost");
  if (lost.length === 0) return true;
  const maxLines = 10;
  const lines = [...new Set(lost.map(({ analysis, message }) => `${analysis ?? ""} ${message}`.trim()))];
  const more = lines.length > maxLines ? [vscode.l10n.t("and {0} more", lines.length - maxLines)] : [];
  const detail = [...lines.slice(0, maxLines), ...more];
  return confirm(vscode.l10n.t("Not everything can be carried over."), vscode.l10n.t("Export"), detail);
}

async function save(
  files: readonly NamedBytes[],
  format: TargetFormat,
  name: string,
  document: vscode.Uri,
): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const isZip = format === "revman-package" || files.length > 1;
  const file = isZip ? { name: `${name}.zip`, bytes: zipOf(files) } : first;
  // An untitled document and a read-only view of a file have no folder to write into.
  const folder =
    vscode.workspace.fs.isWritableFileSystem(document.scheme) === true
      ? vscode.Uri.joinPath(document, "..")
      : vscode.workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder && vscode.Uri.joinPath(folder, file.name);
  const uri = await vscode.window.showSaveDialog({
    ...(defaultUri === undefined ? {} : { defaultUri }),
    title: vscode.l10n.t("Export Analyses As"),
  });
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, file.bytes);
  void showInformation(vscode.l10n.t("{0} was written.", nameOf(uri)));
}
