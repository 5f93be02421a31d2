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
  return entries().flatMap((entry) =>
    isConfiguredRegistry(entry) ? [{ name: entry.name, url: entry.url }] : [],
  );
}

/** Adds a registry to the user's own settings, below what the user has written there. */
export async function addConfiguredRegistry(registry: ConfiguredRegistry): Promise<void> {
  await vscode.workspace
    .getConfiguration(settingsSection)
    .update("registries", [...entries(), registry], vscode.ConfigurationTarget.Global);
}

function entries(): readonly unknown[] {
  const value = vscode.workspace
    .getConfiguration(settingsSection)
    .inspect<unknown>("registries")?.globalValue;
  return Array.isArray(value) ? value : [];
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
