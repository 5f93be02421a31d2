import type { RegistryLink, RegistryRecordKind } from "@analyses/protocol/references";
import { readRegistryLink, writeRegistryLink } from "@analyses/protocol/references";
import { Disposable } from "../platform/lifetime";
import { type RegistryStore, Emitter } from "../registryClient/registryStore";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { NoteStore } from "./pins";
import type { Registries, Registry } from "./registries";

/** One key per registry, so that windows with other settings lose nothing. */
const keyOf = (address: RegistryAddress) => `publicAddress:${address}`;
/** One key per base URL that several registries share: it stores the registry that the user chose. */
const choiceKeyOf = (baseUrl: string) => `registryOf:${baseUrl}`;

/** Deletes the stored base URL and choices of a registry that the user removes. */
export async function forgetPublicAddress(
  store: Pick<NoteStore, "keys" | "get" | "update">,
  address: RegistryAddress,
): Promise<void> {
  await store.update(keyOf(address), undefined);
  for (const key of store.keys()) {
    if (key.startsWith(choiceKeyOf("")) && store.get(key) === address) await store.update(key, undefined);
  }
}

export interface LinkedRecord extends RegistryLink {
  readonly registry: Registry;
}

/**
 * Finds the registry of a link: by the registry's configured address, or by the base URL of the links in the registry's
 * answers, which this class stores across sessions. If several registries share a base URL, as a test registry with
 * production's data does, the user must first choose one of them.
 */
export class PublicAddresses extends Disposable {
  private readonly changed = this.register(new Emitter<undefined>());
  /** Fires when links may resolve to another registry than before. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly registries: Registries,
    private readonly store: Pick<NoteStore, "get" | "update">,
  ) {
    super();
    this.register(
      registries.onDidChange((change) => {
        const changed = change.kind === "registries" ? registries.all : [change.registry];
        for (const registry of changed) void this.learnFrom(registry);
      }),
    );
  }

  /**
   * The record that a link names. Undefined if none of the user's registries has links with its base URL, or several
   * have.
   */
  find(link: string): LinkedRecord | undefined {
    const read = readRegistryLink(link);
    const [registry, ...others] = read === undefined ? [] : this.registriesAt(read.baseUrl);
    return read === undefined || registry === undefined || others.length > 0
      ? undefined
      : { ...read, registry };
  }

  /** The registries that a link may belong to, if there are several. */
  rivals(link: string): Rivals | undefined {
    const baseUrl = readRegistryLink(link)?.baseUrl;
    if (baseUrl === undefined) return undefined;
    const registries = this.registriesAt(baseUrl);
    return registries.length > 1 ? { baseUrl, registries } : undefined;
  }

  /** Stores the user's choice of registry for links with a shared base URL. */
  async choose(baseUrl: string, { client }: Registry): Promise<void> {
    await this.store.update(choiceKeyOf(baseUrl), client.address);
    if (!this.isDisposed) this.changed.fire(undefined);
  }

  /** The base URL of a registry's own links: the registry's address, until an answer contains another base URL. */
  of({ client: { address } }: Registry): string {
    const stored = this.store.get(keyOf(address));
    return typeof stored === "string" ? stored : address;
  }

  private registriesAt(baseUrl: string): readonly Registry[] {
    const { all } = this.registries;
    const own = all.find(({ client }) => client.address === baseUrl);
    // A configured address takes precedence over the base URLs in answers.
    if (own !== undefined) return [own];
    const named = all.filter((registry) => this.of(registry) === baseUrl);
    const choice = this.store.get(choiceKeyOf(baseUrl));
    const chosen = named.find(({ client }) => client.address === choice);
    return chosen === undefined ? named : [chosen];
  }

  private async learnFrom(registry: Registry): Promise<void> {
    const baseUrl = baseUrlIn(registry.store);
    if (baseUrl === undefined || baseUrl === this.of(registry)) return;
    await this.store.update(keyOf(registry.client.address), baseUrl);
    if (!this.isDisposed) this.changed.fire(undefined);
  }
}

/** The maximum number of records searched per list: a list of hundreds of thousands may have no links at all. */
const maxSearched = 100;

/** The base URL of the first link in a registry's lists; records may have no link. */
export function baseUrlIn({
  groupTypes = [],
  groups = [],
  people,
}: Pick<RegistryStore, "groupTypes" | "groups" | "people">): string | undefined {
  for (const list of [groupTypes, groups, people]) {
    for (const { link } of list.slice(0, maxSearched)) {
      const baseUrl = readRegistryLink(link)?.baseUrl;
      if (baseUrl !== undefined) return baseUrl;
    }
  }
  return undefined;
}

/** Registries whose own links share a base URL. */
export interface Rivals {
  readonly baseUrl: string;
  readonly registries: readonly Registry[];
}

/** A record with its registry's link, which is untrusted text. */
interface WithLink {
  readonly kind: RegistryRecordKind;
  readonly id: string;
  readonly link: string;
}

/**
 * A record's link, safe to insert, copy and open: the registry's own link, if it has the form of a link and names this
 * very record (specification, section 9), else a link built from the identifier. Empty for an identifier that no link
 * can hold.
 */
export function recordLink({ client }: Registry, { kind, id, link }: WithLink): string {
  const read = readRegistryLink(link);
  if (read?.kind === kind && read.id === id) return link;
  return writeRegistryLink({ baseUrl: client.address, kind, id }) ?? "";
}
