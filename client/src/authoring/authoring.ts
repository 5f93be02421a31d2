// What authors need now and then: new documents and the sample, choosing an item schema, the pages about problems.
// A bundle of its own, loaded when it is first asked for.
import * as vscode from "vscode";
import { bundledSchemaIdentifiers } from "../../../protocol/src/documentFormat";
import { diagnosticCodes } from "../../../protocol/src/diagnosticCodes";
import { formatProperty } from "../../../protocol/src/documentFormat";
import { analysesLanguage } from "../language/documentLanguage";

export { selectItemSchema } from "./itemSchemas";

/**
 * Opens an analyses document with the cursor in the first group's name, which is still to be written. From a
 * folder of the explorer it gets a free name in that folder, under which it is saved.
 */
export async function newDocument(target: unknown): Promise<void> {
  const method = await chooseRiskOfBiasMethod();
  if (method === undefined) return;
  const document = await openUntitled(target instanceof vscode.Uri ? target : undefined);
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(skeleton(method), new vscode.Position(0, 0));
}

async function openUntitled(folder: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  if (folder?.scheme !== "file")
    return vscode.workspace.openTextDocument({ language: analysesLanguage, content: "" });
  const taken = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name));
  const isOpen = ({ path }: vscode.Uri) =>
    vscode.workspace.textDocuments.some(({ uri }) => uri.path === path);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? "review.analyses.json" : `review-${count}.analyses.json`;
    const file = vscode.Uri.joinPath(folder, name);
    if (taken.has(name) || isOpen(file)) continue;
    return vscode.workspace.openTextDocument(file.with({ scheme: "untitled" }));
  }
}

async function chooseRiskOfBiasMethod(): Promise<string | undefined> {
  const chosen = await vscode.window.showQuickPick(
    [
      {
        label: vscode.l10n.t("Risk of bias, version 1"),
        description: "RISK_OF_BIAS_1",
        detail: vscode.l10n.t("Seven domains, judged low, unclear or high for each study"),
      },
      {
        label: vscode.l10n.t("Risk of bias, version 2"),
        description: "RISK_OF_BIAS_2",
        detail: vscode.l10n.t("Five domains and an overall judgement for each result"),
      },
    ],
    {
      title: vscode.l10n.t("New Analyses Document"),
      placeHolder: vscode.l10n.t("How is the risk of bias of the studies judged?"),
    },
  );
  return chosen?.description;
}

/** VS Code writes the tabs as the editor indents. */
function skeleton(riskOfBiasMethod: string): vscode.SnippetString {
  const { schema, riskOfBiasMethod: method, groups, groupNumber, groupName, analyses } = formatProperty;
  const snippet = new vscode.SnippetString();
  snippet.appendText(
    `{\n\t"${schema}": "${bundledSchemaIdentifiers[bundledSchemaIdentifiers.length - 1]}",\n` +
      `\t"${method}": "${riskOfBiasMethod}",\n\t"${groups}": [\n\t\t{\n` +
      `\t\t\t"${groupNumber}": 1,\n\t\t\t"${groupName}": "`,
  );
  snippet.appendTabstop(1);
  snippet.appendText(`",\n\t\t\t"${analyses}": [`);
  snippet.appendTabstop(0);
  snippet.appendText(`]\n\t\t}\n\t]\n}\n`);
  return snippet;
}

const numbersToCheck = "numbers-to-check";

/**
 * Opens a copy of a sample document; nothing on disk is touched.
 *
 * @param sample the one with errors in its numbers, by its name; else the one that has problems to mend
 */
export async function openSample(extensionUri: vscode.Uri, sample: unknown): Promise<void> {
  const name = sample === numbersToCheck ? numbersToCheck : "problems-to-fix";
  const file = vscode.Uri.joinPath(extensionUri, "samples", `${name}.analyses.json`);
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const document = await vscode.workspace.openTextDocument({ language: analysesLanguage, content });
  await vscode.window.showTextDocument(document);
}

/** Shows the page about a diagnostic code, rendered; the pages come with the extension. */
export async function explainCode(extensionUri: vscode.Uri, code: unknown): Promise<void> {
  const name = diagnosticCodes.find((known) => known === code) ?? "README";
  const page = vscode.Uri.joinPath(extensionUri, "docs", "diagnostics", `${name}.md`);
  await vscode.commands.executeCommand("markdown.showPreview", page);
}
