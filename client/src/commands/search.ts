import * as vscode from "vscode";
import { describeRegistryError } from "../registry/errorMessages";
import { pickCandidates } from "../search/candidatePicker";
import { groupCandidates, personCandidates } from "../search/candidates";
import { findRow } from "../tree/revealing";
import type { Command } from "./command";

/** Finds a group or person by typing, and shows its row in the tree. */
export const search: Command = {
  name: "search",
  async run({ registries: { all }, tree, treeView, details }) {
    if (all.length === 0) return vscode.commands.executeCommand("analysesRegistry.addRegistry");
    const picked = await pickCandidates({
      title: vscode.l10n.t("Search the Registry"),
      placeholder: vscode.l10n.t("Type a name, a group type or an identifier"),
      canPickMany: false,
      candidates: () =>
        all.flatMap((registry) => [...groupCandidates(registry), ...personCandidates(registry)]),
      whenKnown: async (signal) => {
        for (const { client, name } of all) {
          const outcome = await client.groups({ signal });
          if (outcome.kind === "failed") return describeRegistryError(outcome.error, name, vscode.l10n.t);
        }
        return undefined;
      },
      lookUpLabel: (id) => vscode.l10n.t("Look up person {0}", id),
    });
    switch (picked?.kind) {
      case undefined:
        return;
      case "lookUp": {
        const [registry] = all;
        if (registry !== undefined) await details.open(registry, { kind: "person", id: picked.id, name: "" });
        return;
      }
      case "candidates": {
        const [candidate] = picked.candidates;
        if (candidate === undefined) return;
        const row = await findRow(tree, candidate, (node) => node.registry === candidate.registry);
        if (row !== undefined) await treeView.reveal(row, { select: true, focus: true });
      }
    }
  },
};
