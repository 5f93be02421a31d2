import type { Connection, InitializeParams, InitializeResult } from "vscode-languageserver";
import { DidChangeConfigurationNotification } from "vscode-languageserver";
import { schemasInForceNotification } from "../../../protocol/src/customMessages";
import { readAnswersReferenceRequests, readTexts } from "../../../protocol/src/initialization";
import type { AnalysesDocument } from "../document/analysesDocument";
import { createAnalysesLanguageService } from "../languageService";
import { speak } from "../localisation/translate";
import type { SchemaContext } from "../schema/schemaContext";
import { warmUp } from "../warmUp/warmUp";
import { readClientFeatures } from "./clientFeatures";
import { describeProblem } from "./describeProblem";
import { answerDiagnosticPulls } from "./diagnosticPulls";
import { DiagnosticPusher } from "./diagnosticPusher";
import { DiagnosticReports } from "./diagnosticReports";
import { DocumentSurroundings } from "./documentSurroundings";
import { answerDocumentRequests } from "./documentRequests";
import { filesOfClient } from "./filesOfClient";
import { createOpenDocuments } from "./openDocuments";
import { answerReferenceRequests } from "./references/answerReferenceRequests";
import { ReferenceAnswers } from "./references/referenceAnswers";
import { ReferenceChecks } from "./references/referenceChecks";
import { RegistryQuestions } from "./references/registryQuestions";
import { RequestGuard } from "./requestGuard";
import type { ConnectionRuntime } from "./runtime";
import { pauseOn } from "./runtime";
import { SchemaFileDiagnostics } from "./schemaFileDiagnostics";
import { SchemaFileWatcher } from "./schemaFileWatcher";
import { answerSchemaRequests } from "./schemaRequests";
import { schemasInForce } from "./schemasInForce";
import { serverCapabilities } from "./serverCapabilities";
import { SettingsStore } from "./settingsStore";

/** Answers a client over a connection until the client ends it. */
export function connectLanguageServer(connection: Connection, platform: ConnectionRuntime): void {
  let client = readClientFeatures({ capabilities: {} });
  const readFile = filesOfClient(connection, platform.readFile, () => client.readsFiles);
  const runtime = { ...platform, readFile };
  const service = createAnalysesLanguageService(runtime);
  const documents = createOpenDocuments(service);
  const settings = new SettingsStore(connection);
  const surroundings = new DocumentSurroundings(documents, settings, service.schemas, noteSchemas);
  const questions = new RegistryQuestions(connection);
  const checks = new ReferenceChecks(connection, documents, settings, questions, runtime, findingsMayDiffer);
  const reports = new DiagnosticReports(documents, service, surroundings, runtime, (uri) =>
    checks.verdictsOf(uri),
  );
  const pusher = new DiagnosticPusher(connection, documents, reports, runtime);
  const guard = new RequestGuard(connection, documents);
  const schemaDiagnostics = new SchemaFileDiagnostics(connection, runtime);
  const schemaWatcher = new SchemaFileWatcher(connection, runtime, schemaFileChanged);
  const references = new ReferenceAnswers(service, questions, runtime, () => client);

  connection.onInitialize((params: InitializeParams): InitializeResult => {
    client = readClientFeatures(params);
    speak(params.locale ?? "", readTexts(params.initializationOptions));
    settings.initialize(params.initializationOptions, client.configuration);
    schemaWatcher.initialize(client.watchSupport);
    questions.areAnswered = readAnswersReferenceRequests(params.initializationOptions);
    surroundings.setFolders(params.workspaceFolders ?? []);
    return {
      capabilities: serverCapabilities(client),
      serverInfo: { name: "analyses-language-server" },
    };
  });

  connection.onInitialized(() => {
    inBackground(warmUp({ isCancelled: () => documents.keys().length > 0, pause: pauseOn(runtime) }));
    if (client.configurationRegistration)
      inBackground(connection.client.register(DidChangeConfigurationNotification.type));
    if (client.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        surroundings.changeFolders(added, removed);
        findingsMayDiffer();
      });
  });

  connection.onDidChangeConfiguration(({ settings: pushed }) => {
    settings.changed(pushed);
    findingsMayDiffer();
    inBackground(checks.settingsChanged());
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) schemaFileChanged(uri);
  });

  documents.onDidOpen(({ document }) => {
    reports.saved(document);
    inBackground(checks.check(document));
  });
  documents.onDidChangeContent(({ document }) => push(document));
  documents.onDidSave(({ document }) => {
    reports.saved(document);
    push(document);
    inBackground(pullAfterSave(document));
    inBackground(schemaWatcher.lookAgain());
    inBackground(checks.check(document));
  });
  documents.onDidClose(({ document: { uri } }) => {
    reports.forget(uri);
    checks.forget(uri);
    settings.forget(uri);
    surroundings.forget(uri);
    if (!client.pullDiagnostics) pusher.forget(uri);
  });

  function push(document: AnalysesDocument): void {
    if (!client.pullDiagnostics) pusher.push(document.uri);
  }

  /** Clients pull when text changes; what is checked when the author saves they have to be told. */
  async function pullAfterSave({ uri }: AnalysesDocument): Promise<void> {
    if (!client.pullDiagnostics || !client.diagnosticRefresh) return;
    const { validate } = await settings.get(uri);
    if (validate === "onSave") await connection.languages.diagnostics.refresh();
  }

  function noteSchemas(uri: string, context: SchemaContext | undefined): void {
    inBackground(schemaWatcher.note(uri, context));
    inBackground(schemaDiagnostics.note(uri, context));
    if (context !== undefined)
      inBackground(connection.sendNotification(schemasInForceNotification, schemasInForce(uri, context)));
  }

  function schemaFileChanged(uri: string): void {
    if (service.schemas.fileChanged(uri)) findingsMayDiffer();
  }

  function findingsMayDiffer(): void {
    reports.renew();
    if (!client.pullDiagnostics) pusher.pushAll();
    else pullAgain();
  }

  function pullAgain(): void {
    if (client.diagnosticRefresh) inBackground(connection.languages.diagnostics.refresh());
  }

  /** Nobody waits for the work; if it fails, the log says so. */
  function inBackground(work: Promise<unknown>): void {
    work.catch((problem: unknown) => connection.console.error(describeProblem(problem)));
  }

  answerDiagnosticPulls(connection, documents, guard, reports, pullAgain);
  answerDocumentRequests(connection, service, documents, guard, () => client);
  answerSchemaRequests(connection, service, surroundings, reports, references, guard, () => client);
  answerReferenceRequests(connection, service, checks, reports, guard);
  documents.listen(connection);
  connection.listen();
}
