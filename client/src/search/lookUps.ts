import * as vscode from "vscode";
import type { Registry } from "../registries/registry";
import { personId } from "../registry/ids";
import type { LookUp } from "./candidatePicker";

/** Offers to look a person up in each registry that is not known to have one with this identifier. */
export function personLookUps(registries: readonly Registry[], id: string): readonly LookUp[] {
  return registries
    .filter(({ client }) => client.knowledge.person(personId(id)) === undefined)
    .map((registry) => ({
      label:
        registries.length === 1
          ? vscode.l10n.t("Look up person {0}", id)
          : vscode.l10n.t("Look up person {0} in {1}", id, registry.name),
      id,
      registry,
    }));
}
