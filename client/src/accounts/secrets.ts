import type * as vscode from "vscode";
import type { SecretStore } from "../registry/secretStore";

/** The one door to VS Code's SecretStorage. */
export interface Secrets {
  readonly store: SecretStore;
  /** Fires when this or another window has changed a secret. */
  readonly onDidChange: vscode.Event<unknown>;
}

export function secretsOf({ secrets }: vscode.ExtensionContext): Secrets {
  return { store: secrets, onDidChange: secrets.onDidChange };
}
