import type { DisposableLike } from "../platform/disposable";
import { setContextKey } from "../platform/editor";
import type { AccountState } from "../registryClient/account";
import type { Registries } from "./registries";
import { RegistryFollower } from "./registryFollower";

/**
 * The context keys that say how registries and accounts stand: `hasRegistry`, `isSignedIn` for whoever is signed
 * in somewhere, `needsSignIn` while nobody is, and `hasAccount`, which also counts a sign-in that is no longer
 * accepted.
 *
 * @param accounts one for each registry
 * @param isRestored whether stored sign-ins have been taken into use: nobody is asked to sign in before
 */
export function registryContext(accounts: readonly AccountState["kind"][], isRestored: boolean) {
  return {
    hasRegistry: accounts.length > 0,
    isSignedIn: accounts.includes("signedIn"),
    needsSignIn: isRestored && accounts.length > 0 && !accounts.includes("signedIn"),
    hasAccount: accounts.some((kind) => kind !== "signedOut"),
  };
}

/**
 * Keeps the context keys of {@link registryContext}.
 *
 * @param restored resolves once stored sign-ins have been taken into use
 */
export function keepContextKeys(registries: Registries, restored: Promise<void>): DisposableLike {
  let isRestored = false;
  const update = () => {
    const context = registryContext(
      registries.all.map(({ client }) => client.account.kind),
      isRestored,
    );
    for (const [name, value] of Object.entries(context)) setContextKey(name, value);
  };
  update();
  void restored.then(() => {
    isRestored = true;
    update();
  });
  return new RegistryFollower(registries, ({ client }) => [client.onDidChangeAccount(update)], update);
}
