import * as vscode from "vscode";
import { withCancellableProgress } from "../platform/progress";
import { messageText } from "../platform/displayText";
import { isRevealTarget } from "../references/revealLink";
import { personId } from "../registry/ids";
import { revealRecord } from "../tree/revealing";
import type { Command } from "./command";

/** Shows the row of a record that a document refers to; where the tree has none for it, its details. */
export const revealReference: Command = {
  name: "revealReference",
  async run({ registries, tree, treeView, details }, target) {
    if (!isRevealTarget(target)) return;
    const { address, kind, id } = target;
    const registry = registries.all.find(({ client }) => client.address === address);
    if (registry === undefined) return;
    if (kind === "group" || kind === "person") {
      const { client } = registry;
      const isStranger = kind === "person" && client.knowledge.person(personId(id)) === undefined;
      if (isStranger && client.account.kind === "signedIn") {
        // People are in the tree once they have been met.
        await withCancellableProgress(vscode.l10n.t("Looking up person {0}…", messageText(id)), (signal) =>
          client.person(personId(id), { signal }),
        );
      }
      if (await revealRecord(tree, treeView, registry, { kind, id })) return;
    }
    await details.open(registry, { kind, id, name: "" });
  },
};
