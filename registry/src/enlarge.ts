import type { Group, GroupReference, Person } from "@analyses/schemas/generated/registry";
import type { ContentRecords } from "./content";

export interface RegistrySize {
  /** At least 1. */
  readonly groups: number;
  /** At least 2: the sample users are the first. */
  readonly people: number;
}

/**
 * Makes a registry of any size from sample records: repeats them in rounds, each with identifiers and names of its own.
 * References to records that the size leaves out become empty.
 */
export function enlarged(sample: ContentRecords, size: RegistrySize): ContentRecords {
  const groupIn = identifiersIn(
    sample.groups.map(({ groupId }) => groupId),
    size.groups,
  );
  const personIn = identifiersIn(
    sample.people.map(({ personId }) => personId),
    size.people,
  );
  const copiedGroup = (group: Group, round: number): Group => ({
    ...group,
    groupId: identifierIn(group.groupId, round),
    name: round === 0 ? group.name : `${group.name} (${round + 1})`,
    contactPerson: { ...group.contactPerson, personId: personIn(group.contactPerson.personId, round) },
    subgroups: group.subgroups
      .map((subgroup) => ({ ...subgroup, groupId: groupIn(subgroup.groupId, round) }))
      .filter(({ groupId }) => groupId !== ""),
  });
  const copiedPerson = (person: Person, round: number): Person => {
    const groupOf = (group: GroupReference) => ({ ...group, groupId: groupIn(group.groupId, round) });
    return {
      ...person,
      personId: identifierIn(person.personId, round),
      user: { ...person.user, userId: identifierIn(person.user.userId, round) },
      primaryGroup: groupOf(person.primaryGroup),
      groupRoles: person.groupRoles.map((role) => ({ ...role, group: groupOf(role.group) })),
      documentRoles: person.documentRoles.map((role) => ({ ...role, group: groupOf(role.group) })),
    };
  };
  const users = inRounds(sample.users, roundsOf(sample.people, size.people), (user, round) => ({
    ...user,
    userId: identifierIn(user.userId, round),
    userName: round === 0 ? user.userName : `${user.userName}.${round + 1}`,
    person: { ...user.person, personId: personIn(user.person.personId, round) },
  }));
  return {
    groupTypes: sample.groupTypes,
    groups: inRounds(sample.groups, roundsOf(sample.groups, size.groups), copiedGroup).slice(0, size.groups),
    people: inRounds(sample.people, roundsOf(sample.people, size.people), copiedPerson).slice(0, size.people),
    users: users.filter(({ person }) => person.personId !== ""),
  };
}

function roundsOf(records: readonly unknown[], size: number): number {
  return Math.ceil(size / records.length);
}

function inRounds<T>(records: readonly T[], rounds: number, copied: (record: T, round: number) => T): T[] {
  return Array.from({ length: rounds }, (_, round) => records.map((record) => copied(record, round))).flat();
}

/** Returns the identifier of a record's copy in a round; "" if the size leaves that copy out. */
function identifiersIn(ids: readonly string[], size: number): (id: string, round: number) => string {
  const places = new Map(ids.map((id, place) => [id, place]));
  return (id, round) => ((places.get(id) ?? size) + round * ids.length < size ? identifierIn(id, round) : "");
}

/** Unique: no identifier of the sample contains this letter. */
function identifierIn(id: string, round: number): string {
  return round === 0 || id === "" ? id : `${id}R${round}`;
}
