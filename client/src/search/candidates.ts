import * as vscode from "vscode";
import type { Registry } from "../registries/registries";
import { type Outcome, describeRegistryError } from "../registryClient/registryError";
import { type GroupListItem, type PersonId, groupId, personId } from "../registryClient/records";
import { type Candidate, type SearchIndex, SearchList } from "./searchList";
import { nameOr } from "../platform/displayText";
import type { PersonReason } from "../registryClient/registryStore";

export interface RegistryCandidate extends Candidate {
  readonly registry: Registry;
}

/** Cached search lists; each lives as long as the registry's list of groups. */
const cachedLists = new WeakMap<readonly GroupListItem[], SearchList<RegistryCandidate>>();

/** All groups in the registry's list; none before it was read. */
function groupCandidates(registry: Registry): SearchList<RegistryCandidate> {
  const groups = registry.store.groups ?? [];
  const cached = cachedLists.get(groups);
  if (cached !== undefined) return cached;
  const list = SearchList.of(groups, groupFields, (group) => groupCandidate(registry, group));
  cachedLists.set(groups, list);
  return list;
}

/** The people known so far, and the pinned people. */
function personCandidates(registry: Registry): SearchList<RegistryCandidate> {
  return SearchList.of(metPeople(registry), personFields, (person) => personCandidate(registry, person));
}

/** The lists of some kinds of candidates, always in the same order. */
export function candidateLists(
  registries: readonly Registry[],
  kinds: readonly Candidate["kind"][],
): readonly SearchList<RegistryCandidate>[] {
  return registries.flatMap((registry) =>
    kinds.map((kind) => (kind === "group" ? groupCandidates(registry) : personCandidates(registry))),
  );
}

/**
 * The candidates for an empty query: pinned and recently viewed groups, the people known so far, then the beginnings of
 * the lists.
 */
export function firstCandidates(
  registries: readonly Registry[],
  kinds: readonly Candidate["kind"][],
  index: SearchIndex<RegistryCandidate>,
  limit: number,
): readonly RegistryCandidate[] {
  const known = registries.flatMap((registry) => [
    ...(kinds.includes("group") ? firstGroups(registry) : []),
    ...(kinds.includes("person")
      ? metPeople(registry).map((person) => personCandidate(registry, person))
      : []),
  ]);
  const byKey = new Map(
    [...known, ...index.first(limit)].map((candidate) => [candidateKey(candidate), candidate]),
  );
  return [...byKey.values()].slice(0, limit);
}

/** Equal for candidates of the same record. */
export function candidateKey({ registry, kind, id }: RegistryCandidate): string {
  return JSON.stringify([registry.client.address, kind, id]);
}

function firstGroups(registry: Registry): readonly RegistryCandidate[] {
  const { pins, store } = registry;
  const pinned = pins.all.filter(({ kind }) => kind === "group");
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const others = store.recent.filter(({ kind, id }) => kind === "group" && !pinnedIds.has(id));
  const detailOf = (id: string) => store.group(groupId(id))?.groupType.name ?? "";
  return [
    ...pinned.map((pin) => ({ ...pin, detail: detailOf(pin.id), registry })),
    ...others.flatMap(({ id }) => {
      const group = store.group(groupId(id));
      return group === undefined ? [] : [groupCandidate(registry, group)];
    }),
  ];
}

function groupCandidate(registry: Registry, group: GroupListItem): RegistryCandidate {
  return { ...groupFields(group), kind: "group", link: group.link, registry };
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

/** A read from one registry. `problem` resolves when the read ends: to an error message if it failed. */
export interface Reading {
  readonly registry: Registry;
  readonly problem: Promise<string | undefined>;
}

/** Reads candidates that are not known yet: all groups, and the person records of the signed-in users. */
export function readCandidates(
  registries: readonly Registry[],
  kinds: readonly Candidate["kind"][],
  signal: AbortSignal,
): readonly Reading[] {
  return kinds.flatMap((kind) =>
    kind === "group" ? readGroups(registries, signal) : readMe(registries, signal),
  );
}

export function readGroups(registries: readonly Registry[], signal: AbortSignal): readonly Reading[] {
  return registries.map((registry) => reading(registry, registry.client.groups({ signal })));
}

/** Reads the signed-in users' person records, which adds them to the people known. */
function readMe(registries: readonly Registry[], signal: AbortSignal): readonly Reading[] {
  const signedIn = registries.filter(({ store }) => store.account.kind === "signedIn");
  return signedIn.map((registry) => reading(registry, readPerson(registry, signal)));
}

async function readPerson({ client }: Registry, signal: AbortSignal): Promise<Outcome<unknown> | undefined> {
  const outcome = await client.personMe({ signal });
  // The account may belong to no person: this is no problem.
  return outcome.kind === "failed" && outcome.error.kind === "notFound" ? undefined : outcome;
}

function reading(registry: Registry, read: Promise<Outcome<unknown> | undefined>): Reading {
  const problem = read.then((outcome) =>
    outcome?.kind === "failed"
      ? describeRegistryError(outcome.error, registry.name, vscode.l10n.t)
      : undefined,
  );
  return { registry, problem };
}

/** A person known from records of a registry, or pinned. */
export interface MetPerson {
  readonly personId: PersonId;
  readonly name: string;
  readonly link: string;
  /** How the person became known, in a few words. */
  readonly reasons: string;
  readonly isPinned: boolean;
  readonly isRecent: boolean;
}

/** Pinned people first, then recently viewed ones, then the others in the order in which they became known. */
export function metPeople({ store, pins }: Registry): readonly MetPerson[] {
  const pinned = pins.all.filter(({ kind }) => kind === "person");
  const { people: known, recent } = store;
  const ranks = new Map<string, number>();
  for (const { kind, id } of [...pinned, ...recent]) {
    if (kind === "person" && !ranks.has(id)) ranks.set(id, ranks.size);
  }
  const rank = (person: MetPerson) => ranks.get(person.personId) ?? ranks.size;
  const knownIds = new Set<string>(known.map((person) => person.personId));
  const unknownPinned = pinned
    .filter(({ id }) => !knownIds.has(id))
    .map(({ id, name, link }) => ({ personId: personId(id), name, link, reasons: [] }));
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const recentIds = new Set(recent.filter(({ kind }) => kind === "person").map(({ id }) => id));
  return [...unknownPinned, ...known]
    .map((person) => {
      const { personId: id, name, link, reasons } = person;
      const marks = {
        isPinned: pinnedIds.has(id),
        isRecent: recentIds.has(id),
      };
      return { personId: id, name, link, reasons: reasonsText(reasons, marks), ...marks };
    })
    .sort((left, right) => rank(left) - rank(right));
}

function reasonsText(
  reasons: readonly PersonReason[],
  { isPinned, isRecent }: Pick<MetPerson, "isPinned" | "isRecent">,
): string {
  // The reason "opened by id" is shown only for candidates that have no other reason.
  const others = reasons.filter(({ kind }) => kind !== "openedById");
  const parts = (others.length === 0 ? reasons : others).map(reasonText);
  if (isPinned) parts.unshift(vscode.l10n.t("pinned"));
  if (isRecent && others.length > 0) parts.push(vscode.l10n.t("opened recently"));
  return parts.join(", ");
}

function reasonText(reason: PersonReason): string {
  switch (reason.kind) {
    case "me":
      return vscode.l10n.t("you");
    case "contactPerson":
      return vscode.l10n.t("contact person of {0}", nameOr(reason.groupName, reason.groupId));
    case "openedById":
      return vscode.l10n.t("opened by id");
    case "ofUser":
      return vscode.l10n.t("of a user account");
  }
}
