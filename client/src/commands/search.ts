import * as vscode from "vscode";
import type { Parts } from "../parts";
import { insertReferences } from "../references/insertReferences";
import { referencesTo } from "../references/pickReferences";
import type { Picked } from "../search/candidatePicker";
import { pickCandidates } from "../search/candidatePicker";
import { firstCandidates, groupCandidates, personCandidates } from "../search/candidates";
import { personLookUps } from "../search/lookUps";
import { readGroups } from "../search/readGroups";
import { revealRecord } from "../tree/revealing";
import type { Command } from "./command";
import { editorToInsertInto } from "./insertReference";

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

async function follow(picked: Picked, { tree, treeView, details, languageClient }: Parts): Promise<void> {
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
      const { registry, id } = picked.lookUp;
      return details.open(registry, { kind: "person", id, name: "" });
    }
    case "several": {
      const editor = editorToInsertInto();
      if (editor === undefined) return;
      const references = await referencesTo(picked);
      if (references.length > 0) await insertReferences(editor, references, languageClient.judge);
      return;
    }
  }
}
