import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import { messageText } from "../platform/displayText";
import { withCancellableProgress } from "../platform/progress";
import { errorMessage } from "../registries/errorMessage";
import type { Registries } from "../registries/registries";
import { fullName } from "../registry/fullName";
import { personId } from "../registry/ids";
import type { LookUp, Picked } from "../search/candidatePicker";
import { pickCandidates } from "../search/candidatePicker";
import type { RegistryCandidate } from "../search/candidates";
import { firstCandidates, groupCandidates, personCandidates } from "../search/candidates";
import { personLookUps } from "../search/lookUps";
import { readGroups } from "../search/readGroups";

/** Lets the user pick groups by name, type or identifier. Undefined where the user gives up. */
export async function pickGroups({ all }: Registries): Promise<readonly RegistryReference[] | undefined> {
  const picked = await pickCandidates({
    title: vscode.l10n.t("Insert Group Reference"),
    mode: "several",
    namesRegistries: all.length > 1,
    lists: () => all.map(groupCandidates),
    first: () => all.flatMap((registry) => firstCandidates(registry, ["group"])),
    whenKnown: (signal) => readGroups(all, signal),
    lookUps: () => [],
  });
  return picked?.kind === "several" ? referencesTo(picked) : undefined;
}

/** Lets the user pick people met so far, or look one up by identifier. Undefined where the user gives up. */
export async function pickPeople({ all }: Registries): Promise<readonly RegistryReference[] | undefined> {
  const picked = await pickCandidates({
    title: vscode.l10n.t("Insert Person Reference"),
    placeholder: vscode.l10n.t("Type a name, or the identifier of any person"),
    mode: "several",
    namesRegistries: all.length > 1,
    lists: () => all.map(personCandidates),
    first: () => all.flatMap((registry) => firstCandidates(registry, ["person"])),
    whenKnown: () => Promise.resolve(undefined),
    lookUps: (id) => personLookUps(all, id),
  });
  return picked?.kind === "several" ? referencesTo(picked) : undefined;
}

/** References to what was picked, with those who have to be looked up; they are the recent ones from now on. */
export async function referencesTo({
  candidates,
  lookUps,
}: Extract<Picked, { kind: "several" }>): Promise<readonly RegistryReference[]> {
  const references = candidates.map(asReference);
  for (const lookUp of lookUps) references.push(...(await lookUpPerson(lookUp)));
  return references;
}

/** Asks a registry for a person by identifier; says so where it does not have one. */
async function lookUpPerson({ registry, id }: LookUp): Promise<readonly RegistryReference[]> {
  const { client, name } = registry;
  return withCancellableProgress(vscode.l10n.t("Looking up person {0}…", messageText(id)), async (signal) => {
    const outcome = await client.person(personId(id), { signal });
    if (outcome.kind === "ok") {
      const { personId: found, link } = outcome.value;
      registry.recent.add({ kind: "person", id: found });
      return [{ kind: "person", id: found, name: fullName(outcome.value), link }];
    }
    if (outcome.error.kind !== "cancelled") {
      void vscode.window.showErrorMessage(errorMessage(outcome.error, name));
    }
    return [];
  });
}

function asReference({ kind, id, name, link, registry }: RegistryCandidate): RegistryReference {
  registry.recent.add({ kind, id });
  return { kind, id, name, link };
}
