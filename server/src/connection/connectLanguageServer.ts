import {
  type Connection,
  type InitializeError,
  type InitializeParams,
  type InitializeResult,
  type MessageStrategy,
  type WorkspaceFolder,
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import { schemasInForceNotification, readTexts } from "@analyses/protocol/customMessages";
import { configurationFileName } from "@analyses/protocol/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import { ConfigurationFiles } from "../configuration/configurationFile";
import { createSchemaStore } from "../schemaStore/schemaStore";
import { answerFeatures, serverCapabilities } from "./featureTable";
import { setLocale, translate } from "../localisation/translate";
import { AcceptedFindingFiles } from "./acceptedFindingFiles";
import { Attention, LaterEvidence } from "./attention";
import { readClientFeatures } from "./clientFeatures";
import { type ConnectionRuntime, describeProblem } from "./runtime";
import { DiagnosticPusher, DiagnosticReports } from "./diagnosticReports";
import { type ContextInForce, DocumentContexts, SettingsStore } from "./documentContext";
import { DocumentMessages } from "./documentMessages";
import { SchemaFileDiagnostics, SchemaFileWatcher, filesOfClient, schemasInForce } from "./schemaFileWatcher";
import { RecordAdditions, RegistryQuestions, ReferenceChecks } from "./referenceChecks";
import { SidecarFiles } from "./sidecarFiles";
import { RequestGuard } from "./feature";
import { WorkspaceReports } from "./workspaceReports";

/**
 * Serves a client over a connection until the client ends it.
 *
 * @param connect creates the connection, which passes each message to the strategy
 */
export function connectLanguageServer(
  connect: (messageStrategy: MessageStrategy) => Connection,
  platform: ConnectionRuntime,
): void {
  const attention = new Attention();
  const messages = new DocumentMessages(platform, attention);
  const { documents } = messages;
  const connection = connect(messages);
  let client = readClientFeatures({ capabilities: {} });
  const readFile = filesOfClient(connection, platform.readFile, () => client.readsFiles);
  let packageUri = platform.packageUri?.();
  const runtime = {
    ...platform,
    readFile: async (uri: string) => {
      const reading = await readFile(uri);
      schemaWatcher.noteRead(uri, reading);
      return reading;
    },
    packageUri: () => packageUri,
  };
  const schemas = createSchemaStore(runtime);
  const settings = new SettingsStore(connection, new ConfigurationFiles(readFile), (uri, configuration) =>
    inBackground(schemaDiagnostics.noteConfiguration(uri, configuration)),
  );
  const contexts = new DocumentContexts(documents, settings, schemas, noteContext);
  const questions = new RegistryQuestions(connection);
  const checks = new ReferenceChecks(connection, documents, settings, questions, runtime, findingsMayDiffer);
  const accepted = new AcceptedFindingFiles(connection, runtime.readFile);
  const sidecars = new SidecarFiles(runtime);
  const later = new LaterEvidence(runtime, reportAgain, logProblem);
  const reports = new DiagnosticReports(
    documents,
    contexts,
    runtime,
    (uri) => checks.statusesOf(uri),
    () => client,
    accepted,
    attention,
    later,
    sidecars,
  );
  const pusher = new DiagnosticPusher(connection, documents, reports, runtime);
  const workspace = new WorkspaceReports(
    documents,
    contexts,
    reports,
    runtime,
    () => client.watchSupport !== "none",
  );
  const guard = new RequestGuard(connection, documents);
  const schemaDiagnostics = new SchemaFileDiagnostics(
    connection,
    runtime,
    (uri) => sidecars.has(uri) && documents.get(uri) !== undefined,
  );
  const schemaWatcher = new SchemaFileWatcher(connection, runtime, schemaFileChanged, forgetFile);
  const references = new RecordAdditions(questions, runtime, () => client);

  connection.onInitialize((params: InitializeParams): InitializeResult | ResponseError<InitializeError> => {
    if (guard.session !== "not-initialized")
      return new ResponseError(
        ErrorCodes.InvalidRequest,
        translate("The language server is initialized already."),
      );
    guard.session = "running";
    client = readClientFeatures(params);
    if (platform.findDocuments === undefined) client = { ...client, validateWorkspace: false };
    setLocale(params.locale ?? "", readTexts(params.initializationOptions));
    settings.initialize(params.initializationOptions, client.configuration);
    packageUri = client.packageUri ?? packageUri;
    schemaWatcher.initialize(client.watchSupport);
    questions.areAnswered = client.answersReferenceRequests;
    contexts.setFolders(params.workspaceFolders ?? onlyFolder(params));
    return {
      capabilities: serverCapabilities(client),
      serverInfo: { name: "analyses-language-server", ...platform.release },
    };
  });

  connection.onShutdown(() => {
    guard.session = "shut-down";
  });

  connection.onInitialized(() => {
    settings.initialized();
    if (client.configurationRegistration)
      inBackground(connection.client.register(DidChangeConfigurationNotification.type));
    if (client.watchSupport !== "none") {
      const watchers = [
        { globPattern: client.validateWorkspace ? "**/*.json" : `**/${configurationFileName}` },
      ];
      inBackground(connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }));
    }
    if (client.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        contexts.changeFolders(added, removed);
        mayReadMore();
        rulesMayDiffer();
        inBackground(lookAtConfigurations());
      });
  });

  connection.onDidChangeConfiguration(({ settings: pushed }) => {
    settings.changed(pushed);
    mayReadMore();
    rulesMayDiffer();
    inBackground(checks.settingsChanged());
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) schemaFileChanged(uri);
    workspace.changed();
    if (changes.some(({ uri }) => uri.endsWith(`/${configurationFileName}`)))
      inBackground(lookAtConfigurations());
  });

  documents.onDidOpen(({ document }) => {
    if (sidecars.has(document.uri)) {
      // An open configuration file has its own diagnostics, which replace the published ones.
      inBackground(schemaDiagnostics.publishAll());
      return;
    }
    reports.saved(document);
    inBackground(checks.check(document));
  });
  documents.onDidChangeContent(({ document }) => {
    later.stop(document.uri);
    push(document);
    inBackground(lookForChanges());
  });
  documents.onDidSave(({ document }) => {
    const isSidecar = sidecars.has(document.uri);
    if (!isSidecar) reports.saved(document);
    push(document);
    if (!isSidecar) inBackground(pullAfterSave(document));
    inBackground(schemaWatcher.lookAgain());
    if (client.watchSupport === "none") inBackground(lookAtConfigurations());
    if (!isSidecar) inBackground(checks.check(document));
  });
  documents.onDidClose(({ document: { uri } }) => {
    later.stop(uri);
    attention.forget(uri);
    reports.forget(uri);
    checks.forget(uri);
    settings.forget(uri);
    contexts.forget(uri);
    workspace.changed();
    inBackground(accepted.forget(uri));
    if (!client.pullDiagnostics) pusher.forget(uri);
    if (sidecars.has(uri)) inBackground(schemaDiagnostics.publishAll());
  });

  function push(document: AnalysesDocument): void {
    if (!client.pullDiagnostics) pusher.push(document.uri);
  }

  /** Clients pull on text changes only; for `validate: onSave` the server must request a refresh. */
  async function pullAfterSave({ uri }: AnalysesDocument): Promise<void> {
    if (!client.pullDiagnostics || !client.diagnosticRefresh) return;
    const { validate } = await settings.get(uri);
    if (validate === "onSave") await connection.languages.diagnostics.refresh();
  }

  async function lookAtConfigurations(): Promise<void> {
    if (!(await settings.lookAgain())) return;
    rulesMayDiffer();
    inBackground(checks.settingsChanged());
    // Clients show the schemas in force: `contexts.of` notifies them of a changed context.
    const ofAnalyses = documents.all().filter(({ uri }) => !sidecars.has(uri));
    await Promise.all(ofAnalyses.map((document) => contexts.of(document)));
  }

  /** Looks at files that the client does not watch, at most once a second. */
  async function lookForChanges(): Promise<void> {
    if (await schemaWatcher.lookBeforeAnswer()) await lookAtConfigurations();
  }

  function noteContext(uri: string, context: ContextInForce | undefined): void {
    inBackground(schemaWatcher.note(uri, context?.schemas));
    inBackground(schemaDiagnostics.noteSchemas(uri, context?.schemas));
    if (context !== undefined)
      inBackground(
        connection.sendNotification(schemasInForceNotification.method, schemasInForce(uri, context)),
      );
  }

  function schemaFileChanged(uri: string): void {
    if (forgetFile(uri)) rulesMayDiffer();
  }

  function forgetFile(uri: string): boolean {
    const isAccepted = accepted.changed(uri);
    return schemas.fileChanged(uri) || isAccepted;
  }

  /** Called when the client may read more files for the server, because its folders or its trust have changed. */
  function mayReadMore(): void {
    accepted.mayReadMore();
    schemas.mayReadMore();
  }

  /**
   * Called when settings, schemas or accepted findings have changed: findings in files that are not open may differ
   * too.
   */
  function rulesMayDiffer(): void {
    workspace.renew();
    findingsMayDiffer();
  }

  function findingsMayDiffer(): void {
    reports.renew();
    if (!client.pullDiagnostics) pusher.pushAll();
    else pullAgain();
    if (client.codeLensRefresh) inBackground(connection.sendRequest(CodeLensRefreshRequest.type));
    if (client.inlayHintRefresh) inBackground(connection.languages.inlayHint.refresh());
  }

  function pullAgain(): void {
    if (client.diagnosticRefresh) inBackground(connection.languages.diagnostics.refresh());
  }

  function reportAgain(uri: string): void {
    if (client.pullDiagnostics) pullAgain();
    else pusher.push(uri);
  }

  /** Runs work that no answer awaits; logs a failure. */
  function inBackground(work: Promise<unknown>): void {
    work.catch(logProblem);
  }

  function logProblem(problem: unknown): void {
    connection.console.error(describeProblem(problem));
  }

  answerFeatures(connection, guard, {
    client: () => client,
    documents,
    schemas,
    contexts,
    reports,
    workspace,
    references,
    accepted,
    checks,
    attention,
    sidecars,
    runtime,
    refreshDiagnostics: pullAgain,
    lookForChanges,
  });
  documents.listen(connection);
  connection.listen();
}

/** Clients from before LSP 3.6 have one folder, or none. */
function onlyFolder({ rootUri }: { readonly rootUri?: string | null }): readonly WorkspaceFolder[] {
  return typeof rootUri !== "string" ? [] : [{ uri: rootUri, name: "" }];
}
