import type { RegistryClient } from "../registry/registryClient";

/** A registry of the settings: what the user calls it, and the client that talks to it. */
export interface Registry {
  readonly name: string;
  readonly client: RegistryClient;
}
