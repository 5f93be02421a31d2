import * as vscode from "vscode";
import type { RegistryAddress } from "../registryClient/registryAddress";

/** The part of VS Code's `globalState` that is needed: each profile has one of its own, also for remote windows. */
export interface NoteStore {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The machine that runs the extension, and whose settings say which registries there are. */
export type Machine =
  | { readonly kind: "local" }
  /** `identity` is kept on that machine: another one cannot know it, and so cannot pass for this one. */
  | { readonly kind: "remote"; readonly name: string; readonly identity: StoredText };

/** A text that is kept somewhere, for example in a file. */
export interface StoredText {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

const profileKey = "home";

/**
 * Where a window runs. All windows of a user share the secret store; but another profile and another machine have
 * other registries in their settings, and what runs on a remote machine is seen by who rules it.
 *
 * Nothing is written before a sign-in is stored or the user says yes.
 */
export class Place {
  constructor(
    private readonly notes: NoteStore,
    readonly machine: Machine,
  ) {}

  /** Whose settings the window reads, as text: kept with a sign-in. */
  home(): string {
    const stored = this.notes.get(profileKey);
    const profile = typeof stored === "string" ? stored : crypto.randomUUID();
    if (profile !== stored) void this.notes.update(profileKey, profile);
    return `${profile} ${this.machine.kind === "local" ? "local" : this.machine.name}`;
  }

  /** Whether a stored sign-in may be used here: on a remote machine only after the user's yes for that registry. */
  async mayUse(address: RegistryAddress): Promise<boolean> {
    if (this.machine.kind === "local") return true;
    const identity = await this.machine.identity.read();
    return identity !== undefined && this.notes.get(keyOf(identity, address)) === true;
  }

  /** Notes the user's yes; signing in here is one. */
  async allow(address: RegistryAddress): Promise<void> {
    if (this.machine.kind === "local") return;
    let identity = await this.machine.identity.read();
    if (identity === undefined) {
      identity = crypto.randomUUID();
      await this.machine.identity.write(identity);
    }
    await this.notes.update(keyOf(identity, address), true);
  }

  /** Takes back every yes of this profile for a registry, on whichever machine it was said. */
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
 * @param machineName what it calls itself; empty where that is not known
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
        // It is written with the first yes.
        return undefined;
      }
    },
    async write(text) {
      await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    },
  };
}
