import * as vscode from "vscode";
import { fieldsOf } from "@analyses/protocol/message";
import { displayText } from "../platform/displayText";
import { type DisposableLike, Disposable } from "../platform/lifetime";
import { showWarning, showInformation } from "../platform/editor";
import {
  type Accounts,
  type SignInPlace,
  type StoredAccounts,
  addressOfStoredAccount,
} from "../registryClient/accounts";
import { describeRegistryError } from "../registryClient/registryError";
import type { LoadSignIn } from "../registryClient/registryClient";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { Registries, Registry } from "./registries";
import type { NoteStore } from "./pins";

/**
 * Uses stored sign-ins once the user opens the registry view or runs a command that needs them, and from then on when
 * registries are added and when another window signs in or out. Sends no request. Until the first use, neither reads
 * nor writes a secret.
 */
export class AccountKeeping extends Disposable {
  /** Resolves once the stored sign-ins are in use for the first time. */
  readonly restored: Promise<void>;
  private resolveRestored: () => void = () => undefined;
  private isNeeded = false;
  /** The registries for which this session has already prompted the user. */
  private readonly asked = new Set<RegistryAddress>();

  constructor(
    private readonly accounts: Accounts,
    private readonly registries: Pick<Registries, "onDidChange" | "all">,
    onDidChangeSecrets: vscode.SecretStorage["onDidChange"],
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

  /** Loads the sign-ins when the view first becomes visible, because the view shows the accounts. */
  watchView(view: Pick<vscode.TreeView<unknown>, "visible" | "onDidChangeVisibility">): void {
    const follow = (isVisible: boolean) => {
      if (isVisible && !this.isNeeded) void this.ready();
    };
    follow(view.visible);
    this.register(view.onDidChangeVisibility(({ visible }) => follow(visible)));
  }

  async ready(): Promise<void> {
    this.isNeeded = true;
    await this.accounts.ready();
    this.resolveRestored();
    void this.askForWithheld();
  }

  /** On a remote machine, asks the user before this window uses a sign-in that another machine has stored. */
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

export interface UseHere {
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

/**
 * Returns a function that reads the stored sign-in that this window may use. It logs an error of the secret storage,
 * and then returns undefined as if nothing were stored.
 */
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

/** Notifies the user once that a registry no longer accepts a sign-in, and offers to sign in again. */
export function noticeRejections(registries: Registries): DisposableLike {
  return registries.onDidChange((change) => {
    if (change.kind !== "account" || change.account.kind !== "rejected") return;
    const { registry, account } = change;
    const error = { kind: "unauthenticated", credential: account.credential } as const;
    const reason = describeRegistryError(error, registry.name, vscode.l10n.t);
    void notice(registry, `${reason} ${vscode.l10n.t("What needs no sign-in can still be read.")}`);
  });
}

async function notice({ client }: Registry, message: string): Promise<void> {
  const signIn = vscode.l10n.t("Sign In");
  const chosen = await showWarning(message, signIn);
  if (chosen === signIn) await vscode.commands.executeCommand("analysesRegistry.signIn", client.address);
}

/** The issuer's host in a stored note; undefined if the note has none. */
export function issuerIn(note: unknown): string | undefined {
  const { issuer } = fieldsOf(note);
  return typeof issuer === "string" && URL.canParse(issuer) ? new URL(issuer).host : undefined;
}

/** One key per registry, so that concurrent writes of several windows lose nothing. */
const noteKey = (address: RegistryAddress) => `signedIn:${address}`;

/**
 * Some hosts of VS Code keep secrets only for the session. Stores which registries were signed in, never the
 * credentials, and notifies the user once if a sign-in is gone at the next start.
 *
 * @param restored resolves once the stored sign-ins are in use
 * @param place decides whether this window may use a sign-in; if not, a missing sign-in causes no notice
 */
export function noticeLostSignIns(
  registries: Registries,
  notes: Pick<NoteStore, "get" | "update">,
  restored: Promise<void>,
  place: Pick<Place, "mayUse">,
): DisposableLike {
  const isNoted = (address: RegistryAddress) => notes.get(noteKey(address)) === true;
  const note = (address: RegistryAddress, isSignedIn: boolean) => {
    if (isNoted(address) !== isSignedIn) void notes.update(noteKey(address), isSignedIn ? true : undefined);
  };
  void restored.then(async () => {
    for (const { name, client, store } of registries.all) {
      if (!isNoted(client.address) || store.account.kind !== "signedOut") continue;
      if (!(await place.mayUse(client.address))) continue;
      note(client.address, false);
      void showInformation(
        vscode.l10n.t(
          "You are no longer signed in to {0}: VS Code keeps secrets only for the session here. Sign in again to read what needs it.",
          displayText(name),
        ),
      );
    }
  });
  return registries.onDidChange((change) => {
    if (change.kind === "account") note(change.registry.client.address, change.account.kind !== "signedOut");
  });
}

/** The key for the issuer and client that the user agreed to: no secret. */
export const signInPlaceKey = (address: RegistryAddress) => `signInAt:${address}`;

/** Deletes the notes about the sign-in and issuer of a registry that the user removes. */
export async function forgetSignInNote(
  notes: Pick<NoteStore, "update">,
  address: RegistryAddress,
): Promise<void> {
  await notes.update(noteKey(address), undefined);
  await notes.update(signInPlaceKey(address), undefined);
}

/** The machine that runs the extension, and whose settings name the registries. */
export type Machine =
  | { readonly kind: "local" }
  /** `identity` is stored on that machine only, so that another machine cannot impersonate it. */
  | { readonly kind: "remote"; readonly name: string; readonly identity: StoredText };

interface StoredText {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

const profileKey = "home";

/**
 * Where a window runs. All windows of a user share the secret store; but other profiles and machines have other
 * registries in their settings, and the administrators of a remote machine can read its memory.
 *
 * Stores a consent only when the user gives it, and the profile's ID at the first call of `home`.
 */
export class Place implements SignInPlace {
  constructor(
    private readonly notes: NoteStore,
    readonly machine: Machine,
  ) {}

  home(): string {
    const stored = this.notes.get(profileKey);
    const profile = typeof stored === "string" ? stored : crypto.randomUUID();
    if (profile !== stored) void this.notes.update(profileKey, profile);
    return `${profile} ${this.machine.kind === "local" ? "local" : this.machine.name}`;
  }

  /** Whether a stored sign-in may be used here: on a remote machine, only with the user's consent for that registry. */
  async mayUse(address: RegistryAddress): Promise<boolean> {
    if (this.machine.kind === "local") return true;
    const identity = await this.machine.identity.read();
    return identity !== undefined && this.notes.get(consentKey(identity, address)) === true;
  }

  async allow(address: RegistryAddress): Promise<void> {
    if (this.machine.kind === "local") return;
    let identity = await this.machine.identity.read();
    if (identity === undefined) {
      identity = crypto.randomUUID();
      await this.machine.identity.write(identity);
    }
    await this.notes.update(consentKey(identity, address), true);
  }

  async forget(address: RegistryAddress): Promise<void> {
    for (const key of this.notes.keys()) {
      if (key.startsWith(consentPrefix) && key.endsWith(` ${address}`))
        await this.notes.update(key, undefined);
    }
  }
}

const consentPrefix = "useOn:";

function consentKey(identity: string, address: RegistryAddress): string {
  return `${consentPrefix}${identity} ${address}`;
}

/**
 * The machine that runs the extension.
 *
 * @param machineName the machine's own name; empty if unknown
 */
export function thisMachine(context: vscode.ExtensionContext, machineName: string): Machine {
  const { remoteName } = vscode.env;
  const isRemote = context.extension.extensionKind === vscode.ExtensionKind.Workspace;
  if (remoteName === undefined || !isRemote) return { kind: "local" };
  return {
    kind: "remote",
    name: `${remoteName} ${machineName}`.trimEnd(),
    identity: storedFile(vscode.Uri.joinPath(context.globalStorageUri, "machine-identity")),
  };
}

function storedFile(file: vscode.Uri): StoredText {
  return {
    async read() {
      try {
        return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      } catch {
        // Before the user's first consent, there is no file.
        return undefined;
      }
    },
    async write(text) {
      await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    },
  };
}
