// New analyses documents: in RevMan's form, or in that of the team's own item schema.
import * as vscode from "vscode";
import { schemasInForceRequest } from "@analyses/protocol/customMessages";
import {
  analysesLanguage,
  formatProperty,
  newestSchemaIdentifier,
  revmanSchemaIdentifier,
} from "@analyses/protocol/documentFormat";
import { settingsSection } from "@analyses/protocol/settings";
import revmanAnalysis from "@analyses/schemas/revman-analysis.schema.json";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { choose } from "../platform/editor";
import { riskOfBiasMethods } from "./riskOfBiasMethods";

/**
 * Opens a new analyses document with the cursor in the first group's name. Without an item schema of the team, it is a
 * document of RevMan, with an analysis without studies if the user chooses its data type.
 *
 * @param target a folder of the explorer, in which the document gets a free file name
 */
export async function newDocument(
  languageClient: Pick<AnalysesLanguageClient, "ask">,
  target: unknown,
): Promise<void> {
  const method = await chooseRiskOfBiasMethod();
  if (method === undefined) return;
  const folder = target instanceof vscode.Uri ? target : undefined;
  const document = await openUntitled(folder);
  const hasItemSchema = await hasOwnItemSchema(languageClient, document.uri);
  const analyses = hasItemSchema ? [end] : await firstAnalyses();
  if (analyses === undefined) return;
  const editor = await vscode.window.showTextDocument(document);
  const content = {
    [formatProperty.schema]: hasItemSchema ? newestSchemaIdentifier : revmanSchemaIdentifier,
    [formatProperty.riskOfBiasMethod]: method,
    [formatProperty.groups]: [
      {
        [formatProperty.groupNumber]: 1,
        [formatProperty.groupName]: stop,
        [formatProperty.analyses]: analyses,
      },
    ],
  };
  await editor.insertSnippet(snippetOf(content), new vscode.Position(0, 0));
}

/** Whether a setting names an item schema, or the folder's configuration file does, which only the server reads. */
async function hasOwnItemSchema(
  languageClient: Pick<AnalysesLanguageClient, "ask">,
  uri: vscode.Uri,
): Promise<boolean> {
  if (vscode.workspace.getConfiguration(settingsSection, uri).get<string>("itemSchema", "") !== "")
    return true;
  const params = { textDocument: { uri: uri.toString() } };
  const inForce = await languageClient.ask(schemasInForceRequest, params);
  return (inForce?.itemSchema.kind ?? "none") !== "none";
}

async function openUntitled(folder: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  if (folder?.scheme !== "file")
    return vscode.workspace.openTextDocument({ language: analysesLanguage, content: "" });
  const usedNames = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name));
  const isOpen = ({ path }: vscode.Uri) =>
    vscode.workspace.textDocuments.some(({ uri }) => uri.path === path);
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? "review.analyses.json" : `review-${count}.analyses.json`;
    const file = vscode.Uri.joinPath(folder, name);
    if (usedNames.has(name) || isOpen(file)) continue;
    return vscode.workspace.openTextDocument(file.with({ scheme: "untitled" }));
  }
}

const title = () => vscode.l10n.t("New Analyses Document");

async function chooseRiskOfBiasMethod(): Promise<string | undefined> {
  const placeHolder = vscode.l10n.t("How is the risk of bias of the studies judged?");
  return (await choose(riskOfBiasMethods(), { title: title(), placeHolder }))?.description;
}

/**
 * The pooling method, effect measures and further properties by data type. The user chooses a measure in the snippet.
 */
const dataTypes = {
  DICHOTOMOUS: {
    method: "MH",
    measures: ["LOG_RR", "LOG_OR"],
    more: revmanAnalysis.$defs.DichotomousData["x-new"],
  },
  CONTINUOUS: {
    method: "IV",
    measures: ["MD", "SMD"],
    more: revmanAnalysis.$defs.ContinuousData["x-new"],
  },
  CONTRAST_LEVEL: {
    method: "IV",
    measures: ["LOG_HR", "LOG_RATE_RATIO", "LOG_RR", "LOG_OR"],
    more: { "log-scale": true },
  },
} as const;

type DataType = keyof typeof dataTypes;

interface DataTypeItem extends vscode.QuickPickItem {
  readonly type: DataType | undefined;
}

/** The initial list of analyses; undefined if the user cancels. */
async function firstAnalyses(): Promise<readonly unknown[] | undefined> {
  const ofType = (type: DataType, label: string, detail: string): DataTypeItem => ({
    ...{ type, label, detail },
    description: type,
  });
  const chosen = await choose<DataTypeItem>(
    [
      ofType(
        "DICHOTOMOUS",
        vscode.l10n.t("Dichotomous"),
        vscode.l10n.t("Events and participants in each group, for each study."),
      ),
      ofType(
        "CONTINUOUS",
        vscode.l10n.t("Continuous"),
        vscode.l10n.t("Mean, standard deviation and participants in each group, for each study."),
      ),
      ofType(
        "CONTRAST_LEVEL",
        vscode.l10n.t("Contrast level"),
        vscode.l10n.t("An effect estimate and its standard error, for each study."),
      ),
      { type: undefined, label: vscode.l10n.t("No analysis yet") },
    ],
    { title: title(), placeHolder: vscode.l10n.t("Which data does the first analysis have?") },
  );
  if (chosen === undefined) return undefined;
  if (chosen.type === undefined) return [end];
  const model = await chooseModel();
  return model === undefined ? undefined : [analysisOf(chosen.type, model)];
}

async function chooseModel(): Promise<object | undefined> {
  const random = { model: "RANDOM", "heterogeneity-estimator": "REML" };
  const chosen = await choose(
    [
      {
        label: vscode.l10n.t("Random effects"),
        description: "RANDOM",
        detail: vscode.l10n.t("The studies' true effects differ and follow a distribution."),
        choices: random,
      },
      {
        label: vscode.l10n.t("Fixed effect"),
        description: "FIXED",
        detail: vscode.l10n.t("All studies estimate one and the same effect."),
        choices: { model: "FIXED" },
      },
    ],
    { title: title(), placeHolder: vscode.l10n.t("What is assumed of the studies' true effects?") },
  );
  return chosen?.choices;
}

/** A new analysis as RevMan creates it, in the order of the schema's properties. */
function analysisOf(type: DataType, model: object): object {
  const { method, measures, more } = dataTypes[type];
  const label = { label: stop };
  const values: ReadonlyMap<string, unknown> = new Map(
    Object.entries({
      ...revmanAnalysis["x-new"],
      ...more,
      ...model,
      ...{ number: 1, name: stop, "data-type": type, method, "effect-measure": choiceOf(measures) },
      "display-settings": revmanAnalysis.$defs.DisplaySettings["x-new"],
      ...{ "control-group": label, "experimental-group": label, "data-rows": [end] },
    }),
  );
  const names = Object.keys(revmanAnalysis.properties).filter((name) => values.has(name));
  return Object.fromEntries(names.map((name) => [name, values.get(name)]));
}

/** Placeholders for the tab stops of a snippet. Documents contain no `mark`, a control character that JSON escapes. */
const mark = "\u0000";
const stop = `${mark}stop${mark}`;
const end = `${mark}end${mark}`;
const choiceOf = (values: readonly string[]): string => mark + values.join(",") + mark;

/** A document as a snippet. VS Code replaces its tabs with the editor's indentation. */
function snippetOf(content: object): vscode.SnippetString {
  const json = JSON.stringify(content, undefined, "\t").replaceAll(String.raw`\u0000`, mark);
  const snippet = new vscode.SnippetString();
  let stops = 0;
  // Puts the final stop of a list between its brackets, without the quotes of JSON.
  const text = json.replace(new RegExp(String.raw`\[\s*"${end}"\s*\]`), `[${end}]`);
  for (const [index, part] of text.split(mark).entries()) {
    if (index % 2 === 0) snippet.appendText(part);
    else if (part === "end") snippet.appendTabstop(0);
    else if (part === "stop") snippet.appendTabstop((stops += 1));
    else snippet.appendChoice(part.split(","), (stops += 1));
  }
  snippet.appendText("\n");
  return snippet;
}
