import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";
import type { Registries } from "./registries";
import { RegistryFollower } from "./registryFollower";

/** Keeps the context keys that decide which commands apply: `hasRegistry` and `isSignedIn`. */
export function keepContextKeys(registries: Registries): DisposableLike {
  const update = () => {
    set("hasRegistry", registries.all.length > 0);
    set(
      "isSignedIn",
      registries.all.some(({ client }) => client.account.kind === "signedIn"),
    );
  };
  update();
  return new RegistryFollower(registries, ({ client }) => [client.onDidChangeAccount(update)], update);
}

function set(key: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", `analysesRegistry.${key}`, value);
}
