import * as vscode from "vscode";
import type { SignInBefore } from "../accounts/askCredential";
import { askCredential } from "../accounts/askCredential";
import { messageText } from "../platform/displayText";
import { withCancellableProgress } from "../platform/progress";
import { chooseRegistry } from "../registries/chooseRegistry";
import { errorMessage } from "../registries/errorMessage";
import type { AccountState } from "../registry/account";
import type { Command } from "./command";

/** Asks for a credential, lets the registry check it, and keeps it only then. */
export const signIn: Command = {
  name: "signIn",
  async run({ accounts, registries }, target) {
    const registry = await chooseRegistry(registries, target);
    if (registry === undefined) return;
    let before = accountBefore(registry.client.account);
    for (;;) {
      const credential = await askCredential(registry.name, before);
      if (credential === undefined) return;
      before = { scheme: credential.scheme, userName: credential.userName };
      const outcome = await withCancellableProgress(
        vscode.l10n.t("Signing in to {0}…", registry.name),
        (signal) => accounts.signIn(registry.client.address, credential, signal),
      );
      if (outcome.kind === "ok") {
        void vscode.window.showInformationMessage(
          vscode.l10n.t("Signed in to {0} as {1}.", registry.name, messageText(outcome.value.name)),
        );
        return;
      }
      if (outcome.error.kind === "cancelled") return;
      const tryAgain = vscode.l10n.t("Try Again");
      const message =
        outcome.error.kind === "unauthenticated"
          ? vscode.l10n.t("{0} did not accept this sign-in. Nothing was kept.", registry.name)
          : errorMessage(outcome.error, registry.name);
      if ((await vscode.window.showErrorMessage(message, tryAgain)) !== tryAgain) return;
    }
  },
};

/** An account whose credential the registry no longer accepts. */
function accountBefore(state: AccountState): SignInBefore | undefined {
  return state.kind === "rejected" ? state.account : undefined;
}
