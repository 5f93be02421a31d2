import type { Event } from "./clock";
import type {
  Group,
  GroupId,
  GroupListItem,
  GroupReference,
  GroupType,
  GroupTypeId,
  GroupTypeListItem,
  GroupTypeReference,
  Person,
  PersonId,
  PersonReference,
} from "./records";
import { Emitter } from "./clock";
import { Turns } from "./jsonBody";
import { fullName, groupTypeId } from "./records";

/** Why a person is known: there is no list of people to fetch. */
export type PersonReason =
  | { readonly kind: "me" }
  | { readonly kind: "openedById" }
  | { readonly kind: "ofUser" }
  | { readonly kind: "contactPerson"; readonly groupId: GroupId; readonly groupName: string };

/** What may be shown of a person who was met: never addresses or phone numbers. */
export interface KnownPerson {
  readonly personId: PersonId;
  readonly name: string;
  readonly link: string;
  /** Undefined until the person's own record was read. */
  readonly active: boolean | undefined;
  /** In the order in which they came about; never empty. */
  readonly reasons: readonly PersonReason[];
}

export type KnowledgeChange = "groupTypes" | "groups" | "people";

/**
 * Everything that is known of a registry without asking it again: what tree, search, completion and
 * checks draw on. Filled by the answers that come in.
 */
export interface Knowledge {
  /** As the registry lists them; undefined while the list was never read. */
  readonly groupTypes: readonly GroupTypeListItem[] | undefined;
  /** All groups, as the registry lists them; undefined while the list was never read. */
  readonly groups: readonly GroupListItem[] | undefined;
  /** The people met so far, in the order of meeting. */
  readonly people: readonly KnownPerson[];

  /** Also those met elsewhere than in the list. */
  groupType(id: GroupTypeId): GroupTypeListItem | undefined;
  /** Also those met elsewhere than in the list; then the type may be unknown, its identifier "". */
  group(id: GroupId): GroupListItem | undefined;
  /** Only from the list of all groups. */
  listedGroup(id: GroupId): GroupListItem | undefined;
  /** By the list of all groups; undefined while that was never read. */
  countOfType(id: GroupTypeId): number | undefined;
  person(id: PersonId): KnownPerson | undefined;

  /** Fires only when something did change. */
  readonly onDidChange: Event<KnowledgeChange>;
}

/** The list of all groups, by what one asks of it. */
export interface GroupsIndex {
  readonly list: readonly GroupListItem[];
  readonly byId: Pick<LargeMap<GroupId, GroupListItem>, "get">;
  readonly countsByType: Pick<LargeMap<GroupTypeId, { readonly count: number }>, "get">;
}

const mostInPart = 2 ** 16;

/** A map in parts: a `Map` of hundreds of thousands moves all that it holds in one go each time that it grows. */
class LargeMap<Key, Value extends object> {
  /** The newest first. */
  readonly #parts: Map<Key, Value>[] = [];

  get(key: Key): Value | undefined {
    for (const part of this.#parts) {
      const value = part.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** What was added last for a key counts. */
  add(key: Key, value: Value): void {
    const [newest] = this.#parts;
    if (newest !== undefined && newest.size < mostInPart) newest.set(key, value);
    else this.#parts.unshift(new Map([[key, value]]));
  }
}

/**
 * Indexes a list in turns of a few milliseconds, for it may be of hundreds of thousands of groups.
 *
 * @returns undefined where the signal was aborted meanwhile
 */
export async function indexGroups(
  list: readonly GroupListItem[],
  signal: AbortSignal,
): Promise<GroupsIndex | undefined> {
  const byId = new LargeMap<GroupId, GroupListItem>();
  const countsByType = new LargeMap<GroupTypeId, { count: number }>();
  const turns = new Turns();
  for (const group of list) {
    byId.add(group.groupId, group);
    const { groupTypeId: type } = group.groupType;
    const known = countsByType.get(type);
    if (known === undefined) countsByType.add(type, { count: 1 });
    else known.count += 1;
    if (!turns.isOver()) continue;
    await turns.giveWay(0);
    if (signal.aborted) return undefined;
  }
  return { list, byId, countsByType };
}

/** Gathers what the answers of one registry say. */
export class KnowledgeIndex implements Knowledge {
  readonly #changed = new Emitter<KnowledgeChange>();
  readonly #groupTypesById = new Map<GroupTypeId, GroupTypeListItem>();
  readonly #people = new Map<PersonId, KnownPerson>();
  #groupTypes: readonly GroupTypeListItem[] | undefined;
  #groups: GroupsIndex | undefined;
  /** From elsewhere than the list, or newer than it. */
  readonly #metGroups = new Map<GroupId, GroupListItem>();

  readonly onDidChange: Event<KnowledgeChange> = this.#changed.event;

  get groupTypes(): readonly GroupTypeListItem[] | undefined {
    return this.#groupTypes;
  }

  get groups(): readonly GroupListItem[] | undefined {
    return this.#groups?.list;
  }

  get people(): readonly KnownPerson[] {
    return [...this.#people.values()];
  }

  groupType(id: GroupTypeId): GroupTypeListItem | undefined {
    return this.#groupTypesById.get(id);
  }

  group(id: GroupId): GroupListItem | undefined {
    return this.#metGroups.get(id) ?? this.listedGroup(id);
  }

  listedGroup(id: GroupId): GroupListItem | undefined {
    return this.#groups?.byId.get(id);
  }

  countOfType(id: GroupTypeId): number | undefined {
    return this.#groups && (this.#groups.countsByType.get(id)?.count ?? 0);
  }

  person(id: PersonId): KnownPerson | undefined {
    return this.#people.get(id);
  }

  learnGroupTypes(groupTypes: readonly GroupTypeListItem[]): void {
    if (groupTypes === this.#groupTypes) return;
    this.#groupTypes = groupTypes;
    for (const groupType of groupTypes) this.#groupTypesById.set(groupType.groupTypeId, groupType);
    this.#changed.fire("groupTypes");
  }

  learnGroupType({ groupTypeId, name, link, groups }: GroupType): void {
    const groupType = { groupTypeId, name, link };
    const known = this.#groupTypesById.get(groupTypeId);
    for (const group of groups) this.#meetGroup(group, groupType);
    if (known !== undefined && isSame(known, groupType)) return;
    this.#groupTypesById.set(groupTypeId, groupType);
    this.#changed.fire("groupTypes");
  }

  learnGroups(groups: GroupsIndex): void {
    if (groups === this.#groups) return;
    this.#groups = groups;
    this.#metGroups.clear();
    this.#changed.fire("groups");
  }

  learnGroup({ groupId, name, link, groupType, subgroups }: Group): void {
    for (const subgroup of subgroups) this.#meetGroup(subgroup, unknownGroupType);
    const known = this.group(groupId);
    if (known !== undefined && isSame(known, { groupId, name, link })) return;
    this.#metGroups.set(groupId, { groupId, name, link, groupType });
    this.#changed.fire("groups");
  }

  meetContactPerson({ groupId, name, contactPerson }: Group): void {
    this.meetReferredPerson(contactPerson, { kind: "contactPerson", groupId, groupName: name });
  }

  /** Takes a person into those who are known; an empty reference names nobody. */
  meetReferredPerson(person: PersonReference, reason: PersonReason): void {
    if (person.personId !== "") this.#meet(person, reason, undefined);
  }

  meetPerson(person: Person, reason: PersonReason): void {
    const { personId, link, active } = person;
    this.#meet({ personId, name: fullName(person), link }, reason, active ?? undefined);
  }

  /** Brings a person up to date who is known already. */
  updatePerson(person: Person): void {
    const reason = this.#people.get(person.personId)?.reasons[0];
    if (reason !== undefined) this.meetPerson(person, reason);
  }

  /** Forgets all people: they were read with a credential that is gone. */
  forgetPeople(): void {
    if (this.#people.size === 0) return;
    this.#people.clear();
    this.#changed.fire("people");
  }

  /** Forgets groups and their types, where only a signed-in user may read the lists. */
  forgetLists(): void {
    this.#groupTypes = undefined;
    this.#groups = undefined;
    this.#metGroups.clear();
    this.#groupTypesById.clear();
    this.#changed.fire("groupTypes");
    this.#changed.fire("groups");
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #meetGroup(group: GroupReference, groupType: GroupTypeReference): void {
    const { groupId, name, link } = group;
    if (groupId === "" || this.group(groupId) !== undefined) return;
    this.#metGroups.set(groupId, { groupId, name, link, groupType });
  }

  #meet({ personId, name, link }: PersonReference, reason: PersonReason, active: boolean | undefined): void {
    const known = this.#people.get(personId);
    const before = known?.reasons ?? [];
    const reasons = before.some((one) => isSameReason(one, reason)) ? before : [...before, reason];
    const person = { personId, name, link, active: active ?? known?.active, reasons };
    if (known !== undefined && isSame(known, person)) return;
    this.#people.set(personId, person);
    this.#changed.fire("people");
  }
}

const unknownGroupType: GroupTypeReference = { groupTypeId: groupTypeId(""), name: "", link: "" };

function isSameReason(one: PersonReason, other: PersonReason): boolean {
  if (one.kind === "contactPerson" && other.kind === "contactPerson") return one.groupId === other.groupId;
  return one.kind === other.kind;
}

function isSame<T extends object>(known: T, given: NoInfer<Partial<T>>): boolean {
  const values = new Map<string, unknown>(Object.entries(known));
  return Object.entries(given).every(([field, value]) => values.get(field) === value);
}
