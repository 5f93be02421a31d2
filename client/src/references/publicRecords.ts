import type {
  PublicGroup,
  PublicGroupType,
  PublicPerson,
  PublicUser,
} from "../../../protocol/src/referenceRequests";
import { fullName } from "../registry/fullName";
import type { Group, GroupListItem, GroupTypeListItem, Person, User } from "../registry/records";

/** Which registry gave a record, by the user's name for it, and when. */
export interface RecordSource {
  readonly registry: string;
  readonly readAt: number;
}

/** What may be shown of a group. */
export function publicGroup(group: Group, source: RecordSource): PublicGroup {
  const { status, contactPerson } = group;
  return {
    ...publicListedGroup(group, source),
    ...(status === "" ? {} : { status }),
    ...(contactPerson.name === "" ? {} : { contactPerson: contactPerson.name }),
  };
}

/** What may be shown of a group of which only the list was read. */
export function publicListedGroup(
  { groupId, name, link, groupType }: Pick<GroupListItem, "groupId" | "name" | "link" | "groupType">,
  source: RecordSource,
): PublicGroup {
  return {
    kind: "group",
    id: groupId,
    name,
    link,
    ...(groupType.name === "" ? {} : { groupType: groupType.name }),
    ...source,
  };
}

/** What may be shown of a person: of all that the registry says, neither addresses nor telephone numbers. */
export function publicPerson(person: Person, source: RecordSource): PublicPerson {
  const { personId, link, primaryGroup, active } = person;
  return {
    kind: "person",
    id: personId,
    name: fullName(person),
    link,
    ...(primaryGroup.name === "" ? {} : { primaryGroup: primaryGroup.name }),
    ...(typeof active === "boolean" ? { active } : {}),
    ...source,
  };
}

/** What may be shown of a user account. */
export function publicUser(
  { userId, userName, firstName, lastName }: User,
  link: string,
  source: RecordSource,
): PublicUser {
  const name = [firstName, lastName].filter((part) => part !== "").join(" ");
  return { kind: "user", id: userId, name, link, ...(userName === "" ? {} : { userName }), ...source };
}

export function publicGroupType(
  { groupTypeId, name, link }: GroupTypeListItem,
  source: RecordSource,
): PublicGroupType {
  return { kind: "groupType", id: groupTypeId, name, link, ...source };
}
