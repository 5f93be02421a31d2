// Commands on the registries in the user's settings: adding, changing and removing them, and deleting stored data.
import * as vscode from "vscode";
import { displayText, statusText } from "../platform/displayText";
import {
  choose,
  chooseSeveral,
  confirm,
  showError,
  showInformation,
  showWarning,
  withCancellableProgress,
} from "../platform/editor";
import type { ConfiguredRegistry } from "../registries/configuredRegistries";
import {
  addConfiguredRegistry,
  configuredRegistries,
  refusalText,
  replaceConfiguredRegistry,
} from "../registries/configuredRegistries";
import type { Registries, Registry } from "../registries/registries";
import type { RegistryAddress } from "../registryClient/registryAddress";
import { readRegistryAddress, typedAddress } from "../registryClient/registryAddress";
import { forgetAll } from "../registries/pins";
import { type Commands, chooseRegistry, namedRegistry } from "./command";
import type { SignInBefore } from "../registries/askCredential";
import { describeRegistryError } from "../registryClient/registryError";

export const registryCommands: Commands = {
  async addRegistry({ registries }) {
    const title = vscode.l10n.t("Add Registry");
    const address = await askAddress(title, registries);
    if (address === undefined) return;
    const name = await askName(title, new URL(address).host);
    if (name === undefined) return;
    await addConfiguredRegistry({ name, url: address });
    await vscode.commands.executeCommand("analysesRegistry.registry.focus");
    await tryRegistry(registries, address);
  },

  /** Changes the address or name of a registry in the user's settings. A sign-in stays with the old address. */
  async editRegistry({ registries }, target) {
    const title = vscode.l10n.t("Edit Registry");
    const entry = await chooseEntry(registries, target, title);
    if (entry === undefined) return;
    const address = await askAddress(title, registries, entry.url);
    if (address === undefined) return;
    const name = await askName(title, entry.name);
    if (name !== undefined) await replaceConfiguredRegistry(entry, { name, url: address });
  },

  /** Removes a registry from the user's settings, and deletes the data stored for it. */
  async removeRegistry({ registries, removedRegistries }, target) {
    const entry = await chooseEntry(registries, target, vscode.l10n.t("Remove Registry"));
    if (entry === undefined) return;
    const address = addressOf(entry.url);
    const name = `${entry.name} (${address ?? entry.url})`;
    const question = vscode.l10n.t("Remove {0} from your settings?", name);
    // Another entry with the same address would still use the stored data.
    const isLast =
      address !== undefined &&
      configuredRegistries().filter(({ url }) => addressOf(url) === address).length === 1;
    const detail = isLast
      ? vscode.l10n.t(
          "If you are signed in there, or have pinned something of it, that is deleted too, also for your other windows.",
        )
      : vscode.l10n.t("Nothing else is deleted.");
    if (!(await confirm(question, vscode.l10n.t("Remove"), detail))) return;
    // Deletes the data first: if that fails, the registry with its sign-in stays in the settings.
    if (isLast) await removedRegistries.forget(address);
    await replaceConfiguredRegistry(entry, undefined);
    void showInformation(vscode.l10n.t("{0} is removed.", name));
  },

  /**
   * Lets the user choose among the registries outside this window's settings that have stored data, and deletes the
   * data of the chosen registries.
   */
  async forgetSignIns({ removedRegistries }) {
    const stored = await removedRegistries.kept();
    if (stored.length === 0) {
      void showInformation(vscode.l10n.t("Nothing is kept of registries that are not in your settings."));
      return;
    }
    const chosen = await chooseSeveral(
      stored.map((address) => ({ label: address, address })),
      {
        title: vscode.l10n.t("Sign-Ins and Pins of Registries That Are Not in Your Settings"),
        placeHolder: vscode.l10n.t("Which are to be forgotten? Other windows may use them."),
      },
    );
    if (chosen === undefined || chosen.length === 0) return;
    for (const { address } of chosen) await removedRegistries.forget(address);
    void showInformation(
      chosen.length === 1
        ? vscode.l10n.t("Forgotten: 1 registry.")
        : vscode.l10n.t("Forgotten: {0} registries.", chosen.length),
    );
  },

  /** Deletes all data that the extension stores about registries and documents. */
  async forgetEverything({ accounts, memory, registries, workspaceMemory }) {
    const forget = vscode.l10n.t("Forget");
    const question = vscode.l10n.t("Forget everything that this extension remembers?");
    const detail = vscode.l10n.t(
      "Your sign-ins to all registries, in every window, and in this profile and workspace your pins, the registries and hosts that you chose, your name for accepted findings, and your answers about tables that you pasted or imported. Your settings and documents stay as they are.",
    );
    if (!(await confirm(question, forget, detail))) return;
    await forgetAll(accounts, registries.all, [memory, workspaceMemory]);
    void showInformation(vscode.l10n.t("Everything that this extension remembered is forgotten."));
  },

  /** Prompts for a credential, and stores it only after the registry accepted it. */
  async signIn({ accounts, keeping, registries, browser }, target) {
    await keeping.ready();
    const registry = await chooseRegistry(registries, target);
    if (registry === undefined) return;
    const { askCredential } = await import("../registries/askCredential");
    const { account } = registry.store;
    let lastSignIn: SignInBefore | undefined =
      account.kind === "rejected" ? { ...account.account, isAgain: false } : undefined;
    for (;;) {
      const credential = await askCredential(registry, lastSignIn, browser);
      if (credential === undefined) return;
      const outcome = await withCancellableProgress(
        vscode.l10n.t("Signing in to {0}…", registry.name),
        (signal) => accounts.signIn(registry.client.address, credential, signal),
      );
      if (outcome.kind === "ok") {
        void showInformation(
          [
            vscode.l10n.t("Signed in to {0} as {1}.", registry.name, displayText(outcome.value.name)),
            credential.describe(vscode.l10n.t, vscode.env.language),
          ].join(" "),
        );
        return;
      }
      if (outcome.error.kind === "cancelled") return;
      const tryAgain = vscode.l10n.t("Try Again");
      const isRefused = outcome.error.kind === "unauthenticated" && outcome.error.credential === "refused";
      lastSignIn = { scheme: credential.scheme, userName: credential.userName, isAgain: isRefused };
      const message = isRefused
        ? vscode.l10n.t("{0} did not accept this sign-in. Nothing was kept.", registry.name)
        : describeRegistryError(outcome.error, registry.name, vscode.l10n.t);
      if ((await showError(message, tryAgain)) !== tryAgain) return;
    }
  },

  async signOut({ accounts, keeping, registries }, target) {
    await keeping.ready();
    if (registries.all.length > 0 && !registries.all.some(hasAccount)) {
      void showInformation(vscode.l10n.t("You are not signed in."));
      return;
    }
    const registry = await chooseRegistry(registries, target, hasAccount);
    if (registry === undefined) return;
    await accounts.signOut(registry.client.address);
    void showInformation(vscode.l10n.t("Signed out of {0}.", displayText(registry.name)));
  },
};

/** Sends a request to a new registry, so that the user learns of a wrong address now, and not on opening a row. */
async function tryRegistry({ all }: Registries, address: RegistryAddress): Promise<void> {
  const registry = all.find(({ client }) => client.address === address);
  if (registry === undefined) return;
  const outcome = await withCancellableProgress(vscode.l10n.t("Asking {0}…", registry.name), (signal) =>
    registry.client.groupTypes({ signal }),
  );
  // An answer that requires a sign-in shows that the address is right.
  if (outcome.kind === "ok" || ["cancelled", "unauthenticated"].includes(outcome.error.kind)) return;
  const edit = vscode.l10n.t("Edit Registry");
  const message = describeRegistryError(outcome.error, registry.name, vscode.l10n.t);
  if ((await showWarning(message, edit)) === edit)
    await vscode.commands.executeCommand("analysesRegistry.editRegistry", address);
}

/**
 * Prompts for the address of a registry; undefined on cancel.
 *
 * @param before the address in the settings, which the user changes; undefined for a new registry
 */
async function askAddress(
  title: string,
  registries: Registries,
  before?: string,
): Promise<RegistryAddress | undefined> {
  const unchanged = addressOf(before ?? "");
  const url = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("The registry's address"),
    placeHolder: "https://registry.example.org",
    ...(before === undefined ? {} : { value: before }),
    ignoreFocusOut: true,
    validateInput: (text) => addressProblem(text, registries, unchanged),
  });
  return addressOf(typedAddress(url ?? ""));
}

/** Prompts for the user's name for a registry; undefined on cancel. */
async function askName(title: string, before: string): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t("What do you call it?"),
    value: before,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a name.") : undefined),
  });
  return name?.trim();
}

/**
 * The error message for an invalid or duplicate address; undefined for a valid one.
 *
 * @param unchanged the address of the registry that the user is changing
 */
function addressProblem(
  text: string,
  registries: Pick<Registries, "all">,
  unchanged: RegistryAddress | undefined,
): string | undefined {
  const reading = readRegistryAddress(typedAddress(text));
  if (reading.kind === "refused") return refusalText(reading.problem);
  if (reading.address === unchanged) return undefined;
  const known = registries.all.find(({ client }) => client.address === reading.address);
  return known && vscode.l10n.t("This registry is there already: {0}.", statusText(known.name));
}

/**
 * Returns the settings entry for a command: the entry of the row in the argument; else the only one; else the user's
 * choice. The entry's address may be invalid. Undefined if the user cancels, or if there is no entry.
 */
async function chooseEntry(
  registries: Registries,
  target: unknown,
  title: string,
): Promise<ConfiguredRegistry | undefined> {
  const entries = configuredRegistries();
  const registry = namedRegistry(registries, target);
  if (registry !== undefined) {
    const { nameInSettings, client } = registry;
    return entries.find((entry) => entry.name === nameInSettings && addressOf(entry.url) === client.address);
  }
  if (entries.length <= 1) return entries[0];
  const rows = entries.map((entry) => ({ label: entry.name, description: entry.url, entry }));
  return (await choose(rows, { title, placeHolder: vscode.l10n.t("Which registry?") }))?.entry;
}

function addressOf(url: string): RegistryAddress | undefined {
  const reading = readRegistryAddress(url);
  return reading.kind === "address" ? reading.address : undefined;
}

function hasAccount({ store }: Registry): boolean {
  return store.account.kind !== "signedOut";
}
