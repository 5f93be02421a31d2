import type { Group, Person, User } from "../../../schemas/generated/registry";
import type { ContentRecords } from "../content/content";
import { generateGroups, generateGroupTypes } from "./generateGroups";
import { generatePerson } from "./generatePeople";
import { Random } from "./random";

export interface GenerateOptions {
  readonly seed: number;
  /** At least 1. */
  readonly groups: number;
  /** At least 2: the sample users are the first. */
  readonly people: number;
}

/** Makes up a registry; the same one for the same options. */
export function generateRecords(options: GenerateOptions): ContentRecords {
  const random = new Random(options.seed);
  const groups = generateGroups(random, options.groups);
  const everyone = Array.from({ length: options.people }, (_, index) =>
    generatePerson(random, index, groups),
  );
  const people = everyone.map(({ person }) => person);
  return {
    groupTypes: generateGroupTypes(),
    ...withContactPersons(random, groups, people),
    users: everyone.map(({ user }) => user).filter((user): user is User => user !== null),
  };
}

/** Gives most groups a contact person, who has that role in the group. */
function withContactPersons(random: Random, groups: readonly Group[], people: readonly Person[]) {
  const isActive = people.filter(({ active }) => active);
  const contactFor = new Map<string, Group[]>();
  const groupsWithContact = groups.map((group) => {
    if (random.chance(10)) return group;
    const { personId } = random.pick(isActive);
    const contacts = contactFor.get(personId);
    if (contacts === undefined) contactFor.set(personId, [group]);
    else contacts.push(group);
    return { ...group, contactPerson: { personId, name: "", link: "" } };
  });
  const peopleWithRoles = people.map((person) => {
    const roles = (contactFor.get(person.personId) ?? []).map(({ groupId }) => ({
      name: "Contact Person",
      active: true,
      group: { groupId, name: "", link: "" },
    }));
    return roles.length === 0 ? person : { ...person, groupRoles: [...roles, ...person.groupRoles] };
  });
  return { groups: groupsWithContact, people: peopleWithRoles };
}
