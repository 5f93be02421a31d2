import * as vscode from "vscode";
import { type Read, fieldsOf, objectOf, readText } from "@analyses/protocol/message";
import { settingsSection } from "@analyses/protocol/settings";
import { type AddressProblem, readRegistryAddress } from "../registryClient/registryAddress";
import { isScope } from "../registryClient/schemes/credential";

/** A registry as the setting `analysesRegistry.registries` names it. */
export interface ConfiguredRegistry {
  readonly name: string;
  readonly url: string;
  /** How the user signs in to the registry with a browser, if set. */
  readonly oauth?: OAuthSetting | UnusableSetting;
}

type OAuthSetting = ServerSetting | ProviderSetting;

type UnusableSetting = "unusable";

export interface ProviderSetting {
  /** VS Code's provider ID, for example `microsoft`. */
  readonly provider: string;
  readonly scopes: readonly string[];
}

export interface ServerSetting {
  /** https, without credentials, query and fragment (RFC 8414, section 2). */
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes?: readonly string[];
}

/**
 * The registries of the user's own settings. The setting's scope keeps workspaces from changing it; this
 * function ignores a workspace's value too, because the address decides where a credential goes.
 */
export function configuredRegistries(): readonly ConfiguredRegistry[] {
  return entries().flatMap((entry) => readEntry(entry) ?? []);
}

function readOAuthSetting(oauth: unknown): OAuthSetting | UnusableSetting {
  const { issuer, clientId, scopes, provider } = fieldsOf(oauth);
  const parsed = scopes === undefined ? undefined : scopesIn(scopes);
  if (parsed === "unusable") return parsed;
  if (provider !== undefined) {
    // The extension's own provider issues no tokens.
    const isProvider = typeof provider === "string" && !["", "analysesRegistry"].includes(provider);
    return isProvider && parsed !== undefined ? { provider, scopes: parsed } : "unusable";
  }
  if (typeof issuer !== "string" || typeof clientId !== "string" || clientId === "") return "unusable";
  if (readRegistryAddress(issuer).kind === "refused") return "unusable";
  return { issuer, clientId, ...(parsed && { scopes: parsed }) };
}

/** The scopes of the setting. Splits a text of several scopes at spaces, as in a request (RFC 6749, section 3.3). */
function scopesIn(scopes: unknown): readonly string[] | UnusableSetting {
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === "string")) return "unusable";
  const parsed = scopes.flatMap((scope) => scope.split(/\s+/)).filter((scope) => scope !== "");
  return parsed.every(isScope) ? parsed : "unusable";
}

/** Appends a registry to the user's own settings. */
export async function addConfiguredRegistry(registry: ConfiguredRegistry): Promise<void> {
  await writeEntries([...entries(), registry]);
}

/**
 * Changes the entry of a registry in the user's own settings; keeps the entry's other fields.
 *
 * @param entry as {@link configuredRegistries} returns it
 * @param replacement undefined to remove the entry
 */
export async function replaceConfiguredRegistry(
  entry: ConfiguredRegistry,
  replacement: ConfiguredRegistry | undefined,
): Promise<void> {
  const all = entries();
  const index = all.findIndex((stored) => {
    const read = readEntry(stored);
    return read?.name === entry.name && read.url === entry.url;
  });
  if (index < 0) return;
  const changed = replacement === undefined ? [] : [{ ...fieldsOf(all[index]), ...replacement }];
  await writeEntries([...all.slice(0, index), ...changed, ...all.slice(index + 1)]);
}

async function writeEntries(all: readonly unknown[]): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration(settingsSection).update("registries", all, Global);
}

/**
 * Whether the setting exists and every entry is a registry's. If not, the settings may be broken for a moment or
 * contain a typo, and a missing registry is not necessarily one that the user removed.
 */
export function areConfiguredRegistriesSound(): boolean {
  const value = settingValue();
  const isSound = (entry: unknown) => readRegistryAddress(readEntry(entry)?.url ?? "").kind === "address";
  return Array.isArray(value) && value.every(isSound);
}

function entries(): readonly unknown[] {
  const value = settingValue();
  return Array.isArray(value) ? value : [];
}

function settingValue(): unknown {
  return vscode.workspace.getConfiguration(settingsSection).inspect<unknown>("registries")?.globalValue;
}

const readEntry: Read<ConfiguredRegistry> = objectOf(
  { name: readText, url: readText },
  { oauth: readOAuthSetting },
);

/** Why an entry is left out: its address is invalid, or a duplicate. */
export type RefusalReason = AddressProblem | "sameAddress";

export function refusalText(reason: RefusalReason): string {
  switch (reason) {
    case "notAnAddress":
      return vscode.l10n.t("Enter an address, for example https://registry.example.org.");
    case "notSecure":
      return vscode.l10n.t("The address must start with https://: nothing is sent over an open connection.");
    case "holdsCredentials":
      return vscode.l10n.t("Leave user name and password out of the address: you are asked for them later.");
    case "holdsQueryOrFragment":
      return vscode.l10n.t("The address cannot hold ? or #.");
    case "sameAddress":
      return vscode.l10n.t("Another entry has the same address.");
  }
}
