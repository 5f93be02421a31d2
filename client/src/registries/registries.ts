import * as vscode from "vscode";
import { settingsSection } from "../../../protocol/src/settings";
import { Disposable } from "../platform/disposable";
import type { RegistryAddress } from "../registry/registryAddress";
import { readRegistryAddress } from "../registry/registryAddress";
import type { RegistryClient } from "../registry/registryClient";
import { configuredRegistries } from "./configuredRegistries";
import type { Registry } from "./registry";

/** The registries of the user's settings, each with its own client; kept up to date with the settings. */
export class Registries extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChange = this.changed.event;
  private registries: readonly Registry[] = [];

  constructor(
    private readonly open: (address: RegistryAddress) => RegistryClient,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.registries = this.read();
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingsSection}.registries`)) this.update();
      }),
    );
    this.register({ dispose: () => this.close(this.registries) });
  }

  get all(): readonly Registry[] {
    return this.registries;
  }

  private update(): void {
    const before = this.registries;
    this.registries = this.read();
    this.close(before.filter(({ client }) => !this.registries.some((registry) => registry.client === client)));
    this.changed.fire();
  }

  /** A registry whose address is still there keeps its client, and so its account and what it knows. */
  private read(): readonly Registry[] {
    const clients = new Map(this.registries.map(({ client }) => [client.address, client]));
    const registries: Registry[] = [];
    for (const { name, url } of configuredRegistries()) {
      const reading = readRegistryAddress(url);
      if (reading.kind === "refused") {
        this.log.warn(`The registry “${name}” is left out: its address is refused (${reading.problem}).`);
        continue;
      }
      const { address } = reading;
      if (registries.some(({ client }) => client.address === address)) continue;
      registries.push({ name, client: clients.get(address) ?? this.open(address) });
    }
    return registries;
  }

  private close(registries: readonly Registry[]): void {
    for (const { client } of registries) client.dispose();
  }
}
