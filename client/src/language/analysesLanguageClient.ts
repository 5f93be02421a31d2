import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import type { FileReading, FileToRead, SchemasInForce } from "@analyses/protocol/customMessages";
import {
  readFileRequest,
  schemasInForceNotification,
  explainCodeCommand,
  selectItemSchemaCommand,
  showEvidenceCommand,
} from "@analyses/protocol/customMessages";
import { acceptFindingCommand } from "@analyses/protocol/acceptedFindings";
import { answerEvidenceCommand, calculateCommand } from "@analyses/protocol/evidenceMessages";
import { resolveConflictCommand } from "@analyses/protocol/mergeMessages";
import type { RequestMessage } from "@analyses/protocol/message";
import { settingsSection } from "@analyses/protocol/settings";
import type { DisposableLike } from "../platform/lifetime";
import { Disposable } from "../platform/lifetime";
import type { Platform } from "../platform/platform";
import { showError } from "../platform/editor";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import { SchemaStatusItem } from "./statusItems";

/** What a part of the extension has to do with the language server. */
export interface ServerFeature {
  /** Connects with a client that is about to start; what it returns is disposed of when another takes its place. */
  connect?(client: BaseLanguageClient): DisposableLike | undefined;
  /**
   * Answers may be other than before though no text has changed: other schemas are in force, files of the workspace
   * count now, or no server runs any more.
   *
   * @param uri the only document that this is about
   */
  answersMayDiffer?(uri?: vscode.Uri): void;
  /** What is put below the server's hover at a position. */
  belowHover?(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.MarkdownString | undefined>;
}

/** Runs the language server from the first analyses document on, and restarts it on demand. */
export class AnalysesLanguageClient extends Disposable {
  readonly #platform: Platform;
  readonly #extension: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  readonly #features: ServerFeature[] = [];
  #isWanted = false;
  #client: BaseLanguageClient | undefined;
  #running: Promise<void> = Promise.resolve();
  #restarting: Promise<void> | undefined;
  #isGone = false;
  /** What connects the present client with the features. */
  #connections: readonly DisposableLike[] = [];
  readonly #schemaStatus = this.register(new SchemaStatusItem());

  constructor(platform: Platform, extension: vscode.Uri, log: vscode.LogOutputChannel) {
    super();
    this.#platform = platform;
    this.#extension = extension;
    this.#log = log;
    this.register({ dispose: () => this.#disconnect() });
  }

  /** Lets a part of the extension talk with the server: for the time before {@link follow}. */
  use(feature: ServerFeature): void {
    this.#features.push(feature);
  }

  /** Starts the server as soon as an analyses document is open. */
  follow(): void {
    this.register(vscode.workspace.onDidOpenTextDocument((document) => this.#startFor(document)));
    for (const document of vscode.workspace.textDocuments) this.#startFor(document);
  }

  /**
   * Starts the server anew, with a client of its own: after a server that died while it started, the one before
   * can neither be stopped nor started. Whoever wants it meanwhile waits for the same: two would leave a server each.
   */
  restart(): Promise<void> {
    return (this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined)));
  }

  async #restart(): Promise<void> {
    await this.#running.catch(() => undefined);
    const before = this.#client;
    // No longer the one that is in use, it is not started again should it end now.
    this.#client = undefined;
    if (before !== undefined) {
      const { endClient } = await import("./serverLifetime");
      await endClient(before);
    }
    this.#start();
    // Why it did not start has been said.
    await this.#running.catch(() => undefined);
  }

  /** Why nothing is answered, where no server runs and none will before somebody restarts it. */
  get problem(): string | undefined {
    return this.#isGone ? vscode.l10n.t("The language server is not running.") : undefined;
  }

  /** Says that no server runs, with a way to restart it, where that is so: then nothing else need be said. */
  async sayIfGone(): Promise<boolean> {
    await this.#running.catch(() => undefined);
    const { problem } = this;
    if (problem !== undefined) void this.#offerRestart(problem);
    return problem !== undefined;
  }

  /** Sends the server a request about a document. Undefined where no server runs. */
  async ask<Params extends object, Result>(
    message: RequestMessage<Params, Result>,
    params: Params,
    token?: vscode.CancellationToken,
  ): Promise<Result | undefined> {
    await this.#running.catch(() => undefined);
    if (this.#isGone || this.#client?.isRunning() !== true) return undefined;
    // A token that is undefined would be sent, as a parameter that is null.
    return token === undefined
      ? this.#client.sendRequest<Result>(message.method, params)
      : this.#client.sendRequest<Result>(message.method, params, token);
  }

  /**
   * Says that settings and schema files were written: what is asked next is answered by what they say now. VS Code's
   * own messages about them come later.
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
    void this.#running
      .catch(() => undefined)
      .then(() => client.dispose())
      // It had no server.
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
    if (chosen === showLog) this.#log.show();
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
    this.#running = this.#startClient();
    this.#running.catch((error: unknown) => {
      this.#log.error(`The language server did not start: ${String(error)}`);
    });
  }

  async #startClient(): Promise<void> {
    // The activation ends first: loading the client takes longer than all the rest of it.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const { BoundedRestarts, logOnly, startIsOver } = await import("./serverLifetime");
    const { traceLogOf } = await import("./traceLog");
    const restarts = new BoundedRestarts(
      () => performance.now(),
      // The library forgets who waits for a start when it is told too early what comes after it.
      () => startIsOver(client),
      () => this.#client === client && !this.isDisposed,
      () =>
        this.#giveUp(
          vscode.l10n.t(
            "The language server ended several times and is not started again. Your documents are untouched.",
          ),
        ),
    );
    const client: BaseLanguageClient = await this.#platform.createLanguageClient(
      this.#extension,
      { id: settingsSection, name: "Analyses & Registry" },
      {
        documentSelector: [{ language: analysesLanguage }],
        outputChannel: this.#log,
        traceOutputChannel: traceLogOf(this.#log),
        errorHandler: restarts,
        // Without this the library stops what does not run, and its failure goes unseen.
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
          packageUri: this.#extension.toString(),
          answersReferenceRequests: true,
          readsFiles: true,
          showsImages: true,
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
      readFile(file, this.#extension),
    );
    this.#disconnect();
    this.#connections = [
      ...this.#features.flatMap((feature) => feature.connect?.(client) ?? []),
      // It asks for the settings again then.
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

/** Files of a workspace change how documents are checked only where the user trusts it. */
function withTrust(settings: unknown): unknown {
  if (typeof settings !== "object" || settings === null) return settings;
  return { ...settings, configurationFile: vscode.workspace.isTrusted };
}

/** A schema of a hundredth of this is a large one. */
const mostBytes = 50 * 1024 * 1024;

/**
 * Reads a file for the language server, where it is not on the disk of the server's machine. Only files of
 * the file systems that the workspace lies on, and only when the user trusts the workspace, and the extension's own.
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
    if (size > mostBytes) return failed(vscode.l10n.t("it is larger than 50 MB"));
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
