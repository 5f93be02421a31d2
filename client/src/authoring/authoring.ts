// What authors need now and then: the samples, choosing an item schema, the pages about problems.
// A bundle of its own, loaded when it is first asked for.
import * as vscode from "vscode";
import { diagnosticCodes } from "@analyses/protocol/diagnosticCodes";
import { analysesLanguage, bundledItemSchemas, bundledPrefix } from "@analyses/protocol/documentFormat";
import { schemasInForceRequest } from "@analyses/protocol/customMessages";
import { settingsSection } from "@analyses/protocol/settings";
import type { Panels } from "../panels";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { nextStep } from "../language/statusItems";
import { choose, setContextKey, showInformation } from "../platform/editor";

/** A whole review's meta-analyses, of which the forest plot is shown; and samples that have something to mend. */
const wholeSample = "drug-versus-placebo";
const numbersToCheck = "numbers-to-check";
const samples = [wholeSample, "problems-to-fix", numbersToCheck];

/**
 * Opens a copy of a sample document; nothing on disk is touched.
 *
 * @param sample by its name; without, the one of a whole review, with a forest plot beside it
 */
export async function openSample(
  { extensionUri, panels }: { readonly extensionUri: vscode.Uri; readonly panels: Panels },
  sample: unknown,
): Promise<void> {
  const name = samples.find((known) => known === sample) ?? wholeSample;
  const file = vscode.Uri.joinPath(extensionUri, "samples", `${name}.analyses.json`);
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const document = await vscode.workspace.openTextDocument({ language: analysesLanguage, content });
  await vscode.window.showTextDocument(document);
  if (name === numbersToCheck) setContextKey("hasOpenedNumbers", true);
  if (name !== wholeSample) return;
  const first = document.positionAt(document.getText().indexOf('"data-type"'));
  await (await panels.evidence.get()).open(document.uri, first);
}

/** Shows the page about a diagnostic code, rendered; the pages come with the extension. */
export async function explainCode(extensionUri: vscode.Uri, code: unknown): Promise<void> {
  const name = diagnosticCodes.find((known) => known === code) ?? "README";
  const page = vscode.Uri.joinPath(extensionUri, "docs", "diagnostics", `${name}.md`);
  await vscode.commands.executeCommand("markdown.showPreview", page);
}

interface SchemaItem extends vscode.QuickPickItem {
  /** What the setting gets; undefined for a file that is still to be chosen. */
  readonly value?: string;
}

/**
 * Chooses the schema that each analysis follows, for the workspace of the document at hand. Where its configuration file
 * names one, a choice would change nothing, and that file is offered instead.
 */
export async function selectItemSchema(languageClient: Pick<AnalysesLanguageClient, "ask">): Promise<void> {
  const document = vscode.window.activeTextEditor?.document.uri;
  const { workspaceFolders: folders = [], isTrusted } = vscode.workspace;
  const deciding = document && (await decidingFile(languageClient, document, "itemSchema"));
  if (deciding !== undefined) {
    const message = vscode.l10n.t(
      "The item schema of this document is named in {0}, and another choice would not be in force.",
      vscode.workspace.asRelativePath(deciding),
    );
    return offerFile(deciding, "itemSchema", message);
  }
  const folder = folderOfChoice(document, folders);
  const isForAll = folder === undefined && folders.length > 0;
  const settings = vscode.workspace.getConfiguration(settingsSection, folder);
  const present = settings.get<string>("itemSchema", "");
  const target = isForAll ? vscode.ConfigurationTarget.Workspace : targetFor(folder);
  const bound =
    present === "" && document !== undefined ? await schemaOf(languageClient, document) : undefined;
  const chosen = await choose(itemsFor(folder, present, bound), {
    title: vscode.l10n.t("Item Schema"),
    placeHolder: placeOf(target, folder),
    matchOnDescription: true,
  });
  if (chosen === undefined) return;
  const value = chosen.value ?? (await browse(folder));
  if (value === undefined) return;
  await settings.update("itemSchema", value, target);
  // A walkthrough step ends then: VS Code does not end it by each change of the setting.
  if (value !== "") setContextKey("hasChosenItemSchema", true);
  if (!isTrusted && target !== vscode.ConfigurationTarget.Global) await offerTrust();
}

/** The folder whose settings are in force for a document; undefined where it lies in none of several. */
export function folderOfChoice(
  document: vscode.Uri | undefined,
  folders: readonly vscode.WorkspaceFolder[],
): vscode.WorkspaceFolder | undefined {
  const own = document && vscode.workspace.getWorkspaceFolder(document);
  return own ?? (document === undefined || folders.length === 1 ? folders[0] : undefined);
}

/** The configuration file of a document, where that decides a setting: then another value of it changes nothing. */
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
 * Says that a configuration file decides a setting, and offers to open it there.
 *
 * @param message which names the file
 */
export async function offerFile(file: vscode.Uri, name: string, message: string): Promise<void> {
  const open = vscode.l10n.t("Open");
  if ((await showInformation(message, open)) !== open) return;
  const document = await vscode.workspace.openTextDocument(file);
  const at = document.positionAt(document.getText().indexOf(`"${name}"`));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

/** What is written counts only where the user trusts the workspace. */
async function offerTrust(): Promise<void> {
  const { command, title } = nextStep();
  const message = vscode.l10n.t("In Restricted Mode the item schema of this workspace is not in force.");
  if ((await showInformation(message, title)) === title) await vscode.commands.executeCommand(command);
}

/** What the item schema of a document is called, which it has without any choice: one of RevMan's. */
async function schemaOf(
  languageClient: Pick<AnalysesLanguageClient, "ask">,
  document: vscode.Uri,
): Promise<string | undefined> {
  const params = { textDocument: { uri: document.toString() } };
  const itemSchema = (await languageClient.ask(schemasInForceRequest, params))?.itemSchema;
  return itemSchema?.kind === "ready" ? itemSchema.title : undefined;
}

/** @param bound what is in force where nothing is chosen */
async function itemsFor(
  folder: vscode.WorkspaceFolder | undefined,
  present: string,
  bound: string | undefined,
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
    bound === undefined
      ? { label: vscode.l10n.t("None"), description: vscode.l10n.t("Analyses follow no schema"), value: "" }
      : {
          label: bound,
          description: vscode.l10n.t("comes with the extension"),
          detail: vscode.l10n.t(
            "Documents of RevMan follow this schema, whatever is chosen, and others none",
          ),
          value: "",
        },
  ];
  const elsewhere: SchemaItem[] =
    present === "" || known.some(({ value }) => value === present)
      ? []
      : [{ label: present, value: present }];
  return [...elsewhere, ...known, ...others].map((item) => (item.value === present ? marked(item) : item));
}

function marked(item: SchemaItem): SchemaItem {
  const now = vscode.l10n.t("present choice");
  const description = item.description === undefined ? now : `${now} · ${item.description}`;
  return { ...item, iconPath: new vscode.ThemeIcon("check"), description };
}

const mostFiles = 200;

/** The schema files of a folder, but for those that only hold definitions for others. */
async function schemaFilesIn(folder: vscode.WorkspaceFolder): Promise<SchemaItem[]> {
  const pattern = new vscode.RelativePattern(folder, "**/*.schema.json");
  const found = await vscode.workspace.findFiles(pattern, "**/node_modules/**", mostFiles);
  const items = await Promise.all(
    found.map(async (file): Promise<SchemaItem[]> => {
      const label = valueOf(file, folder);
      const about = await readAbout(file);
      if (about === "definitions") return [];
      return [{ label, value: label, ...(about === undefined ? {} : { description: about }) }];
    }),
  );
  return items.flat().sort((a, b) => a.label.localeCompare(b.label));
}

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

/** The title of a schema file; "definitions" where it says nothing about a value itself. */
async function readAbout(file: vscode.Uri): Promise<string | undefined> {
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

/** What the setting of a folder has for a schema file: paths begin at that folder. */
export function valueOf(file: vscode.Uri, folder: vscode.WorkspaceFolder | undefined): string {
  const own = vscode.workspace.getWorkspaceFolder(file);
  return own === undefined || own.uri.toString() !== folder?.uri.toString()
    ? file.toString()
    : vscode.workspace.asRelativePath(file, false);
}

/** Where a setting of a folder is written. */
export function targetFor(folder: vscode.WorkspaceFolder | undefined): vscode.ConfigurationTarget {
  if (folder === undefined) return vscode.ConfigurationTarget.Global;
  const isMultiRoot = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
  return isMultiRoot ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Workspace;
}

/** Says what is chosen, and where the choice is written. */
function placeOf(target: vscode.ConfigurationTarget, folder: vscode.WorkspaceFolder | undefined): string {
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
