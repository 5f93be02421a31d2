import type { RegistryRecordKind } from "../../../protocol/src/references";
import { readRegistryLink, writeRegistryLink } from "../../../protocol/src/references";
import type { HttpRegistryClient } from "../registryClient/httpRegistryClient";
import type { RegistryClient } from "../registryClient/registryClient";
import type { RegistryStore } from "../registryClient/registryStore";
import type { ConfiguredRegistry, OAuthSetting } from "./configuredRegistries";
import type { PinStore } from "./pins";
import { Pins } from "./pins";

/**
 * A registry of the settings: what the user calls it, the client that asks it, the store of what is known of it, and
 * what the user has pinned. The same object for as long as its address stays in the settings.
 */
export class Registry {
  readonly client: RegistryClient;
  readonly store: RegistryStore;
  readonly pins: Pins;
  #entry: RegistryEntry;

  /** @param onDidChangePins is called when the user has pinned something, or does not want it any longer */
  constructor(
    client: HttpRegistryClient,
    entry: RegistryEntry,
    pinStore: PinStore,
    onDidChangePins: () => void,
  ) {
    this.client = client;
    this.store = client.store;
    this.#entry = entry;
    const userId = () => {
      const { account } = this.store;
      return account.kind === "signedIn" ? account.account.userId : undefined;
    };
    this.pins = new Pins(client.address, pinStore, userId, onDidChangePins);
  }

  get name(): string {
    return this.#entry.name;
  }

  /** Where one signs in with a browser, where the settings say that. */
  get oauth(): OAuthSetting | undefined {
    return this.#entry.oauth;
  }

  /** Follows the settings: the user may have given it another name. */
  follow(entry: RegistryEntry): void {
    this.#entry = entry;
  }
}

type RegistryEntry = Pick<ConfiguredRegistry, "name" | "oauth">;

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
