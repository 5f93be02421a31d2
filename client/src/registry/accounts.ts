import type { Account } from "./account";
import type { Credential } from "./credential";
import type { Outcome } from "./outcome";
import type { RegistryAddress } from "./registryAddress";

/** Signing in and out, per registry. The state itself is on each `RegistryClient`. */
export interface Accounts {
  /**
   * Takes stored credentials into use and deletes those of registries that are no longer configured.
   * Sends no request. For the start, and for each change of the configured registries.
   */
  restore(): Promise<void>;
  /**
   * Asks the registry's `users/me` with the credential; keeps it only if the registry accepts it.
   * When that fails or is cancelled, everything stays as it was.
   */
  signIn(address: RegistryAddress, credential: Credential, signal: AbortSignal): Promise<Outcome<Account>>;
  /** Deletes the stored credential and forgets what only it could read. */
  signOut(address: RegistryAddress): Promise<void>;
}
