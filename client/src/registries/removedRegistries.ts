import * as vscode from "vscode";
import { Disposable } from "../platform/lifetime";
import { displayText } from "../platform/displayText";
import { showInformation } from "../platform/editor";
import type { Accounts } from "../registryClient/accounts";
import { type RegistryAddress, placeApart } from "../registryClient/registryAddress";
import { addConfiguredRegistry } from "./configuredRegistries";
import { type NoteStore, addressesOfPins, forgetPins } from "./pins";
import { forgetPublicAddress } from "./publicAddresses";
import type { Registries, Registry } from "./registries";
import { forgetSignInNote } from "./storedSignIns";

/** The user's choice about the stored data of a removed registry; undefined if the user closes the message. */
type Choice = "undo" | "keep" | undefined;

export interface RemovedRegistriesOptions {
  /** Resolves when the time for the user's choice is over. */
  readonly grace: () => Promise<void>;
  /** Whether this window has the focus: the settings change in all windows, and only one prompts. */
  readonly isInUse: () => boolean;
  readonly ask: (name: string, place: string, hasPins: boolean) => PromiseLike<Choice>;
}

const defaults: RemovedRegistriesOptions = {
  grace: () => new Promise((resolve) => setTimeout(resolve, 60_000)),
  isInUse: () => vscode.window.state.focused,
  ask: askWhatToDo,
};

/**
 * Deletes the stored data of registries that the user removes: only if this window observed the removal, only if the
 * user signed in with these settings, and only after a delay in which the user can keep the data. Absence alone proves
 * nothing: another profile or machine has other settings, and settings may be broken for a moment.
 */
export class RemovedRegistries extends Disposable {
  private readonly options: RemovedRegistriesOptions;
  /**
   * Identifies the latest removal of each registry; deleted once the user or the delay decides, or the registry is
   * back.
   */
  private readonly departures = new Map<RegistryAddress, object>();

  constructor(
    private readonly registries: Registries,
    private readonly accounts: Accounts,
    private readonly store: NoteStore,
    private readonly log: vscode.LogOutputChannel,
    options: Partial<RemovedRegistriesOptions> = {},
  ) {
    super();
    this.options = { ...defaults, ...options };
    this.register(
      registries.onDidChange((change) => {
        if (change.kind !== "registries") return;
        for (const { client } of registries.all) this.departures.delete(client.address);
        if (!this.options.isInUse()) return;
        const addresses = [...registries.all, ...change.removed].map(({ client }) => client.address);
        for (const registry of change.removed) {
          void this.offer(registry, placeApart(registry.client.address, addresses)).catch((error: unknown) =>
            this.failed(error),
          );
        }
      }),
    );
  }

  /** The registries with stored data that this window's settings do not name. */
  async kept(): Promise<readonly RegistryAddress[]> {
    const pinned = addressesOfPins(this.store).filter((address) => !this.isConfigured(address));
    return [...new Set([...(await this.accounts.elsewhere()), ...pinned])];
  }

  /** Deletes the sign-in of a registry, its pins, and the notes about it. */
  async forget(address: RegistryAddress): Promise<void> {
    await this.accounts.signOut(address);
    await forgetPins(this.store, address);
    await forgetSignInNote(this.store, address);
    await forgetPublicAddress(this.store, address);
  }

  /** @param place the registry's host, or its address: see {@link placeApart} */
  private async offer(
    { name, nameInSettings, oauth, client: { address } }: Registry,
    place: string,
  ): Promise<void> {
    const departure = {};
    this.departures.set(address, departure);
    // False after the user's choice, if the registry is back, or if the user signed in with other settings.
    const isDue = async () =>
      (await this.accounts.isOfThisHome(address)) &&
      this.departures.get(address) === departure &&
      !this.isDisposed;
    if (!(await isDue())) return;
    const hasPins = addressesOfPins(this.store).includes(address);
    let isForgotten = false;
    const choosing = this.options.ask(name, place, hasPins).then(async (choice) => {
      // Closing the message decides nothing.
      if (choice === undefined || this.isDisposed) return;
      this.departures.delete(address);
      const before = { name: nameInSettings, url: address, ...(typeof oauth === "object" && { oauth }) };
      if (choice === "undo" && !this.isConfigured(address)) await addConfiguredRegistry(before);
      if (isForgotten) sayForgotten(name, place, hasPins);
    });
    const waiting = this.options.grace().then(async () => {
      if (!(await isDue())) return;
      isForgotten = true;
      this.departures.delete(address);
      await this.forget(address);
    });
    await Promise.all([choosing, waiting]);
  }

  private isConfigured(address: RegistryAddress): boolean {
    return this.registries.all.some(({ client }) => client.address === address);
  }

  private failed(error: unknown): void {
    this.log.error(`A sign-in could not be deleted: ${error instanceof Error ? error.name : "unknown"}`);
  }
}

async function askWhatToDo(name: string, place: string, hasPins: boolean): Promise<Choice> {
  const shown = displayText(name);
  const undo = vscode.l10n.t("Undo");
  const keep = hasPins ? vscode.l10n.t("Keep Sign-In and Pins") : vscode.l10n.t("Keep Sign-In");
  const chosen = await showInformation(
    hasPins
      ? vscode.l10n.t(
          "{0} ({1}) is no longer in your settings. Your sign-in and what you pinned of it are deleted in a minute.",
          shown,
          place,
        )
      : vscode.l10n.t(
          "{0} ({1}) is no longer in your settings. Your sign-in is deleted in a minute.",
          shown,
          place,
        ),
    undo,
    keep,
  );
  if (chosen === undefined) return undefined;
  return chosen === undo ? "undo" : "keep";
}

/** The question stays open after the delay: a user who answers it then learns that the data are already deleted. */
function sayForgotten(name: string, place: string, hasPins: boolean): void {
  const shown = displayText(name);
  void showInformation(
    hasPins
      ? vscode.l10n.t(
          "The minute is over: your sign-in to {0} ({1}) and what you pinned of it are deleted.",
          shown,
          place,
        )
      : vscode.l10n.t("The minute is over: your sign-in to {0} ({1}) is deleted.", shown, place),
  );
}
