import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import type { Registries } from "./registries";

/** Keeps the context keys that decide which commands apply: `hasRegistry` and `isSignedIn`. */
export class RegistryContextKeys extends Disposable {
  private subscriptions: readonly { dispose(): void }[] = [];

  constructor(private readonly registries: Registries) {
    super();
    this.register(registries.onDidChange(() => this.follow()));
    this.register({ dispose: () => this.unsubscribe() });
    this.follow();
  }

  private follow(): void {
    this.unsubscribe();
    this.subscriptions = this.registries.all.map(({ client }) =>
      client.onDidChangeAccount(() => this.update()),
    );
    this.update();
  }

  private update(): void {
    const { all } = this.registries;
    set("hasRegistry", all.length > 0);
    set(
      "isSignedIn",
      all.some(({ client }) => client.account.kind === "signedIn"),
    );
  }

  private unsubscribe(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }
}

function set(key: string, value: boolean): void {
  void vscode.commands.executeCommand("setContext", `analysesRegistry.${key}`, value);
}
