import * as vscode from "vscode";
import type { RegistryReference } from "@analyses/protocol/references";
import { displayText } from "../platform/displayText";
import { isOfDocument, showError, withCancellableProgress } from "../platform/editor";
import { caretsOf, insertReferences } from "../references/insertReferences";
import type { InsertionPlace } from "../references/recordProviders";
import { recordLink } from "../registries/publicAddresses";
import { describeRegistryError } from "../registryClient/registryError";
import type { Registries } from "../registries/registries";
import { fullName, personId } from "../registryClient/records";
import type { LookUp, Picked } from "../search/candidatePicker";
import { personLookUps, pickCandidates } from "../search/candidatePicker";
import type { RegistryCandidate } from "../search/candidates";
import { firstCandidates, groupCandidates, personCandidates, readGroups, readMe } from "../search/candidates";
import { referenceOf } from "../tree/nodes/subject";
import { rowTargets } from "../tree/nodes/treeNode";
import type { Commands, Parts } from "./command";

export const insertCommands: Commands = {
  /** Inserts references to the groups and people of the selected rows. */
  async insertReference(parts, target, together) {
    const { treeView, validator } = parts;
    const rows = rowTargets(treeView, target, together);
    const references = rows.flatMap((row) => referenceOf(row) ?? []);
    const editor = references.length === 0 ? undefined : await editorToInsertInto(parts);
    if (editor === undefined) return;
    await insertReferences(editor, references, validator);
    for (const row of rows) {
      const reference = referenceOf(row);
      if (reference !== undefined) row.registry.store.noteLook(reference);
    }
  },

  insertGroupReference: (parts, target) => pickAndInsert(parts, target, pickGroups),

  insertPersonReference: (parts, target) => pickAndInsert(parts, target, pickPeople),
};

async function pickAndInsert(
  parts: Parts,
  target: unknown,
  pick: (registries: Registries) => Promise<readonly RegistryReference[] | undefined>,
): Promise<void> {
  const { registries, keeping, validator } = parts;
  const editor = isInsertionPlace(target) ? await editorAt(target) : await editorToInsertInto(parts);
  if (editor === undefined) return;
  if (registries.all.length === 0) {
    await vscode.commands.executeCommand("analysesRegistry.addRegistry");
    return;
  }
  const carets = caretsOf(editor);
  // People are visible only to signed-in users, even if pinned.
  await keeping.ready();
  const references = await pick(registries);
  if (references !== undefined && references.length > 0) {
    await insertReferences(editor, references, validator, carets);
  }
}

function isInsertionPlace(target: unknown): target is InsertionPlace {
  return (
    typeof target === "object" &&
    target !== null &&
    "uri" in target &&
    target.uri instanceof vscode.Uri &&
    "position" in target &&
    target.position instanceof vscode.Position
  );
}

async function editorAt({ uri, position }: InsertionPlace): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri);
  editor.selection = new vscode.Selection(position, position);
  return editor;
}

/**
 * The active editor of a document, else that of the active evidence panel's text, else the last active one; if there is
 * none, shows a message.
 */
export async function editorToInsertInto({ panels, details }: Parts): Promise<vscode.TextEditor | undefined> {
  const { activeTextEditor } = vscode.window;
  if (isOfDocument(activeTextEditor)) return activeTextEditor;
  return (await (await panels.evidence.get()).goToText()) ?? details.goToText();
}

/** Lets the user pick groups by name, type or identifier. Undefined on cancel. */
export async function pickGroups({ all }: Registries): Promise<readonly RegistryReference[] | undefined> {
  const picked = await pickCandidates({
    title: vscode.l10n.t("Insert Group Reference"),
    mode: "several",
    namesRegistries: all.length > 1,
    lists: () => all.map(groupCandidates),
    first: () => all.flatMap((registry) => firstCandidates(registry, ["group"])),
    readings: (signal) => readGroups(all, signal),
    lookUps: () => [],
  });
  return picked?.kind === "several" ? referencesTo(picked) : undefined;
}

/** Lets the user pick known people, or look one up by identifier. Undefined on cancel. */
export async function pickPeople({ all }: Registries): Promise<readonly RegistryReference[] | undefined> {
  const picked = await pickCandidates({
    title: vscode.l10n.t("Insert Person Reference"),
    placeholder: vscode.l10n.t("Type a name, or the identifier of any person"),
    mode: "several",
    namesRegistries: all.length > 1,
    lists: () => all.map(personCandidates),
    first: () => all.flatMap((registry) => firstCandidates(registry, ["person"])),
    readings: (signal) => readMe(all, signal),
    lookUps: (id) => personLookUps(all, id),
  });
  return picked?.kind === "several" ? referencesTo(picked) : undefined;
}

/** References to the picked candidates and looked-up people; records them as recently used. */
export async function referencesTo({
  candidates,
  lookUps,
}: Extract<Picked, { kind: "several" }>): Promise<readonly RegistryReference[]> {
  const references = candidates.map(asReference);
  for (const lookUp of lookUps)
    for (const reference of await lookUpPerson(lookUp)) references.push(reference);
  return references;
}

/** Requests a person by identifier; shows an error if the request fails. */
export async function lookUpPerson({ registry, id }: LookUp): Promise<readonly RegistryReference[]> {
  const { client, name } = registry;
  return withCancellableProgress(vscode.l10n.t("Looking up person {0}…", displayText(id)), async (signal) => {
    const outcome = await client.person(personId(id), { signal });
    if (outcome.kind === "ok") {
      const person = { kind: "person", id: outcome.value.personId, link: outcome.value.link } as const;
      registry.store.noteLook(person);
      return [{ ...person, name: fullName(outcome.value), link: recordLink(registry, person) }];
    }
    if (outcome.error.kind !== "cancelled") {
      void showError(describeRegistryError(outcome.error, name, vscode.l10n.t));
    }
    return [];
  });
}

function asReference(candidate: RegistryCandidate): RegistryReference {
  const { kind, id, name, registry } = candidate;
  registry.store.noteLook({ kind, id });
  return { kind, id, name, link: recordLink(registry, candidate) };
}
