import * as vscode from "vscode";
import { displayText, iconFreeText, shortened } from "../platform/displayText";
import type { AccountState } from "../registry/account";
import type { ConnectionState } from "./connectionStates";
import type { Registry } from "./registry";

/** What the status bar says of the registries, as plain data. */
export interface RegistryStatus {
  readonly text: string;
  readonly tooltip: string;
  /** What a screen reader says. */
  readonly said: string;
  readonly needsAttention: boolean;
  /** What a click does. */
  readonly command: vscode.Command;
}

/** The status of the registry that needs attention, else of one with an account, else of the first. */
export function registryStatus(
  registries: readonly Registry[],
  connectionOf: (registry: Registry) => ConnectionState,
): RegistryStatus | undefined {
  const needsAttention = (registry: Registry) =>
    registry.client.account.kind === "rejected" || connectionOf(registry) === "fails";
  const shown =
    registries.find(needsAttention) ??
    registries.find(({ client }) => client.account.kind === "signedIn") ??
    registries[0];
  if (shown === undefined) return undefined;
  const fails = connectionOf(shown) === "fails";
  const tooltip = displayText(sentence(shown, fails));
  return {
    text: `$(${fails ? "debug-disconnect" : "organization"}) ${namesOf(shown)}`,
    tooltip,
    said: `${vscode.l10n.t("Registry")} ${tooltip}`,
    needsAttention: needsAttention(shown),
    command: commandFor(shown, fails),
  };
}

function namesOf({ name, client: { account } }: Registry): string {
  const names = account.kind === "signedIn" ? [name, account.account.name] : [name];
  return names.map((each) => iconFreeText(shortened(each, 30))).join(" · ");
}

function sentence({ name, client: { account } }: Registry, fails: boolean): string {
  return fails
    ? vscode.l10n.t("{0} does not answer.", name)
    : vscode.l10n.t("{0}: {1}", name, accountText(account));
}

function accountText(account: AccountState): string {
  switch (account.kind) {
    case "signedIn":
      return vscode.l10n.t("signed in as {0}", account.account.name);
    case "signedOut":
      return vscode.l10n.t("not signed in");
    case "rejected":
      return vscode.l10n.t("sign-in no longer accepted");
  }
}

/** The view is where everything else is said that can be done. */
function commandFor({ client: { account, address } }: Registry, fails: boolean): vscode.Command {
  if (account.kind === "rejected" && !fails) {
    return { command: "analysesRegistry.signIn", title: vscode.l10n.t("Sign In"), arguments: [address] };
  }
  return { command: "analysesRegistry.registry.focus", title: vscode.l10n.t("Show the Registry") };
}
