import type * as vscode from "vscode";
import type { SecretStore } from "../registryClient/storedAccount";

/** The one door to VS Code's SecretStorage. */
export interface Secrets {
  readonly store: SecretStore;
  /** Fires when this or another window has changed a secret. */
  readonly onDidChange: vscode.Event<{ readonly key: string }>;
}

/** What VS Code's `SecretStorage` has from 1.105 on. */
interface WithKeys {
  keys(): Thenable<readonly string[]>;
}

const notePrefix = "storedSecret:";

/**
 * VS Code before 1.105 cannot be asked for the keys of its secrets: there a note of each key is kept in the
 * extension's own state. A note may be missing, where the secret was stored from another profile; then the secret
 * is found by its key all the same, and not listed.
 *
 * @param notes VS Code's `globalState`
 */
export function secretsOf(secrets: vscode.SecretStorage, notes: vscode.Memento): Secrets {
  const { onDidChange } = secrets;
  if (hasKeys(secrets)) return { store: secrets, onDidChange };
  const note = (key: string, value: true | undefined) => notes.update(notePrefix + key, value);
  return {
    onDidChange,
    store: {
      get: (key) => secrets.get(key),
      store: async (key, value) => {
        // First, so that no secret is kept that is never found again.
        await note(key, true);
        await secrets.store(key, value);
      },
      delete: async (key) => {
        await secrets.delete(key);
        await note(key, undefined);
      },
      keys: () => {
        const noted = notes.keys().filter((key) => key.startsWith(notePrefix));
        return Promise.resolve(noted.map((key) => key.slice(notePrefix.length)));
      },
    },
  };
}

function hasKeys(secrets: vscode.SecretStorage): secrets is vscode.SecretStorage & WithKeys {
  return "keys" in secrets && typeof secrets.keys === "function";
}
