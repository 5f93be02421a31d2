// Occasional commands of authors: samples, choice of an item schema, pages on diagnostic codes. A separate bundle,
// loaded on first use.
import * as vscode from "vscode";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { analysesLanguage, bundledItemSchemas, bundledPrefix } from "@analyses/protocol/documentFormat";
import { schemasInForceRequest } from "@analyses/protocol/customMessages";
import { settingsSection } from "@analyses/protocol/settings";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { nextStep } from "../language/statusItems";
import { choose, setContextKey, showInformation } from "../platform/editor";

/** The sample of a whole review, which opens with its forest plot. */
const wholeSample = "drug-versus-placebo";
/** A sample with problems to fix. */
const numbersToCheck = "numbers-to-check";
const samples = [wholeSample, "problems-to-fix", numbersToCheck];

/**
 * Opens a sample as an untitled document.
 *
 * @param sample the sample's name; if it is unknown, opens the sample of a whole review, with its forest plot to the
 *   side
 * @param showEvidence shows the forest plot of the analysis at a position
 */
export async function openSample(
  extensionUri: vscode.Uri,
  sample: unknown,
  showEvidence: (document: vscode.Uri, position: vscode.Position) => Promise<void>,
): Promise<void> {
  const name = samples.find((known) => known === sample) ?? wholeSample;
  const file = vscode.Uri.joinPath(extensionUri, "samples", `${name}.analyses.json`);
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const document = await vscode.workspace.openTextDocument({ language: analysesLanguage, content });
  await vscode.window.showTextDocument(document);
  if (name === numbersToCheck) setContextKey("hasOpenedNumbers", true);
  if (name !== wholeSample) return;
  const first = document.positionAt(document.getText().indexOf('"data-type"'));
  await showEvidence(document.uri, first);
}

/** Shows a preview of the extension's page on a diagnostic code; for an unknown code, the overview of all codes. */
export async function explainCode(extensionUri: vscode.Uri, code: unknown): Promise<void> {
  const name = diagnosticCodes.find((known) => known === code) ?? "README";
  const page = vscode.Uri.joinPath(extensionUri, "docs", "diagnostics", `${name}.md`);
  await vscode.commands.executeCommand("markdown.showPreview", page);
}

interface SchemaItem extends vscode.QuickPickItem {
  /** The value for the setting; undefined if the user has yet to browse for a file. */
  readonly value?: string;
}

/**
 * Lets the user choose the item schema, and writes it into settings that apply to the active document. If a
 * configuration file names an item schema, this overrides any choice: offers to open that file instead.
 */
export async function selectItemSchema(languageClient: Pick<AnalysesLanguageClient, "ask">): Promise<void> {
  const document = vscode.window.activeTextEditor?.document.uri;
  const { workspaceFolders: folders = [], isTrusted } = vscode.workspace;
  const overridingFile = document && (await decidingFile(languageClient, document, "itemSchema"));
  if (overridingFile !== undefined) {
    const message = vscode.l10n.t(
      "The item schema of this document is named in {0}, and another choice would not be in force.",
      vscode.workspace.asRelativePath(overridingFile),
    );
    return offerFile(overridingFile, "itemSchema", message);
  }
  const folder = folderOfChoice(document, folders);
  const isForAll = folder === undefined && folders.length > 0;
  const settings = vscode.workspace.getConfiguration(settingsSection, folder);
  const current = settings.get<string>("itemSchema", "");
  const target = isForAll ? vscode.ConfigurationTarget.Workspace : targetFor(folder);
  const defaultTitle =
    current === "" && document !== undefined ? await defaultSchemaTitle(languageClient, document) : undefined;
  const chosen = await choose(itemsFor(folder, current, defaultTitle), {
    title: vscode.l10n.t("Item Schema"),
    placeHolder: targetText(target, folder),
    matchOnDescription: true,
  });
  if (chosen === undefined) return;
  const value = chosen.value ?? (await browse(folder));
  if (value === undefined) return;
  await settings.update("itemSchema", value, target);
  // Completes a walkthrough step: VS Code does not complete it on each change of the setting.
  if (value !== "") setContextKey("hasChosenItemSchema", true);
  if (!isTrusted && target !== vscode.ConfigurationTarget.Global) await offerTrust();
}

/** The workspace folder whose settings receive a choice; undefined if no folder or several may apply to a document. */
export function folderOfChoice(
  document: vscode.Uri | undefined,
  folders: readonly vscode.WorkspaceFolder[],
): vscode.WorkspaceFolder | undefined {
  const folder = document && vscode.workspace.getWorkspaceFolder(document);
  return folder ?? (document === undefined || folders.length === 1 ? folders[0] : undefined);
}

/** The configuration file of a document, if this file overrides a setting. */
export async function decidingFile(
  languageClient: Pick<AnalysesLanguageClient, "ask">,
  document: vscode.Uri,
  name: string,
): Promise<vscode.Uri | undefined> {
  const params = { textDocument: { uri: document.toString() } };
  const configuration = (await languageClient.ask(schemasInForceRequest, params))?.configuration;
  return configuration?.names.includes(name) === true ? vscode.Uri.parse(configuration.uri) : undefined;
}

/**
 * Reports that a configuration file overrides a setting, and offers to open the file at the setting.
 *
 * @param message a sentence that names the file
 */
export async function offerFile(file: vscode.Uri, name: string, message: string): Promise<void> {
  const open = vscode.l10n.t("Open");
  if ((await showInformation(message, open)) !== open) return;
  const document = await vscode.workspace.openTextDocument(file);
  const at = document.positionAt(document.getText().indexOf(`"${name}"`));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

/** Offers to trust the workspace, since an untrusted workspace's item schema has no effect. */
async function offerTrust(): Promise<void> {
  const { command, title } = nextStep();
  const message = vscode.l10n.t("In Restricted Mode the item schema of this workspace is not in force.");
  if ((await showInformation(message, title)) === title) await vscode.commands.executeCommand(command);
}

/** The title of the item schema that applies to a document without any choice, such as a document of RevMan. */
async function defaultSchemaTitle(
  languageClient: Pick<AnalysesLanguageClient, "ask">,
  document: vscode.Uri,
): Promise<string | undefined> {
  const params = { textDocument: { uri: document.toString() } };
  const itemSchema = (await languageClient.ask(schemasInForceRequest, params))?.itemSchema;
  return itemSchema?.kind === "ready" ? itemSchema.title : undefined;
}

/**
 * @param current the present value of the setting
 * @param defaultTitle the title of the schema that applies without a choice
 */
async function itemsFor(
  folder: vscode.WorkspaceFolder | undefined,
  current: string,
  defaultTitle: string | undefined,
): Promise<SchemaItem[]> {
  const files = folder === undefined ? [] : await schemaFilesIn(folder);
  const examples = [...bundledItemSchemas.keys()].map((name): SchemaItem => ({
    label: vscode.l10n.t("Example: pairwise meta-analysis"),
    description: vscode.l10n.t("comes with the extension"),
    detail: vscode.l10n.t(
      "Dichotomous, continuous and inverse-variance outcomes, with studies and risk of bias",
    ),
    value: bundledPrefix + name,
  }));
  const known = [...files, ...examples];
  const others: SchemaItem[] = [
    { label: vscode.l10n.t("Browse…"), description: vscode.l10n.t("Choose a file elsewhere") },
    defaultTitle === undefined
      ? { label: vscode.l10n.t("None"), description: vscode.l10n.t("Analyses follow no schema"), value: "" }
      : {
          label: defaultTitle,
          description: vscode.l10n.t("comes with the extension"),
          detail: vscode.l10n.t(
            "Documents of RevMan follow this schema, whatever is chosen, and others none",
          ),
          value: "",
        },
  ];
  const elsewhere: SchemaItem[] =
    current === "" || known.some(({ value }) => value === current)
      ? []
      : [{ label: current, value: current }];
  return [...elsewhere, ...known, ...others].map((item) =>
    item.value === current ? markAsCurrent(item) : item,
  );
}

function markAsCurrent(item: SchemaItem): SchemaItem {
  const now = vscode.l10n.t("present choice");
  const description = item.description === undefined ? now : `${now} · ${item.description}`;
  return { ...item, iconPath: new vscode.ThemeIcon("check"), description };
}

const maxFiles = 200;

/** The schema files of a folder, except those with only definitions for other schemas. */
async function schemaFilesIn(folder: vscode.WorkspaceFolder): Promise<SchemaItem[]> {
  const pattern = new vscode.RelativePattern(folder, "**/*.schema.json");
  const found = await vscode.workspace.findFiles(pattern, "**/node_modules/**", maxFiles);
  const items = await Promise.all(
    found.map(async (file): Promise<SchemaItem[]> => {
      const label = valueOf(file, folder);
      const title = await readTitle(file);
      if (title === "definitions") return [];
      return [{ label, value: label, ...(title === undefined ? {} : { description: title }) }];
    }),
  );
  return items.flat().sort((a, b) => a.label.localeCompare(b.label));
}

/** Keywords by which a schema validates anything itself. */
const assertions = [
  "type",
  "properties",
  "required",
  "oneOf",
  "anyOf",
  "allOf",
  "$ref",
  "$dynamicRef",
  "if",
  "enum",
];

/** The title of a schema file; "definitions" if the file has only definitions for other schemas. */
async function readTitle(file: vscode.Uri): Promise<string | undefined> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const schema: unknown = JSON.parse(text);
    if (typeof schema !== "object" || schema === null) return undefined;
    const isOnlyForOthers =
      ("$defs" in schema || "definitions" in schema) && !assertions.some((name) => name in schema);
    if (isOnlyForOthers) return "definitions";
    return "title" in schema && typeof schema.title === "string" ? schema.title : undefined;
  } catch {
    return undefined;
  }
}

async function browse(folder: vscode.WorkspaceFolder | undefined): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      ...(folder === undefined ? {} : { defaultUri: folder.uri }),
      filters: { "JSON Schema": ["json"] },
      openLabel: vscode.l10n.t("Use as Item Schema"),
    })) ?? [];
  return file && valueOf(file, folder);
}

/** The setting's value for a schema file: a path relative to the setting's folder if the file is in it, else a URI. */
export function valueOf(file: vscode.Uri, folder: vscode.WorkspaceFolder | undefined): string {
  const fileFolder = vscode.workspace.getWorkspaceFolder(file);
  return fileFolder === undefined || fileFolder.uri.toString() !== folder?.uri.toString()
    ? file.toString()
    : vscode.workspace.asRelativePath(file, false);
}

/** The configuration target for a folder's setting. */
export function targetFor(folder: vscode.WorkspaceFolder | undefined): vscode.ConfigurationTarget {
  if (folder === undefined) return vscode.ConfigurationTarget.Global;
  const isMultiRoot = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  return isMultiRoot ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Workspace;
}

/** Describes what is chosen, and into which settings VS Code writes the choice. */
function targetText(target: vscode.ConfigurationTarget, folder: vscode.WorkspaceFolder | undefined): string {
  switch (target) {
    case vscode.ConfigurationTarget.Workspace:
      return vscode.l10n.t("The JSON Schema that each analysis follows, written to the workspace's settings");
    case vscode.ConfigurationTarget.WorkspaceFolder:
      return vscode.l10n.t(
        "The JSON Schema that each analysis follows, written to the settings of the folder “{0}”",
        folder?.name ?? "",
      );
    default:
      return vscode.l10n.t("The JSON Schema that each analysis follows, written to your own settings");
  }
}
