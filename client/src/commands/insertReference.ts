import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import type { Parts } from "../parts";
import { insertReferences } from "../references/insertReferences";
import { pickGroups, pickPeople } from "../references/pickReferences";
import type { Registries } from "../registries/registries";
import { referenceOf } from "../tree/records";
import { rowTarget } from "../tree/target";
import type { Command } from "./command";

export const insertGroupReference: Command = {
  name: "insertGroupReference",
  run: (parts, target) => insert(parts, target, "group", pickGroups),
};

export const insertPersonReference: Command = {
  name: "insertPersonReference",
  run: (parts, target) => insert(parts, target, "person", pickPeople),
};

/** Inserts a reference to the row that the command was called on, else to what the user picks. */
async function insert(
  { registries }: Parts,
  target: unknown,
  kind: RegistryReference["kind"],
  pick: (registries: Registries) => Promise<readonly RegistryReference[] | undefined>,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Open a document and put the cursor where the reference should go."),
    );
    return;
  }
  if (registries.all.length === 0) {
    await vscode.commands.executeCommand("analysesRegistry.addRegistry");
    return;
  }
  const row = rowTarget(target);
  const ofRow = row && referenceOf(row);
  const references = ofRow?.kind === kind ? [ofRow] : await pick(registries);
  if (references === undefined || references.length === 0) return;
  await insertReferences(editor, references);
}
