import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import { withCancellableProgress } from "../platform/progress";
import type { Registries } from "../registries/registries";
import type { Registry } from "../registries/registry";
import { describeRegistryError } from "../registry/errorMessages";
import { personId } from "../registry/ids";
import { pickCandidates } from "../search/candidatePicker";
import type { RegistryCandidate } from "../search/candidates";
import { groupCandidates, personCandidates } from "../search/candidates";

/** Lets the user pick groups by name, type or identifier. Undefined where the user gives up. */
export async function pickGroups({ all }: Registries): Promise<readonly RegistryReference[] | undefined> {
  const picked = await pickCandidates({
    title: vscode.l10n.t("Insert Group Reference"),
    placeholder: vscode.l10n.t("Type a name, a group type or an identifier"),
    canPickMany: true,
    candidates: () => all.flatMap(groupCandidates),
    whenKnown: async (signal) => {
      const outcomes = await Promise.all(
        all.map(async (registry) => ({ registry, outcome: await registry.client.groups({ signal }) })),
      );
      return outcomes
        .flatMap(({ registry, outcome }) =>
          outcome.kind === "failed"
            ? [describeRegistryError(outcome.error, registry.name, vscode.l10n.t)]
            : [],
        )
        .at(0);
    },
  });
  return picked?.kind === "candidates" ? picked.candidates.map(asReference) : undefined;
}

/** Lets the user pick people met so far, or look one up by identifier. Undefined where the user gives up. */
export async function pickPeople({ all }: Registries): Promise<readonly RegistryReference[] | undefined> {
  const picked = await pickCandidates({
    title: vscode.l10n.t("Insert Person Reference"),
    placeholder: vscode.l10n.t("Type a name, or the identifier of any person"),
    canPickMany: true,
    candidates: () => all.flatMap(personCandidates),
    whenKnown: () => Promise.resolve(undefined),
    lookUpLabel: (id) => vscode.l10n.t("Look up person {0}", id),
  });
  switch (picked?.kind) {
    case "candidates":
      return picked.candidates.map(asReference);
    case "lookUp":
      return lookUpPerson(all, picked.id);
    case undefined:
      return undefined;
  }
}

/** Asks the registries, one after the other, for a person by identifier; says so where none has it. */
export async function lookUpPerson(
  registries: readonly Registry[],
  id: string,
): Promise<readonly RegistryReference[] | undefined> {
  return withCancellableProgress(vscode.l10n.t("Looking up person {0}…", id), async (signal) => {
    const problems: string[] = [];
    for (const { client, name } of registries) {
      const outcome = await client.person(personId(id), { signal });
      if (outcome.kind === "ok") {
        const person = client.knowledge.person(outcome.value.personId);
        return [{ kind: "person", id, name: person?.name ?? id, link: outcome.value.link }];
      }
      if (outcome.error.kind === "cancelled") return undefined;
      problems.push(describeRegistryError(outcome.error, name, vscode.l10n.t));
    }
    void vscode.window.showErrorMessage(problems.join("\n"));
    return undefined;
  });
}

function asReference({ kind, id, name, link }: RegistryCandidate): RegistryReference {
  return { kind, id, name, link };
}
