import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";
import type { Registry } from "../registries/registry";
import type { Registries } from "../registries/registries";
import { RegistryFollower } from "../registries/registryFollower";

const signedInKey = "registriesSignedIn";

/**
 * Some hosts of VS Code keep secrets only for the session. Remembers which registries were signed in, never
 * the credentials, and says so once when a stored sign-in is gone at the next start.
 *
 * @param restored resolves once the stored sign-ins have been taken into use
 */
export function noticeLostSignIns(
  registries: Registries,
  memory: vscode.Memento,
  restored: Promise<void>,
): DisposableLike {
  const remembered = new Set(memory.get<readonly string[]>(signedInKey, []));
  const remember = (address: string, isSignedIn: boolean) => {
    if (remembered.has(address) === isSignedIn) return;
    if (isSignedIn) remembered.add(address);
    else remembered.delete(address);
    void memory.update(signedInKey, [...remembered]);
  };
  void restored.then(() => {
    // Their sign-ins have just been deleted, and are not missed when they are added again.
    const configured = new Set<string>(registries.all.map(({ client }) => client.address));
    for (const address of remembered) if (!configured.has(address)) remember(address, false);
    for (const { name, client } of registries.all) {
      if (!remembered.has(client.address) || client.account.kind !== "signedOut") continue;
      remember(client.address, false);
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          "You are no longer signed in to {0}: VS Code keeps secrets only for the session here. Sign in again to read what needs it.",
          name,
        ),
      );
    }
  });
  const subscribe = ({ client }: Registry) => [
    client.onDidChangeAccount(({ kind }) => remember(client.address, kind !== "signedOut")),
  ];
  return new RegistryFollower(registries, subscribe, () => undefined);
}
