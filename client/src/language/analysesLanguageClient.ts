import * as vscode from "vscode";
import type { LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { settingsSection } from "../../../protocol/src/settings";
import { Disposable } from "../platform/disposable";
import { analysesLanguage } from "./documentLanguage";

/** Runs the language server from the first analyses document on, and restarts it on demand. */
export class AnalysesLanguageClient extends Disposable {
  private client: LanguageClient | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly serverModule: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.register(vscode.workspace.onDidOpenTextDocument((document) => this.startFor(document)));
    for (const document of vscode.workspace.textDocuments) this.startFor(document);
  }

  async restart(): Promise<void> {
    await this.running;
    if (this.client === undefined) this.start();
    else this.running = this.client.restart();
    await this.running;
  }

  override dispose(): void {
    super.dispose();
    const client = this.client;
    if (client !== undefined) void this.running.catch(() => undefined).then(() => client.dispose());
  }

  private startFor(document: vscode.TextDocument): void {
    if (document.languageId === analysesLanguage && this.client === undefined) this.start();
  }

  private start(): void {
    const run = { module: this.serverModule.fsPath, transport: TransportKind.ipc };
    const serverOptions: ServerOptions = { run, debug: run };
    const clientOptions: LanguageClientOptions = {
      documentSelector: [{ language: analysesLanguage }],
      outputChannel: this.log,
    };
    this.client = new LanguageClient(settingsSection, "Analyses & Registry", serverOptions, clientOptions);
    this.running = this.client.start();
    this.running.catch((error: unknown) => {
      this.log.error(`The language server did not start: ${String(error)}`);
    });
  }
}
