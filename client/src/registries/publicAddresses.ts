import type { RegistryLink } from "../../../protocol/src/registryLink";
import { readRegistryLink } from "../../../protocol/src/registryLink";
import { Disposable } from "../platform/disposable";
import { Emitter } from "../registry/event";
import type { PinStore } from "./pins";
import type { Registries } from "./registries";
import type { Registry } from "./registry";
import { RegistryFollower } from "./registryFollower";

const key = "publicAddresses";

/** A record that a link names, and the registry that has it. */
export interface LinkedRecord extends RegistryLink {
  readonly registry: Registry;
}

/**
 * Knows the registry that a link is of: by the address that the user gave it, or by the base URL that its
 * own links name, which is learned from its answers and kept from one session to the next.
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
    const learn = (registry: Registry) => void this.learnFrom(registry);
    this.register(
      new RegistryFollower(
        registries,
        (registry) => [registry.client.knowledge.onDidChange(() => learn(registry))],
        () => registries.all.forEach(learn),
      ),
    );
  }

  /** The record that a link names. Undefined where none of the user's registries has such links. */
  find(link: string): LinkedRecord | undefined {
    const read = readRegistryLink(link);
    const registry = read && this.registryAt(read.baseUrl);
    return registry && { ...read, registry };
  }

  /** The base URL that a registry's own links begin with: its address, until an answer says another. */
  of({ client: { address } }: Registry): string {
    return this.stored()[address] ?? address;
  }

  private registryAt(baseUrl: string): Registry | undefined {
    const { all } = this.registries;
    return (
      all.find(({ client }) => client.address === baseUrl) ??
      all.find((registry) => this.of(registry) === baseUrl)
    );
  }

  private async learnFrom(registry: Registry): Promise<void> {
    const { knowledge } = registry.client;
    const link = (knowledge.groupTypes?.[0] ?? knowledge.groups?.[0] ?? knowledge.people[0])?.link;
    const baseUrl = link === undefined ? undefined : readRegistryLink(link)?.baseUrl;
    if (baseUrl === undefined || baseUrl === this.of(registry)) return;
    const kept = new Set<string>(this.registries.all.map(({ client }) => client.address));
    const others = Object.entries(this.stored()).filter(([address]) => kept.has(address));
    await this.store.update(key, { ...Object.fromEntries(others), [registry.client.address]: baseUrl });
    if (!this.isDisposed) this.changed.fire(undefined);
  }

  private stored(): Readonly<Record<string, string>> {
    const stored = this.store.get(key);
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  }
}
