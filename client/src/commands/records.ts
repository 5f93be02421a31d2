// Commands that find a record by name, identifier or reference, and commands on the rows of records in the tree.
import * as vscode from "vscode";
import { displayText, withoutControls } from "../platform/displayText";
import {
  showInformation,
  withCancellableProgress,
  showError,
  openAddress,
  isOfDocument,
} from "../platform/editor";
import { caretsOf, insertReferences, referencesJson } from "../references/insertReferences";
import { readRevealTarget } from "../references/recordProviders";
import { personId, fullName } from "../registryClient/records";
import type { Registry, Registries } from "../registries/registries";
import { type Picked, pickCandidates, type LookUp } from "../search/candidatePicker";
import type { RegistryCandidate } from "../search/candidates";
import { revealRecord } from "../tree/registryView";
import { chooseRegistry, type Commands, type Parts } from "./command";
import {
  idOf,
  linkOf,
  linkedNameOf,
  recordOf,
  referenceOf,
  oneRowTarget,
  rowTarget,
  rowTargets,
  type TreeNode,
} from "../tree/nodes/treeNode";
import { markdownLink } from "../references/referencesInText";
import type { RegistryReference } from "@analyses/protocol/references";
import { recordLink } from "../registries/publicAddresses";
import { describeRegistryError } from "../registryClient/registryError";

export const recordCommands: Commands = {
  /** Searches groups and people; reveals the picked record in the tree, or inserts references if several are picked. */
  async search(parts) {
    const { all } = parts.registries;
    if (all.length === 0) return vscode.commands.executeCommand("analysesRegistry.addRegistry");
    // Uses the stored sign-ins first: only signed-in users see people, even pinned people.
    await parts.keeping.ready();
    const picked = await pickCandidates({
      title: vscode.l10n.t("Search the Registry"),
      mode: "oneOrSeveral",
      registries: all,
      kinds: ["group", "person"],
    });
    if (picked !== undefined) await openPicked(picked, parts);
  },

  openPerson: (parts, target) => openById(parts, target, "person", vscode.l10n.t("Identifier of the person")),
  openUser: (parts, target) =>
    openById(parts, target, "user", vscode.l10n.t("Identifier of the user account")),

  /**
   * Reveals the row of a record that a document refers to, or shows the record's details if the tree has no row for it.
   * In an untrusted workspace sends no request to a registry and reveals only known rows.
   */
  async revealReference({ registries, keeping, tree, treeView, details }, argument) {
    const target = readRevealTarget(argument);
    if (target === undefined) return;
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
      const isUnknownPerson = kind === "person" && store.person(personId(id)) === undefined;
      if (isUnknownPerson && store.account.kind === "signedIn") {
        // The tree lists people once the client has read them.
        await withCancellableProgress(vscode.l10n.t("Looking up person {0}…", displayText(id)), (signal) =>
          client.person(personId(id), { signal }),
        );
      }
      if (await revealRecord(tree, treeView, registry, { kind, id })) return;
    }
    await details.open(registry, { kind, id, name: "" });
  },

  async showDetails({ details, treeView }, target) {
    const row = oneRowTarget(treeView, target);
    const record = row && recordOf(row);
    if (row !== undefined && record !== undefined) await details.open(row.registry, record);
  },

  async openInBrowser({ treeView }, target) {
    const row = oneRowTarget(treeView, target);
    const link = row && linkOf(row);
    if (link !== undefined) await openAddress(link);
  },

  /**
   * Reloads the row on which the user ran the command, or the whole tree, and checks references in documents again.
   */
  refresh({ tree, references }, target) {
    tree.refresh(rowTarget(target));
    references.checkAgain();
  },

  /** Cancels the read for the row on which the user ran the command, or all reads. */
  cancelRefresh: ({ tree }, target) => tree.cancel(rowTarget(target)),

  /** Shows the long form of a row's message, with a button to retry. */
  async explainProblem({ tree, treeView }, target) {
    const row = oneRowTarget(treeView, target);
    const explanation = row?.row().explanation;
    if (explanation === undefined) return;
    const retry = vscode.l10n.t("Retry");
    if ((await showError(explanation, retry)) === retry) tree.refresh(row);
  },

  /** Pins groups and people to the top of their lists. */
  async pin({ treeView }, target, second) {
    for (const { registry, reference } of referencesOf(treeView, target, second))
      await registry.pins.add(reference);
  },

  async unpin({ treeView }, target, second) {
    for (const { registry, reference } of referencesOf(treeView, target, second))
      await registry.pins.remove(reference);
  },

  copyId: ({ treeView }, target, second) => copyFromRows(treeView, target, second, idOf),
  copyLink: ({ treeView }, target, second) => copyFromRows(treeView, target, second, linkOf),

  /** Copies Markdown links: names linked to addresses. */
  copyMarkdownLink: ({ treeView }, target, second) =>
    copyFromRows(treeView, target, second, (row) => {
      const named = linkedNameOf(row);
      return named && markdownLink(named);
    }),

  async copyReference({ treeView }, target, second) {
    const references = referencesOf(treeView, target, second).map(({ reference }) => reference);
    if (references.length > 0) await copy(referencesJson(references));
  },

  /** Inserts references to the groups and people of the selected rows. */
  async insertReference(parts, target, second) {
    const { treeView, validator } = parts;
    const found = referencesOf(treeView, target, second);
    const editor = found.length === 0 ? undefined : await editorToInsertInto(parts);
    if (editor === undefined) return;
    const references = found.map(({ reference }) => reference);
    await insertReferences(editor, references, validator);
    for (const { registry, reference } of found) registry.store.noteLook(reference);
  },

  insertGroupReference: (parts, target) => pickAndInsert(parts, target, "group"),
  insertPersonReference: (parts, target) => pickAndInsert(parts, target, "person"),
};

/** Reveals a picked record, or inserts references to several. */
async function openPicked(picked: Picked, parts: Parts): Promise<void> {
  const { tree, treeView, details, validator } = parts;
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
      // If there is no such person, the details that are open stay open.
      const [person] = await lookUpPerson(picked.lookUp);
      if (person !== undefined) await details.open(picked.lookUp.registry, person);
      return;
    }
    case "several": {
      const editor = await editorToInsertInto(parts);
      if (editor === undefined) return;
      const carets = caretsOf(editor);
      const references = await referencesTo(picked);
      if (references.length > 0) await insertReferences(editor, references, validator, carets);
      return;
    }
  }
}

/** Prompts for an identifier, and shows the details of its record. */
async function openById(
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

/** Only signed-in users may read people and user accounts. */
function isSignedIn({ store }: Registry): boolean {
  return store.account.kind === "signedIn";
}

/** The references to the groups and people of a command's rows. */
function referencesOf(treeView: Parts["treeView"], target: unknown, selected: unknown) {
  return rowTargets(treeView, target, selected).flatMap((row) => {
    const reference = referenceOf(row);
    return reference === undefined ? [] : [{ registry: row.registry, reference }];
  });
}

/** Copies the texts of a command's rows, one per line. */
async function copyFromRows(
  treeView: vscode.TreeView<TreeNode>,
  target: unknown,
  selected: unknown,
  textOf: (row: TreeNode) => string | undefined,
): Promise<void> {
  const lines = rowTargets(treeView, target, selected).flatMap((row) => textOf(row) ?? []);
  // Pasted into a terminal, control characters could end the line and run the rest as a command.
  if (lines.length > 0) await copy(lines.map(withoutControls).join("\n"));
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied."), noticeMilliseconds);
}

const noticeMilliseconds = 3000;

async function pickAndInsert(parts: Parts, target: unknown, kind: RegistryReference["kind"]): Promise<void> {
  const { registries, keeping, validator } = parts;
  const editor = target instanceof vscode.Location ? await editorAt(target) : await editorToInsertInto(parts);
  if (editor === undefined) return;
  if (registries.all.length === 0) {
    await vscode.commands.executeCommand("analysesRegistry.addRegistry");
    return;
  }
  const carets = caretsOf(editor);
  // Uses the stored sign-ins before the search: only signed-in users see people, even pinned people.
  await keeping.ready();
  const references = await pickReferences(registries, kind);
  if (references !== undefined && references.length > 0) {
    await insertReferences(editor, references, validator, carets);
  }
}

async function editorAt({ uri, range }: vscode.Location): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri);
  editor.selection = new vscode.Selection(range.start, range.start);
  return editor;
}

/**
 * Returns the active editor, if it shows a document; else an editor of the active evidence panel's document; else the
 * last active editor of a document. If there is none, shows a message.
 */
async function editorToInsertInto({ panels, details }: Parts): Promise<vscode.TextEditor | undefined> {
  const { activeTextEditor } = vscode.window;
  if (isOfDocument(activeTextEditor)) return activeTextEditor;
  return (await (await panels.evidence.get()).goToText()) ?? details.goToText();
}

/** Lets the user pick groups or people; a person may also be looked up by identifier. Undefined on cancel. */
export async function pickReferences(
  { all }: Registries,
  kind: RegistryReference["kind"],
): Promise<readonly RegistryReference[] | undefined> {
  const ofKind =
    kind === "group"
      ? { title: vscode.l10n.t("Insert Group Reference") }
      : {
          title: vscode.l10n.t("Insert Person Reference"),
          placeholder: vscode.l10n.t("Type a name, or the identifier of any person"),
        };
  const picked = await pickCandidates({ ...ofKind, mode: "several", registries: all, kinds: [kind] });
  return picked?.kind === "several" ? referencesTo(picked) : undefined;
}

/** Returns references to the picked candidates and looked-up people, and notes them as recently used. */
async function referencesTo({
  candidates,
  lookUps,
}: Extract<Picked, { kind: "several" }>): Promise<readonly RegistryReference[]> {
  const references = candidates.map(referenceTo);
  for (const lookUp of lookUps)
    for (const reference of await lookUpPerson(lookUp)) references.push(reference);
  return references;
}

async function lookUpPerson({ registry, id }: LookUp): Promise<readonly RegistryReference[]> {
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

/** Returns the reference to a candidate, and notes the candidate as recently used. */
function referenceTo(candidate: RegistryCandidate): RegistryReference {
  const { kind, id, name, registry } = candidate;
  registry.store.noteLook({ kind, id });
  return { kind, id, name, link: recordLink(registry, candidate) };
}
