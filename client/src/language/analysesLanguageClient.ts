import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import type { SchemasInForce } from "../../../protocol/src/customMessages";
import { schemasInForceNotification } from "../../../protocol/src/customMessages";
import { readFileRequest } from "../../../protocol/src/fileRequests";
import { selectItemSchemaCommand } from "../../../protocol/src/initialization";
import { settingsSection } from "../../../protocol/src/settings";
import type { DisposableLike } from "../platform/disposable";
import { Disposable } from "../platform/disposable";
import type { Platform } from "../platform/platform";
import type { ReferenceAnswers } from "../references/referenceAnswers";
import { InsertionJudge } from "../references/insertionJudge";
import { ReferenceFinder } from "../references/referenceFinder";
import { revealLink } from "../references/revealLink";
import type { PublicAddresses } from "../registries/publicAddresses";
import { readFile } from "./readFile";
import { analysesLanguage } from "./documentLanguage";
import { connectReferences } from "./referenceConnection";
import { ReferenceStatusItem } from "./referenceStatusItem";
import { SchemaStatusItem } from "./schemaStatusItem";

/** Runs the language server from the first analyses document on, and restarts it on demand. */
export class AnalysesLanguageClient extends Disposable {
  /** Finds what documents refer to: in analyses documents, by asking the server. */
  readonly finder: ReferenceFinder;
  /** Knows what inserting a reference would break. */
  readonly judge = new InsertionJudge(this);
  private isWanted = false;
  private client: BaseLanguageClient | undefined;
  private running: Promise<void> = Promise.resolve();
  /** What connects the present client with the registries. */
  private registries: DisposableLike = { dispose: () => undefined };
  private readonly schemaStatus = this.register(new SchemaStatusItem());
  private readonly referenceStatus = this.register(new ReferenceStatusItem());

  constructor(
    private readonly platform: Platform,
    private readonly extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
    private readonly references: ReferenceAnswers,
    addresses: PublicAddresses,
  ) {
    super();
    this.finder = new ReferenceFinder(this, addresses);
    this.register(vscode.workspace.onDidOpenTextDocument((document) => this.startFor(document)));
    for (const document of vscode.workspace.textDocuments) this.startFor(document);
  }

  /**
   * Starts the server anew, with a client of its own: after a server that died while it started, the one before
   * can neither be stopped nor started.
   */
  async restart(): Promise<void> {
    await this.running.catch(() => undefined);
    const before = this.client;
    // No longer the one that is in use, it is not started again should it end now.
    this.client = undefined;
    if (before !== undefined) {
      const { endClient } = await import("./clientStates");
      await endClient(before);
    }
    this.start();
    // Why it did not start has been said.
    await this.running.catch(() => undefined);
  }

  /** Asks the server something about a document. Undefined where no server runs. */
  async ask<T>(method: string, params: object, token?: vscode.CancellationToken): Promise<T | undefined> {
    await this.running.catch(() => undefined);
    if (this.client?.isRunning() !== true) return undefined;
    // A token that is undefined would be sent, as a parameter that is null.
    return token === undefined
      ? this.client.sendRequest<T>(method, params)
      : this.client.sendRequest<T>(method, params, token);
  }

  override dispose(): void {
    super.dispose();
    this.registries.dispose();
    const client = this.client;
    if (client === undefined) return;
    void this.running
      .catch(() => undefined)
      .then(() => client.dispose())
      // It had no server.
      .catch(() => undefined);
  }

  private async offerRestart(message: string): Promise<void> {
    const restart = vscode.l10n.t("Restart");
    const showLog = vscode.l10n.t("Show Log");
    const chosen = await vscode.window.showErrorMessage(message, restart, showLog);
    if (chosen === restart) await this.restart();
    if (chosen === showLog) this.log.show();
  }

  private startFor(document: vscode.TextDocument): void {
    if (document.languageId === analysesLanguage && !this.isWanted) this.start();
  }

  /** Ends the server's card about a record with the way to its row in the sidebar. */
  private async hover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    next: () => Promise<vscode.Hover | null | undefined>,
  ): Promise<vscode.Hover | null | undefined> {
    const hover = await next();
    if (hover === null || hover === undefined) return hover;
    const found = await this.finder.at(document, position, token);
    if (found !== undefined) hover.contents.push(revealLink(found.record));
    return hover;
  }

  private start(): void {
    this.isWanted = true;
    this.running = this.startClient();
    this.running.catch((error: unknown) => {
      this.log.error(`The language server did not start: ${String(error)}`);
    });
  }

  private async startClient(): Promise<void> {
    // The activation ends first: loading the client takes longer than all the rest of it.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const [{ BoundedRestarts }, { logOnly, startIsOver }] = await Promise.all([
      import("./boundedRestarts"),
      import("./clientStates"),
    ]);
    const restarts = new BoundedRestarts(
      () => performance.now(),
      // The library forgets who waits for a start when it is told too early what comes after it.
      () => startIsOver(client),
      () => this.client === client && !this.isDisposed,
      () =>
        void this.offerRestart(
          vscode.l10n.t(
            "The language server ended several times and is not started again. Your documents are untouched.",
          ),
        ),
    );
    const client: BaseLanguageClient = await this.platform.createLanguageClient(
      this.extension,
      { id: settingsSection, name: "Analyses & Registry" },
      {
        documentSelector: [{ language: analysesLanguage }],
        outputChannel: this.log,
        errorHandler: restarts,
        // Else the library stops what does not run, and nobody hears that this fails.
        initializationFailedHandler: (error: Error) => {
          throw error;
        },
        middleware: {
          provideHover: (document, position, token, next) =>
            this.hover(document, position, token, async () => next(document, position, token)),
        },
        initializationOptions: {
          commands: [selectItemSchemaCommand],
          answersReferenceRequests: true,
          readsFiles: true,
          texts: vscode.l10n.bundle,
        },
      },
    );
    if (this.isDisposed) return;
    logOnly(client);
    this.client = client;
    client.onNotification(schemasInForceNotification, (schemas: SchemasInForce) =>
      this.schemaStatus.update(schemas),
    );
    this.registries.dispose();
    this.registries = connectReferences(client, this.references, (report) =>
      this.referenceStatus.update(report),
    );
    client.onRequest(readFileRequest, readFile);
    try {
      await client.start();
    } catch (error) {
      if (!restarts.haveBegun)
        void this.offerRestart(
          vscode.l10n.t("The language server could not be started. Your documents are untouched."),
        );
      throw error;
    }
  }
}
