import type {
  Group,
  GroupList,
  GroupType,
  GroupTypeList,
  Person,
  User,
} from "../../../schemas/generated/registry";
import type { Content } from "../content/content";
import { Links } from "./links";
import { References } from "./references";

/** Makes resources as the service answers them (section 2) from records. */
export class Resources {
  readonly #content: Content;
  readonly #links: Links;
  readonly #references: References;

  /** @param baseUrl the base address that links name: the service's own, public one */
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
