import * as vscode from "vscode";
import { settingsSection } from "../../../protocol/src/settings";
import { Disposable } from "../platform/disposable";
import type { Registries as RegistryConnections } from "../registry/registries";
import type { RegistryAddress } from "../registry/registryAddress";
import { readRegistryAddress } from "../registry/registryAddress";
import { configuredRegistries } from "./configuredRegistries";
import type { Registry } from "./registry";

/** The registries of the user's settings, by the names that the user gave them; follows the settings. */
export class Registries extends Disposable {
  private readonly changed = this.register(new vscode.EventEmitter<void>());
  /** Fires when registries came, went, or got another name. */
  readonly onDidChange = this.changed.event;
  private registries: readonly Registry[] = [];

  constructor(
    private readonly connections: RegistryConnections,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.register(connections);
    this.register(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`${settingsSection}.registries`)) this.configure();
      }),
    );
    this.configure();
  }

  get all(): readonly Registry[] {
    return this.registries;
  }

  private configure(): void {
    const names = this.names();
    this.connections.configure([...names.keys()]);
    this.registries = this.connections.all.map((client) => ({
      name: names.get(client.address) ?? client.address,
      client,
    }));
    this.changed.fire();
  }

  private names(): ReadonlyMap<RegistryAddress, string> {
    const names = new Map<RegistryAddress, string>();
    for (const { name, url } of configuredRegistries()) {
      const reading = readRegistryAddress(url);
      if (reading.kind === "address") names.set(reading.address, name);
      else this.log.warn(`The registry “${name}” is left out: its address is refused (${reading.problem}).`);
    }
    return names;
  }
}
