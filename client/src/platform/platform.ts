import type * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import type { Transport } from "../registryClient/transport";
import type { Loopback, LoopbackPages } from "../registryClient/transport/loopback";

/** The platform differences between VS Code in Node and in the browser. */
export interface Platform {
  /** Sends requests to registries. */
  readonly transport: Transport;
  /** Opens a server for the browser's redirect to this machine; absent in a browser. */
  readonly openLoopback?: (pages: LoopbackPages, redirectPath: string) => Promise<Loopback>;
  /** The name of the machine that runs the extension; empty in a browser. */
  readonly machineName: string;
  /**
   * Creates a client; starting the client starts the extension's language server. Loads the client's code only when
   * called, since this is most of the extension's code, and many windows have no analyses document.
   */
  readonly createLanguageClient: (
    extension: vscode.Uri,
    identity: LanguageClientIdentity,
    options: LanguageClientOptions,
  ) => Promise<BaseLanguageClient>;
}

interface LanguageClientIdentity {
  /** The section of the client's settings. */
  readonly id: string;
  /** For display. */
  readonly name: string;
}
