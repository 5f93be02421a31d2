import type * as vscode from "vscode";
import type { SecretStore } from "../registry/secretStore";

/** The one door to VS Code's SecretStorage. */
export function secretStoreOf(context: vscode.ExtensionContext): SecretStore {
  return context.secrets;
}
