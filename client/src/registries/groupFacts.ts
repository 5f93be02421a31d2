import type { GroupId } from "../registry/ids";
import type { Group, GroupReference } from "../registry/records";

/**
 * What the records of one registry's groups said that the list of groups does not: a group's status, and
 * the group that it is a subgroup of. Read with a credential, so forgotten with it.
 */
export class GroupFacts {
  private readonly statuses = new Map<GroupId, string>();
  private readonly parents = new Map<GroupId, GroupReference>();

  learn({ groupId, name, link, status, subgroups }: Group): void {
    this.statuses.set(groupId, status);
    for (const subgroup of subgroups) this.parents.set(subgroup.groupId, { groupId, name, link });
  }

  /** Empty where the group was not read or has none. */
  statusOf(id: GroupId): string {
    return this.statuses.get(id) ?? "";
  }

  /** Undefined where no group was read that names this one as its subgroup. */
  parentOf(id: GroupId): GroupReference | undefined {
    return this.parents.get(id);
  }

  clear(): void {
    this.statuses.clear();
    this.parents.clear();
  }
}
