import * as vscode from "vscode";
import type { RegistryAddress } from "../registryClient/registryAddress";

/** The used part of VS Code's `globalState`: each profile has its own, also for remote windows. */
export interface NoteStore {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The machine that runs the extension, and whose settings name the registries. */
export type Machine =
  | { readonly kind: "local" }
  /** `identity` is stored on that machine only, so that another machine cannot impersonate it. */
  | { readonly kind: "remote"; readonly name: string; readonly identity: StoredText };

/** A stored text, for example in a file. */
export interface StoredText {
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
export class Place {
  constructor(
    private readonly notes: NoteStore,
    readonly machine: Machine,
  ) {}

  /** Identifies the settings that the window reads; stored with a sign-in. */
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
    return identity !== undefined && this.notes.get(keyOf(identity, address)) === true;
  }

  /** Stores the user's consent; signing in here gives it. */
  async allow(address: RegistryAddress): Promise<void> {
    if (this.machine.kind === "local") return;
    let identity = await this.machine.identity.read();
    if (identity === undefined) {
      identity = crypto.randomUUID();
      await this.machine.identity.write(identity);
    }
    await this.notes.update(keyOf(identity, address), true);
  }

  /** Deletes this profile's consents for a registry, for all machines. */
  async forget(address: RegistryAddress): Promise<void> {
    for (const key of this.notes.keys()) {
      if (key.startsWith(notePrefix) && key.endsWith(` ${address}`)) await this.notes.update(key, undefined);
    }
  }
}

const notePrefix = "useOn:";

function keyOf(identity: string, address: RegistryAddress): string {
  return `${notePrefix}${identity} ${address}`;
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
        // The first consent creates the file.
        return undefined;
      }
    },
    async write(text) {
      await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    },
  };
}
