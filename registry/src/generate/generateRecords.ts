import type { Group, GroupType, Person, User } from "@analyses/schemas/generated/registry";
import type { ContentRecords } from "../content";
import { generatePerson, workAddress } from "./generatePeople";
import { Random, identifier, slug } from "./random";
import { regions, healthTopics, methodTopics } from "./vocabulary";
import type { Region } from "./vocabulary";

interface GenerateOptions {
  readonly seed: number;
  /** At least 1. */
  readonly groups: number;
  /** At least 2: the sample users are the first. */
  readonly people: number;
}

/** Generates a registry; the same one for the same options. */
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
    addTo(contactFor, personId, group);
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

/** The options that generate registry/data/sample.json. */
export const sampleSize: GenerateOptions = { seed: 2024, groups: 312, people: 260 };

/**
 * Formats records as a data file: one per line, without empty values, since `readContent` reads missing fields
 * as empty.
 */
export function formatRecords(records: ContentRecords): string {
  const lists = Object.entries(records).map(
    ([name, list]: [string, readonly object[]]) =>
      `"${name}":[\n${list.map((record) => JSON.stringify(record, withoutEmpty)).join(",\n")}\n]`,
  );
  return `{${lists.join(",\n")}}\n`;
}

function withoutEmpty(_key: string, value: unknown): unknown {
  return isEmpty(value) ? undefined : value;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isEmpty);
  return value === "";
}

function generateGroupTypes(): readonly GroupType[] {
  return groupTypeModels.map(({ name, subgroupType, allows }, index) => ({
    groupTypeId: String(index + 1),
    name,
    link: "",
    reviewsAllowed: allows.includes("reviews"),
    topicsListAllowed: allows.includes("topics"),
    countriesOfReferenceAllowed: allows.includes("countries"),
    subgroupsAllowed: subgroupType !== undefined,
    parentGroupAllowed: groupTypeModels.some((other) => other.subgroupType === name),
    groups: [],
  }));
}

/**
 * Generates groups without contact persons. Most groups whose type is the subgroup type of another type become a
 * subgroup of one group of that other type.
 */
function generateGroups(random: Random, count: number): readonly Group[] {
  const kinds = groupTypeModels.flatMap((model) => Array<GroupTypeModel>(model.share).fill(model));
  const names = new UniqueNames();
  const groups = Array.from({ length: count }, (_, index) => {
    // The first groups are one of each type, so that even a small registry has all types.
    const model = groupTypeModels[index] ?? random.pick(kinds);
    return { model, group: generateGroup(random, index, model, names) };
  });
  const parents = new Map<string, Group[]>();
  for (const { model, group } of groups) {
    if (model.subgroupType === undefined) continue;
    addTo(parents, model.subgroupType, group);
  }
  const subgroups = new Map<Group, { groupId: string; name: string; link: string }[]>();
  for (const { model, group } of groups) {
    const candidates = parents.get(model.name);
    if (candidates === undefined || random.chance(15)) continue;
    const parent = random.pick(candidates);
    addTo(subgroups, parent, { groupId: group.groupId, name: "", link: "" });
  }
  return groups.map(({ group }) => ({ ...group, subgroups: subgroups.get(group) ?? [] }));
}

function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function generateGroup(random: Random, index: number, model: GroupTypeModel, names: UniqueNames): Group {
  const region = random.pick(regions);
  const name = names.unique(groupName(random, region, model));
  const label = slug(name);
  const host = `${label}.example`;
  const month = String(1 + random.below(12)).padStart(2, "0");
  const day = String(1 + random.below(28)).padStart(2, "0");
  return {
    groupId: identifier(random, index + 2),
    name,
    link: "",
    groupType: { groupTypeId: String(groupTypeModels.indexOf(model) + 1), name: "", link: "" },
    status: "Registered",
    registrationDate: `${1996 + random.below(29)}-${month}-${day}`,
    publisherId: random.chance(40) ? label.replaceAll("-", "").slice(0, 12).toUpperCase() : "",
    email: random.chance(80) ? `office@${host}` : "",
    website: random.chance(60) ? `https://${host}` : "",
    contactPerson: { personId: "", name: "", link: "" },
    address: workAddress(random, region),
    subgroups: [],
  };
}

function groupName(random: Random, region: Region, model: GroupTypeModel): string {
  const town = random.pick(region.towns);
  switch (model.name) {
    case "Centre":
    case "Associate Centre":
    case "Geographic Group":
      return random.chance(40) ? `${region.country.name} ${model.name}` : `${town} ${model.name}`;
    case "Centre Branch":
    case "Affiliate":
      return `${town} ${model.name}`;
    case "Review Group Satellite":
      return `${random.pick(healthTopics)} – ${town} Satellite`;
    case "Methods Group":
    case "Methods Subgroup":
      return `${random.pick(methodTopics)} ${model.name}`;
    case "Other":
      return `Friends of ${town}`;
    default:
      return `${random.pick(healthTopics)} ${model.name}`;
  }
}

class UniqueNames {
  readonly #uses = new Map<string, number>();

  /** Returns the name, with a number from the second use on. */
  unique(name: string): string {
    const use = (this.#uses.get(name) ?? 0) + 1;
    this.#uses.set(name, use);
    return use === 1 ? name : `${name} ${use}`;
  }
}

/** The group types of a generated registry: what each allows, and the type of its groups' subgroups, if any. */
interface GroupTypeModel {
  readonly name: string;
  readonly subgroupType?: string;
  readonly allows: readonly ("reviews" | "topics" | "countries")[];
  /** How many of a hundred groups are of this type. */
  readonly share: number;
}

const groupTypeModels: readonly GroupTypeModel[] = [
  { name: "Centre", subgroupType: "Centre Branch", allows: ["countries"], share: 9 },
  { name: "Centre Branch", allows: ["countries"], share: 10 },
  { name: "Associate Centre", allows: ["countries"], share: 5 },
  { name: "Affiliate", allows: ["countries"], share: 6 },
  { name: "Geographic Group", subgroupType: "Affiliate", allows: ["countries"], share: 3 },
  { name: "Review Group", subgroupType: "Review Group Satellite", allows: ["reviews", "topics"], share: 15 },
  { name: "Review Group Satellite", allows: ["reviews", "topics", "countries"], share: 10 },
  { name: "Network", subgroupType: "Thematic Group", allows: ["topics"], share: 4 },
  { name: "Thematic Group", allows: ["topics"], share: 6 },
  { name: "Field", allows: ["topics"], share: 4 },
  { name: "Methods Group", subgroupType: "Methods Subgroup", allows: ["reviews"], share: 6 },
  { name: "Methods Subgroup", allows: [], share: 7 },
  { name: "Consumer Panel", allows: [], share: 3 },
  { name: "Board", subgroupType: "Committee", allows: [], share: 1 },
  { name: "Committee", allows: [], share: 3 },
  { name: "Advisory Group", allows: [], share: 3 },
  { name: "Project Team", allows: ["reviews"], share: 3 },
  { name: "Other", allows: [], share: 2 },
];
