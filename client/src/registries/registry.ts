import type { RegistryRecordKind, RegistryReference } from "../../../protocol/src/references";
import { readRegistryLink, writeRegistryLink } from "../../../protocol/src/references";
import type { RegistryClient } from "../registryClient/registryClient";
import type { OAuthSetting } from "./configuredRegistries";
import type { Pins } from "./pins";
import type { Group, GroupId, GroupReference } from "../registryClient/records";

/** A registry of the settings: what the user calls it, and the client that talks to it. */
export interface Registry {
  readonly name: string;
  readonly client: RegistryClient;
  readonly groupFacts: GroupFacts;
  readonly pins: Pins;
  readonly recent: RecentRecords;
  /** Where one signs in with a browser, where the settings say that. */
  readonly oauth?: OAuthSetting;
}

/**
 * What the records of one registry's groups said that the list of groups does not: a group's status, and
 * the group that it is a subgroup of. Read with a credential, so forgotten with it.
 */
export class GroupFacts {
  private readonly statuses = new Map<GroupId, string>();
  private readonly parents = new Map<GroupId, GroupReference>();

  learn({ groupId, name, link, status, subgroups }: Group): void {
    this.statuses.set(groupId, status);
    for (const subgroup of subgroups) {
      // A group that lists itself is not its own parent.
      if (subgroup.groupId !== groupId) this.parents.set(subgroup.groupId, { groupId, name, link });
    }
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

/** How many records are remembered. */
const limit = 50;

type RecordName = Pick<RegistryReference, "kind" | "id">;

/** The groups and people of one registry that were last looked at, in memory only. */
export class RecentRecords {
  private names: readonly RecordName[] = [];

  /** The latest first. */
  get all(): readonly RecordName[] {
    return this.names;
  }

  has({ kind, id }: RecordName): boolean {
    return this.names.some((name) => name.kind === kind && name.id === id);
  }

  add({ kind, id }: RecordName): void {
    const others = this.names.filter((name) => name.kind !== kind || name.id !== id);
    this.names = [{ kind, id }, ...others].slice(0, limit);
  }

  clear(): void {
    this.names = [];
  }
}

/** A record with the link that its registry gives it, which is data and may be anything. */
interface LinkedRecord {
  readonly kind: RegistryRecordKind;
  readonly id: string;
  readonly link: string;
}

/**
 * The link of a record as it may be inserted, copied and opened: the one that the registry gives, where it is of the
 * form that links have and names this very record (specification, section 9), else the one that its identifier makes.
 * Empty for an identifier that no link can hold.
 */
export function recordLink({ client }: Registry, { kind, id, link }: LinkedRecord): string {
  const read = readRegistryLink(link);
  if (read?.kind === kind && read.id === id) return link;
  return writeRegistryLink({ baseUrl: client.address, kind, id }) ?? "";
}
