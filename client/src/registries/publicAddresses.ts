import type { RegistryLink, RegistryRecordKind } from "@analyses/protocol/references";
import { readRegistryLink, writeRegistryLink } from "@analyses/protocol/references";
import { Disposable } from "../platform/lifetime";
import type { RegistryStore } from "../registryClient/registryStore";
import { Emitter } from "../registryClient/registryStore";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { PinStore } from "./pins";
import type { Registries, Registry } from "./registries";

/** A note for each registry, so that windows with other settings lose nothing. */
const keyOf = (address: RegistryAddress) => `publicAddress:${address}`;
/** A note for each address that several registries name: which of them is meant. */
const choiceKeyOf = (baseUrl: string) => `registryOf:${baseUrl}`;

/** Forgets how a registry names itself, for one that the user removes. */
export async function forgetPublicAddress(
  store: Pick<PinStore, "keys" | "get" | "update">,
  address: RegistryAddress,
): Promise<void> {
  await store.update(keyOf(address), undefined);
  for (const key of store.keys()) {
    if (key.startsWith(choiceKeyOf("")) && store.get(key) === address) await store.update(key, undefined);
  }
}

/** A record that a link names, and the registry that has it. */
export interface LinkedRecord extends RegistryLink {
  readonly registry: Registry;
}

/**
 * Knows the registry that a link is of: by the address that the user gave it, or by the base URL that its
 * own links name, which is learned from its answers and kept from one session to the next. Where several name the
 * same one, as a test registry with production's data does, none is asked before the user has chosen.
 */
export class PublicAddresses extends Disposable {
  private readonly changed = this.register(new Emitter<undefined>());
  /** Fires when links are known for those of a registry that were not before. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly registries: Registries,
    private readonly store: Pick<PinStore, "get" | "update">,
  ) {
    super();
    this.register(
      registries.onDidChange((change) => {
        const changed = change.kind === "registries" ? registries.all : [change.registry];
        for (const registry of changed) void this.learnFrom(registry);
      }),
    );
  }

  /** The record that a link names. Undefined where none of the user's registries has such links, or several have. */
  find(link: string): LinkedRecord | undefined {
    const read = readRegistryLink(link);
    const [registry, ...others] = read === undefined ? [] : this.registriesAt(read.baseUrl);
    return read === undefined || registry === undefined || others.length > 0
      ? undefined
      : { ...read, registry };
  }

  /** The registries that a link may be of, where they are several. */
  rivals(link: string): Rivals | undefined {
    const baseUrl = readRegistryLink(link)?.baseUrl;
    if (baseUrl === undefined) return undefined;
    const registries = this.registriesAt(baseUrl);
    return registries.length > 1 ? { baseUrl, registries } : undefined;
  }

  /** Has one registry be the one that is meant by links to an address that several name. */
  async choose(baseUrl: string, { client }: Registry): Promise<void> {
    await this.store.update(choiceKeyOf(baseUrl), client.address);
    if (!this.isDisposed) this.changed.fire(undefined);
  }

  /** The base URL that a registry's own links begin with: its address, until an answer says another. */
  of({ client: { address } }: Registry): string {
    const stored = this.store.get(keyOf(address));
    return typeof stored === "string" ? stored : address;
  }

  private registriesAt(baseUrl: string): readonly Registry[] {
    const { all } = this.registries;
    const own = all.find(({ client }) => client.address === baseUrl);
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

/** So many records are looked at: of hundreds of thousands without a link none has one. */
const mostLookedAt = 100;

/** What the first link of a registry's lists begins with; a record may be without one. */
export function baseUrlIn({
  groupTypes = [],
  groups = [],
  people,
}: Pick<RegistryStore, "groupTypes" | "groups" | "people">): string | undefined {
  for (const list of [groupTypes, groups, people]) {
    for (const { link } of list.slice(0, mostLookedAt)) {
      const baseUrl = readRegistryLink(link)?.baseUrl;
      if (baseUrl !== undefined) return baseUrl;
    }
  }
  return undefined;
}

/** Registries whose own links begin with the same address. */
export interface Rivals {
  readonly baseUrl: string;
  readonly registries: readonly Registry[];
}

/** A record with the link that its registry gives it, which is data and may be anything. */
interface WithLink {
  readonly kind: RegistryRecordKind;
  readonly id: string;
  readonly link: string;
}

/**
 * The link of a record as it may be inserted, copied and opened: the one that the registry gives, where it is of the
 * form that links have and names this very record (specification, section 9), else the one that its identifier makes.
 * Empty for an identifier that no link can hold.
 */
export function recordLink({ client }: Registry, { kind, id, link }: WithLink): string {
  const read = readRegistryLink(link);
  if (read?.kind === kind && read.id === id) return link;
  return writeRegistryLink({ baseUrl: client.address, kind, id }) ?? "";
}
