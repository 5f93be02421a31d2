import * as vscode from "vscode";
import type { LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import type { SchemasInForce } from "../../../protocol/src/customMessages";
import { schemasInForceNotification } from "../../../protocol/src/customMessages";
import { selectItemSchemaCommand } from "../../../protocol/src/initialization";
import { settingsSection } from "../../../protocol/src/settings";
import { Disposable } from "../platform/disposable";
import { BoundedRestarts } from "./boundedRestarts";
import { analysesLanguage } from "./documentLanguage";
import { SchemaStatusItem } from "./schemaStatusItem";

/** Runs the language server from the first analyses document on, and restarts it on demand. */
export class AnalysesLanguageClient extends Disposable {
  private client: LanguageClient | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly schemaStatus = this.register(new SchemaStatusItem());
  private readonly restarts = new BoundedRestarts(
    () => performance.now(),
    () => void this.offerRestart(),
  );

  constructor(
    private readonly serverModule: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.register(vscode.workspace.onDidOpenTextDocument((document) => this.startFor(document)));
    for (const document of vscode.workspace.textDocuments) this.startFor(document);
  }

  async restart(): Promise<void> {
    await this.running.catch(() => undefined);
    this.restarts.reset();
    if (this.client === undefined) this.start();
    else this.running = this.client.restart();
    await this.running;
  }

  override dispose(): void {
    super.dispose();
    const client = this.client;
    if (client !== undefined) void this.running.catch(() => undefined).then(() => client.dispose());
  }

  private async offerRestart(): Promise<void> {
    const restart = vscode.l10n.t("Restart");
    const showLog = vscode.l10n.t("Show Log");
    const chosen = await vscode.window.showErrorMessage(
      vscode.l10n.t(
        "The language server ended several times and is not started again. Your documents are untouched.",
      ),
      restart,
      showLog,
    );
    if (chosen === restart) await this.restart();
    if (chosen === showLog) this.log.show();
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
      errorHandler: this.restarts,
      initializationOptions: { commands: [selectItemSchemaCommand] },
    };
    this.client = new LanguageClient(settingsSection, "Analyses & Registry", serverOptions, clientOptions);
    this.client.onNotification(schemasInForceNotification, (schemas: SchemasInForce) =>
      this.schemaStatus.update(schemas),
    );
    this.running = this.client.start();
    this.running.catch((error: unknown) => {
      this.log.error(`The language server did not start: ${String(error)}`);
    });
  }
}
