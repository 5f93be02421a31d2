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
} from "@analyses/protocol/referenceMessages";
import { type RegistryReference, writeRegistryLink } from "@analyses/protocol/references";
import { type LinkedRecord, type Rivals, recordLink } from "../registries/publicAddresses";
import type { Registry } from "../registries/registries";
import { type Outcome, type RegistryError, describeRegistryError } from "../registryClient/registryError";
import { fullName, groupId, groupTypeId, personId, titledNames, userId } from "../registryClient/records";
import type {
  Group,
  GroupId,
  GroupListItem,
  GroupTypeListItem,
  Person,
  User,
} from "../registryClient/records";
import type { ReadOptions } from "../registryClient/recordReader";
import type { RegistryClient } from "../registryClient/registryClient";

interface RecordLookUpOptions {
  readonly signal: AbortSignal;
  /** `hover` reads all displayable fields of one record; `check` reads many names with few requests. */
  readonly purpose: LookUpParams["purpose"];
  /** Whether to send requests even for recent answers. */
  readonly refresh?: boolean;
}

export function ofSeveralRegistries({ baseUrl, registries }: Rivals): LookUpResult {
  const message = vscode.l10n.t(
    "Several of your registries have links that begin with {0}: {1}. None of them is asked until you choose one.",
    baseUrl,
    registries.map(({ name }) => name).join(", "),
  );
  return { kind: "notChecked", reason: "severalRegistries", registry: "", message };
}

/** The prompt to choose among registries with the same links. */
export function chooseRecord(baseUrl: string): string {
  return vscode.l10n.t(
    "Several of your registries have links that begin with {0}. Which one is to be asked about documents?",
    baseUrl,
  );
}

type GroupList = Outcome<readonly GroupListItem[]>;

/**
 * Looks up records in their registries to show or check a document: never prompts for a sign-in, and uses cached
 * answers unless `refresh` is set. Searches groups in the registry's list first, which needs one request for all
 * groups, and no account.
 */
export class RecordLookUp {
  readonly #lists = new Map<RegistryClient, Promise<GroupList>>();
  readonly #read: ReadOptions;

  constructor(private readonly options: RecordLookUpOptions) {
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
          publicUser(user, writeRegistryLink({ kind, id, baseUrl }) ?? "", source),
        );
      case "groupType":
        return resultOf(await client.groupType(groupTypeId(id), this.#read), registry, publicGroupType);
    }
  }

  async #findGroup(registry: Registry, id: GroupId): Promise<LookUpResult> {
    const { client, store } = registry;
    const isSignedIn = store.account.kind === "signedIn";
    if (this.options.purpose === "hover" && isSignedIn) {
      const outcome = await client.group(id, this.#read);
      // After another error, the list may still contain the group.
      const isFinal = outcome.kind === "ok" || outcome.error.kind === "notFound";
      if (isFinal) return resultOf(outcome, registry, publicGroup);
    }
    const list = await this.#listOf(client);
    if (list.kind === "failed") return notChecked(list.error, registry);
    const listed = store.listedGroup(id);
    if (listed !== undefined) {
      return known(publicGroup(listed, sourceOf(registry, list)), registry);
    }
    // Only a request for this very record can show that it does not exist.
    return resultOf(await client.group(id, this.#read), registry, publicGroup);
  }

  #listOf(client: RegistryClient): Promise<GroupList> {
    const reading = this.#lists.get(client) ?? client.groups(this.#read);
    this.#lists.set(client, reading);
    return reading;
  }
}

/** The result for a record that could not be read because of `error`. */
function notChecked(error: RegistryError, { name }: Registry): LookUpResult {
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
    : notChecked(error, registry);
}

function known(record: PublicRecord, registry: Registry): LookUpResult {
  return { kind: "known", record: { ...record, link: recordLink(registry, record) } };
}

function sourceOf({ name }: Registry, { readAt }: Pick<RecordSource, "readAt">): RecordSource {
  return { registry: name, readAt };
}

/** The user's name for the registry that returned a record, and the time of its answer. */
type RecordSource = Pick<PublicRecord, "registry" | "readAt">;

// The displayable fields of each kind of record: no address and no telephone number. Empty fields are not displayed.

/** The fields of a group, from its own record or, with fewer fields, from the list of groups. */
function publicGroup(group: Group | GroupListItem, source: RecordSource): PublicGroup {
  const { groupId: id, name, link, groupType } = group;
  const own = "status" in group ? { status: group.status, contactPerson: group.contactPerson.name } : {};
  return { kind: "group", id, name, link, groupType: groupType.name, ...own, ...source };
}

function publicPerson(person: Person, source: RecordSource): PublicPerson {
  const { personId: id, link, primaryGroup, active } = person;
  const fields = {
    kind: "person",
    id,
    name: fullName(person),
    link,
    primaryGroup: primaryGroup.name,
  } as const;
  return { ...fields, ...(typeof active === "boolean" && { active }), ...source };
}

/** @param link the link to the user: a user's record does not contain it (specification, section 2.3) */
function publicUser(
  { userId: id, userName, firstName, lastName }: User,
  link: string,
  source: RecordSource,
): PublicUser {
  return { kind: "user", id, name: `${firstName} ${lastName}`.trim(), link, userName, ...source };
}

function publicGroupType(
  { groupTypeId: id, name, link }: GroupTypeListItem,
  source: RecordSource,
): PublicGroupType {
  return { kind: "groupType", id, name, link, ...source };
}

/** A link to a record that references can refer to. */
export type LinkToReferable = LinkedRecord & { readonly kind: RegistryReference["kind"] };

export function isReferable(linked: LinkedRecord | undefined): linked is LinkToReferable {
  return linked?.kind === "group" || linked?.kind === "person";
}

type NamedReferences =
  | { readonly kind: "named"; readonly references: readonly RegistryReference[] }
  /** `reason`: a sentence for display. */
  | { readonly kind: "notNamed"; readonly reason: string };

/**
 * Creates references to the targets of links, with their names in the registries. Fails as a whole if one name cannot
 * be read. In an untrusted workspace sends no request and uses only known records.
 */
export async function nameReferences(
  linked: readonly LinkToReferable[],
  signal: AbortSignal,
): Promise<NamedReferences> {
  const lookUp = new RecordLookUp({ signal, purpose: "check" });
  const results = await Promise.all(linked.map((link) => nameReference(link, lookUp)));
  const references: RegistryReference[] = [];
  for (const result of results) {
    if (typeof result === "string") return { kind: "notNamed", reason: result };
    references.push(result);
  }
  return { kind: "named", references };
}

/** @returns the reference; or, as a sentence, why its name could not be read */
async function nameReference(
  linked: LinkToReferable,
  lookUp: RecordLookUp,
): Promise<RegistryReference | string> {
  const { kind, id, registry } = linked;
  if (!vscode.workspace.isTrusted) {
    const { store } = registry;
    const stored = kind === "group" ? store.group(groupId(id)) : store.person(personId(id));
    if (stored === undefined)
      return vscode.l10n.t("In Restricted Mode no registry is asked about a document.");
    return { kind, id, name: stored.name, link: recordLink(registry, { kind, id, link: stored.link }) };
  }
  const result = await lookUp.find(linked);
  switch (result.kind) {
    case "known": {
      // The registry may have merged the record: take identifier and link from the same answer.
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
