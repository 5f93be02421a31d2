import type {
  GroupReference,
  GroupTypeReference,
  PersonReference,
  UserReference,
} from "../../../schemas/generated/registry";
import type { Content } from "../content/content";
import type { Links } from "./links";

/** Makes whole references from identifiers. One to nothing, or to what is not there, is empty throughout. */
export class References {
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
