import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import type { FileReading, FileToRead, SchemasInForce } from "@analyses/protocol/customMessages";
import {
  readFileRequest,
  schemasInForceNotification,
  explainCodeCommand,
  selectItemSchemaCommand,
  showEvidenceCommand,
  resolveConflictCommand,
} from "@analyses/protocol/customMessages";
import { acceptFindingCommand } from "@analyses/protocol/acceptedFindings";
import { answerEvidenceCommand, calculateCommand } from "@analyses/protocol/evidenceMessages";
import { type RequestMessage, fieldsOf } from "@analyses/protocol/message";
import { settingsSection } from "@analyses/protocol/settings";
import { type DisposableLike, Disposable } from "../platform/lifetime";
import type { Platform } from "../platform/platform";
import { showError } from "../platform/editor";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { SchemaStatusItem } from "./statusItems";

/** A part of the extension that uses the language server. */
export interface ServerFeature {
  /** Connects to a client before it starts; the result is disposed when another client replaces it. */
  connect?(client: BaseLanguageClient): DisposableLike | undefined;
  /**
   * Called when the server's results may have changed without a change of text: other schemas apply, the workspace
   * became trusted, or no server runs any more.
   *
   * @param uri the affected document; undefined if all may be
   */
  answersMayDiffer?(uri?: vscode.Uri): void;
  /** Returns content to append to the server's hover at a position. */
  belowHover?(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.MarkdownString | undefined>;
}

/** Runs the language server once an analyses document is open, and restarts it on demand. */
export class AnalysesLanguageClient extends Disposable {
  readonly #features: ServerFeature[] = [];
  #isWanted = false;
  #client: BaseLanguageClient | undefined;
  /** Settles once the last start has succeeded or failed. */
  #starting: Promise<void> = Promise.resolve();
  #restarting: Promise<void> | undefined;
  /** Whether no server runs, and only a manual restart would start one. */
  #isGone = false;
  /** The features' connections to the current client. */
  #connections: readonly DisposableLike[] = [];
  readonly #schemaStatus = this.register(new SchemaStatusItem());

  constructor(
    private readonly platform: Platform,
    private readonly extension: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.register({ dispose: () => this.#disconnect() });
  }

  /** Registers a part of the extension that uses the server. Call before {@link follow}. */
  use(feature: ServerFeature): void {
    this.#features.push(feature);
  }

  /** Starts the server as soon as an analyses document is open. */
  follow(): void {
    this.register(vscode.workspace.onDidOpenTextDocument((document) => this.#startFor(document)));
    for (const document of vscode.workspace.textDocuments) this.#startFor(document);
  }

  /**
   * Restarts the server with a new client: after a server crashed during its start, its client can neither stop nor
   * start. Concurrent calls share one restart; two would leave an extra server running.
   */
  restart(): Promise<void> {
    return (this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined)));
  }

  async #restart(): Promise<void> {
    await this.#starting.catch(() => undefined);
    const oldClient = this.#client;
    // Cleared before the client ends, so that the error handler does not restart the old client.
    this.#client = undefined;
    if (oldClient !== undefined) {
      const { endClient } = await import("./serverLifetime");
      await endClient(oldClient);
    }
    this.#start();
    // `#start` logs the error.
    await this.#starting.catch(() => undefined);
  }

  /** The error message if no server runs and only a manual restart would start one. */
  get problem(): string | undefined {
    return this.#isGone ? vscode.l10n.t("The language server is not running.") : undefined;
  }

  /**
   * If no server runs, shows an error with a restart button and returns true: callers then show no message of their
   * own.
   */
  async sayIfGone(): Promise<boolean> {
    await this.#starting.catch(() => undefined);
    const { problem } = this;
    if (problem !== undefined) void this.#offerRestart(problem);
    return problem !== undefined;
  }

  /** Sends a request to the server. Undefined if no server runs. */
  async ask<Params extends object, Result>(
    message: RequestMessage<Params, Result>,
    params: Params,
    token?: vscode.CancellationToken,
  ): Promise<Result | undefined> {
    await this.#starting.catch(() => undefined);
    if (this.#isGone || this.#client?.isRunning() !== true) return undefined;
    // The library would send an undefined token as a null parameter.
    return token === undefined
      ? this.#client.sendRequest<Result>(message.method, params)
      : this.#client.sendRequest<Result>(message.method, params, token);
  }

  /**
   * Notifies the server of written settings and schema files, so that its next results use them. VS Code's own
   * notifications arrive later.
   */
  async noteWritten(files: readonly vscode.Uri[]): Promise<void> {
    const changes = files.map((file) => ({ uri: file.toString(), type: 2 }));
    await this.#client?.sendNotification("workspace/didChangeWatchedFiles", { changes });
    await this.#client?.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }

  override dispose(): void {
    super.dispose();
    const client = this.#client;
    if (client === undefined) return;
    void this.#starting
      .catch(() => undefined)
      .then(() => client.dispose())
      // `dispose` rejects if the client has no server.
      .catch(() => undefined);
  }

  #giveUp(message: string): void {
    this.#isGone = true;
    this.#schemaStatus.serverIsGone(true);
    void this.#offerRestart(message);
    this.#answersMayDiffer();
  }

  #answersMayDiffer(uri?: vscode.Uri): void {
    for (const feature of this.#features) feature.answersMayDiffer?.(uri);
  }

  async #offerRestart(message: string): Promise<void> {
    const restart = vscode.l10n.t("Restart");
    const showLog = vscode.l10n.t("Show Log");
    const chosen = await showError(message, restart, showLog);
    if (chosen === restart) await this.restart();
    if (chosen === showLog) this.log.show();
  }

  #startFor(document: vscode.TextDocument): void {
    if (document.languageId === analysesLanguage && !this.#isWanted) this.#start();
  }

  async #hover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    next: () => Promise<vscode.Hover | null | undefined>,
  ): Promise<vscode.Hover | null | undefined> {
    const hover = await next();
    if (hover === null || hover === undefined) return hover;
    for (const feature of this.#features) {
      const further = await feature.belowHover?.(document, position, token);
      if (further !== undefined) hover.contents.push(further);
    }
    return hover;
  }

  #start(): void {
    this.#isWanted = true;
    this.#isGone = false;
    this.#schemaStatus.serverIsGone(false);
    this.#starting = this.#startClient();
    this.#starting.catch((error: unknown) => {
      this.log.error(`The language server did not start: ${String(error)}`);
    });
  }

  async #startClient(): Promise<void> {
    // Yields until activation has finished, since loading the client takes longer than all of activation.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const { BoundedRestarts, logOnly, startIsOver } = await import("./serverLifetime");
    const { traceLogOf } = await import("./traceLog");
    const restarts = new BoundedRestarts(
      () => performance.now(),
      // If `closed` returned during the start, the library would never answer callers that wait for the start.
      () => startIsOver(client),
      () => this.#client === client && !this.isDisposed,
      () =>
        this.#giveUp(
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
        traceOutputChannel: traceLogOf(this.log),
        errorHandler: restarts,
        // Without this handler, the library stops the failed client and hides the error.
        initializationFailedHandler: (error: Error) => {
          throw error;
        },
        middleware: {
          provideHover: (document, position, token, next) =>
            this.#hover(document, position, token, async () => next(document, position, token)),
          workspace: {
            configuration: async (params, token, next) => {
              const answers: unknown = await next(params, token);
              return Array.isArray(answers) ? answers.map(withTrust) : [];
            },
          },
        },
        initializationOptions: {
          commands: [
            selectItemSchemaCommand,
            explainCodeCommand,
            showEvidenceCommand,
            acceptFindingCommand,
            calculateCommand,
            answerEvidenceCommand,
            resolveConflictCommand,
          ],
          problemPages: `command:${explainCodeCommand}?%5B%22{code}%22%5D`,
          packageUri: this.extension.toString(),
          answersReferenceRequests: true,
          readsFiles: true,
          showsImages: true,
          validateWorkspace:
            vscode.workspace.getConfiguration(settingsSection).get("validateWorkspace") === true,
          texts: vscode.l10n.bundle,
        },
      },
    );
    if (this.isDisposed) return;
    logOnly(client);
    this.#client = client;
    client.onNotification(schemasInForceNotification.method, (schemas: SchemasInForce) => {
      this.#schemaStatus.update(schemas);
      this.#answersMayDiffer(vscode.Uri.parse(schemas.uri));
    });
    client.onRequest<FileReading, never>(readFileRequest.method, (file: FileToRead) =>
      readFile(file, this.extension),
    );
    this.#disconnect();
    this.#connections = [
      ...this.#features.flatMap((feature) => feature.connect?.(client) ?? []),
      // After this notification the server requests the settings again.
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        void client.sendNotification("workspace/didChangeConfiguration", { settings: null });
        this.#answersMayDiffer();
      }),
    ];
    try {
      await client.start();
    } catch (error) {
      if (!restarts.haveBegun)
        this.#giveUp(
          vscode.l10n.t("The language server could not be started. Your documents are untouched."),
        );
      throw error;
    }
  }

  #disconnect(): void {
    for (const connection of this.#connections) connection.dispose();
    this.#connections = [];
  }
}

/**
 * Removes from the settings what an untrusted workspace must not decide: configuration files, and schemas at paths that
 * depend on the workspace. Even in the user's own settings, a relative path leads to a file of the workspace's author.
 */
function withTrust(settings: unknown): unknown {
  if (typeof settings !== "object" || settings === null) return settings;
  if (vscode.workspace.isTrusted) return { ...settings, configurationFile: true };
  const { itemSchema, schemas } = fieldsOf(settings);
  return {
    ...settings,
    itemSchema: isFixed(itemSchema) ? itemSchema : "",
    schemas: Array.isArray(schemas)
      ? schemas.filter((schema: unknown) => isFixed(fieldsOf(schema).path))
      : [],
    configurationFile: false,
  };
}

/** Whether a path of the settings leads to the same file in every workspace. */
function isFixed(path: unknown): boolean {
  return typeof path === "string" && /^\s*(?:[a-z][a-z\d+.-]*:|[\\/]|~[\\/])/i.test(path);
}

/** The maximum size of a file for the server, a hundred times the size of a large schema. */
const maxBytes = 50 * 1024 * 1024;

/**
 * Reads a file for the language server that is not on the server's disk. Allows only the extension's own files and, in
 * a trusted workspace, files in the workspace's file systems.
 */
export async function readFile({ uri }: FileToRead, extension?: vscode.Uri): Promise<FileReading> {
  const address = vscode.Uri.parse(uri);
  const isOwn = extension !== undefined && address.toString().startsWith(`${extension.toString()}/`);
  if (isOwn) return readText(address);
  if (!vscode.workspace.isTrusted) return failed(vscode.l10n.t("the workspace is not trusted"));
  if (!isOfWorkspace(address))
    return failed(vscode.l10n.t("it is not a file of this workspace's file system"));
  return readText(address);
}

async function readText(address: vscode.Uri): Promise<FileReading> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(address);
    if ((type & vscode.FileType.Directory) !== 0) return failed(vscode.l10n.t("it is a folder"));
    if (size > maxBytes) return failed(vscode.l10n.t("it is larger than 50 MB"));
    return { kind: "read", text: new TextDecoder().decode(await vscode.workspace.fs.readFile(address)) };
  } catch (error) {
    return failed(reasonOf(error));
  }
}

function isOfWorkspace({ scheme, authority }: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.some(({ uri }) => uri.scheme === scheme && uri.authority === authority);
}

function reasonOf(error: unknown): string {
  switch (error instanceof vscode.FileSystemError ? error.code : undefined) {
    case "FileNotFound":
      return vscode.l10n.t("there is no such file");
    case "NoPermissions":
      return vscode.l10n.t("you may not read this file");
    default:
      return vscode.l10n.t("the file could not be read");
  }
}

function failed(reason: string): FileReading {
  return { kind: "failed", reason };
}
