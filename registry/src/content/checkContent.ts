import type { ContentRecords } from "./content";
import { isIdentifier, me } from "./identifiers";

/**
 * Holds records against each other: identifiers are well-formed and given once, and every reference that is
 * not empty leads to a record.
 *
 * @returns one sentence for each thing that is wrong
 */
export function checkContent({ groupTypes, groups, people, users }: ContentRecords): readonly string[] {
  const problems: string[] = [];
  const typeIds = identifiers(
    "groupTypes",
    groupTypes.map(({ groupTypeId }) => groupTypeId),
    problems,
  );
  const groupIds = identifiers(
    "groups",
    groups.map(({ groupId }) => groupId),
    problems,
  );
  const personIds = identifiers(
    "people",
    people.map(({ personId }) => personId),
    problems,
  );
  const userIds = identifiers(
    "users",
    users.map(({ userId }) => userId),
    problems,
  );
  unique(
    "user names",
    users.map(({ userName }) => userName),
    problems,
  );

  const expect = (from: string, id: string, known: ReadonlySet<string>, kind: string) => {
    if (id !== "" && !known.has(id)) problems.push(`${from} refers to ${kind} ${id}, which is not there`);
  };
  for (const group of groups) {
    const from = `group ${group.groupId}`;
    expect(from, group.groupType.groupTypeId, typeIds, "group type");
    expect(from, group.contactPerson.personId, personIds, "person");
    for (const { groupId } of group.subgroups) expect(from, groupId, groupIds, "group");
  }
  for (const person of people) {
    const from = `person ${person.personId}`;
    expect(from, person.user.userId, userIds, "user");
    expect(from, person.primaryGroup.groupId, groupIds, "group");
    for (const { group } of person.groupRoles) expect(from, group.groupId, groupIds, "group");
    for (const { group } of person.documentRoles) expect(from, group.groupId, groupIds, "group");
  }
  for (const user of users) expect(`user ${user.userId}`, user.person.personId, personIds, "person");
  return problems;
}

function identifiers(list: string, ids: readonly string[], problems: string[]): ReadonlySet<string> {
  for (const id of ids) {
    if (!isIdentifier(id) || id === me) problems.push(`${list}: "${id}" is not an identifier`);
  }
  return unique(list, ids, problems);
}

function unique(list: string, ids: readonly string[], problems: string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) problems.push(`${list}: ${id} occurs twice`);
    seen.add(id);
  }
  return seen;
}
