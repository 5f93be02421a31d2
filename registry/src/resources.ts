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

/**
 * Converts records to the resources that the service returns (section 2): makes whole references from identifiers. An
 * empty or dangling one becomes empty throughout.
 */
export class Resources {
  readonly #content: Content;
  readonly #baseUrl: string;

  /** @param baseUrl the base address of links: the service's own, public one, without a slash at its end */
  constructor(content: Content, baseUrl: string) {
    this.#content = content;
    this.#baseUrl = baseUrl;
  }

  person(record: Person): Person {
    return {
      ...record,
      link: this.#link("people", record.personId),
      user: this.#userReference(record.user),
      primaryGroup: this.#groupReference(record.primaryGroup),
      groupRoles: record.groupRoles.map((role) => ({ ...role, group: this.#groupReference(role.group) })),
      documentRoles: record.documentRoles.map((role) => ({
        ...role,
        document: { ...role.document, link: this.#documentLink(role.document.link) },
        group: this.#groupReference(role.group),
      })),
    };
  }

  user(record: User): User {
    return { ...record, person: this.#personReference(record.person) };
  }

  groupType(record: GroupType): GroupType {
    return {
      ...record,
      link: this.#link("groupTypes", record.groupTypeId),
      groups: this.#content.groupsOfType(record.groupTypeId).map((group) => this.#groupReference(group)),
    };
  }

  group(record: Group): Group {
    return {
      ...record,
      link: this.#link("groups", record.groupId),
      groupType: this.#groupTypeReference(record.groupType),
      contactPerson: this.#personReference(record.contactPerson),
      subgroups: record.subgroups
        .map((subgroup) => this.#groupReference(subgroup))
        .filter(({ groupId }) => groupId !== ""),
    };
  }

  groupTypeList(): GroupTypeList {
    const groupTypes = Array.from(this.#content.groupTypes.values(), (type) =>
      this.#groupTypeReference(type),
    );
    return { numberOfEntries: String(groupTypes.length), groupTypes };
  }

  groupList(): GroupList {
    const groups = Array.from(this.#content.groups.values(), (group) => ({
      ...this.#groupReference(group),
      groupType: this.#groupTypeReference(group.groupType),
    }));
    return { numberOfEntries: String(groups.length), groups };
  }

  #groupTypeReference({ groupTypeId }: GroupTypeReference): GroupTypeReference {
    const groupType = this.#content.groupTypes.get(groupTypeId);
    if (groupType === undefined) return { groupTypeId: "", name: "", link: "" };
    return { groupTypeId, name: groupType.name, link: this.#link("groupTypes", groupTypeId) };
  }

  #groupReference({ groupId }: GroupReference): GroupReference {
    const group = this.#content.groups.get(groupId);
    if (group === undefined) return { groupId: "", name: "", link: "" };
    return { groupId, name: group.name, link: this.#link("groups", groupId) };
  }

  #personReference({ personId }: PersonReference): PersonReference {
    const person = this.#content.people.get(personId);
    if (person === undefined) return { personId: "", name: "", link: "" };
    const name = [person.firstName, person.middleNames, person.lastName]
      .filter((part) => part !== "")
      .join(" ");
    return { personId, name, link: this.#link("people", personId) };
  }

  #userReference({ userId }: UserReference): UserReference {
    const user = this.#content.users.get(userId);
    if (user === undefined) return { userId: "", userName: "", link: "" };
    return { userId, userName: user.userName, link: this.#link("users", userId) };
  }

  /** An absolute address: `{base_url}/rest/<collection>/<id>` (section 2). */
  #link(collection: "people" | "users" | "groupTypes" | "groups", id: string): string {
    return `${this.#baseUrl}/rest/${collection}/${id}`;
  }

  /** @param path the address of a document's metadata in a data file, relative to the base address */
  #documentLink(path: string): string {
    return path === "" ? "" : `${this.#baseUrl}/${path}`;
  }
}
