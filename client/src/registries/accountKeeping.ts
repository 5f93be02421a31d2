import * as vscode from "vscode";
import type { Place } from "./place";
import { displayText } from "../platform/displayText";
import { Disposable } from "../platform/disposable";
import { showWarning } from "../platform/messages";
import type { Accounts } from "../registryClient/accounts";
import type { LoadSignIn } from "../registryClient/httpRegistryClient";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { StoredAccounts } from "../registryClient/storedAccount";
import { addressOfStoredAccount } from "../registryClient/storedAccount";
import type { Registries } from "./registries";
import type { Secrets } from "./secrets";

/**
 * Takes stored sign-ins into use once somebody looks at the registries, and from then on when registries are added
 * and when another window signs in or out. Sends no request, and neither reads nor writes a secret before.
 */
export class AccountKeeping extends Disposable {
  /** Resolves once stored sign-ins have been taken into use for the first time. */
  readonly restored: Promise<void>;
  private resolveRestored: () => void = () => undefined;
  private isNeeded = false;
  /** The registries whose sign-in the user has been asked about in this session. */
  private readonly asked = new Set<RegistryAddress>();

  constructor(
    private readonly accounts: Accounts,
    private readonly registries: Pick<Registries, "onDidChange" | "all">,
    onDidChangeSecrets: Secrets["onDidChange"],
    private readonly place: Place,
    private readonly mayUseHere: (question: UseHere) => PromiseLike<boolean> = askToUseHere,
  ) {
    super();
    this.restored = new Promise((resolve) => (this.resolveRestored = resolve));
    this.register(
      registries.onDidChange(({ kind }) => {
        if (kind === "registries" && this.isNeeded) void this.ready();
      }),
    );
    this.register(
      onDidChangeSecrets(({ key }) => {
        const address = addressOfStoredAccount(key);
        if (address !== undefined) void accounts.followStore(address);
      }),
    );
  }

  /** The view shows who is signed in. */
  watchView(view: Pick<vscode.TreeView<unknown>, "visible" | "onDidChangeVisibility">): void {
    const follow = (isVisible: boolean) => {
      if (isVisible && !this.isNeeded) void this.ready();
    };
    follow(view.visible);
    this.register(view.onDidChangeVisibility(({ visible }) => follow(visible)));
  }

  /** Takes the stored sign-ins of all registries into use. */
  async ready(): Promise<void> {
    this.isNeeded = true;
    await this.accounts.ready();
    this.resolveRestored();
    void this.askForWithheld();
  }

  /** On a remote machine a sign-in from elsewhere is not even read before the user's yes. */
  private async askForWithheld(): Promise<void> {
    const { machine } = this.place;
    if (machine.kind === "local") return;
    for (const { name, client, store } of this.registries.all) {
      const { address } = client;
      if (store.account.kind !== "signedOut" || this.asked.has(address)) continue;
      if ((await this.place.mayUse(address)) || !(await this.accounts.isStored(address))) continue;
      this.asked.add(address);
      void this.mayUseHere({ name, host: new URL(address).host, machine: machine.name }).then(async (yes) => {
        if (!yes) return;
        await this.place.allow(address);
        await this.accounts.followStore(address);
      });
    }
  }
}

/** What the user is asked before a sign-in is used on a remote machine. */
export interface UseHere {
  /** What the user calls the registry. */
  readonly name: string;
  readonly host: string;
  readonly machine: string;
}

async function askToUseHere({ name, host, machine }: UseHere): Promise<boolean> {
  const use = vscode.l10n.t("Use Sign-In");
  const message = vscode.l10n.t(
    "Use your sign-in to {0} ({1}) in this window? Extensions run on another machine here ({2}), which gets to see your password or access token.",
    displayText(name),
    host,
    displayText(machine),
  );
  return (await showWarning(message, use, vscode.l10n.t("Not Here"))) === use;
}

/** Reads stored sign-ins; a secret storage that does not answer is logged, and counts as empty. */
export function loadingFrom(
  stored: StoredAccounts,
  place: Pick<Place, "mayUse">,
  log: vscode.LogOutputChannel,
): LoadSignIn {
  return async (address) => {
    try {
      return (await place.mayUse(address)) ? await stored.read(address) : undefined;
    } catch (error) {
      log.error(
        `VS Code's secret storage did not answer: ${error instanceof Error ? error.name : "unknown"}`,
      );
      return undefined;
    }
  };
}
