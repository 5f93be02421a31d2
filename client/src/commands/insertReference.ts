import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import type { Parts } from "../parts";
import { insertReferences } from "../references/insertReferences";
import { pickGroups, pickPeople } from "../references/pickReferences";
import type { Registries } from "../registries/registries";
import { referenceOf } from "../tree/records";
import { rowTargets } from "../tree/target";
import type { Command } from "./command";

/** Inserts references to the groups and people of rows. */
export const insertReference: Command = {
  name: "insertReference",
  async run({ treeView, languageClient }, target, together) {
    const rows = rowTargets(treeView, target, together);
    const references = rows.flatMap((row) => referenceOf(row) ?? []);
    const editor = references.length === 0 ? undefined : editorToInsertInto();
    if (editor === undefined) return;
    await insertReferences(editor, references, languageClient.judge);
    for (const row of rows) {
      const reference = referenceOf(row);
      if (reference !== undefined) row.registry.recent.add(reference);
    }
  },
};

export const insertGroupReference: Command = {
  name: "insertGroupReference",
  run: (parts) => pickAndInsert(parts, pickGroups),
};

export const insertPersonReference: Command = {
  name: "insertPersonReference",
  run: (parts) => pickAndInsert(parts, pickPeople),
};

async function pickAndInsert(
  { registries, languageClient }: Parts,
  pick: (registries: Registries) => Promise<readonly RegistryReference[] | undefined>,
): Promise<void> {
  const editor = editorToInsertInto();
  if (editor === undefined) return;
  if (registries.all.length === 0) {
    await vscode.commands.executeCommand("analysesRegistry.addRegistry");
    return;
  }
  const references = await pick(registries);
  if (references !== undefined && references.length > 0) {
    await insertReferences(editor, references, languageClient.judge);
  }
}

/** The editor that the user last typed in; where there is none, says what is missing. */
export function editorToInsertInto(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Open a document and put the cursor where the reference should go."),
    );
  }
  return editor;
}
