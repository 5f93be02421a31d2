import type { Group, GroupType } from "../../../schemas/generated/registry";
import { workAddress } from "./generateAddress";
import { groupTypeModels } from "./groupTypes";
import type { GroupTypeModel } from "./groupTypes";
import { identifier } from "./identifiers";
import type { Random } from "./random";
import { regions } from "./regions";
import type { Region } from "./regions";
import { slug } from "./slug";
import { healthTopics, methodTopics } from "./vocabulary";

export function generateGroupTypes(): readonly GroupType[] {
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
 * Made-up groups without contact persons. Each group of a type that is another's subgroup type is, most of the
 * time, a subgroup of one group of that other type.
 */
export function generateGroups(random: Random, count: number): readonly Group[] {
  const kinds = groupTypeModels.flatMap((model) => Array<GroupTypeModel>(model.share).fill(model));
  const names = new UniqueNames();
  const groups = Array.from({ length: count }, (_, index) => {
    // The first groups are one of each type, so that even a small registry has them all.
    const model = groupTypeModels[index] ?? random.pick(kinds);
    return { model, group: generateGroup(random, index, model, names) };
  });
  const parents = new Map<string, Group[]>();
  for (const { model, group } of groups) {
    if (model.subgroupType === undefined) continue;
    const list = parents.get(model.subgroupType);
    if (list === undefined) parents.set(model.subgroupType, [group]);
    else list.push(group);
  }
  const subgroups = new Map<Group, { groupId: string; name: string; link: string }[]>();
  for (const { model, group } of groups) {
    const candidates = parents.get(model.name);
    if (candidates === undefined || random.chance(15)) continue;
    const parent = random.pick(candidates);
    const reference = { groupId: group.groupId, name: "", link: "" };
    const list = subgroups.get(parent);
    if (list === undefined) subgroups.set(parent, [reference]);
    else list.push(reference);
  }
  return groups.map(({ group }) => ({ ...group, subgroups: subgroups.get(group) ?? [] }));
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

  /** The name, with a number from the second time on. */
  unique(name: string): string {
    const use = (this.#uses.get(name) ?? 0) + 1;
    this.#uses.set(name, use);
    return use === 1 ? name : `${name} ${use}`;
  }
}
