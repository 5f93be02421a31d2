import type * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import type { Transport } from "../registryClient/transport";
import type { Loopback, LoopbackPages } from "../registryClient/transport/loopback";

/** What differs between the places where VS Code runs extensions: Node and the browser. */
export interface Platform {
  /** How registries are asked. */
  readonly transport: Transport;
  /** Waits for a browser to come back to this machine; absent in a browser. */
  readonly openLoopback?: (pages: LoopbackPages, redirectPath: string) => Promise<Loopback>;
  /** The name of the machine that runs the extension; empty in a browser. */
  readonly machineName: string;
  /**
   * Makes a client that starts the language server of the extension when it is started itself. Its code is loaded
   * only then: it is most of the extension's, and many windows have no analyses document.
   */
  readonly createLanguageClient: (
    extension: vscode.Uri,
    identity: LanguageClientIdentity,
    options: LanguageClientOptions,
  ) => Promise<BaseLanguageClient>;
}

export interface LanguageClientIdentity {
  /** The section of its settings. */
  readonly id: string;
  /** For people. */
  readonly name: string;
}
