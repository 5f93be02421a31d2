import type { DisposableLike } from "../platform/disposable";
import { setContextKey } from "../platform/contextKey";
import type { Registries } from "./registries";
import { RegistryFollower } from "./registryFollower";

/**
 * Keeps the context keys that say how registries and accounts stand: `hasRegistry`, `isSignedIn` for whoever
 * is signed in somewhere, `needsSignIn` while nobody is, and `hasAccount`, which also counts a sign-in that is no
 * longer accepted.
 */
export function keepContextKeys(registries: Registries): DisposableLike {
  const update = () => {
    const accounts = registries.all.map(({ client }) => client.account.kind);
    setContextKey("hasRegistry", accounts.length > 0);
    setContextKey("isSignedIn", accounts.includes("signedIn"));
    setContextKey("needsSignIn", accounts.length > 0 && !accounts.includes("signedIn"));
    setContextKey(
      "hasAccount",
      accounts.some((kind) => kind !== "signedOut"),
    );
  };
  update();
  return new RegistryFollower(registries, ({ client }) => [client.onDidChangeAccount(update)], update);
}
