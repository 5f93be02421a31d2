import type {
  Group,
  GroupList,
  GroupReference,
  GroupType,
  GroupTypeList,
  GroupTypeReference,
  Person,
  PersonReference,
  User,
  UserReference,
} from "@analyses/schemas/generated/registry";
import type { Content } from "./content";

/** Converts records to the resources that the service returns (section 2). */
export class Resources {
  readonly #content: Content;
  readonly #links: Links;
  readonly #references: References;

  /** @param baseUrl the base address of links: the service's own, public one */
  constructor(content: Content, baseUrl: string) {
    this.#content = content;
    this.#links = new Links(baseUrl);
    this.#references = new References(content, this.#links);
  }

  person(record: Person): Person {
    const references = this.#references;
    return {
      ...record,
      link: this.#links.person(record.personId),
      user: references.user(record.user),
      primaryGroup: references.group(record.primaryGroup),
      groupRoles: record.groupRoles.map((role) => ({ ...role, group: references.group(role.group) })),
      documentRoles: record.documentRoles.map((role) => ({
        ...role,
        document: { ...role.document, link: this.#links.document(role.document.link) },
        group: references.group(role.group),
      })),
    };
  }

  user(record: User): User {
    return { ...record, person: this.#references.person(record.person) };
  }

  groupType(record: GroupType): GroupType {
    return {
      ...record,
      link: this.#links.groupType(record.groupTypeId),
      groups: this.#content.groupsOfType(record.groupTypeId).map((group) => this.#references.group(group)),
    };
  }

  group(record: Group): Group {
    return {
      ...record,
      link: this.#links.group(record.groupId),
      groupType: this.#references.groupType(record.groupType),
      contactPerson: this.#references.person(record.contactPerson),
      subgroups: record.subgroups
        .map((subgroup) => this.#references.group(subgroup))
        .filter(({ groupId }) => groupId !== ""),
    };
  }

  groupTypeList(): GroupTypeList {
    const groupTypes = Array.from(this.#content.groupTypes.values(), ({ groupTypeId, name }) => ({
      groupTypeId,
      name,
      link: this.#links.groupType(groupTypeId),
    }));
    return { numberOfEntries: String(groupTypes.length), groupTypes };
  }

  groupList(): GroupList {
    const groups = Array.from(this.#content.groups.values(), ({ groupId, name, groupType }) => ({
      groupId,
      name,
      link: this.#links.group(groupId),
      groupType: this.#references.groupType(groupType),
    }));
    return { numberOfEntries: String(groups.length), groups };
  }
}

/** Makes whole references from identifiers. An empty or dangling one becomes empty throughout. */
class References {
  readonly #content: Content;
  readonly #links: Links;

  constructor(content: Content, links: Links) {
    this.#content = content;
    this.#links = links;
  }

  groupType({ groupTypeId }: GroupTypeReference): GroupTypeReference {
    const groupType = this.#content.groupTypes.get(groupTypeId);
    if (groupType === undefined) return { groupTypeId: "", name: "", link: "" };
    return { groupTypeId, name: groupType.name, link: this.#links.groupType(groupTypeId) };
  }

  group({ groupId }: GroupReference): GroupReference {
    const group = this.#content.groups.get(groupId);
    if (group === undefined) return { groupId: "", name: "", link: "" };
    return { groupId, name: group.name, link: this.#links.group(groupId) };
  }

  person({ personId }: PersonReference): PersonReference {
    const person = this.#content.people.get(personId);
    if (person === undefined) return { personId: "", name: "", link: "" };
    const name = [person.firstName, person.middleNames, person.lastName]
      .filter((part) => part !== "")
      .join(" ");
    return { personId, name, link: this.#links.person(personId) };
  }

  user({ userId }: UserReference): UserReference {
    const user = this.#content.users.get(userId);
    if (user === undefined) return { userId: "", userName: "", link: "" };
    return { userId, userName: user.userName, link: this.#links.user(userId) };
  }
}

/** The addresses of resources, absolute: `{base_url}/rest/<collection>/<id>` (section 2). */
class Links {
  readonly #baseUrl: string;

  /** @param baseUrl the service's base address, without a slash at its end */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  groupType(groupTypeId: string): string {
    return `${this.#baseUrl}/rest/groupTypes/${groupTypeId}`;
  }

  group(groupId: string): string {
    return `${this.#baseUrl}/rest/groups/${groupId}`;
  }

  person(personId: string): string {
    return `${this.#baseUrl}/rest/people/${personId}`;
  }

  user(userId: string): string {
    return `${this.#baseUrl}/rest/users/${userId}`;
  }

  /** @param path the address of a document's metadata in a data file, relative to the base address */
  document(path: string): string {
    return path === "" ? "" : `${this.#baseUrl}/${path}`;
  }
}
