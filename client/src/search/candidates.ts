import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import type { MetPerson } from "../registries/metPeople";
import { metPeople } from "../registries/metPeople";
import type { Registry } from "../registries/registries";
import { describeRegistryError } from "../registryClient/errorMessages";
import { groupId } from "../registryClient/records";
import type { GroupListItem } from "../registryClient/records";
import type { Candidate } from "./searchList";
import { SearchList } from "./searchList";

/** A candidate that says which registry it is of. */
export interface RegistryCandidate extends Candidate {
  readonly registry: Registry;
}

/** Lists that were made already: they hold for as long as the list that the registry gave. */
const madeLists = new WeakMap<readonly GroupListItem[], SearchList<RegistryCandidate>>();

/** All groups of the registry's list; none while that was never read. */
export function groupCandidates(registry: Registry): SearchList<RegistryCandidate> {
  const groups = registry.store.groups ?? [];
  const made = madeLists.get(groups);
  if (made !== undefined) return made;
  const list = SearchList.of(groups, groupFields, (group) => ({
    ...groupFields(group),
    kind: "group" as const,
    link: group.link,
    registry,
  }));
  madeLists.set(groups, list);
  return list;
}

/** The people met so far, and those who are pinned. */
export function personCandidates(registry: Registry): SearchList<RegistryCandidate> {
  return SearchList.of(metPeople(registry), personFields, (person) => personCandidate(registry, person));
}

/** What comes before anything is typed: what is pinned, and what was looked at last. */
export function firstCandidates(
  registry: Registry,
  kinds: readonly RegistryReference["kind"][],
): readonly RegistryCandidate[] {
  const groups = kinds.includes("group") ? firstGroups(registry) : [];
  const people = kinds.includes("person")
    ? metPeople(registry).map((person) => personCandidate(registry, person))
    : [];
  return [...groups, ...people];
}

function firstGroups(registry: Registry): readonly RegistryCandidate[] {
  const { pins, store } = registry;
  const pinned = pins.all.filter(({ kind }) => kind === "group");
  const isPinned = new Set(pinned.map(({ id }) => id));
  const others = store.recent.filter(({ kind, id }) => kind === "group" && !isPinned.has(id));
  const detailOf = (id: string) => store.group(groupId(id))?.groupType.name ?? "";
  return [
    ...pinned.map((pin) => ({ ...pin, detail: detailOf(pin.id), registry })),
    ...others.flatMap(({ id }) => {
      const group = store.group(groupId(id));
      return group === undefined
        ? []
        : [{ ...groupFields(group), kind: "group" as const, link: group.link, registry }];
    }),
  ];
}

function personCandidate(registry: Registry, person: MetPerson): RegistryCandidate {
  return { ...personFields(person), kind: "person", link: person.link, registry };
}

function groupFields({
  groupId: id,
  name,
  groupType,
}: GroupListItem): Pick<Candidate, "name" | "id" | "detail"> {
  return { id, name, detail: groupType.name };
}

function personFields({ personId: id, name, reasons }: MetPerson): Pick<Candidate, "name" | "id" | "detail"> {
  return { id, name, detail: reasons };
}

/** Reads the groups of all registries; says what went wrong first. */
export async function readGroups(
  registries: readonly Registry[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const problems = await Promise.all(
    registries.map(async ({ client, name }) => {
      const outcome = await client.groups({ signal });
      return outcome.kind === "failed" ? [describeRegistryError(outcome.error, name, vscode.l10n.t)] : [];
    }),
  );
  return problems.flat().at(0);
}
