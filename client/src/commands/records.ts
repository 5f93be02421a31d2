// The ways to a record: by typing its name, by its identifier, from a reference to it.
import * as vscode from "vscode";
import { displayText } from "../platform/displayText";
import { showInformation, withCancellableProgress } from "../platform/messages";
import { insertReferences } from "../references/insertReferences";
import { isRevealTarget } from "../references/referenceFinder";
import { personId } from "../registryClient/records";
import type { Registry } from "../registries/registries";
import type { Picked } from "../search/candidatePicker";
import { personLookUps, pickCandidates } from "../search/candidatePicker";
import { firstCandidates, groupCandidates, personCandidates, readGroups } from "../search/candidates";
import { revealRecord } from "../tree/registryView";
import { chooseRegistry } from "./command";
import type { Command, Parts } from "./command";
import { editorToInsertInto, lookUpPerson, referencesTo } from "./insertReference";

/** Finds groups and people by typing; shows the row of one in the tree, or inserts references to several. */
export const search: Command = {
  name: "search",
  async run(parts) {
    const { all } = parts.registries;
    if (all.length === 0) return vscode.commands.executeCommand("analysesRegistry.addRegistry");
    const picked = await pickCandidates({
      title: vscode.l10n.t("Search the Registry"),
      mode: "oneOrSeveral",
      namesRegistries: all.length > 1,
      lists: () => all.flatMap((registry) => [groupCandidates(registry), personCandidates(registry)]),
      first: () => all.flatMap((registry) => firstCandidates(registry, ["group", "person"])),
      whenKnown: (signal) => readGroups(all, signal),
      lookUps: (id) => personLookUps(all, id),
    });
    if (picked !== undefined) await follow(picked, parts);
  },
};

async function follow(picked: Picked, { tree, treeView, details, validator }: Parts): Promise<void> {
  switch (picked.kind) {
    case "one": {
      const { candidate } = picked;
      const isShown = await revealRecord(tree, treeView, candidate.registry, candidate);
      if (!isShown) await details.open(candidate.registry, candidate);
      return;
    }
    case "details":
      return details.open(picked.candidate.registry, picked.candidate);
    case "lookUp": {
      // The details that are open stay where there is no such person.
      const [person] = await lookUpPerson(picked.lookUp);
      if (person !== undefined) await details.open(picked.lookUp.registry, person);
      return;
    }
    case "several": {
      const editor = editorToInsertInto();
      if (editor === undefined) return;
      const references = await referencesTo(picked);
      if (references.length > 0) await insertReferences(editor, references, validator);
      return;
    }
  }
}

export const openPerson: Command = {
  name: "openPerson",
  run: (parts, target) => open(parts, target, "person", vscode.l10n.t("Identifier of the person")),
};

export const openUser: Command = {
  name: "openUser",
  run: (parts, target) => open(parts, target, "user", vscode.l10n.t("Identifier of the user account")),
};

async function open(
  { registries, keeping, details }: Parts,
  target: unknown,
  kind: "person" | "user",
  prompt: string,
): Promise<void> {
  await keeping.ready();
  const { all } = registries;
  if (all.length > 0 && !all.some(isSignedIn)) {
    await vscode.commands.executeCommand("analysesRegistry.signIn", target);
    if (!all.some(isSignedIn)) return;
  }
  const registry = await chooseRegistry(registries, target, isSignedIn);
  if (registry === undefined) return;
  const id = await vscode.window.showInputBox({
    prompt,
    placeHolder: "11143",
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter an identifier.") : undefined),
  });
  if (id !== undefined) await details.open(registry, { kind, id: id.trim(), name: "" });
}

/** Only who is signed in may read people and user accounts. */
function isSignedIn({ store }: Registry): boolean {
  return store.account.kind === "signedIn";
}

/**
 * Shows the row of a record that a document refers to; where the tree has none for it, its details. In a workspace that
 * is not trusted no registry is asked: what the tree holds already has to do.
 */
export const revealReference: Command = {
  name: "revealReference",
  async run({ registries, keeping, tree, treeView, details }, target) {
    if (!isRevealTarget(target)) return;
    await keeping.ready();
    const { address, kind, id } = target;
    const registry = registries.all.find(({ client }) => client.address === address);
    if (registry === undefined) return;
    if (!vscode.workspace.isTrusted) {
      const isShown =
        (kind === "group" || kind === "person") &&
        (await revealRecord(tree, treeView, registry, { kind, id }, "known"));
      if (!isShown) {
        void showInformation(vscode.l10n.t("In Restricted Mode no registry is asked about a document."));
      }
      return;
    }
    if (kind === "group" || kind === "person") {
      const { client, store } = registry;
      const isStranger = kind === "person" && store.person(personId(id)) === undefined;
      if (isStranger && store.account.kind === "signedIn") {
        // People are in the tree once they have been met.
        await withCancellableProgress(vscode.l10n.t("Looking up person {0}…", displayText(id)), (signal) =>
          client.person(personId(id), { signal }),
        );
      }
      if (await revealRecord(tree, treeView, registry, { kind, id })) return;
    }
    await details.open(registry, { kind, id, name: "" });
  },
};
