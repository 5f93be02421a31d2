import type { Accounts } from "../registryClient/accounts";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { Pins } from "./pins";

/** The used part of VS Code's `Memento`. */
interface Memory {
  keys(): readonly string[];
  update(key: string, value: undefined): PromiseLike<void>;
}

/**
 * Deletes the user's stored data: the pins, the sign-ins of all registries, in the settings or not, and every key of
 * the memories, in this order. Throws the secret store's errors, and then leaves the memories.
 *
 * @param registries those of the settings; removing their pins updates their rows
 */
export async function forgetAll(
  accounts: Pick<Accounts, "elsewhere" | "signOut">,
  registries: readonly {
    readonly client: { readonly address: RegistryAddress };
    readonly pins: Pick<Pins, "all" | "remove">;
  }[],
  memories: readonly Memory[],
): Promise<void> {
  for (const { pins } of registries) for (const pin of pins.all) await pins.remove(pin);
  const addresses = [...registries.map(({ client }) => client.address), ...(await accounts.elsewhere())];
  await Promise.all(addresses.map((address) => accounts.signOut(address)));
  for (const memory of memories) for (const key of memory.keys()) await memory.update(key, undefined);
}
