import * as vscode from "vscode";
import type {
  LookUpParams,
  LookUpResult,
  NotCheckedReason,
  PublicRecord,
} from "../../../protocol/src/referenceRequests";
import { writeRegistryLink } from "../../../protocol/src/registryLink";
import type { LinkedRecord } from "../registries/publicAddresses";
import type { Registry } from "../registries/registry";
import { describeRegistryError } from "../registry/errorMessages";
import type { GroupId } from "../registry/ids";
import { groupId, groupTypeId, personId, userId } from "../registry/ids";
import type { Outcome } from "../registry/outcome";
import type { GroupListItem } from "../registry/records";
import type { ReadOptions, RegistryClient } from "../registry/registryClient";
import type { RegistryError } from "../registry/registryError";
import type { RecordSource } from "./publicRecords";
import { publicGroup, publicGroupType, publicListedGroup, publicPerson, publicUser } from "./publicRecords";

export interface RecordLookUpOptions {
  readonly signal: AbortSignal;
  /** `hover` wants all that may be shown of one record; `check` the names of many at little cost. */
  readonly purpose: LookUpParams["purpose"];
  /** Asks the registry also for what it said a moment ago. */
  readonly refresh?: boolean;
}

type GroupList = Outcome<readonly GroupListItem[]>;

/**
 * Looks records up in their registries for whoever is reading or checking a document: never brings up a
 * sign-in, and takes what is at hand. Groups are looked for in the registry's list first, which answers for all of
 * them at once and needs no account.
 */
export class RecordLookUp {
  private readonly lists = new Map<RegistryClient, Promise<GroupList>>();
  private readonly read: ReadOptions;

  constructor(private readonly options: RecordLookUpOptions) {
    const { signal, refresh = false } = options;
    this.read = { signal, refresh, inBackground: true };
  }

  async find({ registry, kind, id, baseUrl }: LinkedRecord): Promise<LookUpResult> {
    const { client } = registry;
    switch (kind) {
      case "group":
        return this.findGroup(registry, groupId(id));
      case "person":
        return resultOf(await client.person(personId(id), this.read), registry, publicPerson);
      case "user":
        return resultOf(await client.user(userId(id), this.read), registry, (user, source) =>
          // A user's record does not name its own link (specification, section 2.3).
          publicUser(user, writeRegistryLink({ kind, id, baseUrl }) ?? "", source),
        );
      case "groupType":
        return resultOf(await client.groupType(groupTypeId(id), this.read), registry, publicGroupType);
    }
  }

  private async findGroup(registry: Registry, id: GroupId): Promise<LookUpResult> {
    const { client } = registry;
    const isSignedIn = client.account.kind === "signedIn";
    if (this.options.purpose === "hover" && isSignedIn) {
      const outcome = await client.group(id, this.read);
      const isFinal = outcome.kind === "ok" || outcome.error.kind === "notFound";
      if (isFinal) return resultOf(outcome, registry, publicGroup);
    }
    const list = await this.listOf(client);
    if (list.kind === "failed") return notFoundOut(list.error, registry);
    const listed = groupsById(list.value).get(id);
    if (listed !== undefined) {
      return { kind: "known", record: publicListedGroup(listed, sourceOf(registry, list)) };
    }
    // Only an answer for the very record says that there is none.
    return resultOf(await client.group(id, this.read), registry, publicGroup);
  }

  private listOf(client: RegistryClient): Promise<GroupList> {
    const reading = this.lists.get(client) ?? client.groups(this.read);
    this.lists.set(client, reading);
    return reading;
  }
}

/** What there is to say of a record that could not be read, for `error` is why. */
function notFoundOut(error: RegistryError, { name }: Registry): LookUpResult {
  const message = describeRegistryError(error, name, vscode.l10n.t);
  return { kind: "notChecked", reason: reasonOf(error), registry: name, message };
}

function reasonOf(error: RegistryError): NotCheckedReason {
  switch (error.kind) {
    case "unauthenticated":
      return error.credential === "missing" ? "signedOut" : "signInRefused";
    case "forbidden":
      return "forbidden";
    case "cancelled":
      return "cancelled";
    case "notReachable":
    case "blockedByBrowser":
    case "timeOut":
    case "certificateNotTrusted":
      return "notReachable";
    case "notFound":
    case "badRequest":
    case "serverError":
    case "notTheInterface":
    case "tooLarge":
      return "registryError";
  }
}

function resultOf<T>(
  outcome: Outcome<T>,
  registry: Registry,
  publicRecord: (record: T, source: RecordSource) => PublicRecord,
): LookUpResult {
  if (outcome.kind === "ok") {
    return { kind: "known", record: publicRecord(outcome.value, sourceOf(registry, outcome)) };
  }
  const { error } = outcome;
  return error.kind === "notFound"
    ? { kind: "unknownId", registry: registry.name }
    : notFoundOut(error, registry);
}

function sourceOf({ name }: Registry, { readAt }: Pick<RecordSource, "readAt">): RecordSource {
  return { registry: name, readAt };
}

const madeMaps = new WeakMap<readonly GroupListItem[], ReadonlyMap<GroupId, GroupListItem>>();

/** A list by identifier: made once for each list that a registry gave. */
function groupsById(list: readonly GroupListItem[]): ReadonlyMap<GroupId, GroupListItem> {
  const map = madeMaps.get(list) ?? new Map(list.map((group) => [group.groupId, group]));
  madeMaps.set(list, map);
  return map;
}
