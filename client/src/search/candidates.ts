import * as vscode from "vscode";
import type { PersonReason } from "../registry/knowledge";
import type { Registry } from "../registries/registry";
import type { Candidate } from "./searchIndex";

/** A candidate that says which registry it is of. */
export interface RegistryCandidate extends Candidate {
  readonly registry: Registry;
}

export function groupCandidates(registry: Registry): readonly RegistryCandidate[] {
  return (registry.client.knowledge.groups ?? []).map(({ groupId, name, link, groupType }) => ({
    kind: "group",
    id: groupId,
    name,
    link,
    detail: groupType.name,
    registry,
  }));
}

export function personCandidates(registry: Registry): readonly RegistryCandidate[] {
  return registry.client.knowledge.people.map(({ personId, name, link, reasons }) => ({
    kind: "person",
    id: personId,
    name,
    link,
    detail: reasons.map(reasonText).join(", "),
    registry,
  }));
}

/** Why a person is known, in a few words. */
export function reasonText(reason: PersonReason): string {
  switch (reason.kind) {
    case "me":
      return vscode.l10n.t("you");
    case "contactPerson":
      return vscode.l10n.t("contact person of {0}", reason.groupName);
    case "openedById":
      return vscode.l10n.t("opened by id");
    case "ofUser":
      return vscode.l10n.t("of a user account");
  }
}
