import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import { messageText } from "../platform/displayText";
import { withCancellableProgress } from "../platform/progress";
import type { Registries } from "../registries/registries";
import { describeRegistryError } from "../registry/errorMessages";
import { fullName } from "../registry/fullName";
import { personId } from "../registry/ids";
import type { LookUp } from "../search/candidatePicker";
import { pickCandidates } from "../search/candidatePicker";
import type { RegistryCandidate } from "../search/candidates";
import { firstCandidates, groupCandidates, personCandidates } from "../search/candidates";
import { personLookUps } from "../search/lookUps";
import { readGroups } from "../search/readGroups";

/** Lets the user pick groups by name, type or identifier. Undefined where the user gives up. */
export async function pickGroups({ all }: Registries): Promise<readonly RegistryReference[] | undefined> {
  const picked = await pickCandidates({
    title: vscode.l10n.t("Insert Group Reference"),
    placeholder: vscode.l10n.t("Type a name, a group type or an identifier"),
    mode: "several",
    lists: () => all.map(groupCandidates),
    first: () => all.flatMap((registry) => firstCandidates(registry, ["group"])),
    whenKnown: (signal) => readGroups(all, signal),
    lookUps: () => [],
  });
  return picked?.kind === "several" ? picked.candidates.map(asReference) : undefined;
}

/** Lets the user pick people met so far, or look one up by identifier. Undefined where the user gives up. */
export async function pickPeople({ all }: Registries): Promise<readonly RegistryReference[] | undefined> {
  const picked = await pickCandidates({
    title: vscode.l10n.t("Insert Person Reference"),
    placeholder: vscode.l10n.t("Type a name, or the identifier of any person"),
    mode: "several",
    lists: () => all.map(personCandidates),
    first: () => all.flatMap((registry) => firstCandidates(registry, ["person"])),
    whenKnown: () => Promise.resolve(undefined),
    lookUps: (id) => personLookUps(all, id),
  });
  switch (picked?.kind) {
    case "several":
      return picked.candidates.map(asReference);
    case "lookUp":
      return lookUpPerson(picked.lookUp);
    default:
      return undefined;
  }
}

/** Asks a registry for a person by identifier; says so where it does not have one. */
async function lookUpPerson({ registry, id }: LookUp): Promise<readonly RegistryReference[] | undefined> {
  const { client, name } = registry;
  return withCancellableProgress(vscode.l10n.t("Looking up person {0}…", messageText(id)), async (signal) => {
    const outcome = await client.person(personId(id), { signal });
    if (outcome.kind === "ok") {
      const { personId: found, link } = outcome.value;
      return [{ kind: "person", id: found, name: fullName(outcome.value), link }];
    }
    if (outcome.error.kind !== "cancelled") {
      void vscode.window.showErrorMessage(describeRegistryError(outcome.error, name, vscode.l10n.t));
    }
    return undefined;
  });
}

function asReference({ kind, id, name, link, registry }: RegistryCandidate): RegistryReference {
  registry.recent.add({ kind, id });
  return { kind, id, name, link };
}
