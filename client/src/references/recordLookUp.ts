import * as vscode from "vscode";
import type {
  LookUpParams,
  LookUpResult,
  NotCheckedReason,
  PublicGroup,
  PublicGroupType,
  PublicPerson,
  PublicRecord,
  PublicUser,
} from "@analyses/protocol/referenceRequests";
import type { RegistryReference } from "@analyses/protocol/references";
import { writeRegistryLink } from "@analyses/protocol/references";
import type { LinkedRecord, Rivals } from "../registries/publicAddresses";
import { recordLink } from "../registries/publicAddresses";
import type { Registry } from "../registries/registries";
import { describeRegistryError } from "../registryClient/registryError";
import { fullName, groupId, groupTypeId, personId, titledNames, userId } from "../registryClient/records";
import type {
  Group,
  GroupId,
  GroupListItem,
  GroupTypeListItem,
  Person,
  User,
} from "../registryClient/records";
import type { Outcome, RegistryError } from "../registryClient/registryError";
import type { ReadOptions } from "../registryClient/recordReader";
import type { RegistryClient } from "../registryClient/registryClient";

export interface RecordLookUpOptions {
  readonly signal: AbortSignal;
  /** `hover` wants all that may be shown of one record; `check` the names of many at little cost. */
  readonly purpose: LookUpParams["purpose"];
  /** Asks the registry also for what it said a moment ago. */
  readonly refresh?: boolean;
}

/** What comes of a record whose link may be of several registries. */
export function ofSeveralRegistries({ baseUrl, registries }: Rivals): LookUpResult {
  const message = vscode.l10n.t(
    "Several of your registries have links that begin with {0}: {1}. None of them is asked until you choose one.",
    baseUrl,
    registries.map(({ name }) => name).join(", "),
  );
  return { kind: "notChecked", reason: "severalRegistries", registry: "", message };
}

/** The question which of several registries with the same links is meant. */
export function whichIsMeant(baseUrl: string): string {
  return vscode.l10n.t(
    "Several of your registries have links that begin with {0}. Which one is to be asked about documents?",
    baseUrl,
  );
}

type GroupList = Outcome<readonly GroupListItem[]>;

/**
 * Looks records up in their registries for a document that is read or checked: never brings up a
 * sign-in, and takes what is at hand. Groups are looked for in the registry's list first, which answers for all of
 * them at once and needs no account.
 */
export class RecordLookUp {
  readonly #options: RecordLookUpOptions;
  readonly #lists = new Map<RegistryClient, Promise<GroupList>>();
  readonly #read: ReadOptions;

  constructor(options: RecordLookUpOptions) {
    this.#options = options;

    const { signal, refresh = false } = options;
    this.#read = { signal, refresh, inBackground: true };
  }

  async find({ registry, kind, id, baseUrl }: LinkedRecord): Promise<LookUpResult> {
    const { client } = registry;
    await client.ready();
    switch (kind) {
      case "group":
        return this.#findGroup(registry, groupId(id));
      case "person":
        return resultOf(await client.person(personId(id), this.#read), registry, (person, source) => ({
          ...publicPerson(person, source),
          otherNames: [...titledNames(person), registry.store.nameInReferences(personId(id))].filter(
            (name) => name !== "",
          ),
        }));
      case "user":
        return resultOf(await client.user(userId(id), this.#read), registry, (user, source) =>
          // A user's record does not name its own link (specification, section 2.3).
          publicUser(user, writeRegistryLink({ kind, id, baseUrl }) ?? "", source),
        );
      case "groupType":
        return resultOf(await client.groupType(groupTypeId(id), this.#read), registry, publicGroupType);
    }
  }

  async #findGroup(registry: Registry, id: GroupId): Promise<LookUpResult> {
    const { client, store } = registry;
    const isSignedIn = store.account.kind === "signedIn";
    if (this.#options.purpose === "hover" && isSignedIn) {
      const outcome = await client.group(id, this.#read);
      const isFinal = outcome.kind === "ok" || outcome.error.kind === "notFound";
      if (isFinal) return resultOf(outcome, registry, publicGroup);
    }
    const list = await this.#listOf(client);
    if (list.kind === "failed") return notFoundOut(list.error, registry);
    const listed = store.listedGroup(id);
    if (listed !== undefined) {
      return known(publicListedGroup(listed, sourceOf(registry, list)), registry);
    }
    // Only an answer for the very record says that there is none.
    return resultOf(await client.group(id, this.#read), registry, publicGroup);
  }

  #listOf(client: RegistryClient): Promise<GroupList> {
    const reading = this.#lists.get(client) ?? client.groups(this.#read);
    this.#lists.set(client, reading);
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
    case "insufficientScope":
      return "forbidden";
    case "cancelled":
      return "cancelled";
    case "notReachable":
    case "notRenewed":
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
    return known(publicRecord(outcome.value, sourceOf(registry, outcome)), registry);
  }
  const { error } = outcome;
  return error.kind === "notFound"
    ? { kind: "unknownId", registry: registry.name }
    : notFoundOut(error, registry);
}

function known(record: PublicRecord, registry: Registry): LookUpResult {
  return { kind: "known", record: { ...record, link: recordLink(registry, record) } };
}

function sourceOf({ name }: Registry, { readAt }: Pick<RecordSource, "readAt">): RecordSource {
  return { registry: name, readAt };
}

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

/** A link to something that a reference can be to. */
export type LinkToReferable = LinkedRecord & { readonly kind: RegistryReference["kind"] };

export function isReferable(linked: LinkedRecord | undefined): linked is LinkToReferable {
  return linked?.kind === "group" || linked?.kind === "person";
}

export type NamedReferences =
  | { readonly kind: "named"; readonly references: readonly RegistryReference[] }
  /** `reason` is a sentence for people. */
  | { readonly kind: "notNamed"; readonly reason: string };

/**
 * References to what links name, with the names that the registries give. Where one of them cannot be found out,
 * none is given. In a workspace that is not trusted no registry is asked: what is known has to do.
 */
export async function nameReferences(
  linked: readonly LinkToReferable[],
  signal: AbortSignal,
): Promise<NamedReferences> {
  const lookUp = new RecordLookUp({ signal, purpose: "check" });
  const found = await Promise.all(linked.map((each) => nameReference(each, lookUp)));
  const references: RegistryReference[] = [];
  for (const each of found) {
    if (typeof each === "string") return { kind: "notNamed", reason: each };
    references.push(each);
  }
  return { kind: "named", references };
}

async function nameReference(
  linked: LinkToReferable,
  lookUp: RecordLookUp,
): Promise<RegistryReference | string> {
  const { kind, id, registry } = linked;
  if (!vscode.workspace.isTrusted) {
    const { store } = registry;
    const known = kind === "group" ? store.group(groupId(id)) : store.person(personId(id));
    if (known === undefined)
      return vscode.l10n.t("In Restricted Mode no registry is asked about a document.");
    return { kind, id, name: known.name, link: recordLink(registry, { kind, id, link: known.link }) };
  }
  const result = await lookUp.find(linked);
  switch (result.kind) {
    case "known": {
      // The registry may have merged the record with another one: identifier and link are of the same.
      const { id, name, link } = result.record;
      return { kind, id, name, link };
    }
    case "unknownId":
      return vscode.l10n.t("{0} has no record with the identifier {1}.", registry.name, id);
    case "notChecked":
      return result.message;
    case "otherRegistry":
      return vscode.l10n.t("The link is of a registry that you have not added.");
  }
}
