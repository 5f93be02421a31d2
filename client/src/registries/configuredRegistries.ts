import * as vscode from "vscode";
import { settingsSection } from "../../../protocol/src/settings";

/** A registry as the setting `analysesRegistry.registries` names it. */
export interface ConfiguredRegistry {
  readonly name: string;
  readonly url: string;
}

/**
 * The registries of the user's own settings. The setting's scope keeps workspaces from changing it; they
 * are passed over here once more, for the address decides where a credential goes.
 */
export function configuredRegistries(): readonly ConfiguredRegistry[] {
  const value = vscode.workspace
    .getConfiguration(settingsSection)
    .inspect<unknown>("registries")?.globalValue;
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) =>
    isConfiguredRegistry(entry) ? [{ name: entry.name, url: entry.url }] : [],
  );
}

function isConfiguredRegistry(entry: unknown): entry is ConfiguredRegistry {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "name" in entry &&
    typeof entry.name === "string" &&
    "url" in entry &&
    typeof entry.url === "string"
  );
}
