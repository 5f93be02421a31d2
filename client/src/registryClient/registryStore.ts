import type { RegistryReference } from "@analyses/protocol/references";
import type { RequestLogEntry } from "./guardedRequest";
import type {
  AccountState,
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
import { fullName, groupTypeId } from "./records";
import type { GroupsIndex } from "./answers";

const maxRecent = 50;

/** How the client found a person: registries offer no list of people. */
export type PersonReason =
  | { readonly kind: "me" }
  | { readonly kind: "openedById" }
  | { readonly kind: "ofUser" }
  | { readonly kind: "contactPerson"; readonly groupId: GroupId; readonly groupName: string };

/** The fields of a person that the store keeps: never addresses or phone numbers. */
interface KnownPerson {
  readonly personId: PersonId;
  readonly name: string;
  readonly link: string;
  /** Undefined until the client has read the person's own record. */
  readonly active: boolean | undefined;
  /** How the client found the person, the earliest reason first; never empty. */
  readonly reasons: readonly PersonReason[];
}

/** The result of the last request to a registry; `notAsked` before the first. */
type ConnectionState = "notAsked" | "answers" | "fails";

export type RegistryChange =
  | { readonly kind: "account"; readonly account: AccountState }
  | { readonly kind: "connection" | "groupTypes" | "groups" | "people" };

export type RecordName = Pick<RegistryReference, "kind" | "id">;

/**
 * The records of a registry that the client has already read; tree, search, completion, checks and status bar use
 * them. Only the client adds records (`learn…`, `meet…`, `update…`), and removes at sign-out the records that only a
 * signed-in user may read.
 */
export class RegistryStore {
  readonly #changed = new Emitter<RegistryChange>();
  #account: AccountState = { kind: "signedOut" };
  #connection: ConnectionState = "notAsked";
  readonly #people = new Map<PersonId, KnownPerson>();
  readonly #namesInReferences = new Map<PersonId, string>();
  #groupTypes: readonly GroupTypeListItem[] | undefined;
  #groups: GroupsIndex | undefined;
  /** Groups that only group types' own records refer to. */
  readonly #metGroups = new Map<GroupId, GroupListItem>();
  /** Groups from groups' own records, which only signed-in users may read; may be newer than the list of groups. */
  readonly #privateGroups = new Map<GroupId, GroupListItem>();
  readonly #statuses = new Map<GroupId, string>();
  readonly #parents = new Map<GroupId, GroupReference>();
  #recent: readonly RecordName[] = [];

  /**
   * Fires when the content changes, not when a record is read again unchanged. Does not fire for a group's status or
   * parent, nor for viewed records: the next rendering of the rows reads these values.
   */
  readonly onDidChange: Event<RegistryChange> = this.#changed.event;

  get account(): AccountState {
    return this.#account;
  }

  setAccount(account: AccountState): void {
    this.#account = account;
    this.#changed.fire({ kind: "account", account });
  }

  get connection(): ConnectionState {
    return this.#connection;
  }

  /** @param result the HTTP status, or the kind of the error */
  noteRequest(result: RequestLogEntry["result"]): void {
    if (result === "cancelled") return;
    const state = typeof result === "number" && result < 500 ? "answers" : "fails";
    if (this.#connection === state) return;
    this.#connection = state;
    this.#changed.fire({ kind: "connection" });
  }

  /** In the registry's order; undefined until the list has been read. */
  get groupTypes(): readonly GroupTypeListItem[] | undefined {
    return this.#groupTypes;
  }

  /** All groups, in the registry's order; undefined until the list has been read. */
  get groups(): readonly GroupListItem[] | undefined {
    return this.#groups?.list;
  }

  /** The people found so far, in records and references, the earliest first. */
  get people(): readonly KnownPerson[] {
    return [...this.#people.values()];
  }

  /** Finds a group of the list, or a group to which only other records refer: its type may have the identifier "". */
  group(id: GroupId): GroupListItem | undefined {
    return this.#privateGroups.get(id) ?? this.#metGroups.get(id) ?? this.listedGroup(id);
  }

  /** Looks in the list of all groups only. */
  listedGroup(id: GroupId): GroupListItem | undefined {
    return this.#groups?.byId.get(id);
  }

  /** The number of groups of a type; undefined until the list of all groups has been read. */
  countOfType(id: GroupTypeId): number | undefined {
    return this.#groups && (this.#groups.countsByType.get(id) ?? 0);
  }

  person(id: PersonId): KnownPerson | undefined {
    return this.#people.get(id);
  }

  /** The name in the last reference to this person; "" if there was none. */
  nameInReferences(id: PersonId): string {
    return this.#namesInReferences.get(id) ?? "";
  }

  /** Empty if the group's own record has not been read or has no status. */
  statusOf(id: GroupId): string {
    return this.#statuses.get(id) ?? "";
  }

  /** The parent of a group; undefined if no group that was read so far names the group as its subgroup. */
  parentOf(id: GroupId): GroupReference | undefined {
    return this.#parents.get(id);
  }

  /** The groups and people that the user viewed last, the latest first. */
  get recent(): readonly RecordName[] {
    return this.#recent;
  }

  noteLook({ kind, id }: RecordName): void {
    const others = this.#recent.filter((record) => record.kind !== kind || record.id !== id);
    this.#recent = [{ kind, id }, ...others].slice(0, maxRecent);
  }

  learnGroupTypes(groupTypes: readonly GroupTypeListItem[]): void {
    if (groupTypes === this.#groupTypes) return;
    this.#groupTypes = groupTypes;
    this.#changed.fire({ kind: "groupTypes" });
  }

  learnGroupType({ groupTypeId, name, link, groups }: GroupType): void {
    for (const group of groups) this.#meetGroup(this.#metGroups, group, { groupTypeId, name, link });
  }

  learnGroups(groups: GroupsIndex): void {
    if (groups === this.#groups) return;
    this.#groups = groups;
    this.#metGroups.clear();
    this.#privateGroups.clear();
    this.#changed.fire({ kind: "groups" });
  }

  learnGroup({ groupId, name, link, groupType, status, subgroups }: Group): void {
    this.#statuses.set(groupId, status);
    // A former subgroup may have moved to another parent.
    for (const [id, parent] of this.#parents) if (parent.groupId === groupId) this.#parents.delete(id);
    for (const subgroup of subgroups) {
      this.#meetGroup(this.#privateGroups, subgroup, unknownGroupType);
      // A group that lists itself is not its own parent.
      if (subgroup.groupId !== groupId) this.#parents.set(subgroup.groupId, { groupId, name, link });
    }
    const known = this.group(groupId);
    if (known !== undefined && isSame(known, { groupId, name, link })) return;
    this.#privateGroups.set(groupId, { groupId, name, link, groupType });
    this.#changed.fire({ kind: "groups" });
  }

  meetContactPerson({ groupId, name, contactPerson }: Group): void {
    this.meetReferredPerson(contactPerson, { kind: "contactPerson", groupId, groupName: name });
  }

  /** Adds the person that another record refers to; ignores a reference without an identifier. */
  meetReferredPerson(person: PersonReference, reason: PersonReason): void {
    if (person.personId === "") return;
    if (person.name !== "") this.#namesInReferences.set(person.personId, person.name);
    this.#meet(person, reason, undefined);
  }

  /** Adds a person; ignores a person without an identifier, whose record could not be requested. */
  meetPerson(person: Person, reason: PersonReason): void {
    const { personId, link, active } = person;
    if (personId === "") return;
    this.#meet({ personId, name: fullName(person), link }, reason, active ?? undefined);
  }

  updatePerson(person: Person): void {
    const reason = this.#people.get(person.personId)?.reasons[0];
    if (reason !== undefined) this.meetPerson(person, reason);
  }

  /**
   * Removes what was read with a credential: people, and the fields of groups' own records. Also clears the viewed
   * records.
   */
  forgetPrivate(): void {
    this.#statuses.clear();
    this.#parents.clear();
    this.#recent = [];
    this.#namesInReferences.clear();
    if (this.#privateGroups.size > 0) {
      this.#privateGroups.clear();
      this.#changed.fire({ kind: "groups" });
    }
    if (this.#people.size === 0) return;
    this.#people.clear();
    this.#changed.fire({ kind: "people" });
  }

  /** Removes groups and group types, for a registry whose lists only a signed-in user may read. */
  forgetLists(): void {
    this.#groupTypes = undefined;
    this.#groups = undefined;
    this.#metGroups.clear();
    this.#changed.fire({ kind: "groupTypes" });
    this.#changed.fire({ kind: "groups" });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #meetGroup(
    into: Map<GroupId, GroupListItem>,
    { groupId, name, link }: GroupReference,
    groupType: GroupTypeReference,
  ): void {
    if (groupId === "" || this.group(groupId) !== undefined) return;
    into.set(groupId, { groupId, name, link, groupType });
  }

  #meet({ personId, name, link }: PersonReference, reason: PersonReason, active: boolean | undefined): void {
    const known = this.#people.get(personId);
    const before = known?.reasons ?? [];
    const index = before.findIndex((earlier) => isSameReason(earlier, reason));
    const same = before[index];
    // A known reason is replaced too: the registry may have renamed the group that the reason names.
    const isChanged = same === undefined || !isSame(same, reason);
    const reasons = isChanged ? before.toSpliced(index < 0 ? before.length : index, 1, reason) : before;
    const person = {
      personId,
      // A missing name or link is read as "": keeps the name or link from another record.
      name: name || (known?.name ?? ""),
      link: link || (known?.link ?? ""),
      active: active ?? known?.active,
      reasons,
    };
    if (known !== undefined && isSame(known, person)) return;
    this.#people.set(personId, person);
    this.#changed.fire({ kind: "people" });
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

/** Ends a subscription or frees resources. The same shape as VS Code's `Disposable`. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener. The same shape as VS Code's `Event`. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The sending side of an event. */
export class Emitter<T> {
  readonly #listeners = new Set<{ readonly call: (value: T) => void }>();

  readonly event: Event<T> = (listener) => {
    // A new object per subscription, so that one listener can subscribe twice.
    const entry = { call: listener };
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener.call(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
