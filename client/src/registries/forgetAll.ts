import type { Accounts } from "../registryClient/accounts";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { Pins } from "./pins";

/** Where the extension remembers something: the part of VS Code's `Memento` that is needed. */
interface Memory {
  keys(): readonly string[];
  update(key: string, value: undefined): PromiseLike<void>;
}

/**
 * Deletes all that the extension keeps of what its user did: the sign-ins of all registries, in the settings or not, and
 * every key of its memories. Throws what the secret store throws: then nothing else is deleted.
 *
 * @param registries those of the settings; their rows follow
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
