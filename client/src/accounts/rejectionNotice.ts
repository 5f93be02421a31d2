import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";
import type { Registries } from "../registries/registries";
import type { Registry } from "../registries/registry";
import { RegistryFollower } from "../registries/registryFollower";

/** Says once that a registry no longer accepts a sign-in, and offers to sign in again. */
export function noticeRejections(registries: Registries): DisposableLike {
  const subscribe = (registry: Registry) => [
    registry.client.onDidChangeAccount(({ kind }) => {
      if (kind === "rejected") void notice(registry);
    }),
  ];
  return new RegistryFollower(registries, subscribe, () => undefined);
}

async function notice({ name, client }: Registry): Promise<void> {
  const signIn = vscode.l10n.t("Sign In");
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t("{0} no longer accepts your sign-in. What needs none can still be read.", name),
    signIn,
  );
  if (chosen === signIn) await vscode.commands.executeCommand("analysesRegistry.signIn", client.address);
}
