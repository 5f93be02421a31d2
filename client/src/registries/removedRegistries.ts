import * as vscode from "vscode";
import { Disposable } from "../platform/lifetime";
import { displayText } from "../platform/displayText";
import { showInformation } from "../platform/editor";
import type { Accounts } from "../registryClient/accounts";
import type { RegistryAddress } from "../registryClient/registryAddress";
import { placeApart } from "../registryClient/registryAddress";
import { addConfiguredRegistry } from "./configuredRegistries";
import type { PinStore } from "./pins";
import { addressesOfPins, forgetPins } from "./pins";
import { forgetPublicAddress } from "./publicAddresses";
import type { Registries, RemovedRegistry } from "./registries";
import { forgetSignInNote } from "./storedSignIns";

/** What the user says to the sign-in of a registry that left the settings: undefined for nothing. */
type Choice = "undo" | "keep" | undefined;

export interface RemovedRegistriesOptions {
  /** Resolves when the user has had the time to keep the sign-in. */
  readonly grace: () => Promise<void>;
  /** Whether the user is in this window: the settings change in all of them, and one of them asks. */
  readonly isInUse: () => boolean;
  readonly ask: (name: string, place: string, kept: KeptRegistry) => PromiseLike<Choice>;
}

const usual: RemovedRegistriesOptions = {
  grace: () => new Promise((resolve) => setTimeout(resolve, 60_000)),
  isInUse: () => vscode.window.state.focused,
  ask: askWhatToDo,
};

/**
 * Deletes what is kept of registries that the user removes. Only what this window has seen leave its settings is
 * deleted, only where it was signed in to from these settings, and only after a while in which the user can keep it:
 * that a registry is absent says nothing, since another profile or another machine has other settings, and settings
 * may be broken for a moment.
 */
export class RemovedRegistries extends Disposable {
  private readonly options: RemovedRegistriesOptions;
  /** The last time that each registry left, as long as nothing was decided and it is not back. */
  private readonly departures = new Map<RegistryAddress, object>();

  constructor(
    private readonly registries: Registries,
    private readonly accounts: Accounts,
    private readonly store: PinStore,
    private readonly log: vscode.LogOutputChannel,
    options: Partial<RemovedRegistriesOptions> = {},
  ) {
    super();
    this.options = { ...usual, ...options };
    this.register(
      registries.onDidChange((change) => {
        if (change.kind !== "registries") return;
        for (const { client } of registries.all) this.departures.delete(client.address);
        if (!this.options.isInUse()) return;
        const all = [...registries.all.map(({ client }) => client), ...change.removed];
        const addresses = all.map(({ address }) => address);
        for (const each of change.removed) {
          void this.offer(each, placeApart(each.address, addresses)).catch((error: unknown) =>
            this.failed(error),
          );
        }
      }),
    );
  }

  /** The registries that something is kept of and that the settings of this window do not name. */
  async kept(): Promise<readonly KeptRegistry[]> {
    const signedIn = new Set(await this.accounts.elsewhere());
    const pinned = new Set(addressesOfPins(this.store).filter((address) => !this.isConfigured(address)));
    return [...new Set([...signedIn, ...pinned])].map((address) => ({
      address,
      hasSignIn: signedIn.has(address),
      hasPins: pinned.has(address),
    }));
  }

  /** What is kept of a registry, in the settings or not. */
  async keptOf(address: RegistryAddress): Promise<KeptRegistry> {
    const hasSignIn = await this.accounts.isStored(address);
    return { address, hasSignIn, hasPins: addressesOfPins(this.store).includes(address) };
  }

  /** Deletes the sign-in of a registry, its pins, and the notes about it. */
  async forget(address: RegistryAddress): Promise<void> {
    await this.accounts.signOut(address);
    await forgetPins(this.store, address);
    await forgetSignInNote(this.store, address);
    await forgetPublicAddress(this.store, address);
  }

  private async offer({ shownName, registry, address }: RemovedRegistry, place: string): Promise<void> {
    const departure = {};
    this.departures.set(address, departure);
    const isDue = async () =>
      (await this.accounts.isOfThisHome(address)) &&
      this.departures.get(address) === departure &&
      !this.isDisposed;
    if (!(await isDue())) return;
    const kept = await this.keptOf(address);
    let isForgotten = false;
    const answered = this.options.ask(shownName, place, kept).then(async (choice) => {
      // Closing the message decides nothing.
      if (choice === undefined || this.isDisposed) return;
      this.departures.delete(address);
      if (choice === "undo" && !this.isConfigured(address)) await addConfiguredRegistry(registry);
      if (isForgotten) sayForgotten(shownName, place, kept);
    });
    const ended = this.options.grace().then(async () => {
      if (!(await isDue())) return;
      isForgotten = true;
      this.departures.delete(address);
      await this.forget(address);
    });
    await Promise.all([answered, ended]);
  }

  private isConfigured(address: RegistryAddress): boolean {
    return this.registries.all.some(({ client }) => client.address === address);
  }

  private failed(error: unknown): void {
    this.log.error(`A sign-in could not be deleted: ${error instanceof Error ? error.name : "unknown"}`);
  }
}

/** What is kept of a registry. */
export interface KeptRegistry {
  readonly address: RegistryAddress;
  readonly hasSignIn: boolean;
  readonly hasPins: boolean;
}

async function askWhatToDo(name: string, place: string, { hasPins }: KeptRegistry): Promise<Choice> {
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

/** To who answers when the time is over: the message stays. */
function sayForgotten(name: string, place: string, { hasPins }: KeptRegistry): void {
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
