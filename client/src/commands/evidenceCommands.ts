// Commands on the roles and findings of analyses. A separate bundle in Node, loaded on demand.
import * as vscode from "vscode";
import type { EvidenceAnswer, EvidenceRoles, SchemaAnnotation } from "@analyses/protocol/evidenceMessages";
import { evidenceRolesRequest } from "@analyses/protocol/evidenceMessages";
import { fieldsOf } from "@analyses/protocol/message";
import { settingsSection } from "@analyses/protocol/settings";
import type { Parts } from "./command";
import { decidingFile, offerFile, targetFor } from "../authoring/authoring";
import { positionOf, rangeOf } from "../webview/panelDocument";
import {
  askAuthorName,
  choose,
  sayNotWritten,
  showInformation,
  showWarning,
  unlessMissing,
} from "../platform/editor";
import { readFindingToAccept, withEntry } from "@analyses/protocol/acceptedFindings";

const rolesSetting = "evidence.roles";

/** The written schema files; empty if only a setting was written; undefined if nothing was written. */
type WrittenFiles = readonly vscode.Uri[] | undefined;

interface Choice extends vscode.QuickPickItem {
  readonly run?: () => Promise<WrittenFiles>;
}

/**
 * Shows the roles of the properties of the analysis at the cursor, and lets the user assign and record missing ones.
 * Reopens the list after each choice, because more roles may be missing.
 */
export async function showEvidenceRoles({ languageClient }: Pick<Parts, "languageClient">): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  for (let isOpen = true; isOpen;) {
    const roles = editor && (await rolesAtCursor(languageClient, editor));
    if (roles === undefined && (await languageClient.sayIfGone())) return;
    if (editor === undefined || roles === undefined || roles === null) {
      await showInformation(vscode.l10n.t("Put the cursor into an analysis of an analyses document."));
      return;
    }
    const overridingFile = await decidingFile(languageClient, editor.document.uri, rolesSetting);
    const chosen = await choose(choicesFor(editor, roles, overridingFile), {
      title: vscode.l10n.t("Evidence Roles of {0}", roles.analysis),
      placeHolder: roles.problem ?? vscode.l10n.t("What the properties of this analysis mean"),
      matchOnDescription: true,
    });
    const written = await chosen?.run?.();
    isOpen = written !== undefined;
    if (written !== undefined) await languageClient.noteWritten(written);
  }
}

function rolesAtCursor(
  languageClient: Parts["languageClient"],
  { document, selection }: vscode.TextEditor,
): Promise<EvidenceRoles | null | undefined> {
  const params = {
    textDocument: { uri: document.uri.toString() },
    position: positionOf(selection.active),
  };
  return languageClient.ask(evidenceRolesRequest, params);
}

/** @param overridingFile the configuration file that sets the roles, if any: it overrides the setting */
function choicesFor(
  editor: vscode.TextEditor,
  roles: EvidenceRoles,
  overridingFile: vscode.Uri | undefined,
): readonly Choice[] {
  const { document } = editor;
  /**
   * Returns the function for a choice that writes the setting; if a configuration file overrides the setting, that
   * function offers to open the file instead.
   */
  const unlessOverridden = (write: () => Promise<WrittenFiles>) =>
    overridingFile === undefined ? write : () => offerRoles(overridingFile);
  const missing = roles.missing.map((role): Choice => ({
    label: role,
    iconPath: new vscode.ThemeIcon("warning"),
    description: vscode.l10n.t("no property has this role: choose one…"),
    run: unlessOverridden(() => chooseProperty(document, roles, role)),
  }));
  const answers = roles.answers.map((answer): Choice => ({
    label: answer.label,
    iconPath: new vscode.ThemeIcon("question"),
    run: () => writeAnswer(document, answer, overridingFile),
  }));
  const bound = roles.bound.map(({ path, role, by, range }): Choice => ({
    label: role,
    iconPath: new vscode.ThemeIcon("symbol-property"),
    description: `${path} · ${sourceText(by, overridingFile)}`,
    run: () => {
      const property = rangeOf(range);
      editor.selection = new vscode.Selection(property.start, property.end);
      editor.revealRange(property, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      return Promise.resolve(undefined);
    },
  }));
  const assumed = roles.assumed.map((role): Choice => ({
    label: role,
    iconPath: new vscode.ThemeIcon("question"),
    description: vscode.l10n.t("not said: the usual value is taken"),
  }));
  const writeChoices: Choice[] = [];
  if (Object.keys(roles.setting).length > 0)
    writeChoices.push({
      label: vscode.l10n.t("Write the roles that names have into the settings"),
      iconPath: new vscode.ThemeIcon("gear"),
      run: unlessOverridden(async () => {
        // Existing entries take precedence: the user chose them.
        await writeSetting(document.uri, (before) => ({ ...roles.setting, ...before }));
        return undefined;
      }),
    });
  const files = filesOf(roles.annotations);
  if (areInWorkspace(files))
    writeChoices.push({
      label: vscode.l10n.t("Write them into the item schema as annotations"),
      iconPath: new vscode.ThemeIcon("edit"),
      description: files.map((file) => vscode.workspace.asRelativePath(file)).join(", "),
      run: async () => {
        await annotate(roles.annotations, files);
        const [first] = files;
        if (first !== undefined) await vscode.window.showTextDocument(first);
        return undefined;
      },
    });
  const sections: readonly (readonly [string, readonly Choice[]])[] = [
    [vscode.l10n.t("Answers"), answers],
    [vscode.l10n.t("Missing"), missing],
    [vscode.l10n.t("Bound"), bound],
    [vscode.l10n.t("Assumed"), assumed],
    [vscode.l10n.t("Write Down"), writeChoices],
  ];
  return sections.flatMap(([label, choices]) =>
    choices.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices],
  );
}

async function offerRoles(file: vscode.Uri): Promise<undefined> {
  const message = vscode.l10n.t(
    "The roles of this document are named in {0}, and another choice would not be in force.",
    vscode.workspace.asRelativePath(file),
  );
  await offerFile(file, rolesSetting, message);
}

/** Says what assigned a role to a property. */
function sourceText(
  by: EvidenceRoles["bound"][number]["by"],
  overridingFile: vscode.Uri | undefined,
): string {
  switch (by) {
    case "setting":
      return overridingFile === undefined
        ? vscode.l10n.t("by the setting")
        : vscode.l10n.t("by {0}", vscode.workspace.asRelativePath(overridingFile));
    case "annotation":
      return vscode.l10n.t("by the item schema");
    case "form":
      return vscode.l10n.t("by its published form");
    case "name":
      return vscode.l10n.t("by its name");
  }
}

async function chooseProperty(
  document: vscode.TextDocument,
  { unbound }: EvidenceRoles,
  role: string,
): Promise<WrittenFiles> {
  const properties = unbound.map(({ path, example }) => ({ label: path, description: example }));
  const chosen = await chooseForSetting(
    vscode.l10n.t("Which property has the role “{0}”?", role),
    properties,
  );
  if (chosen === undefined) return undefined;
  await writeSetting(document.uri, (before) => ({ ...before, [chosen.label]: role }));
  return [];
}

/** Records the answer with the given label to a question about the analysis at the given position. */
export async function answerEvidence(
  argument: unknown,
  { languageClient }: Pick<Parts, "languageClient">,
): Promise<void> {
  const params = evidenceRolesRequest.readParams(argument);
  const { answer: label } = fieldsOf(argument);
  const roles = params && (await languageClient.ask(evidenceRolesRequest, params));
  const answer = roles?.answers.find((candidate) => candidate.label === label);
  if (params === undefined || answer === undefined) return;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(params.textDocument.uri));
  await writeAnswer(document, answer, await decidingFile(languageClient, document.uri, rolesSetting));
}

/** Writes an answer into the item schema if the workspace contains it, else into the setting. */
async function writeAnswer(
  document: vscode.TextDocument,
  { setting, annotations }: EvidenceAnswer,
  overridingFile: vscode.Uri | undefined,
): Promise<WrittenFiles> {
  const files = filesOf(annotations);
  if (areInWorkspace(files)) return annotate(annotations, files);
  if (overridingFile !== undefined) return offerRoles(overridingFile);
  await writeSetting(document.uri, (before) => {
    const merged = Object.entries(setting).map(
      ([path, entry]) => [path, mergedEntry(before[path], entry)] as const,
    );
    return { ...before, ...Object.fromEntries(merged) };
  });
  return [];
}

/**
 * A setting's new entry; keeps the values of the earlier entry if both have the same role. New values take precedence.
 */
function mergedEntry(before: unknown, entry: unknown): unknown {
  const [earlier, added] = [fieldsOf(before), fieldsOf(entry)];
  if (added.role === undefined || added.role !== earlier.role) return entry;
  return { ...added, values: { ...fieldsOf(earlier.values), ...fieldsOf(added.values) } };
}

function chooseForSetting(
  title: string,
  items: readonly vscode.QuickPickItem[],
): Promise<vscode.QuickPickItem | undefined> {
  const placeHolder = vscode.l10n.t("It is written into the setting analysesRegistry.evidence.roles");
  return choose(items, { title, placeHolder, matchOnDescription: true });
}

/**
 * Changes the setting where VS Code saves it for a document.
 *
 * @param change computes the new value from the one that is saved there: `get` would add the user's own entries
 */
async function writeSetting(
  uri: vscode.Uri,
  change: (before: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const settings = vscode.workspace.getConfiguration(settingsSection, uri);
  const target = targetFor(folder);
  const saved = settings.inspect<Readonly<Record<string, unknown>>>(rolesSetting);
  const { Global, WorkspaceFolder } = vscode.ConfigurationTarget;
  const ofWorkspace = target === WorkspaceFolder ? saved?.workspaceFolderValue : saved?.workspaceValue;
  const before = target === Global ? saved?.globalValue : ofWorkspace;
  await settings.update(rolesSetting, change(before ?? {}), target);
}

function filesOf(annotations: readonly SchemaAnnotation[]): readonly vscode.Uri[] {
  return [...new Set(annotations.map(({ uri }) => uri))].map((uri) => vscode.Uri.parse(uri));
}

function areInWorkspace(files: readonly vscode.Uri[]): boolean {
  return files.length > 0 && files.every((file) => vscode.workspace.getWorkspaceFolder(file) !== undefined);
}

/**
 * Adds annotations to schema files. Requires that the files are saved: the annotations' ranges refer to the text on
 * disk.
 */
async function annotate(
  annotations: readonly SchemaAnnotation[],
  files: readonly vscode.Uri[],
): Promise<WrittenFiles> {
  const edit = new vscode.WorkspaceEdit();
  const schemas: vscode.TextDocument[] = [];
  for (const file of files) {
    const schema = await vscode.workspace.openTextDocument(file);
    if (schema.isDirty) {
      await showWarning(vscode.l10n.t("Save {0} first.", vscode.workspace.asRelativePath(file)));
      return undefined;
    }
    schemas.push(schema);
    for (const { uri, range, newText } of annotations) {
      if (vscode.Uri.parse(uri).toString() !== file.toString()) continue;
      edit.replace(file, rangeOf(range), newText);
    }
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    sayNotWritten();
    return undefined;
  }
  // The server reads the files from disk.
  for (const schema of schemas) await schema.save();
  return files;
}

/** Prompts for a reason and the author's name, and adds an entry to the file with accepted findings. */
export async function acceptFinding(argument: unknown, memory: vscode.Memento): Promise<void> {
  const finding = readFindingToAccept(argument);
  if (finding === undefined) return;
  const title = vscode.l10n.t("Accept with a Reason");
  const reason = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("Why is this right? Until the numbers change, it is not told again."),
    validateInput: (text) =>
      text.trim() === "" ? vscode.l10n.t("Without a reason nothing is accepted.") : undefined,
    ignoreFocusOut: true,
  });
  if (reason === undefined) return;
  const file = vscode.Uri.parse(finding.file);
  const by = await askAuthorName(title, memory, file);
  if (by === undefined) return;
  const now = new Date();
  const on = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const entry = { ...finding.key, by, on, reason: reason.trim() };
  const before = await textOf(file);
  const after = withEntry(before, entry, finding.stale);
  const name = vscode.workspace.asRelativePath(file);
  if (after === undefined) throw new Error(vscode.l10n.t("{0} cannot be read: mend it first.", name));
  if (before === undefined) await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(""));
  const written = await replaceText(file, after);
  const takeBack = vscode.l10n.t("Take Back");
  const message = vscode.l10n.t("The finding is accepted, with its reason in {0}.", name);
  if ((await showInformation(message, takeBack)) !== takeBack) return;
  if ((await textOf(file)) !== written) await vscode.window.showTextDocument(file);
  // Restores the earlier text, and deletes no new file: VS Code could not save the open editor of a deleted file.
  else await replaceText(file, before ?? '{\n  "accepted": []\n}\n');
}

/** Replaces the text of a file, and saves it. @returns the text with the line ends of the file */
async function replaceText(file: vscode.Uri, text: string): Promise<string> {
  const document = await vscode.workspace.openTextDocument(file);
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(new vscode.Position(0, 0), document.positionAt(document.getText().length));
  edit.replace(file, whole, text);
  const isWritten = (await vscode.workspace.applyEdit(edit)) && (await document.save());
  if (!isWritten)
    throw new Error(vscode.l10n.t("{0} could not be written.", vscode.workspace.asRelativePath(file)));
  return document.getText();
}

/** The text in an open editor, else that of the file; undefined if the file does not exist. */
async function textOf(file: vscode.Uri): Promise<string | undefined> {
  const isThere = (await unlessMissing(vscode.workspace.fs.stat(file))) !== undefined;
  return isThere ? (await vscode.workspace.openTextDocument(file)).getText() : undefined;
}
