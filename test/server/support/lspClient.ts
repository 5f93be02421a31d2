import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  ProtocolConnection,
  PublishDiagnosticsParams,
  TextDocumentContentChangeEvent,
} from "vscode-languageserver-protocol/node";
import {
  ConfigurationRequest,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  ExitNotification,
  FileChangeType,
  InitializeRequest,
  InitializedNotification,
  LogMessageNotification,
  MessageType,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
} from "vscode-languageserver-protocol/node";
import { settingsSection } from "@analyses/protocol/settings";
import { eventually } from "../../support/eventually";

/** The client's capabilities and settings. By default it supports nothing beyond plain LSP. */
export interface LspClientOptions {
  readonly capabilities?: ClientCapabilities;
  /** Sent as `initializationOptions`. */
  readonly initializationOptions?: unknown;
  readonly locale?: string;
  /** The response to `workspace/configuration` for this product's section. */
  readonly settings?: unknown;
  readonly workspaceFolders?: readonly string[];
  /** Root folder of a client without workspace folders. */
  readonly rootUri?: string;
  /** Heap limit of the server in megabytes; Node's default when absent. */
  readonly memory?: number;
}

/** Runs the built language server as an editor does, and implements the editor's side of the protocol. */
export class LspClient {
  readonly published: PublishDiagnosticsParams[] = [];
  readonly logged: string[] = [];
  /** Errors that the server logged. */
  readonly complaints: string[] = [];
  readonly registered: string[] = [];
  refreshes = 0;
  private versions = new Map<string, number>();
  settings: unknown;

  private constructor(
    readonly connection: ProtocolConnection,
    readonly initialized: InitializeResult,
    private readonly process: ReturnType<typeof spawnServer>,
    options: LspClientOptions,
  ) {
    this.settings = options.settings;
  }

  static async start(options: LspClientOptions = {}): Promise<LspClient> {
    const server = spawnServer(options.memory);
    const reader = new StreamMessageReader(server.stdout);
    // Otherwise the reader waits for the rest of a partial message of a killed server, and the tests never end.
    reader.partialMessageTimeout = 0;
    const connection = createProtocolConnection(reader, new StreamMessageWriter(server.stdin));
    connection.listen();
    const initialized = await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: options.rootUri ?? null,
      capabilities: options.capabilities ?? {},
      initializationOptions: options.initializationOptions,
      ...(options.locale === undefined ? {} : { locale: options.locale }),
      workspaceFolders: options.workspaceFolders?.map((uri) => ({ uri, name: uri })) ?? null,
    });
    const client = new LspClient(connection, initialized, server, options);
    client.answerServer();
    await connection.sendNotification(InitializedNotification.type, {});
    return client;
  }

  private answerServer(): void {
    const { connection } = this;
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.published.push(params);
    });
    connection.onNotification(LogMessageNotification.type, ({ message, type }) => {
      this.logged.push(message);
      if (type === MessageType.Error) this.complaints.push(message);
    });
    connection.onRequest(ConfigurationRequest.type, ({ items }) =>
      items.map(({ section }) => (section === settingsSection ? (this.settings ?? null) : null)),
    );
    connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      this.registered.push(...registrations.map(({ method }) => method));
    });
    connection.onRequest(DiagnosticRefreshRequest.type, () => {
      this.refreshes += 1;
    });
  }

  open(uri: string, text: string): Promise<void> {
    this.versions.set(uri, 1);
    const textDocument = { uri, languageId: "analyses", version: 1, text };
    return this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  change(uri: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    const textDocument = { uri, version };
    return this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument,
      contentChanges,
    });
  }

  save(uri: string): Promise<void> {
    return this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  }

  close(uri: string): Promise<void> {
    return this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** Changes the user's settings and notifies the server. */
  configure(settings: unknown): Promise<void> {
    this.settings = settings;
    return this.connection.sendNotification(DidChangeConfigurationNotification.type, {
      settings: { [settingsSection]: settings },
    });
  }

  fileChanged(uri: string): Promise<void> {
    return this.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri, type: FileChangeType.Changed }],
    });
  }

  /** Pulls the diagnostics of a document (LSP 3.17, `textDocument/diagnostic`). */
  async pull(uri: string): Promise<readonly Diagnostic[]> {
    const report = await this.connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: { uri },
    });
    if (report.kind !== DocumentDiagnosticReportKind.Full) throw new Error("The report is not a full one.");
    return report.items;
  }

  /** The diagnostics that the server published for the latest version of a document. */
  pushed(uri: string): Promise<readonly Diagnostic[]> {
    return eventually(() => {
      const version = this.versions.get(uri);
      const newest = this.published.findLast((params) => params.uri === uri);
      if (newest === undefined || newest.version !== version)
        throw new Error(`Nothing was published for version ${version ?? "?"} of ${uri}.`);
      return newest.diagnostics;
    });
  }

  /** Suspends the server's process like a busy machine, or resumes it. */
  hang(isHanging: boolean): void {
    this.process.kill(isHanging ? "SIGSTOP" : "SIGCONT");
  }

  /** Shuts the server down as LSP requires. @returns its exit status */
  async stop(): Promise<number | null> {
    const exited = once(this.process, "exit");
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    const [status] = (await exited) as [number | null];
    this.connection.dispose();
    return status;
  }
}

function spawnServer(memory?: number) {
  const program = resolve("dist/server/languageServer.js");
  const limit = memory === undefined ? [] : [`--max-old-space-size=${memory}`];
  return spawn(process.execPath, [...limit, program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
}
